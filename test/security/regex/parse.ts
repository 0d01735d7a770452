/** The structure of a regular expression, as far as it matters for how long a match can take. */
export type Node =
  /** Takes one character of those that `source` describes. */
  | { readonly kind: 'atom'; readonly source: string }
  /** Takes nothing. `body` is what a look around looks for. */
  | { readonly kind: 'assertion'; readonly source: string; readonly body: Node | null }
  | { readonly kind: 'sequence'; readonly parts: readonly Node[] }
  | { readonly kind: 'choice'; readonly options: readonly Node[] }
  | { readonly kind: 'repeat'; readonly body: Node; readonly min: number; readonly max: number };

/** Longer repetitions count as endless. */
const ENDLESS = 1000;

const ATOM =
  /\[(?:[^\]\\]|\\.)*\]|\\(?:u\{[^}]*\}|[pP]\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|.)|[^()|]/suy;
const GROUP = /\((?:\?(?:<?[=!]|:|<\w+>))?/y;
const QUANTIFIER = /(?:([*+?])|\{(\d+)(,(\d*))?\})\??/y;

/** Reads the source of an expression that the engine itself has accepted. */
export function parseRegex(source: string): Node {
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(source);
    if (match) at += match[0].length;
    return match;
  };
  const choice = (): Node => {
    const options = [sequence()];
    while (source[at] === '|') {
      at += 1;
      options.push(sequence());
    }
    return options.length === 1 ? options[0]! : { kind: 'choice', options };
  };
  const sequence = (): Node => {
    const parts: Node[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') parts.push(quantified(term()));
    return { kind: 'sequence', parts };
  };
  const term = (): Node => {
    if (source[at] === '(') return group();
    const [text] = take(ATOM)!;
    const isAssertion = text === '^' || text === '$' || text === '\\b' || text === '\\B';
    return isAssertion ? { kind: 'assertion', source: text, body: null } : { kind: 'atom', source: text };
  };
  const group = (): Node => {
    const [open] = take(GROUP)!;
    const body = choice();
    at += 1;
    return /[=!]$/.test(open) ? { kind: 'assertion', source: open, body } : body;
  };
  const quantified = (body: Node): Node => {
    const match = take(QUANTIFIER);
    if (!match) return body;
    const [, sign, least, comma, most] = match;
    const min = sign === undefined ? Number(least) : sign === '+' ? 1 : 0;
    const max = sign === undefined ? limit(least!, comma, most) : sign === '?' ? 1 : Number.POSITIVE_INFINITY;
    return { kind: 'repeat', body, min, max: max >= ENDLESS ? Number.POSITIVE_INFINITY : max };
  };
  return choice();
}

function limit(least: string, comma: string | undefined, most: string | undefined): number {
  if (comma === undefined) return Number(least);
  return most ? Number(most) : Number.POSITIVE_INFINITY;
}
