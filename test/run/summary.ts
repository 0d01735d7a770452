import { elements } from '../../src/base/chunked.ts';
import { planAt } from '../../src/run/queries.ts';
import type { RunState } from '../../src/run/state.ts';

/** What of a state must not change when an old journal is read by a newer program. */
export function summaryOf(state: RunState): object {
  const { run, status, reason, head, commands, createdAt, now, usage, settings, origin } = state;
  return {
    run,
    status,
    reason,
    head,
    commands,
    createdAt,
    now,
    usage,
    settings,
    origin,
    phases: elements(state.phases).map(({ waitingFor: _, ...phase }, position) => ({
      id: planAt(state, position).id,
      ...phase,
    })),
  };
}
