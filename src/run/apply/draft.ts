import { unreachable } from '../../base/unreachable.ts';
import type { RunEvent } from '../event.ts';
import type { RunState } from '../state.ts';
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
        draft: { ...draft, step, round, tries, text, plan, problems },
      };
    }
    case 'draft_failed': {
      const { round, failure } = event;
      // An architect that has to wait for its provider has not tried yet.
      const tries = draft.tries + (failure.retryAt === undefined ? 1 : 0);
      const problems = [failure.message];
      return { ...spentByRun(state, 'architect', event), draft: { ...draft, round, tries, problems } };
    }
    case 'plan_rejected':
      return going({
        ...state,
        draft: { ...draft, step: 'writing', tries: 0, problems: [], feedback: event.message },
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
