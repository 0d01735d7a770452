/**
 * Globs over `/`-separated paths, as docs/gates.md explains them. Patterns come from strangers: they are walked step
 * by step and never become a regular expression, so the time is at most the product of the lengths.
 */

/** Longer patterns match nothing. */
export const MAX_GLOB_CHARACTERS = 1_000;
/** Patterns with a wildcard that a set keeps; those beyond match only paths that are spelled like them. */
export const MAX_WILD_GLOBS = 1_000;
/** No file system opens a longer path; such a path matches nothing. */
const MAX_PATH_CHARACTERS = 16_384;
/** What the braces of one pattern may come to; beyond that they are text. */
const MAX_ALTERNATIVES = 32;

export const matchesGlob = (pattern: string, path: string): boolean => globSet([pattern])(path);

/** Why a pattern cannot mean what its writer hopes, or null. Matching does not depend on it. */
export function globProblem(pattern: string): string | null {
  if (pattern.trim() === '') return 'the pattern is empty';
  if (pattern.length > MAX_GLOB_CHARACTERS)
    return `the pattern has more than ${MAX_GLOB_CHARACTERS} characters`;
  if (pattern.startsWith('!')) return 'a pattern cannot be negated with !';
  if (pattern.includes('\\')) return 'folders are separated by /, and \\ escapes nothing';
  const segments = pattern.split('/');
  if (segments.includes('..')) return 'a pattern cannot lead out of the repository with ..';
  if (segments.some(segment => tokensOf(segment).includes('['))) return 'a [ has no ]';
  return null;
}

/** Whether a text can match paths that are spelled otherwise, apart from what lies below it. */
export const isPattern = (text: string): boolean => alternatives(text).length > 1 || WILDCARD.test(text);

/** Whether a path matches one of the patterns. Cheap for many patterns and many paths, the more so if they are sorted. */
export function globSet(patterns: Iterable<string>): (path: string) => boolean {
  const root = newNode(false);
  let wild = 0;
  for (const pattern of patterns) {
    const text = pattern.trim();
    if (text === '' || text.length > MAX_GLOB_CHARACTERS || text.split('/').includes('..')) continue;
    addLiteral(root, text);
    for (const alternative of alternatives(text)) {
      if (!WILDCARD.test(alternative)) addLiteral(root, alternative);
      else if (++wild <= MAX_WILD_GLOBS) addWild(root, alternative);
    }
  }
  const start = closure([root]);
  let folder = '';
  let inFolder: readonly Node[] | 'all' = root.below ? 'all' : start;
  return path => {
    const text = unquoted(path);
    if (text.length > MAX_PATH_CHARACTERS) return false;
    const slash = text.lastIndexOf('/');
    const itsFolder = slash === -1 ? '' : text.slice(0, slash);
    if (itsFolder !== folder) {
      inFolder = root.below ? 'all' : walk(start, itsFolder);
      folder = itsFolder;
    }
    if (inFolder === 'all') return true;
    const reached = step(inFolder, text.slice(slash + 1), true);
    return reached.some(node => node.ends || node.below);
  };
}

/** A path, or a pattern taken as text, in the form in which two of them can be compared. */
export const literalPath = (text: string): string => segmentsOf(unquoted(text.trim())).join('/').trim();

/** A place in the patterns of a set, which are kept as a tree of segments. */
interface Node {
  readonly literals: Map<string, Node>;
  readonly wild: Map<string, { readonly tokens: readonly Token[]; readonly node: Node }>;
  /** Where `**` leads. */
  any: Node | null;
  /** Stands for `**`: stays active whatever follows. */
  readonly loops: boolean;
  /** A pattern ends here. */
  ends: boolean;
  /** A pattern ends here that takes all that lies below, too. */
  below: boolean;
}

/** One character, any character, any number of them, or one of a list. */
type Token = string | typeof ANY | typeof STAR | CharacterClass;
const ANY = Symbol('?');
const STAR = Symbol('*');
interface CharacterClass {
  readonly negated: boolean;
  readonly ranges: readonly (readonly [from: string, to: string])[];
}

const WILDCARD = /[*?[]/;

const newNode = (loops: boolean): Node => ({
  literals: new Map(),
  wild: new Map(),
  any: null,
  loops,
  ends: false,
  below: false,
});

function addLiteral(root: Node, text: string): void {
  let node = root;
  for (const segment of segmentsOf(unquoted(text))) node = childOf(node, segment);
  node.below = true;
}

function addWild(root: Node, pattern: string): void {
  const isFolder = pattern.endsWith('/');
  const segments = segmentsOf(pattern);
  if (!pattern.slice(0, isFolder ? -1 : undefined).includes('/')) segments.unshift('**');
  if (segments.at(-1) === '**') segments.push('*');
  let node = root;
  for (const segment of segments) {
    if (segment === '**') {
      if (!node.loops) node = node.any ??= newNode(true);
    } else if (WILDCARD.test(segment)) {
      node = wildChildOf(node, segment);
    } else {
      node = childOf(node, segment);
    }
  }
  if (isFolder) node.below = true;
  else node.ends = true;
}

function childOf({ literals }: Node, segment: string): Node {
  const child = literals.get(segment) ?? newNode(false);
  literals.set(segment, child);
  return child;
}

function wildChildOf({ wild }: Node, segment: string): Node {
  const child = wild.get(segment) ?? { tokens: tokensOf(segment), node: newNode(false) };
  wild.set(segment, child);
  return child.node;
}

/** The nodes, and those behind a `**` that stands for nothing. */
function closure(nodes: Iterable<Node>): readonly Node[] {
  const all = new Set(nodes);
  for (const { any } of all) if (any) all.add(any);
  return [...all];
}

function walk(from: readonly Node[], folder: string): readonly Node[] | 'all' {
  let active = from;
  for (const segment of segmentsOf(folder)) {
    if (active.length === 0) break;
    active = step(active, segment, false);
    if (active.some(node => node.below)) return 'all';
  }
  return active;
}

function step(active: readonly Node[], segment: string, isLast: boolean): readonly Node[] {
  const next = new Set<Node>();
  let characters: readonly string[] | null = null;
  for (const node of active) {
    if (node.loops) next.add(node);
    const literal = node.literals.get(segment);
    if (literal) next.add(literal);
    for (const { tokens, node: target } of node.wild.values()) {
      if (!isLast && isEnd(target)) continue;
      characters ??= [...segment];
      if (matchesTokens(tokens, characters)) next.add(target);
    }
  }
  return closure(next);
}

/** Whether nothing can follow. Most patterns end in a wildcard, and folders need not be compared with that. */
const isEnd = ({ literals, wild, any, below }: Node): boolean =>
  !below && any === null && literals.size === 0 && wild.size === 0;

/** Where characters do not fit, the last star takes one more and the rest is tried again. */
function matchesTokens(tokens: readonly Token[], characters: readonly string[]): boolean {
  const last = tokens.at(-1);
  if (typeof last === 'string' && last !== characters.at(-1)) return false;
  let token = 0;
  let at = 0;
  let star = -1;
  let taken = 0;
  while (at < characters.length) {
    if (tokens[token] === STAR) {
      star = token;
      token += 1;
      taken = at;
    } else if (token < tokens.length && fits(tokens[token]!, characters[at]!)) {
      token += 1;
      at += 1;
    } else if (star !== -1) {
      token = star + 1;
      taken += 1;
      at = taken;
    } else {
      return false;
    }
  }
  while (tokens[token] === STAR) token += 1;
  return token === tokens.length;
}

function fits(token: Token, character: string): boolean {
  if (typeof token === 'string') return token === character;
  if (typeof token === 'symbol') return token === ANY;
  return token.negated !== token.ranges.some(([from, to]) => from <= character && character <= to);
}

/** A `[` that is not closed stays a character. */
function tokensOf(segment: string): readonly Token[] {
  const characters = [...segment];
  const tokens: Token[] = [];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at]!;
    const close = character === '[' ? closing(characters, at) : -1;
    if (close !== -1) {
      tokens.push(classOf(characters.slice(at + 1, close)));
      at = close;
    } else if (character === '*') {
      if (tokens.at(-1) !== STAR) tokens.push(STAR);
    } else {
      tokens.push(character === '?' ? ANY : character);
    }
  }
  return tokens;
}

/** Where the `]` stands; one that comes first is a member of the list. */
function closing(characters: readonly string[], open: number): number {
  const first = open + (isNegation(characters[open + 1]) ? 2 : 1);
  return characters.indexOf(']', first + 1);
}

const isNegation = (character: string | undefined): boolean => character === '!' || character === '^';

function classOf(members: readonly string[]): CharacterClass {
  const negated = isNegation(members[0]);
  const listed = negated ? members.slice(1) : members;
  const ranges: [string, string][] = [];
  for (let at = 0; at < listed.length; at += 1) {
    const isRange = listed[at + 1] === '-' && at + 2 < listed.length;
    ranges.push([listed[at]!, listed[isRange ? at + 2 : at]!]);
    if (isRange) at += 2;
  }
  return { negated, ranges };
}

/** `a{b,c}` as `ab` and `ac`. Braces without a comma are text, and braces in braces have no meaning. */
function alternatives(pattern: string): readonly string[] {
  const open = pattern.indexOf('{');
  const close = pattern.indexOf('}', open);
  if (open === -1 || close === -1) return [pattern];
  const tails = alternatives(pattern.slice(close + 1));
  const inner = pattern.slice(open + 1, close);
  const middles = inner.includes(',') ? inner.split(',') : [`{${inner}}`];
  if (middles.length * tails.length > MAX_ALTERNATIVES) return [pattern];
  return middles.flatMap(middle => tails.map(tail => pattern.slice(0, open) + middle + tail));
}

const segmentsOf = (text: string): string[] =>
  text.split('/').filter(segment => segment !== '' && segment !== '.');

/** Git puts a name that is not plain text in quotes. What stands in them is compared as it is. */
const unquoted = (text: string): string =>
  text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
