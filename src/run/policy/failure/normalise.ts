import { linesOf } from '../../tests/lines.ts';
import { MAX_LINE } from '../../tests/reading.ts';

/**
 * How much of a message counts, in characters: its beginning, which names the command, and its end, where tools say what
 * it came to. Not more than is read of a line, for what was normalised is one line and is to stay as it is when it is normalised again.
 */
export const MAX_CHARACTERS = MAX_LINE;
const BEGINNING_CHARACTERS = 500;

/** Words are what stands between these. Brackets are among them, so a mark is never part of a word. */
const SEPARATORS = ' "\'`()<>[]{},;|=';
const WORD = /[^\s"'`()<>[\]{},;|=]+/g;
const BLANKS = /\s+/g;
const SPLIT_DURATION =
  /\[n\] (?:ns|[µμ]s|us|ms|s|secs?|seconds?|milliseconds?|mins?|minutes?|hrs?|hours?)(?=[.:!?]{0,3}(?:$|[\s"'`()<>[\]{},;|=]))/g;
const SPLIT_TIME = /\[time\](?: \[time\])+/g;

/**
 * A message without what differs from one time to the next although the failure is the same: places, times, ids and
 * numbers. Each becomes a mark, such as `[path]:[n]`. To normalise it once more changes nothing.
 */
export function normalise(message: string): string {
  const text = linesOf(bothEnds(message))
    .lines.join(' ')
    .toLowerCase()
    .replace(WORD, marked)
    .replace(BLANKS, ' ')
    .replace(SPLIT_DURATION, '[duration]')
    .replace(SPLIT_TIME, '[time]');
  return cut(text).trim();
}

const bothEnds = (message: string): string =>
  message.length <= MAX_CHARACTERS
    ? message
    : `${message.slice(0, BEGINNING_CHARACTERS)}\n${message.slice(BEGINNING_CHARACTERS + 1 - MAX_CHARACTERS)}`;

/** Marks can make a text longer. It is cut between words, since a part of a word may read like something else. */
function cut(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  let end = MAX_CHARACTERS;
  while (end > 0 && !SEPARATORS.includes(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}

type Rule = readonly [pattern: RegExp, mark: string];

/** Of a word as a whole, a colon in it included. */
const WHOLE: readonly Rule[] = [
  [/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, '[id]'],
  [/^0x[0-9a-f]+$/, '[id]'],
  [/^(?:req|request|msg|org|run|job|ses|session|call|resp)_[a-z0-9]{8,200}$/, '[id]'],
  [/^\d{4}-\d\d-\d\d(?:t\d\d:[\d:.]+(?:z|[+-][\d:]+)?)?$/, '[time]'],
  [/^\d{4}\/\d\d\/\d\d$/, '[time]'],
  [/^\d\d?:\d\d:\d\d(?:\.\d+)?(?:z|[ap]m)?$/, '[time]'],
  [/^(?:\d+(?:\.\d+)?(?:ns|µs|μs|us|ms|s|m|h|secs?|mins?|hrs?))+$/, '[duration]'],
  [/^-?\d[\d.]*$/, '[n]'],
  [/^v\d[\d.]*$/, 'v[n]'],
  [/^\d+(?:\/\d+)+$/, '[n]/[n]'],
];

/** How a path or an address begins. */
const PLACES: readonly Rule[] = [
  [/^file:\/\//, '[path]'],
  [/^[a-z][a-z0-9+.-]*:\/\//, '[url]'],
  [/^~?\/+[^/]/, '[path]'],
  [/^\.{1,2}[/\\]/, '[path]'],
  [/^(?:[a-z]:[\\/]|\\\\)/, '[path]'],
  [/^pytest-of-/, '[path]'],
];

const SIGNS_BEFORE = /^[^\p{L}\p{N}/\\~._-]+/u;
/** What may end a word without being part of it; everything that an id is joined with is among it. */
const SIGNS_AFTER = '.:!?%*~…-_@#+';
const EXTENSION = /\.[a-z]\w{0,9}$/;
const AMOUNT = /^\d[\d.]*([a-z]{1,3})$/;
const TEMPORARY = /^(?:tmp|temp)[\w-]{4,200}$/;
const HEX = /^[0-9a-f]{7,64}$/;
const DIGIT = /\d/;
const DIGITS = /^\d+$/;

function marked(word: string): string {
  const before = SIGNS_BEFORE.exec(word)?.[0] ?? '';
  let end = word.length;
  while (end > before.length && SIGNS_AFTER.includes(word[end - 1]!)) end -= 1;
  const core = word.slice(before.length, end);
  return core === '' ? word : `${before}${markOf(core)}${word.slice(end)}`;
}

function markOf(core: string): string {
  const whole = WHOLE.find(([pattern]) => pattern.test(core));
  if (whole) return whole[1];
  const base = withoutPosition(core);
  if (base !== core) return `${marked(base)}:[n]`;
  const place = PLACES.find(([pattern]) => pattern.test(core));
  if (place) return place[1];
  if (/[/\\]/.test(core) && EXTENSION.test(core)) return '[path]';
  if (TEMPORARY.test(core) && DIGIT.test(core)) return '[tmp]';
  const [, unit] = AMOUNT.exec(core) ?? [];
  return unit === undefined ? withoutId(core) : `[n]${unit}`;
}

/** `a.ts:12:5` and `a.ts:9` are the same place but for numbers, and so are `localhost:80` and `localhost:8080`. */
function withoutPosition(core: string): string {
  let end = core.length;
  for (;;) {
    const colon = core.lastIndexOf(':', end - 1);
    if (colon <= 0 || !DIGITS.test(core.slice(colon + 1, end))) return core.slice(0, end);
    end = colon;
  }
}

/** A commit or the like, alone or at the end of a name. A word of seven letters that happen to be hex has no digit. */
function withoutId(core: string): string {
  const start = Math.max(...Array.from('.-_@#+', sign => core.lastIndexOf(sign))) + 1;
  const last = core.slice(start);
  return HEX.test(last) && DIGIT.test(last) ? `${start === 0 ? '' : marked(core.slice(0, start))}[id]` : core;
}
