import { describe, expect, it } from 'vitest';
import type { Inspection } from '../../../src/run/gates.ts';
import { type Attempt, edited, judge, subtask, words } from './inspections.ts';

export const IMPL = { subtasks: [subtask('impl')] };

/** In a phase that only implements, the words of what is found. */
export const found = (inspection: Partial<Inspection>, attempt: Attempt = {}): string[] =>
  words(
    judge({
      phase: IMPL,
      scope: { outside: 'ignore', protect: [], maxDeletedLines: 1_000_000 },
      ...attempt,
      inspection,
    }),
  );

export type Changes = Readonly<Record<string, string>>;

/** A table of changes, with the words of what is found in them. */
export function checkWeakened(
  title: string,
  cases: readonly (readonly [name: string, changes: Changes, expected: string[]])[],
): void {
  describe(title, () => {
    for (const [name, changes, expected] of cases) {
      it(name, () => expect(found(edited(changes))).toEqual(expected));
    }
  });
}
