import { LIMITS } from '../limits.ts';
import type { EstimateUnit, SubtaskType } from '../model.ts';

/** What authors hang on a title: `✅`, `(optional)`, `[P]`, `(5 pts)`, `— DONE`. */
export interface Markers {
  done: boolean;
  optional: boolean;
  gated: boolean;
  /** May run beside its neighbours. */
  parallel: boolean;
  /** The words after "parallel with". */
  parallelWith: string;
  /** The words after "depends on". */
  dependsOn: string;
  estimate: Estimate | null;
  type: SubtaskType | null;
}

export interface Estimate {
  readonly value: number;
  readonly unit: EstimateUnit;
}

const DONE_SIGNS = '✅☑✔✓🎉';
const DONE_WORDS = /^(?:complete[d]?|done|finished|merged|shipped|landed|implemented|verified|closed)\b/i;
const OPEN_WORDS =
  /^(?:not|todo|to do|pending|in[ -]?progress|open|ready|planned|blocked|wip|started|after|next|partial|incomplete)\b/i;
const LEADING_SIGN =
  /^(?:\p{Extended_Pictographic}|[\u2610-\u2612\u2713\u2714\u25CB\u25CF])[\uFE0F\u200D]*\s*/u;
const TRAILING_SIGN = /\s*(?:\p{Extended_Pictographic}|[\u2713\u2714])\uFE0F?$/u;
const GROUP = /[([]([^()[\]]{1,80})[)\]]/gu;
const TRAILING_DONE_SIGN = /\s*[-–—:|]?\s*[✅☑✔✓]\uFE0F?\s*([^✅☑✔✓]{0,60})$/u;
const TRAILING_WORD =
  /(?:^|\s)[-–—]+\s*(DONE|Done|COMPLETED?|Completed?|FINISHED|MERGED|SHIPPED|DEFERRED\b.{0,40}|DROPPED|SKIPPED|OPTIONAL)$/;
const LEADING_OPTIONAL = /^optional\s*[:–—-]\s*/i;

/** Takes the markers off a title and tells what they said. */
export function takeMarkers(raw: string): { text: string; markers: Markers } {
  const markers = noMarkers();
  let text = takeSigns(raw.slice(0, LIMITS.readCharacters).trim(), markers);
  text = text.replace(GROUP, (whole, inside: string) => (readGroup(inside.trim(), markers) ? ' ' : whole));
  text = takeSigns(text.trim(), markers);
  if (LEADING_OPTIONAL.test(text)) {
    markers.optional = true;
    text = text.replace(LEADING_OPTIONAL, '');
  }
  return { text: text.replace(/\s+/g, ' ').trim(), markers };
}

export const noMarkers = (): Markers => ({
  done: false,
  optional: false,
  gated: false,
  parallel: false,
  parallelWith: '',
  dependsOn: '',
  estimate: null,
  type: null,
});

function takeSigns(raw: string, markers: Markers): string {
  let text = raw;
  for (let match = LEADING_SIGN.exec(text); match; match = LEADING_SIGN.exec(text)) {
    if (DONE_SIGNS.includes(match[0].charAt(0)) || match[0].startsWith('🎉')) markers.done = true;
    text = text.slice(match[0].length);
  }
  const sign = TRAILING_DONE_SIGN.exec(text);
  if (sign && looksLikeStatus(sign[1]!)) {
    markers.done = true;
    text = text.slice(0, sign.index);
  }
  const word = TRAILING_WORD.exec(text);
  if (word) {
    if (DONE_WORDS.test(word[1]!)) markers.done = true;
    else markers.optional = true;
    text = text.slice(0, word.index);
  }
  for (let match = TRAILING_SIGN.exec(text); match; match = TRAILING_SIGN.exec(text)) {
    text = text.slice(0, match.index);
  }
  return text.trim();
}

const looksLikeStatus = (text: string): boolean => DONE_WORDS.test(text) || !/[a-z]{2}/.test(text);

/** Whether the words in brackets are a marker; if so they are noted. */
function readGroup(inside: string, markers: Markers): boolean {
  const text = inside.replace(/^[✅☑✔✓]\uFE0F?\s*/u, '');
  const word = text.toLowerCase();
  if (DONE_WORDS.test(text) || text === '') markers.done = true;
  else if (/^optional\b/.test(word) || /^(?:deferred|dropped|nice to have)\b/.test(word))
    markers.optional = true;
  else if (/^(?:gate|gated|human gate|approval required|requires approval|needs approval)$/.test(word))
    markers.gated = true;
  else if (/^(?:p|parallel)$/.test(word)) markers.parallel = true;
  else if (/^(?:can run )?(?:in )?parallel with\s/.test(word))
    markers.parallelWith = text.replace(/^.*?parallel with\s+/i, '');
  else if (/^(?:depends on|blocked by|requires|after)\s+(?:[a-z]{4,9}\s+)?[a-z]{0,4}-?\d/.test(word))
    markers.dependsOn = text.replace(/^(?:depends on|blocked by|requires|after)\s+/i, '');
  else if (/^(?:test|impl|refactor)$/.test(word)) markers.type = word as SubtaskType;
  else {
    const estimate = labelledEstimate(text);
    if (!estimate) return false;
    markers.estimate = estimate;
  }
  return true;
}

const LABELLED = /^(?:est(?:imate)?d?|effort|size|time|points)\.?\s*[:=]?\s*(.+)$/i;
const WITH_UNIT =
  /^~?\s*\d[\d.\s–-]*\s*(?:story points?|points?|pts?|sp|minutes?|mins?|hours?|hrs?|h|days?|weeks?|wks?)\.?$/i;

function labelledEstimate(text: string): Estimate | null {
  const labelled = LABELLED.exec(text);
  if (labelled) return parseEstimate(labelled[1]!);
  return WITH_UNIT.test(text) ? parseEstimate(text) : null;
}

const AMOUNT = /(\d{1,6}(?:\.\d{1,3})?)(?:\s*(?:[-–—]|to)\s*(\d{1,6}(?:\.\d{1,3})?))?\s*([a-z]*)/i;
const UNITS = /^(?:story|points?|pts?|sp|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|wks?|weeks?)$/;
const HOURS: Record<string, number> = { m: 1 / 60, h: 1, d: 8, w: 40 };
const SIZES: ReadonlyMap<string, number> = new Map([
  ['xs', 1],
  ['s', 2],
  ['small', 2],
  ['m', 3],
  ['medium', 3],
  ['l', 5],
  ['large', 5],
  ['xl', 8],
  ['xxl', 13],
]);

/** The letters at the beginning, in lower case. */
export const leadingWord = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^a-z].*$/s, '');

/** A range counts with its upper end; time is turned into hours, everything else is points. */
export function parseEstimate(text: string): Estimate | null {
  const size = SIZES.get(leadingWord(text));
  if (size !== undefined) return { value: size, unit: 'points' };
  const match = AMOUNT.exec(text);
  if (!match) return null;
  const value = Number(match[2] ?? match[1]);
  const unit = match[3]!.toLowerCase();
  if (unit !== '' && !UNITS.test(unit)) return null;
  const isTime = /^(?:m|mins?|minutes?|h|hrs?|hours?|d|days?|w|wks?|weeks?)$/.test(unit);
  if (!isTime) return { value, unit: 'points' };
  return { value: Math.round(value * HOURS[unit.charAt(0)]! * 100) / 100, unit: 'hours' };
}

/** What a status cell or line says; null where it says nothing about being done. */
export function isDone(status: string): boolean | null {
  const text = status.trim();
  const words = text.replace(/^[^\p{L}]+/u, '');
  if (OPEN_WORDS.test(words)) return false;
  if (DONE_WORDS.test(words)) return true;
  if (/^\[x\]/i.test(text) || /^x$/i.test(text)) return true;
  if (/^[✅☑✔✓]/u.test(text)) return true;
  if (/^100\s*%/.test(text)) return true;
  return text === '' ? null : false;
}
