import { hash } from '../digest.ts';
import type { Span } from './span.ts';

/**
 * The longest private key that is looked for, from its first line to its last, in characters: room for RSA keys of 16,384
 * bits. One that has no end within that ends where its lines stop to look like those of a key, and at the latest here.
 */
export const MAX_KEY = 32 * 1024;

const BEGINS = /-{4,5} ?BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)? ?-{4,5}/g;
const ENDS = /-{4,5} ?END (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)? ?-{4,5}/g;

const KEY = 'private key';
const CUT_KEY = 'private key without an end';
const REST_OF_KEY = 'private key without a beginning';

/** The private keys in a text in their order, be the ends of their lines real ones or `\n` in a string. */
export function keysIn(text: string): readonly Span[] {
  const begins = [...text.matchAll(BEGINS)];
  const ends = [...text.matchAll(ENDS)];
  const keys: Span[] = [];
  let [next, last] = [0, 0];
  const takeRestsBefore = (index: number): void => {
    for (; next < ends.length && ends[next]!.index < index; next += 1) {
      const { 0: line, index: to } = ends[next]!;
      const from = beginningOfBody(text, Math.max(last, to - MAX_KEY), to);
      last = to + line.length;
      if (from < to) keys.push({ from, to: last, name: REST_OF_KEY });
    }
  };
  for (const [index, begin] of begins.entries()) {
    takeRestsBefore(begin.index);
    const body = begin.index + begin[0].length;
    const limit = Math.min(body + MAX_KEY, begins[index + 1]?.index ?? text.length);
    const end = ends[next];
    const isWhole = end !== undefined && end.index >= body && end.index <= limit;
    last = isWhole ? end.index + end[0].length : endOfBody(text, body, limit);
    if (isWhole) next += 1;
    keys.push({ from: begin.index, to: last, name: isWhole ? KEY : CUT_KEY });
  }
  takeRestsBefore(text.length);
  return keys;
}

/** Where a key begins that may still come to its end in what follows the text; null where there is none. */
export function openKeyIn(text: string): number | null {
  const begin = [...text.matchAll(BEGINS)].at(-1);
  if (begin === undefined) return null;
  const body = text.slice(begin.index + begin[0].length);
  return body.length > MAX_KEY || body.search(ENDS) !== -1 ? null : begin.index;
}

/** What the lines of a key are made of, in base64; of the last one there may be less. */
const BASE64 = /[A-Za-z0-9+/]{32,}={0,2}/g;
const LINE_BREAK = /\r\n|[\r\n]|\\{1,4}[rn]/g;
const HEADER =
  /^\W{0,20}(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|MessageID|Subject|x-[\w-]{1,40}): /;
/** A line that may stand between two lines of a key. */
const BETWEEN = /^\W{0,40}(?:[A-Za-z0-9+/]{1,31}={0,2})?\W{0,8}$/;
/** The beginning of a line of a key, where the text ends. */
const CUT_LINE = /^\W{0,40}[A-Za-z0-9+/]{1,31}={0,2}$/;

/** The end of what looks like a line of a key, in the last of such lines that follow one another from a place on. */
function endOfBody(text: string, from: number, limit: number): number {
  let end = from;
  let at = from;
  for (const stop of [...text.slice(from, limit).matchAll(LINE_BREAK), null]) {
    const to = stop === null ? limit : from + stop.index;
    const line = text.slice(at, to);
    const isCut = end > from && to === text.length && CUT_LINE.test(line);
    const length = isCut ? line.length : keyLengthIn(line);
    if (length !== null) end = at + length;
    else if (!BETWEEN.test(line)) break;
    at = stop === null ? limit : to + stop[0].length;
  }
  return end;
}

/**
 * Where what looks like lines of a key begins, of those that end at a place: who keeps the end of an output only may have
 * cut a key in two.
 */
function beginningOfBody(text: string, limit: number, to: number): number {
  let begin = to;
  let end = to;
  const stops = [...text.slice(limit, to).matchAll(LINE_BREAK)].reverse();
  for (const stop of [...stops, null]) {
    const at = stop === null ? limit : limit + stop.index + stop[0].length;
    const line = text.slice(at, end);
    const from = keyStartIn(line);
    if (from !== null) begin = at + from;
    else if (!BETWEEN.test(line)) break;
    end = stop === null ? limit : limit + stop.index;
  }
  return begin;
}

/** Paths and names are of one case, more often than not; in so much of a key there are both. */
const isMixed = (run: string): boolean => /[a-z]/.test(run) && /[A-Z]/.test(run);

/** To where a line is one of a key; null where it is none. What comes after may be the rest of a string's line. */
function keyLengthIn(line: string): number | null {
  if (HEADER.test(line)) return line.length;
  const run = [...line.matchAll(BASE64)].find(([text]) => isMixed(text));
  return run === undefined ? null : run.index + run[0].length;
}

/** From where a line is one of a key; null where it is none. What comes before may be other words of a string's line. */
const keyStartIn = (line: string): number | null =>
  [...line.matchAll(BASE64)].findLast(([text]) => isMixed(text))?.index ?? null;

/**
 * The text with nothing but the insides of private keys replaced, each line of one by a mark of its own: what is read and
 * compared stays as it was printed, and no line of a key is quoted apart from where it began.
 */
export function withMarkedKeys(text: string): string {
  let kept = '';
  let at = 0;
  for (const { from, to } of keysIn(text)) {
    const marked = text.slice(from, to).replace(BASE64, run => (isMixed(run) ? markOf(run) : run));
    kept += text.slice(at, from) + marked;
    at = to;
  }
  return kept + text.slice(at);
}

const markOf = (run: string): string => `[redacted: ${KEY} ${hash(run).toString(36)}]`;
