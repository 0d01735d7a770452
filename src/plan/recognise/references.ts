import { kindClass, normaliseId } from './unit-title.ts';

/** Something that a statement such as `Phases 1-4, Task 2a` can name. */
export interface Referable {
  readonly kind: string;
  readonly id: string;
  /** The phases or subtasks of the plan that are meant. */
  readonly targets: readonly string[];
}

export interface References {
  /** What is named, in the order of the text. */
  readonly found: readonly Referable[];
  /** Names that follow the pattern of an id but belong to nothing. */
  readonly unknown: readonly string[];
  /** The text says "none" in some way. */
  readonly none: boolean;
}

const NONE =
  /^(?:[-–—−]+|none|nothing|n\/?a|no(?:ne)? dependenc(?:y|ies)|nil|null|independent|\[\s*\]|ø|∅|0 dependencies)(?![\p{L}\d])/iu;
const ALL = /^all\b(?!\s+\w+\s+(?:types|interfaces))/i;
/** A word, an id, and the end of a range: `Phase 2`, `Tasks 1-4`, `2A–2C`. */
const TOKEN =
  /(?:\b([A-Za-z]{2,12})[ -]?)?(?:#|no\.\s)?\b((?:\d{1,6}|[A-Z]{1,4}-?\d{1,5}|[A-Z])(?:[./]\d{1,4}){0,4}(?:-?[A-Za-z])?(?:\.\d{1,4}){0,3})\b(?:\s*(?:[-–—]|\.\.|to|through)\s*(?:[A-Za-z]{2,12}\s+)?((?:\d{1,6}|[A-Z]{1,4}-?\d{1,5}|[A-Z])(?:[./]\d{1,4}){0,4}[A-Za-z]?)\b)?/gu;
const BETWEEN_IDS = /\s*(?:[,;&+–—]|\.\.|\s(?:and|to|-|\/)\s)\s*/i;
const BARE_ID = /^["']?[\w./-]{1,40}["']?$/;

/** Whether the text is nothing but ids: `1, 2a and 3`, `[1, 2]`, `1-4`. */
const isBareList = (text: string): boolean =>
  text
    .replace(/^[[(]\s*|\s*[\])]$/g, '')
    .split(BETWEEN_IDS)
    .every(part => BARE_ID.test(part));

/** All that can be named, looked up by word and id. */
export interface ReferenceIndex {
  readonly entries: readonly Referable[];
  readonly kinds: ReadonlySet<string>;
  readonly byName: ReadonlyMap<string, Referable>;
  /** The lowest number that is an id. */
  readonly lowest: number;
}

export function referenceIndex(entries: readonly Referable[]): ReferenceIndex {
  const byName = new Map<string, Referable>();
  const add = (name: string, entry: Referable): void => {
    if (!byName.has(name)) byName.set(name, entry);
  };
  for (const entry of entries) {
    add(`${entry.kind} ${entry.id.toLowerCase()}`, entry);
    add(` ${entry.id.toLowerCase()}`, entry);
  }
  let lowest = Number.POSITIVE_INFINITY;
  for (const { id, targets } of entries) if (targets.length > 0 && Number(id) < lowest) lowest = Number(id);
  return { entries, kinds: new Set(entries.map(entry => entry.kind)), byName, lowest };
}

/**
 * Reads who is meant. A bare number counts only where the text is nothing but a list of ids; inside prose an id needs
 * its word in front (`Phase 0 types and 3 interfaces` names phase 0 only) or letters of its own (`T004`). What stands
 * under something that is not in this plan (`Plan 8 Task 3`) is not meant. Where the text is a table cell or a data
 * field (`strict`), a word that is no id is an unknown one and not a remark.
 */
export function parseReferences(
  raw: string,
  index: ReferenceIndex,
  self: string,
  strict = false,
): References {
  const text = raw.trim().slice(0, 2000);
  if (text === '' || NONE.test(text)) return { found: [], unknown: [], none: true };
  if (ALL.test(text)) return { found: before(self, index), unknown: [], none: false };
  const bareList = isBareList(text);
  const found = new Set<Referable>();
  const unknown = new Set<string>();
  const read: string[] = [];
  let kind = '';
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const between = text.slice(end, match.index);
    end = match.index + match[0].length;
    const qualified = kind !== '' && !index.kinds.has(kind) && /^\s*$/.test(between);
    kind = kindOf(singular(match[1] ?? ''), kind, between);
    if (qualified) continue;
    const ticket = kind === '' && !bareList;
    if (ticket && !/^[A-Z]{1,4}-?\d/.test(match[2]!)) continue;
    const entries = resolve(kind, match[2]!, match[3], index);
    if (entries) {
      read.push(match[0].trim());
      for (const entry of entries) found.add(entry);
    } else if (!ticket && (kind === '' || index.kinds.has(kind)) && !match[0].includes('#'))
      unknown.add(match[0].trim());
  }
  if (bareList) addLiteralIds(text, index, found, unknown, strict ? read : null);
  return { found: [...found], unknown: [...unknown], none: false };
}

/** The word that an id stands under: its own, else that of the id before it in the same list (`Tasks 1, 2 and 4`). */
function kindOf(word: string, before: string, between: string): string {
  if (word && kindClass(word)) return word;
  if (word && !/^(?:and|or)$/.test(word)) return '';
  return LISTED.test(between) ? before : '';
}

const LISTED = /^\s*(?:,|;|&|\+|\/|and|or|,\s*and)?\s*$/i;

/** Ids that are words (`setup, build-api`) are found by splitting where the token pattern finds nothing. */
function addLiteralIds(
  text: string,
  index: ReferenceIndex,
  found: Set<Referable>,
  unknown: Set<string>,
  /** What is known already, where every other word must be an id. */
  read: readonly string[] | null,
): void {
  for (const part of text.replace(/^[[(]|[\])]$/g, '').split(/[,;]|\s+(?:and|&|\+)\s+/)) {
    const id = part.trim().replace(/^["']|["']$/g, '');
    const entry = index.byName.get(` ${id.toLowerCase()}`) ?? (id && index.byName.get(` ${normaliseId(id)}`));
    if (entry) {
      found.add(entry);
      for (const name of [...unknown]) if (part.includes(name)) unknown.delete(name);
    } else if (read && /^[\w-]+$/.test(id) && ![...unknown, ...read].some(name => part.includes(name)))
      unknown.add(id);
  }
}

function resolve(
  kind: string,
  from: string,
  to: string | undefined,
  index: ReferenceIndex,
): Referable[] | null {
  const whole = to === undefined ? null : lookup(kind, `${from}-${to}`, index);
  if (whole) return [whole];
  const first = lookup(kind, from, index);
  if (to === undefined) return first ? [first] : null;
  const last = lookup(kind, withSameStem(from, to), index);
  if (!first || !last) return null;
  const same = index.entries.filter(entry => entry.kind === first.kind);
  const start = same.indexOf(first);
  const end = same.indexOf(last);
  return start <= end ? same.slice(start, end + 1) : null;
}

/** `2A–C` means `2A–2C`. */
const withSameStem = (from: string, to: string): string =>
  /^[A-Za-z]$/.test(to) && /^\d/.test(from) ? `${/^\d+/.exec(from)![0]}${to}` : to;

function lookup(kind: string, raw: string, index: ReferenceIndex): Referable | null {
  for (const id of [normaliseId(raw), raw.toLowerCase()]) {
    const named = index.byName.get(`${kind} ${id}`);
    if (named) return named;
    // Units without a word of their own may be called by any: `1.` is "Task 1" to its author.
    const anonymous =
      kind && !index.kinds.has(kind) && index.kinds.has('') ? index.byName.get(` ${id}`) : undefined;
    if (anonymous) return anonymous;
  }
  return null;
}

/** Everything that stands before the unit itself. */
function before(self: string, index: ReferenceIndex): Referable[] {
  const position = index.entries.findIndex(entry => entry.targets.includes(self));
  return index.entries.slice(0, position < 0 ? index.entries.length : position);
}

const singular = (word: string): string => word.toLowerCase().replace(/ies$/, 'y').replace(/s$/, '');
