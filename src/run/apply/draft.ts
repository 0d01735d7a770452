import { unreachable } from '../../base/unreachable.ts';
import type { RunEvent } from '../event.ts';
import type { Draft, RunState } from '../state.ts';
import { spend, type Usage } from '../usage.ts';
import { withPlan } from './run.ts';

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
      return paid(state, { ...draft, step, round, tries, text, plan, problems }, event.usage);
    }
    case 'draft_failed': {
      const { round, failure, usage } = event;
      return paid(state, { ...draft, round, tries: draft.tries + 1, problems: [failure.message] }, usage);
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

const paid = (state: RunState, draft: Draft, usage: Usage): RunState => ({
  ...state,
  draft,
  usage: spend(state.usage, usage),
});

const going = (state: RunState): RunState =>
  state.status === 'waiting' ? { ...state, status: 'running', reason: '' } : state;
