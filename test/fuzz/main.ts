/**
 * Feeds broken plans to the parser: `npm run fuzz -- --runs 100000 [--seed N]`. Every case is made from its number;
 * a failing one is printed with the command that repeats it.
 */
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { judge } from './judge.ts';
import { mutant } from './mutate.ts';

/** A case that takes longer hangs, for all that a user can tell. */
const HANG_MS = 10_000;
const REPORT_EVERY = 200;
const WORKERS = 2;

interface Slice {
  readonly from: number;
  readonly to: number;
}

if (isMainThread) await main();
else await work(workerData as Slice);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { runs: { type: 'string', default: '20000' }, seed: { type: 'string', default: '1' } },
  });
  const runs = Number(values.runs);
  const first = Number(values.seed);
  const share = Math.ceil(runs / WORKERS);
  const slices = Array.from({ length: WORKERS }, (_, i) => ({
    from: first + i * share,
    to: Math.min(first + runs, first + (i + 1) * share),
  }));
  const started = performance.now();
  const failures = (await Promise.all(slices.map(watch))).flat();
  const seconds = (performance.now() - started) / 1000;
  for (const failure of failures) console.log(`FAILED ${failure}`);
  console.log(`${runs} mutated plans in ${seconds.toFixed(0)} s (${Math.round(runs / seconds)} a second)`);
  console.log(`fuzz: ${runs - failures.length} passed, ${failures.length} failed`);
  process.exitCode = failures.length > 0 ? 1 : 0;
}

/** Runs a slice in a thread of its own and ends it where a case hangs. */
function watch(slice: Slice): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const failures: string[] = [];
    const worker = new Worker(new URL(import.meta.url), { workerData: slice });
    let current = slice.from;
    let silentPeriods = 0;
    // One silent period may be a machine that was stopped for a while; two in a row are a hang.
    const alarm = setInterval(() => {
      silentPeriods += 1;
      if (silentPeriods < 2) return;
      failures.push(
        `a case from ${current} on hangs: npm run fuzz -- --runs ${REPORT_EVERY} --seed ${current}`,
      );
      worker.terminate();
    }, HANG_MS);
    worker.on('message', ({ at, failure }: { at: number; failure?: string }) => {
      silentPeriods = 0;
      current = at;
      if (failure) failures.push(failure);
    });
    worker.on('error', reject);
    worker.on('exit', () => {
      clearInterval(alarm);
      resolve(failures);
    });
  });
}

async function work({ from, to }: Slice): Promise<void> {
  for (let seed = from; seed < to; seed += 1) {
    const wrong = await judge(mutant(seed));
    if (wrong)
      parentPort!.postMessage({
        at: seed,
        failure: `${wrong}\n  again: npm run fuzz -- --runs 1 --seed ${seed}`,
      });
    else if (seed % REPORT_EVERY === 0) parentPort!.postMessage({ at: seed });
  }
}
