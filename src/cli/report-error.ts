import { printable, printableLines } from '../base/printable.ts';
import { StoreError } from '../store/port.ts';
import { EXIT, type ExitCode, UsageError } from './exit.ts';
import type { Terminal } from './terminal.ts';

/** Tells what ended a command in up to three lines (what, why, what to do), and how it came about to those who ask. */
export function reportError(error: unknown, isVerbose: boolean, { err, errStyle }: Terminal): ExitCode {
  const { code, word, message, why, hint } = accountOf(error);
  err(`${errStyle.red(word)}: ${printable(message)}\n`);
  if (why !== null) err(`${errStyle.dim('why')}: ${printable(why)}\n`);
  err(`${errStyle.dim('hint')}: ${printable(hint)}\n`);
  if (isVerbose) err(`${errStyle.dim(printableLines(traceOf(error)))}\n`);
  return code;
}

interface Account {
  readonly code: ExitCode;
  readonly word: string;
  readonly message: string;
  readonly why: string | null;
  readonly hint: string;
}

function accountOf(error: unknown): Account {
  if (error instanceof UsageError) {
    const { message, why, hint } = error;
    return { code: EXIT.usage, word: 'error', message, why, hint };
  }
  if (error instanceof StoreError) {
    const { message, hint } = error;
    return { code: EXIT.failed, word: 'error', message, why: null, hint };
  }
  if (isFolderGone(error))
    return {
      code: EXIT.usage,
      word: 'error',
      message: 'the folder that you are in is gone',
      why: null,
      hint: 'Go to a folder that is there, then call the command again.',
    };
  return {
    code: EXIT.failed,
    word: 'internal error',
    message: error instanceof Error ? error.message : String(error),
    why: 'This is a bug in phasewright.',
    hint: 'The same command with --verbose shows where it happened; please report it with that.',
  };
}

/** What `process.cwd` throws. */
const isFolderGone = (error: unknown): boolean =>
  error instanceof Error && (error as NodeJS.ErrnoException).syscall === 'uv_cwd';

/** Causes that are looked at, one below the other. */
const MAX_CAUSES = 5;

function traceOf(error: unknown): string {
  const traces: string[] = [];
  for (let cause = error; cause !== undefined && traces.length < MAX_CAUSES; ) {
    traces.push(cause instanceof Error ? (cause.stack ?? cause.message) : String(cause));
    cause = cause instanceof Error ? cause.cause : undefined;
  }
  return traces.join('\ncaused by ');
}
