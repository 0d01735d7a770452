import type { ExitCode } from '../exit.ts';
import type { Terminal } from '../terminal.ts';

/** What a command needs from the process. */
export interface Session {
  readonly terminal: Terminal;
  readonly arguments: readonly string[];
  readonly done: (code: ExitCode) => void;
}
