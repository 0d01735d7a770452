import { type ChildProcess, spawn } from 'node:child_process';
import { collect } from './shortened.ts';
import type { Place } from './tool.ts';

/** Of what a command prints, how much the model gets to see. */
const OUTPUT_CHARACTERS = 30_000;
/** A command that left something running in the background has not closed its output when it ends. */
const BACKGROUND_MS = 100;

export interface Ran {
  /** How it ended where that is not well; empty where it is. */
  readonly trouble: string;
  /** Null for one that did not end by itself. */
  readonly code: number | null;
  readonly output: string;
}

/**
 * Runs a program in the workspace, in a session and process group of its own, without input. It is killed with its group
 * when its time is up or the session ends. What it leaves in the background lives on until then.
 */
export function runCommand(
  program: string,
  words: readonly string[],
  timeoutMs: number,
  { root, environment, signal }: Place,
): Promise<Ran> {
  return new Promise(resolve => {
    const child = spawn(program, words, {
      cwd: root,
      env: environment,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = collect(OUTPUT_CHARACTERS);
    let stopped = '';
    const stop = (why: string): void => {
      stopped ||= why;
      killGroup(child);
    };
    const onAbort = (): void => stop('ended with the session');
    const timer = setTimeout(() => stop(`ended because it took longer than ${timeoutMs} ms`), timeoutMs);
    signal.addEventListener('abort', onAbort, { once: true });
    child.stdout.setEncoding('utf8').on('data', output.add);
    child.stderr.setEncoding('utf8').on('data', output.add);
    const finish = (ran: Omit<Ran, 'output'>): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      child.stdout.destroy();
      child.stderr.destroy();
      resolve({ ...ran, output: output.text().trimEnd() });
    };
    child.once('error', ({ message }) => finish({ trouble: message, code: null }));
    whenDone(child, (code, how) => finish({ trouble: stopped || how, code }));
    if (signal.aborted) onAbort();
  });
}

function whenDone(child: ChildProcess, done: (code: number | null, how: string) => void): void {
  child.once('exit', (code, signal) => {
    const how = code === 0 ? '' : signal === null ? `exit code ${code}` : `ended by ${signal}`;
    const timer = setTimeout(done, BACKGROUND_MS, code, how);
    child.once('close', () => {
      clearTimeout(timer);
      done(code, how);
    });
  });
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nobody left in it.
  }
}
