import type { Entry } from '../../run/apply.ts';
import type { RunState } from '../../run/state.ts';

/** When the run ended, whatever was asked of it afterwards; where it has not, how far it got. */
export function endOf(entries: readonly Entry[], { status, now }: RunState): number {
  if (status === 'running' || status === 'waiting' || status === 'paused') return now;
  return entries.findLast(({ event }) => event.type === 'run_ended')?.at ?? now;
}
