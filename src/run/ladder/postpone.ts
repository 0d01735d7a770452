import type { RunEvent } from '../event.ts';
import type { Failure } from '../failure.ts';
import type { RunState } from '../state.ts';
import { nextTry } from './climb.ts';
import { situationOf, waitingRoom } from './situation.ts';

/** When a reviewer or evaluator is asked again that could not be asked. The work waits for it as it is. */
export function postpone(state: RunState, position: number, failure: Failure): RunEvent {
  const situation = situationOf(state, position, failure);
  const { spends, used, allowed, rule } = waitingRoom(situation);
  return {
    type: 'session_postponed',
    ...situation.name,
    failure,
    spends,
    notBefore: nextTry(situation, failure),
    why: { rule, facts: { used, allowed } },
  };
}
