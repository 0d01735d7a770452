import type { RunEvent } from '../event.ts';
import type { Failure } from '../failure.ts';
import type { RunState } from '../state.ts';
import { nextTry } from './climb.ts';
import { budgetOf, situationOf } from './situation.ts';

/** When a reviewer or evaluator is asked again that could not be asked. The work waits for it as it is. */
export function postpone(state: RunState, position: number, failure: Failure): RunEvent {
  const situation = situationOf(state, position, failure);
  const { limits } = state.settings;
  const spends = budgetOf(failure);
  const isQuota = spends === 'quota';
  return {
    type: 'session_postponed',
    ...situation.name,
    failure,
    spends,
    notBefore: nextTry(situation, failure),
    why: {
      rule: isQuota ? 'quota.wait' : 'infra.wait',
      facts: {
        used: situation.used[spends],
        allowed: isQuota ? limits.quotaWaits : limits.infraRetries,
      },
    },
  };
}
