import { kindClass, normaliseId } from './unit-title.ts';

/** Something that a statement such as `Phases 1-4, Task 2a` can name. */
export interface Referable {
  readonly kind: string;
  readonly id: string;
  /** The phases or subtasks of the plan that are meant. */
  readonly targets: readonly string[];
  readonly line: number;
  /** The phase inside of which the name is meant before all others. */
  readonly scope?: string;
}

export interface References {
  /** What is named, in the order of the text. */
  readonly found: readonly Referable[];
  /** Names that follow the pattern of an id but belong to nothing. */
  readonly unknown: readonly string[];
  /** Names that several bear: all of these, of which `found` has the first. */
  readonly ambiguous: readonly (readonly Referable[])[];
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
  readonly byName: ReadonlyMap<string, Bearers>;
  /** The phase that each target stands in. */
  readonly scopes: ReadonlyMap<string, string>;
  /** The lowest number that is an id. */
  readonly lowest: number;
}

/** Those that bear one name. */
interface Bearers {
  readonly tier: number;
  readonly everywhere: Referable[];
  readonly byScope: Map<string, Referable[]>;
}

/** Each tier is asked only for names that none before it has. */
export function referenceIndex(tiers: readonly (readonly Referable[])[]): ReferenceIndex {
  const byName = new Map<string, Bearers>();
  const add = (name: string, entry: Referable, tier: number): void => {
    const known = byName.get(name);
    const bearers = known ?? { tier, everywhere: [], byScope: new Map() };
    if (!known) byName.set(name, bearers);
    if (bearers.tier === tier) join(bearers.everywhere, entry);
    if (entry.scope === undefined) return;
    const inside = bearers.byScope.get(entry.scope) ?? [];
    bearers.byScope.set(entry.scope, inside);
    join(inside, entry);
  };
  tiers.forEach((tier, number) => {
    for (const entry of tier) {
      if (entry.kind) add(`${entry.kind} ${entry.id.toLowerCase()}`, entry, number);
      add(` ${entry.id.toLowerCase()}`, entry, number);
    }
  });
  const entries = tiers.flat();
  let lowest = Number.POSITIVE_INFINITY;
  for (const { id, targets } of entries) if (targets.length > 0 && Number(id) < lowest) lowest = Number(id);
  const scopes = new Map(
    entries.flatMap(({ scope, targets }) =>
      scope === undefined ? [] : targets.map(target => [target, scope] as const),
    ),
  );
  return { entries, kinds: new Set(entries.map(entry => entry.kind)), byName, scopes, lowest };
}

/** Two that mean the same are one. */
function join(bearers: Referable[], entry: Referable): void {
  const last = bearers.at(-1);
  if (!last || last.targets[0] !== entry.targets[0]) bearers.push(entry);
}

/** How a text is to be read. */
export interface Reading {
  /** It is a table cell or a data field, in which a word that is no id is an unknown one and not a remark. */
  readonly strict?: boolean;
  /** The phase whose tasks are meant by names that other phases have, too. */
  readonly scope?: string | undefined;
}

/**
 * Reads who is meant. A bare number counts only where the text is nothing but a list of ids; inside prose an id needs
 * its word in front (`Phase 0 types and 3 interfaces` names phase 0 only) or letters of its own (`T004`). What stands
 * under something that is not in this plan (`Plan 8 Task 3`) is not meant, and what stands under a phase that is
 * (`Phase 2 Task 3`) is meant in there.
 */
export function parseReferences(
  raw: string,
  index: ReferenceIndex,
  self: string,
  { strict = false, scope }: Reading = {},
): References {
  const text = raw.trim().slice(0, 2000);
  if (text === '' || NONE.test(text)) return { found: [], unknown: [], ambiguous: [], none: true };
  if (ALL.test(text)) return { found: before(self, index), unknown: [], ambiguous: [], none: false };
  const bareList = isBareList(text);
  const named: Named = { found: new Set(), unknown: new Set(), ambiguous: new Set() };
  const read: string[] = [];
  let kind = '';
  let end = 0;
  let holder: Referable | null = null;
  for (const match of text.matchAll(TOKEN)) {
    const between = text.slice(end, match.index);
    end = match.index + match[0].length;
    const qualified = kind !== '' && !index.kinds.has(kind) && /^\s*$/.test(between);
    const outer = holder;
    const inner = kindOf(singular(match[1] ?? ''), kind, between);
    holder = isHeld(kind, inner, between) ? holder : null;
    kind = inner;
    if (qualified) continue;
    const ticket = kind === '' && !bareList;
    if (ticket && !/^[A-Z]{1,4}-?\d/.test(match[2]!)) continue;
    const entries = resolve(
      { kind, from: match[2]!, to: match[3], scope: holder?.id ?? scope },
      index,
      named,
    );
    if (entries) {
      read.push(match[0].trim());
      if (holder && outer && /^[\s:/>]*$/.test(between)) named.found.delete(outer);
      for (const entry of entries) named.found.add(entry);
      if (kindClass(kind) === 'container') holder = entries.length === 1 ? entries[0]! : null;
    } else if (!ticket && (kind === '' || index.kinds.has(kind)) && !match[0].includes('#'))
      named.unknown.add(match[0].trim());
  }
  if (bareList) addLiteralIds(text, index, scope, named, strict ? read : null);
  const { found, unknown, ambiguous } = named;
  return { found: [...found], unknown: [...unknown], ambiguous: [...ambiguous], none: false };
}

interface Named {
  readonly found: Set<Referable>;
  readonly unknown: Set<string>;
  readonly ambiguous: Set<readonly Referable[]>;
}

/** Whether what follows still stands under the phase that was named: `Phase 2 Tasks 1 and 3`. */
const isHeld = (before: string, kind: string, between: string): boolean =>
  kindClass(kind) === 'piece' && (kindClass(before) === 'piece' ? LISTED : HOLDS).test(between);

const HOLDS = /^\s*[,:/>]?\s*$/;

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
  scope: string | undefined,
  { found, unknown, ambiguous }: Named,
  /** What is known already, where every other word must be an id. */
  read: readonly string[] | null,
): void {
  for (const part of text.replace(/^[[(]|[\])]$/g, '').split(/[,;]|\s+(?:and|&|\+)\s+/)) {
    const id = part.trim().replace(/^["']|["']$/g, '');
    const bearers =
      index.byName.get(` ${id.toLowerCase()}`) ?? (id ? index.byName.get(` ${normaliseId(id)}`) : undefined);
    if (bearers) {
      const meant = meantBy(bearers, scope);
      found.add(meant[0]!);
      if (meant.length > 1) ambiguous.add(meant);
      for (const name of [...unknown]) if (part.includes(name)) unknown.delete(name);
    } else if (read && /^[\w-]+$/.test(id) && ![...unknown, ...read].some(name => part.includes(name)))
      unknown.add(id);
  }
}

/** An id, or the first and last of a range, under the word for its kind. */
interface Span {
  readonly kind: string;
  readonly from: string;
  readonly to: string | undefined;
  readonly scope: string | undefined;
}

function resolve(span: Span, index: ReferenceIndex, { ambiguous }: Named): Referable[] | null {
  const { kind, from, to, scope } = span;
  const first = lookup(kind, to === undefined ? from : `${from}-${to}`, index, scope);
  if (first) {
    if (first.length > 1) ambiguous.add(first);
    return [first[0]!];
  }
  return to === undefined ? null : resolveRange({ ...span, to }, index, ambiguous);
}

/** All from the first that bears the one name to the last that bears the other. */
function resolveRange(
  { kind, from, to, scope }: Span & { readonly to: string },
  index: ReferenceIndex,
  ambiguous: Named['ambiguous'],
): Referable[] | null {
  const first = lookup(kind, from, index, scope);
  const last = lookup(kind, withSameStem(from, to), index, scope);
  if (!first || !last) return null;
  const same = index.entries.filter(entry => entry.kind === first[0]!.kind);
  const start = same.indexOf(first[0]!);
  const end = same.indexOf(last.at(-1)!);
  if (start > end) return null;
  const range = same.slice(start, end + 1);
  const inside = new Set(range);
  for (const ends of [first, last]) if (!ends.every(entry => inside.has(entry))) ambiguous.add(ends);
  return range;
}

/** `2A–C` means `2A–2C`. */
const withSameStem = (from: string, to: string): string =>
  /^[A-Za-z]$/.test(to) && /^\d/.test(from) ? `${/^\d+/.exec(from)![0]}${to}` : to;

function lookup(
  kind: string,
  raw: string,
  index: ReferenceIndex,
  scope: string | undefined,
): readonly Referable[] | null {
  for (const id of [normaliseId(raw), raw.toLowerCase()]) {
    const named = index.byName.get(`${kind} ${id}`);
    if (named) return meantBy(named, scope);
    // Units without a word of their own may be called by any: `1.` is "Task 1" to its author.
    const anonymous =
      kind && !index.kinds.has(kind) && index.kinds.has('') ? index.byName.get(` ${id}`) : undefined;
    if (anonymous) return meantBy(anonymous, scope);
  }
  return null;
}

const meantBy = ({ everywhere, byScope }: Bearers, scope: string | undefined): readonly Referable[] =>
  (scope === undefined ? undefined : byScope.get(scope)) ?? everywhere;

/** Everything that stands before the unit itself. */
function before(self: string, index: ReferenceIndex): Referable[] {
  const position = index.entries.findIndex(entry => entry.targets.includes(self));
  return index.entries.slice(0, position < 0 ? index.entries.length : position);
}

const singular = (word: string): string => word.toLowerCase().replace(/ies$/, 'y').replace(/s$/, '');
