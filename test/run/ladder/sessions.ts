import type { Entry } from '../../../src/run/apply.ts';
import type { RunEvent } from '../../../src/run/event.ts';
import type { Failure } from '../../../src/run/failure.ts';
import { chainOf } from '../../../src/run/policy/worker.ts';
import { type Overrides, settingsOf } from '../../../src/run/settings.ts';
import type { RunState } from '../../../src/run/state.ts';
import { NO_USAGE, type Usage } from '../../../src/run/usage.ts';
import { creation } from '../../engine/origin.ts';
import { fold } from '../fold.ts';
import { planOf } from '../plans.ts';

/** A developer's session of phase `a` that ended so at this moment. */
export const session = (at: number, failure: Failure | null, usage: Usage = NO_USAGE): Entry => ({
  at,
  event: {
    type: 'session_ended',
    phase: 'a',
    attempt: 1,
    lane: 0,
    session: 0,
    sessionId: null,
    failure,
    report: null,
    usage,
  },
});

/** The run after these events in the first attempt at phase `a`, whose developer is at work. */
export function applied(settings: Overrides, ...entries: readonly Entry[]): RunState {
  const created = creation('run', planOf('a'), settingsOf('phased', settings));
  const begun: readonly RunEvent[] = [
    created,
    { type: 'run_opened', head: 'c0' },
    { type: 'phase_started', phase: 'a', attempt: 1, base: 'c0', slot: 1, contents: null, continues: null },
    { type: 'workspace_opened', phase: 'a', attempt: 1, lane: 0, path: '' },
  ];
  const worker = chainOf(fold([{ at: 0, event: created }])!, 'developer', 'a')[0];
  return fold([
    ...begun.map(event => ({ at: 0, event })),
    ...entries.map(({ at, event }) => ({
      at,
      event: event.type === 'session_ended' ? { ...event, by: worker } : event,
    })),
  ])!;
}
