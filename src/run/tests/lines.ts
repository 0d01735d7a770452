import { MAX_LINE, MAX_LINES, MAX_OUTPUT } from './reading.ts';

const ANSI = /\x1B(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1B]*(?:\x07|\x1B\\)?|[@-Z\\^_])/g;
const CONTROL = /[\0-\x08\x0B-\x1F\x7F-\x9F]/g;

export interface Lines {
  readonly lines: readonly string[];
  /** The beginning of the output is missing. */
  readonly cut: boolean;
}

/**
 * The end of an output as plain lines: no colours, no control characters, a carriage return ends a line like a feed. Of
 * each so many characters are read.
 */
export function linesOf(output: string, characters = MAX_LINE): Lines {
  const text = output.length > MAX_OUTPUT ? output.slice(-MAX_OUTPUT) : output;
  const all = text
    .replace(ANSI, '')
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .replace(CONTROL, '')
    .split('\n');
  const lines = all.slice(-MAX_LINES).map(line => line.slice(0, characters).trimEnd());
  return { lines, cut: output.length > MAX_OUTPUT || all.length > MAX_LINES };
}

/** The sum of the first group over all lines that match; null where none does. */
export function sumOf(lines: readonly string[], pattern: RegExp): number | null {
  let sum: number | null = null;
  for (const line of lines) {
    const found = pattern.exec(line)?.[1];
    if (found !== undefined) sum = (sum ?? 0) + Number(found);
  }
  return sum;
}

/** The number before a word, such as that of `failed` in `2 failed | 1 passed (3)`; 0 where the word is not there. */
export function countOf(text: string, word: string): number {
  let count = 0;
  for (const part of text.split(/[,|;()]/)) {
    const [number, name] = part.trim().split(' ');
    if (name === word && number !== undefined && /^\d+$/.test(number)) count += Number(number);
  }
  return count;
}

const BETWEEN_WORDS = /[\s,;"'(){}[\]<>|]/;
const MORE = '…';

/**
 * The beginning of a text, up to so many characters, without the word that would be cut: half of a secret is not known for
 * what it is.
 */
export function wholeWords(text: string, characters: number): string {
  if (text.length <= characters) return text;
  let end = characters - MORE.length;
  while (end > 0 && !BETWEEN_WORDS.test(text[end]!)) end -= 1;
  return `${text.slice(0, end).trimEnd()}${MORE}`;
}
