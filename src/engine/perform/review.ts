import type { GitFailure } from '../../git/port.ts';
import { readReview, reviewSchema } from '../../run/answer.ts';
import type { Effect } from '../../run/effect.ts';
import type { RunEvent } from '../../run/event.ts';
import { reviewerText, wholeReviewText } from '../briefs.ts';
import type { Context } from '../perform.ts';
import { enterSlot } from './enter.ts';
import { operationFailed } from './git.ts';
import { askForVerdict } from './verdict.ts';

/** A longer difference than this, in bytes, is not put before a reviewer but named. */
export const MAX_DIFF_BYTES = 60_000;

/** A reviewer's session. What cannot be read as a verdict is none. */
export async function runReview(
  effect: Extract<Effect, { kind: 'review' }>,
  context: Context,
): Promise<RunEvent[]> {
  const { phase, attempt, slot, base, snapshot, seat, asked, worker } = effect;
  const { ports, state } = context;
  const opened = await enterSlot({ slot, base, contents: snapshot }, effect, context);
  if (context.signal.aborted) return [];
  if (!opened.ok) return [operationFailed('review', phase, attempt, opened.failure)];
  const diff = await ports.workspaces.diff({ base, snapshot, maxBytes: MAX_DIFF_BYTES });
  if (!diff.ok) return [operationFailed('review', phase, attempt, diff.failure)];
  const asking = await askForVerdict(context, `${seat}.${asked}`, {
    role: 'reviewer',
    worker,
    assignment: { phase, attempt },
    prompt: reviewerText(state, effect, diff, ports.driverOf('reviewer', worker.agent).abilities.answers),
    slot,
    schema: reviewSchema,
    wanted: 'verdict',
    read: readReview,
  });
  if (asking === null) return [];
  const { verdict: review, failure, session } = asking;
  if (review) return [{ type: 'review_ended', phase, attempt, seat, review, ...session }];
  return [{ type: 'review_failed', phase, attempt, failure, ...session }];
}

/** Stands for the run as a whole where files of sessions are named by phase; no phase has such an id. */
const WHOLE = '~whole';

/** A reviewer's session over all that has landed. */
export async function reviewRun(
  effect: Extract<Effect, { kind: 'review_run' }>,
  context: Context,
): Promise<RunEvent[]> {
  const { slot, base, head, asked, worker } = effect;
  const { ports, state } = context;
  const fail = (failure: GitFailure): RunEvent[] => [operationFailed('review_run', null, 0, failure, true)];
  const name = { phase: WHOLE, attempt: 1 };
  const opened = await enterSlot({ slot, base: head, contents: null }, name, context);
  if (context.signal.aborted) return [];
  if (!opened.ok) return fail(opened.failure);
  const diff = await ports.workspaces.diff({ base, snapshot: head, maxBytes: MAX_DIFF_BYTES });
  if (!diff.ok) return fail(diff.failure);
  const asking = await askForVerdict(context, String(asked), {
    role: 'reviewer',
    worker,
    assignment: name,
    prompt: wholeReviewText(state, effect, diff, ports.driverOf('reviewer', worker.agent).abilities.answers),
    slot,
    schema: reviewSchema,
    wanted: 'verdict',
    read: readReview,
  });
  if (asking === null) return [];
  const { verdict: review, failure, session } = asking;
  if (review) return [{ type: 'run_reviewed', review, ...session }];
  return [{ type: 'run_review_failed', failure, ...session }];
}
