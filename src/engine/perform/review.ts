import { reviewerPrompt } from '../../prompt/reviewer.ts';
import { readReview, reviewSchema } from '../../run/answer.ts';
import type { Effect } from '../../run/effect.ts';
import type { RunEvent } from '../../run/event.ts';
import type { Failure } from '../../run/failure.ts';
import { planAt, positionOf } from '../../run/queries.ts';
import type { Context } from '../perform.ts';
import { answerSchema } from './answer-schema.ts';
import { operationFailed } from './git.ts';
import { converse } from './session.ts';

/** A reviewer's session. What cannot be read as a verdict is none. */
export async function runReview(
  effect: Extract<Effect, { kind: 'review' }>,
  context: Context,
): Promise<RunEvent[]> {
  const { phase, attempt, slot, base, snapshot, asked } = effect;
  const { ports, state } = context;
  if (effect.reopen) {
    const opened = await ports.workspaces.open({ slot, base, contents: snapshot });
    if (!opened.ok) return [operationFailed('review', phase, attempt, opened.failure)];
  }
  const result = await converse(context, String(asked), {
    role: 'reviewer',
    assignment: { run: state.run, phase, attempt, subtasks: [] },
    prompt: reviewerPrompt({
      plan: state.plan,
      phase: planAt(state, positionOf(state, phase)!),
      base,
      snapshot,
    }),
    cwd: ports.workspaces.pathOf(slot),
    permissions: 'read-only',
    continues: null,
    answerSchema: answerSchema(reviewSchema),
    lane: 0,
  });
  if (result.status === 'cancelled') return [];
  const { usage } = result;
  if (result.status === 'failed')
    return [{ type: 'review_failed', phase, attempt, failure: result.failure, usage }];
  const review = readReview(result.answer);
  if (review) return [{ type: 'review_ended', phase, attempt, review, usage }];
  return [{ type: 'review_failed', phase, attempt, failure: NO_VERDICT, usage }];
}

const NO_VERDICT: Failure = {
  category: 'infra.crash',
  message: 'the reviewer gave no verdict that can be read',
};
