/** A figure with the limit that we set ourselves. Ratios only: absolute times say more of the machine than of the code. */
export interface Figure {
  readonly name: string;
  readonly ratio: number;
  readonly limit: number;
  readonly detail: string;
}

/** The median times of several calls in milliseconds, taken in turns so that all meet the same machine. */
export async function medians(times: number, ...calls: readonly (() => unknown)[]): Promise<number[]> {
  const taken: number[][] = calls.map(() => []);
  for (let i = 0; i < times; i += 1) {
    for (const [at, call] of calls.entries()) {
      const started = performance.now();
      await call();
      taken[at]!.push(performance.now() - started);
    }
  }
  return taken.map(list => list.sort((a, b) => a - b)[list.length >> 1]!);
}

export function print(figures: readonly Figure[]): void {
  console.log('| what | ratio | limit | |\n|---|---|---|---|');
  for (const { name, ratio, limit, detail } of figures) {
    console.log(
      `| ${name} | ${ratio.toFixed(2)} | ${limit} | ${ratio <= limit ? 'within' : 'OVER'}; ${detail} |`,
    );
  }
}
