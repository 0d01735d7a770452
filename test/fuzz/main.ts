/**
 * Feeds broken and hostile input to every place where the program takes in what others wrote:
 *
 *     npm run fuzz -- [--target NAME] [--runs N] [--seconds S] [--seed N]
 *
 * Every input is made from its number. One that fails is printed, made smaller, with the command that repeats it.
 */
import { parseArgs } from 'node:util';
import type { Slice } from './slice.ts';
import { noTarget, TARGETS } from './target.ts';
import { type Tried, watch } from './watch.ts';

const WORKERS = 2;
const RUNS = 50_000;

interface Row extends Tried {
  readonly target: string;
  readonly seconds: number;
}

const { values } = parseArgs({
  options: {
    target: { type: 'string' },
    runs: { type: 'string' },
    seconds: { type: 'string' },
    seed: { type: 'string' },
  },
});
const targets = TARGETS.filter(({ name }) => values.target === undefined || name === values.target);
if (targets.length === 0) throw noTarget(values.target ?? '');
const seconds = figure('seconds', values.seconds) ?? Number.POSITIVE_INFINITY;
const runs = figure('runs', values.runs) ?? (values.seconds === undefined ? RUNS : Number.MAX_SAFE_INTEGER);
const first = figure('seed', values.seed) ?? 1;
const totalWeight = targets.reduce((sum, { weight }) => sum + weight, 0);

const rows: Row[] = [];
for (const { name, weight } of targets) {
  const count = Math.max(1, Math.round((runs * weight) / totalWeight));
  const row = await tried(name, count, seconds / targets.length);
  for (const failure of row.failures) console.log(`FAILED ${failure}`);
  rows.push(row);
}
console.log(table(rows));
const all = rows.reduce((sum, { tried: count }) => sum + count, 0);
const failed = rows.reduce((sum, { failures }) => sum + failures.length, 0);
console.log(`fuzz: ${all - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

/** Tries the inputs of one target, spread over processes. */
async function tried(target: string, count: number, limitSeconds: number): Promise<Row> {
  const started = performance.now();
  const until = Math.min(Date.now() + limitSeconds * 1000, Number.MAX_SAFE_INTEGER);
  const share = Math.ceil(count / WORKERS);
  const slices = Array.from({ length: WORKERS }, (_, index): Slice => {
    const from = first + index * share;
    return { target, from, to: Math.min(first + count, from + share), until };
  });
  const parts = await Promise.all(slices.filter(({ from, to }) => from < to).map(watch));
  return {
    target,
    tried: parts.reduce((sum, part) => sum + part.tried, 0),
    failures: parts.flatMap(({ failures }) => failures),
    seconds: (performance.now() - started) / 1000,
  };
}

function figure(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new Error(`--${name} wants a whole number, not "${text}"`);
  return Number(text);
}

function table(lines: readonly Row[]): string {
  const cells = [
    ['target', 'inputs', 'a second', 'failures'],
    ...lines.map(({ target, tried: count, seconds: took, failures }) => [
      target,
      String(count),
      String(Math.round(count / took)),
      String(failures.length),
    ]),
  ];
  return cells
    .map(([name = '', ...rest]) => name.padEnd(16) + rest.map(cell => cell.padStart(10)).join(''))
    .join('\n');
}
