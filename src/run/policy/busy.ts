import { phaseAt } from '../queries.ts';
import type { RunState } from '../state.ts';

/** Whether something is done at the moment that costs time: not while everything waits, for whatever it is. */
export const isBusy = (state: RunState): boolean =>
  state.status === 'running' &&
  state.active.some(position => {
    const { busySince } = phaseAt(state, position);
    return busySince !== null && busySince <= state.now;
  });
