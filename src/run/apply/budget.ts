import type { RunEvent } from '../event.ts';
import { measureWords } from '../policy/budget.ts';
import { phaseAt, positionOf } from '../queries.ts';
import type { RunState } from '../state.ts';
import { rejected, snapshotOf } from './judge.ts';
import { stoppedNow } from './run.ts';
import { withPhase } from './settle.ts';

type BudgetEvent = Extract<RunEvent, { type: 'budget_warned' | 'budget_spent' }>;

/** A budget of the phase ends its attempt, one of the run ends everything. */
export function applyBudgetEvent(state: RunState, event: BudgetEvent): RunState {
  const { phase, measure, used, limit } = event;
  const words = measureWords(measure, used, limit);
  if (phase === null) {
    if (event.type === 'budget_warned') return { ...state, warned: [...state.warned, measure] };
    return stoppedNow(
      state,
      'halt',
      `the budget of the run is spent: ${words}; resume gives it the same again`,
    );
  }
  const position = positionOf(state, phase)!;
  if (event.type === 'budget_warned') {
    return withPhase(state, position, { warned: [...phaseAt(state, position).warned, measure] });
  }
  const message = `the budget of the phase is spent: ${words}; retry ${phase} gives it the same again`;
  return rejected(state, position, snapshotOf(state, position), { category: 'budget', message });
}
