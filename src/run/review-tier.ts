import { matchesGlob } from '../base/glob.ts';
import type { Inspection } from './gates.ts';
import type { ReviewTier } from './policies.ts';
import type { Settings } from './settings.ts';

/** How thoroughly a change is reviewed: as the settings say, or by its risk. */
export function tierOf(
  { tier, lightLines, panelLines, risky }: Settings['review'],
  change: Inspection,
): ReviewTier {
  if (tier !== 'auto') return tier;
  const lines = change.files.reduce((sum, { added, deleted }) => sum + added + deleted, 0);
  const touches = (pattern: string): boolean =>
    change.files.some(
      ({ path, from }) => matchesGlob(pattern, path) || (from !== null && matchesGlob(pattern, from)),
    );
  // What is not listed may be anything.
  const isUnseen = change.changed > change.files.length;
  if (lines > panelLines || isUnseen || risky.some(touches)) return 'panel';
  const isPlain = change.files.every(({ binary }) => !binary);
  return lines <= lightLines && isPlain ? 'light' : 'full';
}
