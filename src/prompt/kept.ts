import type { PreviousAttempt } from './brief.ts';
import { code } from './foreign.ts';

/** The commands that show what was kept, each in backticks. */

/** What an attempt did, from where it began: what others landed after that is not its doing. Null where nothing is kept. */
export function workShown({ base, ref, snapshot }: PreviousAttempt): string | null {
  const kept = ref ?? snapshot;
  return kept === null ? null : diffShown(base, kept);
}

export const diffShown = (from: string, to: string): string =>
  code(`git diff ${shellWord(from)} ${shellWord(to)}`);

export const fileShown = (kept: string): string => code(`git show ${shellWord(kept)}:<path>`);

/** Names of refs and commits of ours need no quotes; anything else gets them. */
const shellWord = (word: string): string =>
  /^[A-Za-z0-9_./%-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
