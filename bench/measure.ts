/** A figure with the limit that we set ourselves. Ratios only: absolute times say more of the machine than of the code. */
export interface Figure {
  readonly name: string;
  readonly ratio: number;
  readonly limit: number;
  readonly detail: string;
}

/** The median time of some calls, in milliseconds. */
export async function median(times: number, call: () => unknown): Promise<number> {
  const taken: number[] = [];
  for (let i = 0; i < times; i += 1) {
    const started = performance.now();
    await call();
    taken.push(performance.now() - started);
  }
  taken.sort((a, b) => a - b);
  return taken[taken.length >> 1]!;
}

export function print(figures: readonly Figure[]): void {
  console.log('| what | ratio | limit | |\n|---|---|---|---|');
  for (const { name, ratio, limit, detail } of figures) {
    console.log(
      `| ${name} | ${ratio.toFixed(2)} | ${limit} | ${ratio <= limit ? 'within' : 'OVER'}; ${detail} |`,
    );
  }
}
