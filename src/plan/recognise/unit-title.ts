import { LIMITS } from '../limits.ts';
import { inEnglish } from './foreign-words.ts';
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
  'phase stage milestone batch wave sprint part iteration epic track workstream month week day task-group group block level';
const PIECES =
  'task step agent subtask sub-task ticket work-item work-package user-story story unit chunk slice increment pr commit todo worker stream lane action job plan';
const KINDS = new Map<string, 'container' | 'piece'>([
  ...CONTAINERS.split(' ').map(word => [word, 'container'] as const),
  ...PIECES.split(' ').map(word => [word, 'piece'] as const),
]);
/** Each of these is done by a session of its own even where a phase heading holds them together. */
const WORKERS = new Set(['agent', 'worker', 'stream', 'lane', 'track', 'workstream']);
/** A stretch of time: `Weeks 1-2` is one unit, and inside a phase it is a piece of it. */
const SPANS = new Set(['month', 'week', 'day']);

const KIND = /^([A-Za-z]{2,12})(?:[ -]([A-Za-z]{4,8}))?(?![A-Za-z])/;
const ID =
  /^(?:[-_](?=\d))?\s*(?:#|no\.?\s|№)?\s*(\d{1,6}(?:[.-]\d{1,4}){0,4}(?:-?[A-Za-z](?![A-Za-z]))?(?:\.\d{1,4}){0,3}|[A-Z]{1,3}[.-]?\d{1,4}(?:\.\d{1,4}){0,3}[a-z]?(?![A-Za-z])|[A-Z](?![A-Za-z])|[IVX]{1,5}(?![A-Za-z]))/;
const WORD_ID = /^\s*(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b/i;
const WORD_NUMBERS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const SPAN_ID = /^s?\s+(\d{1,3})\s*(?:[-–—]|to)\s*(\d{1,3})(?!\d)/i;
/** `Task 2/5`, `Step 2 of 5`. */
const OF_TOTAL = /^\s*(?:\/|of\s)\s*\d{1,4}(?=\s*[\]:.)–—-])/;
const SEPARATOR = /^\s*(?:[:：.)\]|>]|[–—-]{1,3}|→){1,2}\s*/u;
/** `Phase 1 (Week 1-2): Foundation`. */
const REMARK = /^\s*([([][^()[\]]{1,80}[)\]])\s*(?:[:：]|[–—-]{1,3}(?=\s))\s*(?=\S)/u;
const BARE = /^\s+(?=[^\p{Ll}\d&+,/])/u;
/** `Phases 1-3`, `Phase 2 + Phase 3`: several units, not one. */
const SEVERAL =
  /^\s*(?:[–—-]|\bto\b|&|\+|,|\/|\band\b)\s*(?:([A-Za-z]+)\s+)?\d{1,6}[A-Za-z]?(?:\.\d+)?\s*(?:$|[:.,)(–—+&-])/i;
const ABOUT_A_UNIT =
  /^(?:summary|results?|overview|review|self-review|report|status|progress|complete|completed|completion|checklist|dependenc(?:y|ies)|deliverables?|verification|validation|notes?|details?|goals?|non-goals?|scope|context|findings|decisions?|rationale|risks?|metrics|success|tests?|tasks?|steps?|acceptance|timeline|estimates?)\b[^:]{0,30}$/i;
const NUMBERED = /^(\d{1,3}(?:\.\d{1,3}){0,3}[A-Za-z]?(?:\.\d{1,3}){0,2})(?:[.):]\s*|\s+[–—-]\s+|\s+)(?=\S)/;

const TICKET =
  /^([A-Z]{1,5}-?\d{1,5}(?:\.\d{1,3}){0,2}[a-z]?)((?:\s*\[[^\]]{1,12}\]){0,3})(?::\s*|\.\s+|\s*[–—]\s*|\s+-\s+|\s+)(?=\S)/;
const TICKET_KINDS: Record<string, string> = {
  T: 'task',
  M: 'milestone',
  US: 'story',
  WP: 'work-package',
  WS: 'workstream',
};

export const kindClass = (kind: string): 'container' | 'piece' | null => KINDS.get(kind) ?? null;
export const isWorker = (kind: string): boolean => WORKERS.has(kind);
export const isSpan = (kind: string): boolean => SPANS.has(kind);

/** Reads `Kind id: title`; null where the text names no unit. */
export function parseUnitTitle(text: string): UnitTitle | null {
  const bare = inEnglish(stripLead(text).replace(KEYCAP, '').replace(BRACKET, ''));
  const kind = readKind(bare);
  if (!kind) return null;
  const rest = bare.slice(kind.length);
  const found = readId(rest, kind.name);
  if (!found) return null;
  const after = rest.slice(found.length).replace(OF_TOTAL, '');
  if (namesSeveral(after, kind.name)) return null;
  const title = readTitle(after, /^[a-z]+$/i.test(found.id));
  if (title === null) return null;
  // The signs before the kind belong to the unit as much as those after its title.
  const lead = takeMarkers(`${LEAD.exec(text.slice(0, LIMITS.readCharacters).trim())?.[0] ?? ''}x`).markers;
  const taken = takeMarkers(title);
  return {
    kind: kind.name,
    id: found.id,
    title: taken.text,
    markers: { ...taken.markers, done: taken.markers.done || lead.done },
  };
}

function namesSeveral(after: string, kind: string): boolean {
  const match = SEVERAL.exec(after);
  return match !== null && (match[1] === undefined || match[1].toLowerCase().replace(/s$/, '') === kind);
}

/** The words after the id; null where they only speak about the unit (`Phase 2 results`). */
function readTitle(after: string, letterOnly: boolean): string | null {
  const remark = REMARK.exec(after);
  if (remark) return `${after.slice(remark[0].length)} ${remark[1]}`;
  const separated = SEPARATOR.exec(after);
  if (separated) return after.slice(separated[0].length);
  if (after.trim() === '') return '';
  return letterOnly || !BARE.test(after) || ABOUT_A_UNIT.test(after.trim()) ? null : after;
}

/** Reads `1.2 title` or `3. title`, headings and boxes that are numbered without a word. */
export function parseNumberedTitle(text: string): UnitTitle | null {
  const bare = stripLead(text).replace(KEYCAP, '$1. ');
  const match = NUMBERED.exec(bare);
  if (!match) return null;
  const { text: title, markers } = takeMarkers(bare.slice(match[0].length));
  return { kind: '', id: normaliseId(match[1]!), title, markers };
}

/** Reads `T001 [P] [US1] title` of spec-kit, and other letter-and-number ids of that kind. */
export function parseTicketTitle(text: string): UnitTitle | null {
  const bare = stripLead(text);
  const match = TICKET.exec(bare);
  if (!match) return null;
  const { text: title, markers } = takeMarkers(`${match[2]} ${bare.slice(match[0].length)}`);
  return { kind: 'task', id: match[1]!, title, markers };
}

/** Reads a heading such as `M2 — Editor` or `US-003: Login`: only letters that everyone takes for a unit of work count. */
export function parseTicketHeading(text: string): UnitTitle | null {
  const ticket = parseTicketTitle(text);
  if (ticket && ABOUT_A_UNIT.test(ticket.title)) return null;
  const letters = ticket && /^(?:T(?=\d\d)|[A-Z]{1,2}(?=-?\d))/.exec(ticket.id)?.[0];
  const kind = letters && TICKET_KINDS[letters];
  return kind ? { ...ticket, kind: ticket.id.includes('.') ? 'task' : kind } : null;
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
  if (isSpan(one.slice(0, -1))) return { name: one.slice(0, -1), length: match[1]!.length - 1 };
  return KINDS.has(one) ? { name: one, length: match[1]!.length } : null;
}

function readId(text: string, kind: string): { id: string; length: number } | null {
  const span = isSpan(kind) ? SPAN_ID.exec(text) : null;
  if (span) return { id: `${span[1]}-${span[2]}`, length: span[0].length };
  const word = WORD_ID.exec(text);
  if (word) {
    return { id: String(WORD_NUMBERS.indexOf(word[1]!.toLowerCase()) + 1), length: word[0].length };
  }
  const match = ID.exec(text);
  if (!match) return null;
  const raw = match[1]!;
  // `1-3` is a range unless it is padded like the ids of a roadmap (`01-02`) or numbers a task in its group (`Task 1-3`).
  if (/^\d+-\d+$/.test(raw) && !raw.startsWith('0') && kind !== 'task') return null;
  return { id: normaliseId(raw), length: match[0].length };
}

const LEAD =
  /^(?:(?:\p{Extended_Pictographic}|[\u2610-\u2612\u2713\u2714\u25CB\u25CF])[\uFE0F\u200D]*|\[[ xX]\]|[*_~`>]+|\s)+/u;
const stripLead = (text: string): string => text.slice(0, LIMITS.readCharacters).trim().replace(LEAD, '');
/** `1️⃣` */
const KEYCAP = /^(\d)\uFE0F?\u20E3\s*/u;
/** `[Task 1]` */
const BRACKET = /^\[(?=[A-Za-z]{2,12}[ -]?\d)/;
