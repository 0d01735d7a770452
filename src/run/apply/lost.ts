import type { Failure } from '../failure.ts';
import { capturedLanes } from '../kept-lanes.ts';
import { budgetOf } from '../ladder/situation.ts';
import type { Budget } from '../ladder-event.ts';
import { phaseAt, workAt } from '../queries.ts';
import type { Counters, EndedAttempt, PastAttempt, RunState } from '../state.ts';
import { untimed, withPhase } from './settle.ts';

/** What is noted about an attempt that failed. */
export function lost(
  before: RunState,
  position: number,
  { failure, spends }: { readonly failure: Failure; readonly spends: Budget },
): RunState {
  const state = untimed(before, position);
  const phase = phaseAt(state, position);
  const work = workAt(state, position)!;
  const captured = work.lanes.map(({ at }) => (at.step === 'captured' ? at : null));
  const last: EndedAttempt = {
    attempt: phase.attempt,
    base: work.base,
    snapshot: 'tried' in work.step ? work.step.snapshot : null,
    slot: work.slot,
    sessionId: captured.length === 1 ? (captured[0]?.sessionId ?? null) : null,
    failure,
  };
  const { attempt, base, snapshot } = last;
  const { review, evaluation, consultations } = phase;
  const past: PastAttempt = {
    attempt,
    base,
    snapshot,
    lanes: capturedLanes(work),
    change: phase.change,
    failure,
    review,
    evaluation,
    endedAt: state.now,
  };
  return {
    ...withPhase(state, position, {
      last,
      attempts: [...phase.attempts, past],
      spent: spentOne(phase.spent, spends),
      consultations: consultations.map(visit =>
        visit.helped === null && visit.attempt < attempt ? { ...visit, helped: false } : visit,
      ),
    }),
    tally: { ...state.tally, failures: state.tally.failures + 1 },
  };
}

/** An attempt that a person was asked about has failed, whatever comes next. */
export function givenUp(state: RunState, position: number): RunState {
  const step = workAt(state, position)?.step;
  if (!step || !('tried' in step)) return state;
  return lost(state, position, { failure: step.failure, spends: budgetOf(step.failure) });
}

const spentOne = (spent: Counters, budget: keyof Counters): Counters => ({
  ...spent,
  [budget]: spent[budget] + 1,
});
