import { type Node, parseRegex } from './parse.ts';

/** The positions at which a match can stand, by the atom that was taken last, and where it can go from each. */
export interface Automaton {
  /** Of each position the characters that lead to it, as classes of the alphabet. */
  readonly takes: readonly ReadonlySet<number>[];
  readonly next: readonly ReadonlySet<number>[];
  /** Positions at which the whole expression has matched, whatever follows: no search goes on beyond them. */
  readonly final: ReadonlySet<number>;
  /** Ways from one position to the next that there are twice, by an inner and an outer repetition. */
  readonly doubled: readonly (readonly [number, number])[];
}

interface Part {
  readonly first: readonly number[];
  readonly last: readonly number[];
  /** Whether it can take nothing at all. */
  readonly nullable: boolean;
  /** Whether it ends with a condition that may fail after the last character was taken. */
  readonly conditional: boolean;
}

const NOTHING: Part = { first: [], last: [], nullable: true, conditional: false };
/** What an expression can tell apart: ASCII, and some of each other kind. */
const ALPHABET = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  ...'\u0085\u009B\u00A0\u00B7éß–—‘’“”…\u2028\u2029\u202E\u3000中あ✅⬜☑️→\uFEFF\uFFFD',
  '😀',
  '\u{E0001}',
];

/**
 * The automaton of an expression, with a position for the search itself: an expression that is not tied to the start of
 * the text is tried at every character. The parts that look around are expressions of their own.
 */
export function automata(source: string, flags: string): Automaton[] {
  const root = parseRegex(source);
  const isTied = flags.includes('y') || isAnchored(root);
  return [build(root, flags, isTied), ...bodies(root).map(body => build(body, flags, true))];
}

const bodies = (node: Node): Node[] => {
  switch (node.kind) {
    case 'atom':
      return [];
    case 'assertion':
      return node.body ? [node.body, ...bodies(node.body)] : [];
    case 'sequence':
      return node.parts.flatMap(bodies);
    case 'choice':
      return node.options.flatMap(bodies);
    case 'repeat':
      return bodies(node.body);
  }
};

function isAnchored(node: Node): boolean {
  if (node.kind === 'choice') return node.options.every(isAnchored);
  if (node.kind === 'sequence') return node.parts.length > 0 && isAnchored(node.parts[0]!);
  return node.kind === 'assertion' && node.source === '^';
}

function build(root: Node, flags: string, isTied: boolean): Automaton {
  const takes: ReadonlySet<number>[] = [];
  const next: Set<number>[] = [];
  const doubled: (readonly [number, number])[] = [];
  const classes = classesFor(root, flags);
  const position = (characters: ReadonlySet<number>): number => {
    takes.push(characters);
    next.push(new Set());
    return takes.length - 1;
  };
  const link = (from: readonly number[], to: readonly number[]): void => {
    for (const a of from) {
      for (const b of to) {
        if (next[a]!.has(b)) doubled.push([a, b]);
        next[a]!.add(b);
      }
    }
  };
  const join = (before: Part, after: Part): Part => {
    link(before.last, after.first);
    return {
      first: before.nullable ? [...before.first, ...after.first] : before.first,
      last: after.nullable ? [...before.last, ...after.last] : after.last,
      nullable: before.nullable && after.nullable,
      conditional: after.conditional || (after.nullable && before.conditional),
    };
  };
  const part = (node: Node): Part => {
    switch (node.kind) {
      case 'atom': {
        const at = position(classes.of(node.source));
        return { first: [at], last: [at], nullable: false, conditional: false };
      }
      case 'assertion':
        return { ...NOTHING, conditional: true };
      case 'sequence':
        return node.parts.map(part).reduce(join, NOTHING);
      case 'choice': {
        const options = node.options.map(part);
        return {
          first: options.flatMap(({ first }) => first),
          last: options.flatMap(({ last }) => last),
          nullable: options.some(({ nullable }) => nullable),
          conditional: options.some(({ conditional }) => conditional),
        };
      }
      case 'repeat':
        return repeated(node);
    }
  };
  const repeated = ({ body, min, max }: Extract<Node, { kind: 'repeat' }>): Part => {
    // However often it is bounded to happen, twice shows whether it can be ambiguous with itself.
    const copies = max === Number.POSITIVE_INFINITY ? Math.max(1, Math.min(min, 2)) : Math.min(max, 2);
    let whole = NOTHING;
    for (let copy = 0; copy < copies; copy += 1) {
      const one = part(body);
      if (max === Number.POSITIVE_INFINITY) link(one.last, one.first);
      whole = join(whole, copy >= min ? { ...one, nullable: true } : one);
    }
    return whole;
  };
  const whole = part(root);
  const final = whole.conditional ? new Set<number>() : new Set(whole.last);
  if (!isTied) {
    const search = position(new Set(classes.all));
    link([search], [search, ...whole.first]);
  }
  return { takes, next, final, doubled };
}

/** Characters that no atom of the expression tells apart are one class. */
function classesFor(root: Node, flags: string) {
  const sources = new Set<string>();
  const collect = (node: Node): void => {
    if (node.kind === 'atom') sources.add(node.source);
    else if (node.kind === 'sequence') node.parts.forEach(collect);
    else if (node.kind === 'choice') node.options.forEach(collect);
    else if (node.kind === 'repeat') collect(node.body);
  };
  collect(root);
  const plain = flags.replace(/[gyd]/g, '');
  const members = new Map([...sources].map(source => [source, charactersOf(source, plain)]));
  const ids = new Map<string, number>();
  const classOf = ALPHABET.map(character => {
    const signature = [...members.values()].map(set => (set.has(character) ? 1 : 0)).join('');
    if (!ids.has(signature)) ids.set(signature, ids.size);
    return ids.get(signature)!;
  });
  return {
    all: [...ids.values()],
    of: (source: string) =>
      new Set(
        ALPHABET.flatMap((character, at) => (members.get(source)!.has(character) ? [classOf[at]!] : [])),
      ),
  };
}

/** A back reference is taken for anything. */
function charactersOf(source: string, flags: string): ReadonlySet<string> {
  if (/^\\[1-9k]/.test(source)) return new Set(ALPHABET);
  const pattern = new RegExp(`^(?:${source})$`, flags);
  return new Set(ALPHABET.filter(character => pattern.test(character)));
}
