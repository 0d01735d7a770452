import type { FailureCategory } from '../../../failure.ts';

/** What a statement of a program's output is a sign of. The first rule of a table that fits decides. */
export type SignRule = readonly [category: FailureCategory, pattern: RegExp];

export const firstSign = (rules: readonly SignRule[], statement: string): FailureCategory | null =>
  rules.find(([, pattern]) => pattern.test(statement))?.[0] ?? null;
