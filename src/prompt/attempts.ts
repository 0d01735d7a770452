import type { Failure } from '../run/failure.ts';
import type { PreviousAttempt } from './brief.ts';
import { code, printed, quoted } from './foreign.ts';
import { diffShown, workShown } from './kept.ts';
import { partsWords } from './parts.ts';
import { feedbackFile } from './places.ts';

/** The attempts at a phase that failed, for whoever is to find out why. */
export interface Attempted {
  readonly record: string;
  readonly phase: { readonly id: string };
  /** The commit that the last attempt began with. */
  readonly base: string;
  /** Newest last. */
  readonly attempts: readonly PreviousAttempt[];
  /** Why the last one came to nothing. */
  readonly failure: Failure;
}

/** About 10,000 tokens. */
export const MAX_FAILURE_CHARACTERS = 40_000;
/** Of what was found in the attempts before, divided among them. */
const MAX_EARLIER_CHARACTERS = 40_000;
/** Attempts that are told of; the newest are. */
const MAX_ATTEMPTS = 10;

/** What was found in the last attempt, with both ends where it is long. */
export const failureWords = ({ record, phase, failure }: Attempted): string =>
  [
    `What was found in the last attempt (${failure.category}):`,
    quoted(printed(failure.message), {
      limit: MAX_FAILURE_CHARACTERS,
      whole: feedbackFile(record, phase.id),
    }),
    `All findings of this phase: ${code(feedbackFile(record, phase.id))}.`,
  ].join('\n\n');

/** What each attempt did and why it failed, in order; the last one's failure has a place of its own. */
export function attemptWords(told: Attempted): string {
  const { attempts } = told;
  if (attempts.length === 0) return '';
  const shown = attempts.slice(-MAX_ATTEMPTS);
  const left = attempts.length - shown.length;
  const which = left > 0 ? `The last ${shown.length} of ${attempts.length} attempts` : 'The attempts so far';
  const limit = Math.floor(MAX_EARLIER_CHARACTERS / shown.length);
  return [`${which}, the newest last:`, ...shown.map(attempt => oneAttempt(told, attempt, limit))].join(
    '\n\n',
  );
}

function oneAttempt(
  { base, record, phase, failure }: Attempted,
  told: PreviousAttempt,
  limit: number,
): string {
  const { attempt, failure: found } = told;
  const work = workShown(told);
  const parts = work ? null : partsWords(told);
  const later = told.base === base ? [] : [`What others landed later: ${diffShown(told.base, base)}.`];
  const head = [
    `Attempt ${attempt} failed (${found.category}).`,
    work ? `${work} shows what it did.` : (parts ?? 'It left no changes.'),
    ...later,
  ].join(parts ? '\n\n' : ' ');
  if (found.message === failure.message) {
    return `${head}${parts ? '\n\n' : ' '}What was found is shown once, for the last attempt.`;
  }
  return `${head}\n\n${quoted(printed(found.message), { limit, whole: feedbackFile(record, phase.id) })}`;
}
