import { FREQUENT_WORDS } from './frequent-words.ts';

/**
 * How many tokens a text may have, without a tokenizer: for ordinary text half as many again as it has, for random
 * letters and foreign scripts about right. Byte pair encodings merge frequent pairs first, so a word costs more the more
 * rare pairs of letters it has, unless it is frequent itself.
 */
export function tokensAtMost(text: string): number {
  let tokens = 0;
  for (const [, cost] of pieces(text)) tokens += cost;
  return tokens;
}

/** The text, or the beginning of it that has no more than so many tokens, with a mark where it was cut. */
export function clip(text: string, tokens: number): string {
  if (text.length <= tokens * MAX_CHARACTERS_PER_TOKEN && tokensAtMost(text) <= tokens) return text;
  let left = tokens - 1;
  let end = 0;
  for (const [piece, cost] of pieces(text)) {
    left -= cost;
    if (left < 0) break;
    end += piece.length;
  }
  return `${text.slice(0, end).trimEnd()}…`;
}

/** As long as a token gets in the estimate. */
const MAX_CHARACTERS_PER_TOKEN = 20;

/** What the text is made of as far as its cost is concerned: frequent words, and single characters of all else. */
function* pieces(text: string): Generator<readonly [piece: string, cost: number]> {
  let before = '';
  for (const [run] of text.matchAll(/[A-Za-z]+|[^A-Za-z]/gu)) {
    if (/^[A-Z]?[a-z]+$/.test(run) && FREQUENT_WORDS.has(run.toLowerCase())) {
      yield [run, 1];
      before = run.at(-1)!;
      continue;
    }
    for (const char of run) {
      yield [char, charCost(before, char)];
      before = char;
    }
  }
}

function charCost(before: string, char: string): number {
  const code = char.codePointAt(0)!;
  if (code >= 0x80) return foreignCost(code);
  if (isLower(char)) {
    if (isLower(before)) return PAIRS.has(before + char) ? 0.05 : 0.7;
    return /[A-Z]/.test(before) ? 0.3 : 1;
  }
  if (/[A-Z]/.test(char)) return /[A-Z]/.test(before) ? 0.7 : 1;
  if (/[0-9]/.test(char)) return /[0-9]/.test(before) ? 0.5 : 1;
  return char === ' ' ? 0.1 : 0.9;
}

/** At worst a token for each byte; less in scripts that encodings know well. */
function foreignCost(code: number): number {
  if (code >= 0x1_0000) return 4;
  if (code >= 0x800) return (code >= 0x3040 && code < 0xa000) || (code >= 0xac00 && code < 0xd7b0) ? 2.6 : 3;
  return code < 0x530 ? 1.6 : 2;
}

const isLower = (char: string): boolean => char >= 'a' && char <= 'z';

/** The pairs of letters that are merged first. */
const PAIRS: ReadonlySet<string> = new Set(
  (
    'in er en on re at or es an he is ar it al le ou as ic et ed el ro nd st ct om il am id im ad ur ch ut ol ig se ' +
    'ot em ag iv qu ay ac ul os if od tr un ab ir ow us um ie ce ap th av te ak ly pe ub oc ue op ht og iz ip ex ik ' +
    'ok ib ud pl ia pt cl ov nt ld ff ne de ra ob pr pp ll ij ge du cc xt io ve lo au so cr ck ey ma up ft ug ah we ' +
    'ri ek ng gr to ew ps gh ph rr ec ep tt me fo az ef ss ry oy eb sh ix aw sp uk dd vo co ty eg ox aj ke yn li wo ' +
    'ai ax ys uf of be na ta ze af ho ml ts je la bo br wa ha uc fr no bl wn ms fl ni ru hr wh ci mp ga fe go by do'
  ).split(' '),
);
