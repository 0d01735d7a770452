import { type Markers, noMarkers, takeMarkers } from './markers.ts';

/** A title that names a unit of work, such as `✅ Phase 2-A: Backend (8 pts)`, taken apart. */
export interface UnitTitle {
  readonly kind: string;
  readonly id: string;
  readonly title: string;
  readonly markers: Markers;
}

/** Words that name a group of work, and words that name one piece of it. */
const CONTAINERS =
  'phase stage milestone batch wave sprint part iteration epic track workstream week day group block level';
const PIECES =
  'task step agent subtask sub-task ticket work-item work-package user-story story unit chunk slice increment pr commit todo worker stream lane action job plan';
const KINDS = new Map<string, 'container' | 'piece'>([
  ...CONTAINERS.split(' ').map(word => [word, 'container'] as const),
  ...PIECES.split(' ').map(word => [word, 'piece'] as const),
]);
/** Each of these is done by a session of its own even where a phase heading holds them together. */
const WORKERS = new Set(['agent', 'worker', 'stream', 'lane', 'track', 'workstream']);

const KIND = /^([A-Za-z]{2,12})(?:[ -]([A-Za-z]{4,8}))?(?![A-Za-z])/;
const ID =
  /^\s*(?:#|no\.?\s|№)?\s*(\d{1,6}(?:[.-]\d{1,4}){0,4}(?:-?[A-Za-z](?![A-Za-z]))?(?:\.\d{1,4}){0,3}|[A-Z]{1,3}[.-]?\d{1,4}(?:\.\d{1,4}){0,3}[a-z]?(?![A-Za-z])|[A-Z](?![A-Za-z])|[IVX]{1,5}(?![A-Za-z]))/;
const WORD_ID = /^\s*(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b/i;
const WORD_NUMBERS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const SEPARATOR = /^\s*(?:[:：.)\]|>]|[–—-]+|→)\s*/u;
const BARE = /^\s+(?=[^\p{Ll}\d&+,/])/u;
/** `Phases 1-3`, `Phase 2 + 3`: several units, not one. */
const SEVERAL =
  /^\s*(?:[–—-]|\bto\b|&|\+|,|\/|\band\b)\s*(?:[A-Za-z]+\s+)?\d{1,6}[A-Za-z]?(?:\.\d+)?\s*(?:$|[:.,)(–—+&-])/i;
const ABOUT_A_UNIT =
  /^(?:summary|results?|overview|review|status|checklist|dependenc(?:y|ies)|deliverables?|verification|notes?|details?|goals?|tests?|tasks?|steps?|acceptance|timeline|estimates?)\b[^:]{0,30}$/i;
const NUMBERED = /^(\d{1,3}(?:\.\d{1,3}){0,3}[A-Za-z]?(?:\.\d{1,3}){0,2})(?:[.):]\s*|\s+[–—-]\s+|\s+)(?=\S)/;

export const kindClass = (kind: string): 'container' | 'piece' | null => KINDS.get(kind) ?? null;
export const isWorker = (kind: string): boolean => WORKERS.has(kind);

/** Reads `Kind id: title`; null where the text names no unit. */
export function parseUnitTitle(text: string): UnitTitle | null {
  const bare = stripLead(text);
  const kind = readKind(bare);
  if (!kind) return null;
  const rest = bare.slice(kind.length);
  const found = readId(rest);
  if (!found) return null;
  const after = rest.slice(found.length);
  if (SEVERAL.test(after)) return null;
  const letterOnly = /^[a-z]+$/i.test(found.id) && !/\d/.test(found.id);
  const separated = SEPARATOR.exec(after);
  if (!separated && after.trim() !== '') {
    if (letterOnly || !BARE.test(after) || ABOUT_A_UNIT.test(after.trim())) return null;
  }
  const title = separated ? after.slice(separated[0].length) : after;
  // The signs before the kind belong to the unit as much as those after its title.
  const lead = takeMarkers(`${text.trim().slice(0, text.trim().length - bare.length)}x`).markers;
  const taken = takeMarkers(title);
  return {
    kind: kind.name,
    id: found.id,
    title: taken.text,
    markers: { ...taken.markers, done: taken.markers.done || lead.done },
  };
}

/** Reads `1.2 title` or `3. title`, headings and boxes that are numbered without a word. */
export function parseNumberedTitle(text: string): UnitTitle | null {
  const bare = stripLead(text);
  const match = NUMBERED.exec(bare);
  if (!match) return null;
  const { text: title, markers } = takeMarkers(bare.slice(match[0].length));
  return { kind: '', id: normaliseId(match[1]!), title, markers };
}

/** Reads `T001 [P] [US1] title` of spec-kit, and other letter-and-number ids of that kind. */
export function parseTicketTitle(text: string): UnitTitle | null {
  const match = /^([A-Z]{1,4}-?\d{1,5}[a-z]?)[:.]?\s+(?=\S)/.exec(stripLead(text));
  if (!match) return null;
  const { text: title, markers } = takeMarkers(stripLead(text).slice(match[0].length));
  return { kind: 'task', id: match[1]!, title, markers };
}

export const plainTitle = (text: string): UnitTitle => {
  const { text: title, markers } = takeMarkers(text);
  return { kind: '', id: '', title, markers: { ...noMarkers(), ...markers } };
};

/** `Phase 2-A` -> `2a`, `01` -> `1`; `1.1` and `11` stay apart. */
export function normaliseId(raw: string): string {
  const id = raw
    .trim()
    .toLowerCase()
    .replace(/\s+/g, '')
    .replace(/(\d)-([a-z])/g, '$1$2')
    .replace(/([a-z])-(\d)/g, '$1$2');
  return /^0+\d+[a-z]?$/.test(id) ? id.replace(/^0+(?=\d)/, '') : id;
}

function readKind(text: string): { name: string; length: number } | null {
  const match = KIND.exec(text);
  if (!match) return null;
  const two = `${match[1]}-${match[2] ?? ''}`.toLowerCase();
  if (KINDS.has(two)) return { name: two, length: match[0].length };
  const one = match[1]!.toLowerCase();
  return KINDS.has(one) ? { name: one, length: match[1]!.length } : null;
}

function readId(text: string): { id: string; length: number } | null {
  const word = WORD_ID.exec(text);
  if (word) {
    return { id: String(WORD_NUMBERS.indexOf(word[1]!.toLowerCase()) + 1), length: word[0].length };
  }
  const match = ID.exec(text);
  if (!match) return null;
  const raw = match[1]!;
  // `1-3` is a range unless it is padded like the ids of a roadmap (`01-02`).
  if (/^\d+-\d+$/.test(raw) && !raw.startsWith('0')) return null;
  return { id: normaliseId(raw), length: match[0].length };
}

const LEAD =
  /^(?:(?:\p{Extended_Pictographic}|[\u2610-\u2612\u2713\u2714\u25CB\u25CF])[\uFE0F\u200D]*|\[[ xX]\]|[*_~`>]+|\s)+/u;
const stripLead = (text: string): string => text.trim().replace(LEAD, '');
