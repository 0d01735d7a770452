/**
 * Simulates runs: `npm run simulate -- --runs 100000 [--from N] [--seconds S]` tries that many, each made from its
 * number (`--pairs` tells how often what was seen together); `-- --seed N` tells
 * one of them as a story. A failing one is shrunk and printed with the command that repeats it.
 */
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { chanceOf } from './chance.ts';
import { type Coverage, isRare, merge, possiblePairs, seenPairs } from './coverage.ts';
import { shrink } from './shrink.ts';
import { story } from './story.ts';
import type { Report, Share } from './worker.ts';

const WORKERS = 2;
/** Runs that fail after that many are counted, not shrunk. */
const MAX_SHRUNK = 3;
/** Fewer runs than this need not have seen everything. */
const ENOUGH_FOR_COVERAGE = 100_000;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20000' },
    from: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '0' },
    seed: { type: 'string' },
    pairs: { type: 'boolean', default: false },
  },
});
const [runs, from, limit] = [values.runs, values.from, values.seconds].map(Number) as [
  number,
  number,
  number,
];
if (![runs, from, limit].every(number => Number.isSafeInteger(number) && number >= 0)) {
  console.error('--runs, --from and --seconds are whole numbers');
  process.exitCode = 2;
} else process.exitCode = values.seed === undefined ? await many() : await one(values.seed);

async function one(seed: string): Promise<number> {
  const chance = chanceOf(seed);
  if (!chance) {
    console.error(`--seed ${seed} is neither a number nor a shrunk seed, which begins with c:`);
    return 2;
  }
  const { lines, faults } = await story(chance);
  console.log(lines.join('\n'));
  console.log(faults.length > 0 ? faults.map(fault => `FAILED ${fault}`).join('\n') : 'all is well');
  return faults.length > 0 ? 1 : 0;
}

async function many(): Promise<number> {
  const share = Math.ceil(runs / WORKERS);
  const started = performance.now();
  const reports = await Promise.all(
    Array.from({ length: WORKERS }, (_, index) =>
      work({
        from: from + index * share,
        to: Math.min(from + runs, from + (index + 1) * share),
        seconds: limit,
      }),
    ),
  );
  const seconds = (performance.now() - started) / 1000;
  const tried = reports.reduce((sum, report) => sum + report.tried, 0);
  const failures = reports.flatMap(report => report.failures);
  for (const seed of failures.slice(0, MAX_SHRUNK)) await tell(seed);
  const unseen = coverageOf(reports, tried);
  console.log(
    `simulate: ${tried - failures.length} passed, ${failures.length} failed; ${Math.round(tried / seconds)} runs a second`,
  );
  return failures.length > 0 || unseen > 0 || tried === 0 ? 1 : 0;
}

function work(share: Share): Promise<Report> {
  return new Promise((resolve, reject) => {
    // What a run leaves is garbage at once; with room for that, little of it has to be looked at.
    const resourceLimits = { maxYoungGenerationSizeMb: 64 };
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: share, resourceLimits });
    worker.on('message', resolve);
    worker.on('error', reject);
  });
}

async function tell(seed: number): Promise<void> {
  const shrunk = await shrink(chanceOf(String(seed))!);
  console.log(`FAILED seed ${seed}: ${shrunk.faults[0]}`);
  console.log(`  again: npm run simulate -- --seed ${shrunk.seed}`);
}

/** How many of the pairs that can occur did not. */
function coverageOf(reports: readonly Report[], tried: number): number {
  const coverage: Coverage = new Map();
  for (const report of reports) merge(coverage, report.coverage);
  const seen = seenPairs(coverage);
  const possible = possiblePairs();
  const unseen = possible.filter(pair => !seen.has(pair));
  const stray = [...seen.keys()].filter(pair => !possible.includes(pair) && !isRare(pair));
  const events = reports.reduce((sum, report) => sum + report.events, 0);
  const deaths = reports.reduce((sum, report) => sum + report.deaths, 0);
  console.log(`${tried} runs, ${events} events, ${deaths} deaths of a process`);
  console.log(
    `coverage: ${possible.length - unseen.length} of ${possible.length} pairs of events, effects and rungs`,
  );
  if (values.pairs) for (const [pair, count] of [...seen].sort()) console.log(`  ${count}  ${pair}`);
  for (const pair of stray) console.log(`  held to be impossible, and seen: ${pair}`);
  if (tried < ENOUGH_FOR_COVERAGE) return stray.length;
  for (const pair of unseen) console.log(`  never seen: ${pair}${isRare(pair) ? ' (rare)' : ''}`);
  return unseen.filter(pair => !isRare(pair)).length + stray.length;
}
