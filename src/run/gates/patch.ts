import type { Patch } from '../gates.ts';

/** Of a line, characters that are looked at; what gives a test away stands at its beginning. */
const MAX_LINE_CHARACTERS = 1_000;

/** Whether the rest of a changed line may be missing. */
export const isCut = (line: string): boolean => line.length >= MAX_LINE_CHARACTERS - 1;

export interface ChangedLines {
  readonly path: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** The lines of a unified diff of one file. Before the first `@@` stand headers, which also begin with `-` and `+`. */
export function changedLines({ path, text }: Patch): ChangedLines {
  const added: string[] = [];
  const removed: string[] = [];
  let isInside = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('@@')) isInside = true;
    else if (line.startsWith('diff ')) isInside = false;
    else if (!isInside) continue;
    else if (line.startsWith('+')) added.push(line.slice(1, MAX_LINE_CHARACTERS));
    else if (line.startsWith('-')) removed.push(line.slice(1, MAX_LINE_CHARACTERS));
  }
  return { path, added, removed };
}
