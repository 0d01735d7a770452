import { unreachable } from '../../base/unreachable.ts';
import type { RunEvent } from '../event.ts';
import { isPassing } from '../failure.ts';
import { waitsFor } from '../ladder/situation.ts';
import { backoff } from '../policy/backoff.ts';
import type { Draft, RunState } from '../state.ts';
import { withPlan } from './run.ts';
import { going } from './settle.ts';
import { spentByRun } from './spend.ts';

type PlanEvent = Extract<
  RunEvent,
  { type: 'plan_drafted' | 'draft_failed' | 'plan_rejected' | 'plan_approved' }
>;

/** How a run that began with a goal comes to its plan. */
export function applyPlanEvent(state: RunState, event: PlanEvent): RunState {
  const { draft } = state;
  if (!draft) return state;
  switch (event.type) {
    case 'plan_drafted': {
      const { round, text, plan, problems } = event;
      const isReady = plan !== null && problems.length === 0;
      const tries = draft.tries + 1;
      const step = isReady ? 'ready' : 'writing';
      return {
        ...spentByRun(state, 'architect', event),
        draft: { ...draft, step, round, tries, text, plan, problems, unanswered: null },
      };
    }
    case 'draft_failed':
      return { ...spentByRun(state, 'architect', event), draft: notDrafted(state, draft, event) };
    case 'plan_rejected':
      return going({
        ...state,
        draft: {
          ...draft,
          step: 'writing',
          tries: 0,
          waits: 0,
          problems: [],
          unanswered: null,
          feedback: event.message,
        },
      });
    case 'plan_approved':
      return going(
        withPlan(
          { ...state, draft: null, origin: { ...state.origin, planText: event.text } },
          event.plan,
          {},
        ),
      );
    default:
      return unreachable(event);
  }
}

/** An architect that cannot be asked has not tried yet, and is asked again later. */
function notDrafted(
  { run, now, settings: { limits } }: RunState,
  draft: Draft,
  { round, failure }: Extract<PlanEvent, { type: 'draft_failed' }>,
): Draft {
  const waits = draft.waits + 1;
  if (!isPassing(failure) || waits > waitsFor(failure, limits)) {
    return { ...draft, round, tries: draft.tries + 1, unanswered: failure.message };
  }
  const pause = backoff(limits.backoffMs, limits.maxBackoffMs, waits, `${run}/plan/${waits}`);
  return { ...draft, round, waits, notBefore: Math.max(failure.retryAt ?? 0, now + pause) };
}
