import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { again, MAX_FAILURES, type Progress, type Slice } from './slice.ts';

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url));
/** An input that takes longer hangs, for all that a user can tell. */
const HANG_MS = 10_000;
/** No input that is within the limits needs more. */
const MEMORY_MB = 700;
/** How often a worker tells how far it is, unless each input is of interest. */
const TELL_MS = 250;
/** Of what a worker printed when it died, how many characters are shown. */
const LAST_WORDS = 1_000;

export interface Tried {
  readonly tried: number;
  readonly failures: readonly string[];
}

/** Tries a slice in a process of its own. One that hangs or dies is a failure of the input that it was at. */
export async function watch(slice: Slice): Promise<Tried> {
  const failures: string[] = [];
  const { target, to } = slice;
  let { from } = slice;
  // The first time it is only known to be one of many inputs; then each is told before it is tried.
  let death: End | null = null;
  while (from < to && failures.length < MAX_FAILURES) {
    const end = await attempted({ ...slice, from }, death ? 0 : TELL_MS, failures);
    from = end.next;
    if (end.problem === null) {
      if (death) failures.push(`${target}: ${death.problem}\n  once, after input ${death.next}; not again`);
      break;
    }
    if (death) {
      failures.push(`${target}: ${end.problem}\n  again: ${again(target, from)}`);
      from += 1;
    }
    death = death ? null : end;
  }
  return { tried: from - slice.from, failures };
}

interface End {
  readonly next: number;
  /** Why it did not come to its end; null where it did. */
  readonly problem: string | null;
}

function attempted(slice: Slice, tellMs: number, failures: string[]): Promise<End> {
  return new Promise(resolve => {
    const worker = fork(WORKER, [JSON.stringify([slice, tellMs])], {
      execArgv: [`--max-old-space-size=${MEMORY_MB}`],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let lastWords = '';
    worker.stderr?.setEncoding('utf8').on('data', text => {
      lastWords = (lastWords + text).slice(0, LAST_WORDS);
    });
    let next = slice.from;
    let silentPeriods = 0;
    let hangs = false;
    // One silent period may be a machine that was stopped for a while; two in a row are a hang.
    const alarm = setInterval(() => {
      silentPeriods += 1;
      if (silentPeriods < 2) return;
      hangs = true;
      worker.kill('SIGKILL');
    }, HANG_MS);
    worker.on('message', (progress: Progress) => {
      silentPeriods = 0;
      next = progress.next;
      if (progress.failure !== undefined) failures.push(progress.failure);
    });
    worker.on('close', (code, signal) => {
      clearInterval(alarm);
      const death =
        code === 0 ? null : `the process ended with ${signal ?? `exit code ${code}`}: ${lastWords}`;
      resolve({ next, problem: hangs ? `hangs for more than ${HANG_MS} ms` : death });
    });
  });
}
