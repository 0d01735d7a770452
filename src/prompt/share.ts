import { clip, tokensAtMost } from './estimate.ts';

/** Somebody who wants a part of a budget, and how much it counts against the others. */
export interface Wish {
  readonly tokens: number;
  readonly weight: number;
}

/** Divides a budget: small wishes are granted in full, and what they leave goes to the others by weight. */
export function shares(budget: number, wishes: readonly Wish[]): number[] {
  const order = [...wishes.keys()].sort(
    (a, b) => wishes[a]!.tokens / wishes[a]!.weight - wishes[b]!.tokens / wishes[b]!.weight,
  );
  const granted = wishes.map(() => 0);
  let left = Math.max(0, budget);
  let weights = wishes.reduce((sum, { weight }) => sum + weight, 0);
  for (const at of order) {
    const { tokens, weight } = wishes[at]!;
    granted[at] = Math.min(tokens, (left * weight) / weights);
    left -= granted[at]!;
    weights -= weight;
  }
  return granted;
}

/** An item of a list: the part that must be whole, the part that may be cut, and how that is shown. */
export interface Item {
  readonly whole: string;
  readonly text: string;
  readonly show?: (text: string) => string;
}

/** What the end of a line or the comma between two items costs. */
const LINE_TOKENS = 1;
/** Items of a list that are looked at; no budget has room for more. */
const MAX_ITEMS = 100;

/** What it takes to show all of a list. */
export const wholeList = (items: readonly Item[]): number =>
  items.length > MAX_ITEMS
    ? Number.POSITIVE_INFINITY
    : items.reduce((sum, item) => sum + tokensAtMost(shown(item)) + LINE_TOKENS, 0);

export interface ListBounds {
  readonly tokens: number;
  /** Texts are cut to no less than this many tokens; then items are left out. */
  readonly least: number;
  /** The last item where some were left out, `shown` of them being there. */
  readonly more: (left: number, shown: number) => string;
  /** Whether even the first one may be left out. */
  readonly mayBeEmpty?: boolean;
}

/** The items in so many tokens: texts are cut first, then items left out. */
export function listWithin(items: readonly Item[], bounds: ListBounds): string[] {
  const { tokens, more } = bounds;
  if (wholeList(items) <= tokens) return items.map(item => shown(item));
  const all = firstLines(items, tokens, bounds);
  if (all.length === items.length) return all;
  // Whichever item is the first to be left out, the word on that has room.
  const words = items.slice(0, MAX_ITEMS).map((_, at) => tokensAtMost(more(items.length - at, at)));
  const lines = firstLines(items, tokens - Math.max(...words), bounds);
  const missing = items.length - lines.length;
  return missing > 0 ? [...lines, more(missing, lines.length)] : lines;
}

function firstLines(
  items: readonly Item[],
  tokens: number,
  { least, mayBeEmpty = false }: ListBounds,
): string[] {
  const lines: string[] = [];
  let left = tokens;
  for (const item of items.slice(0, MAX_ITEMS)) {
    const frame = tokensAtMost(shown({ ...item, text: '' })) + LINE_TOKENS;
    const fair = left / (items.length - lines.length) - frame;
    const isForced = lines.length === 0 && !mayBeEmpty;
    const room = Math.max(fair, Math.min(least, left - frame), isForced ? FIRST_TOKENS : 0);
    const line = shown({ ...item, text: clip(item.text, room) });
    left -= tokensAtMost(line) + LINE_TOKENS;
    if (left < 0 && !isForced) break;
    lines.push(line);
  }
  return lines;
}

/** What the first item of a list has of its text where it must be there and there is no room for it. */
const FIRST_TOKENS = 8;

const shown = ({ whole, text, show }: Item): string => whole + (show ? show(text) : text);
