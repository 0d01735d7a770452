import { coloured, type Style, uncoloured } from '../view/style.ts';

/** Where a command writes. Results go to `out`, everything for people about them to `err`. */
export interface Terminal {
  readonly out: (text: string) => void;
  /** For what is no text of ours, and goes to a file or a program as it is. */
  readonly outBytes: (bytes: Uint8Array) => void;
  readonly err: (text: string) => void;
  readonly outStyle: Style;
  readonly errStyle: Style;
  /** Whether a person reads `out` on a screen; else it goes to a file or a program. */
  readonly outIsScreen: boolean;
  readonly columns: number;
  readonly unicode: boolean;
}

const DEFAULT_COLUMNS = 80;

export function terminal(environment: NodeJS.ProcessEnv = process.env): Terminal {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', endQuietlyOnClosedPipe);
  return {
    out: text => void process.stdout.write(text),
    outBytes: bytes => void process.stdout.write(bytes),
    err: text => void process.stderr.write(text),
    outStyle: hasColour(process.stdout, environment) ? coloured : uncoloured,
    errStyle: hasColour(process.stderr, environment) ? coloured : uncoloured,
    outIsScreen: process.stdout.isTTY === true,
    columns: process.stdout.columns ?? DEFAULT_COLUMNS,
    unicode: /utf-?8/i.test(environment.LC_ALL || environment.LC_CTYPE || environment.LANG || ''),
  };
}

function hasColour(stream: NodeJS.WriteStream, environment: NodeJS.ProcessEnv): boolean {
  if (environment.NO_COLOR) return false;
  if (environment.FORCE_COLOR && environment.FORCE_COLOR !== '0') return true;
  return stream.isTTY === true && environment.TERM !== 'dumb';
}

/** `phasewright check … | head` is no failure. */
function endQuietlyOnClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(process.exitCode ?? 0);
  throw error;
}
