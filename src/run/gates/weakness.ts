/** One way in which tests or checks came to say less, with the files where it happened. */
export interface Weakness {
  /** What happened to so many of them, as the beginning of a sentence. */
  readonly words: (count: number) => string;
  /** How many there are over the whole difference, where what one file lost another may have gained. */
  readonly count: number;
  /** Where, and how many in each; what one file alone lost may be more than the count. */
  readonly files: readonly { readonly path: string; readonly count: number }[];
  /** Never more than a warning. */
  readonly isHint: boolean;
}

/** How often something was added and removed in one file. */
export interface Tally {
  readonly path: string;
  readonly added: number;
  readonly removed: number;
}

/** Null unless the files together lost some, so that moving is no loss. */
export const lossOf = (
  tallies: readonly Tally[],
  words: Weakness['words'],
  isHint = false,
): Weakness | null =>
  growthOf(
    tallies.map(({ path, added, removed }) => ({ path, added: removed, removed: added })),
    words,
    isHint,
  );

/** Null unless the files together gained some. */
export function growthOf(
  tallies: readonly Tally[],
  words: Weakness['words'],
  isHint = false,
): Weakness | null {
  const count = tallies.reduce((sum, { added, removed }) => sum + added - removed, 0);
  if (count <= 0) return null;
  const files = tallies
    .map(({ path, added, removed }) => ({ path, count: added - removed }))
    .filter(file => file.count > 0)
    .sort((a, b) => b.count - a.count);
  return { words, count, files, isHint };
}

export const tallyOf = (
  { path, added, removed }: { path: string; added: readonly string[]; removed: readonly string[] },
  counts: (line: string) => boolean,
): Tally => ({ path, added: added.filter(counts).length, removed: removed.filter(counts).length });
