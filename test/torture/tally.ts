import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

/** Where the tests of one suite count what they did; without it nothing is counted. */
export const TALLY_VARIABLE = 'PHASEWRIGHT_TALLY';

/** Counts what the program has been put through, in the plural: `tally('kills', 3)`. */
export function tally(name: string, count: number): void {
  const file = process.env[TALLY_VARIABLE];
  if (file !== undefined && count > 0) appendFileSync(file, `${JSON.stringify({ name, count })}\n`);
}

export function resetTally(file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
}

/** All that was counted, the most frequent first: `200 kills, 60 stops`. */
export function tallied(file: string): string {
  const sums = new Map<string, number>();
  for (const line of linesOf(file)) {
    const { name, count } = JSON.parse(line) as { name: string; count: number };
    sums.set(name, (sums.get(name) ?? 0) + count);
  }
  const sorted = [...sums].sort(([, a], [, b]) => b - a);
  return sorted.map(([name, count]) => `${count} ${name}`).join(', ');
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean);
  } catch {
    return [];
  }
}
