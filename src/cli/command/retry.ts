import type { ExitCode } from '../exit.ts';
import { messageFrom } from '../message.ts';
import type { Terminal } from '../terminal.ts';
import { operate } from './operate.ts';

/** `phasewright retry`: a new allowance, perhaps with a word for the next developer. */
export function retry(
  run: string,
  phases: readonly string[],
  message: string | undefined,
  terminal: Terminal,
): Promise<ExitCode> {
  const hint = message === undefined ? {} : { message: messageFrom(message) };
  return operate(
    run,
    phases.map(phase => ({ type: 'retry', phase, ...hint })),
    terminal,
  );
}

/** `phasewright skip`: leaves phases out, perhaps with a word why. */
export function skip(
  run: string,
  phases: readonly string[],
  message: string | undefined,
  terminal: Terminal,
): Promise<ExitCode> {
  const why = message === undefined ? {} : { message: messageFrom(message, 'Say why') };
  return operate(
    run,
    phases.map(phase => ({ type: 'skip', phase, ...why })),
    terminal,
  );
}
