import type { Report } from './model.ts';

/** How much of a report is written out for people. What is left out is counted; the JSON has all of it. */
export interface Limits {
  /** Characters of one quoted text. */
  readonly text: number;
  /** Entries of one list: files, comments, findings, attempts. */
  readonly items: number;
  /** Lines of the trail. */
  readonly trail: number;
}

const FEW: Limits = { text: 4_000, items: 40, trail: 2_000 };
const MANY: Limits = { text: 600, items: 8, trail: 2_000 };

/** Attempts from which on a report has to be brief to stay usable. */
const MANY_ATTEMPTS = 200;

export const limitsFor = ({ totals }: Report): Limits => (totals.attempts > MANY_ATTEMPTS ? MANY : FEW);

/** The first of them, and how many are left out. */
export function first<T>(items: readonly T[], limit: number): { shown: readonly T[]; more: number } {
  const shown = items.slice(0, limit);
  return { shown, more: items.length - shown.length };
}

/** The first and the last of them, and how many are left out in between. */
export function ends<T>(
  items: readonly T[],
  limit: number,
): { head: readonly T[]; tail: readonly T[]; more: number } {
  if (items.length <= limit) return { head: items, tail: [], more: 0 };
  const half = Math.floor(limit / 2);
  return {
    head: items.slice(0, half),
    tail: items.slice(items.length - half),
    more: items.length - 2 * half,
  };
}

/** The beginning of a text; of what is lost, the last words say how much it was. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, limit).toWellFormed()}… (${text.length - limit} more characters)`;
}

/** The end of what a check printed says most. */
export function lastOf(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `(${text.length - limit} characters before)…${text.slice(-limit).toWellFormed()}`;
}
