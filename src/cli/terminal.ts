import { coloured, colouredOnLight, type Style, uncoloured } from '../view/style.ts';
import { endWithoutMessages, endWithoutResults } from './lost-output.ts';

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
  process.stdout.on('error', endWithoutResults);
  process.stderr.on('error', endWithoutMessages);
  return {
    out: text => void process.stdout.write(text),
    outBytes: bytes => void process.stdout.write(bytes),
    err: text => void process.stderr.write(text),
    outStyle: styleOf(process.stdout, environment),
    errStyle: styleOf(process.stderr, environment),
    outIsScreen: process.stdout.isTTY === true,
    columns: process.stdout.columns || DEFAULT_COLUMNS,
    unicode: /utf-?8/i.test(environment.LC_ALL || environment.LC_CTYPE || environment.LANG || ''),
  };
}

export function styleOf(stream: Pick<NodeJS.WriteStream, 'isTTY'>, environment: NodeJS.ProcessEnv): Style {
  if (!hasColour(stream, environment)) return uncoloured;
  return LIGHT_BACKGROUND.test(environment.COLORFGBG ?? '') ? colouredOnLight : coloured;
}

/** Terminals that tell their colours name the background last; 7 and 15 are white. */
const LIGHT_BACKGROUND = /;(?:7|15)$/;

function hasColour(stream: Pick<NodeJS.WriteStream, 'isTTY'>, environment: NodeJS.ProcessEnv): boolean {
  if (environment.NO_COLOR) return false;
  if (environment.FORCE_COLOR && environment.FORCE_COLOR !== '0') return true;
  return stream.isTTY === true && environment.TERM !== 'dumb';
}
