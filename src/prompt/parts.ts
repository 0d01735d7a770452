import { laneWords } from '../run/verdict.ts';
import type { PreviousAttempt } from './brief.ts';
import { oneLine } from './foreign.ts';
import { diffShown } from './kept.ts';

/** Parts that are named; the file with the feedback names them all. */
const MAX_PARTS = 20;

/** Where the parts of an attempt are that were not joined; null where there are none. */
export function partsWords({ base, parts = [] }: PreviousAttempt): string | null {
  if (parts.length === 0) return null;
  const shown = parts
    .slice(0, MAX_PARTS)
    .map(part => `- subtasks ${oneLine(laneWords(part))}: ${diffShown(base, part.ref)}`);
  const left = parts.length - shown.length;
  return [
    'What it did was not joined. Each part is kept by itself:',
    '',
    ...shown,
    ...(left > 0 ? [`- and ${left} more`] : []),
  ].join('\n');
}
