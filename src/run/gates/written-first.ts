import { counted } from '../../base/counted.ts';
import type { FileChange, Inspection } from '../gates.ts';
import { testLanguageOf } from './languages.ts';
import type { ChangedLines } from './patch.ts';
import { growthOf, type Weakness } from './weakness.ts';

/**
 * Tests that landed red, in a phase that is to turn them green, and that say something else after it. Counted are lines
 * of theirs that are gone, for the same number of tests and assertions may ask for less.
 */
export function changedFirst(
  { files }: Inspection,
  patches: readonly ChangedLines[],
  writtenFirst: readonly string[],
): Weakness | null {
  if (writtenFirst.length === 0) return null;
  const first = new Set(writtenFirst);
  const read = new Map(patches.map(patch => [patch.path, patch]));
  const tallies = files
    .filter(({ path, from }) => first.has(path) || (from !== null && first.has(from)))
    .map(file => ({ path: file.path, added: goneLines(file, read.get(file.path)), removed: 0 }));
  return growthOf(tallies, count => {
    const lines = counted(count, 'line of tests that were', 'lines of tests that were');
    return `${lines} written first ${count === 1 ? 'was' : 'were'} changed or removed`;
  });
}

/** Lines that stand nowhere in the file any more. Blank ones, comments, and lines that only moved are no loss. */
function goneLines({ path, deleted }: FileChange, patch: ChangedLines | undefined): number {
  if (patch === undefined) return deleted;
  const { comment } = testLanguageOf(path);
  const left = new Map<string, number>();
  for (const line of patch.added) left.set(line.trim(), (left.get(line.trim()) ?? 0) + 1);
  let gone = 0;
  for (const line of patch.removed.map(text => text.trim())) {
    const same = left.get(line) ?? 0;
    if (same > 0) left.set(line, same - 1);
    else if (line !== '' && !comment.test(line)) gone += 1;
  }
  return gone;
}
