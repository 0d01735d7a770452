import { clockMoment, datedMoment } from './clock.ts';

/** What is read of a text, in characters. */
const MAX_TEXT = 16_000;
/** How far away a moment can be that is worth waiting for: no quota of a provider is longer than a week. */
const MAX_WAIT_MS = 8 * 24 * 3_600_000;
/** Places in a text that are looked at. */
const MAX_PLACES = 50;
/** Characters after a word such as `resets` in which the moment stands. */
const WINDOW = 100;

/** After these words a moment is named. The last one is said of many things, so it counts only where no other does. */
const CUES: readonly RegExp[] = [
  /\bretry[-_ ]?(?:after|delay|in|at)(?:[-_]ms)?\b|\b(?:try|available) again\b|\bresets?(?:[-_ ]?(?:at|in|after|time))?\b|\||\buntil\b|\bwait\b/gi,
  /\bin\b/gi,
];
const LINKS = /^[\s:="'·∙(\\]{0,8}(?:(?:at|in|after|on|for|is|about|approximately)[\s:="']{1,4}){0,3}/i;

/**
 * The moment, in milliseconds since 1970, from which on trying again is of use, by what an agent or a provider says.
 * Null where it names none, or one that has passed or is too far away to be believed. Times of day without a zone are UTC.
 */
export function retryAtOf(text: string, now: number): number | null {
  const read = text.slice(0, MAX_TEXT);
  for (const cue of CUES) {
    for (const found of read.matchAll(cue).take(MAX_PLACES)) {
      const end = found.index + found[0].length;
      const rest = read.slice(end, end + WINDOW).replace(LINKS, '');
      const at = found[0] === '|' ? epoch(rest) : moment(rest, now, found[0].toLowerCase());
      if (at !== null && at > now && at - now <= MAX_WAIT_MS) return at;
    }
  }
  return null;
}

function moment(text: string, now: number, cue: string): number | null {
  const span = duration(text);
  if (span !== null) return now + span;
  const named = epoch(text) ?? datedMoment(text, now) ?? clockMoment(text, now);
  if (named !== null) return named;
  const [, amount] = /^(\d{1,9}(?:\.\d{1,9})?)(?![\w:%/-])/.exec(text) ?? [];
  const isHeader = /^retry[-_ ]?(?:after|delay)|^resets?[-_ ](?:in|after)/.test(cue);
  if (amount === undefined || !isHeader) return null;
  return now + Math.ceil(Number(amount) * (cue.endsWith('ms') ? 1 : 1_000));
}

const UNITS: readonly (readonly [pattern: RegExp, ms: number])[] = [
  [/^(?:ms|milliseconds?|millis)$/, 1],
  [/^(?:s|secs?|seconds?)$/, 1_000],
  [/^(?:m|mins?|minutes?)$/, 60_000],
  [/^(?:h|hrs?|hours?)$/, 3_600_000],
  [/^(?:d|days?)$/, 24 * 3_600_000],
];
/** Parts of a duration, such as those of `2 days, 3 hours and 4 minutes`. */
const MAX_PARTS = 5;
const PART = /^(?:,? ?(?:and )?)(\d{1,9}(?:\.\d{1,9})?)[ -]?([a-z]{1,12})(?![a-z])/i;

function duration(text: string): number | null {
  let rest = text;
  let sum: number | null = null;
  for (let parts = 0; parts < MAX_PARTS; parts += 1) {
    const found = PART.exec(rest);
    const unit = UNITS.find(([pattern]) => pattern.test(found?.[2]?.toLowerCase() ?? ''));
    if (!found || !unit) break;
    sum = (sum ?? 0) + Number(found[1]) * unit[1];
    rest = rest.slice(found[0].length);
  }
  return sum === null ? null : Math.ceil(sum);
}

/** Seconds or milliseconds since 1970, as some agents print behind a bar. */
function epoch(text: string): number | null {
  const [, digits] = /^(\d{10}|\d{13})(?:\.\d{1,9})?(?!\w)/.exec(text) ?? [];
  if (digits === undefined) return null;
  return digits.length === 10 ? Number(digits) * 1_000 : Number(digits);
}
