import { writeSync } from 'node:fs';
import { printable } from '../base/printable.ts';
import { EXIT, type ExitCode } from './exit.ts';

/** What becomes of a command whose output nobody takes any more. */
interface Loss {
  readonly hint: string;
  readonly code: ExitCode;
}

let loss: Loss | null = null;

/** Says what is to be told, and with which code the process ends, should its output be lost from now on. */
export function whenOutputIsLost(hint: string, code: ExitCode): void {
  loss = { hint, code };
}

const ERROR_FD = 2;
/** Whoever read it is gone: `| head`, or a terminal that was closed. */
const CLOSED = new Set(['EPIPE', 'EIO']);

/** Results are what a command is for: it ends at once, and says so where that can still be said. */
export function endWithoutResults(error: NodeJS.ErrnoException): never {
  const isClosed = CLOSED.has(error.code ?? '');
  // `phasewright check … | head` is no failure.
  if (isClosed && loss === null) process.exit(process.exitCode ?? EXIT.completed);
  const why = isClosed ? 'was closed' : `cannot be written to: ${printable(error.message)}`;
  const hint = loss?.hint ?? 'Free some space, or write it elsewhere.';
  try {
    writeSync(ERROR_FD, `error: standard output ${why}\nhint: ${hint}\n`);
  } catch {
    // Then the exit code has to do.
  }
  process.exit(loss?.code ?? EXIT.failed);
}

/** Messages are for people who watch. On a full disk the work goes on without them; with the reader gone it ends. */
export function endWithoutMessages(error: NodeJS.ErrnoException): void {
  if (CLOSED.has(error.code ?? '')) process.exit(process.exitCode ?? EXIT.completed);
}
