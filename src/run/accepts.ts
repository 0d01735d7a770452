import type { RunEvent } from './event.ts';
import { phaseAt, positionOf, workAt } from './queries.ts';
import type { RunState, Work } from './state.ts';

/**
 * Whether a fact still fits: a result that comes late, twice, or about an attempt that was given up is not recorded.
 * Facts about a run as a whole always fit.
 */
export function accepts(state: RunState, event: RunEvent): boolean {
  if (!('phase' in event) || event.phase === null) return true;
  const position = positionOf(state, event.phase);
  if (position === undefined) return false;
  if (!('attempt' in event)) return true;
  const work = workAt(state, position);
  return work !== null && phaseAt(state, position).attempt === event.attempt && fits(work, event);
}

function fits({ lanes, step }: Work, event: RunEvent): boolean {
  const lane = 'lane' in event ? lanes[event.lane]?.at : undefined;
  switch (event.type) {
    case 'workspace_opened':
      return lane?.step === 'opening';
    case 'session_ended':
      return lane?.step === 'working' && lane.session === event.session;
    case 'attempt_captured':
      return lane?.step === 'capturing';
    case 'lanes_combined':
    case 'lanes_overlap':
      return step.step === 'combining';
    case 'checks_ended':
      return event.on === 'attempt'
        ? step.step === 'checking'
        : step.step === 'accepted' && step.unchecked !== null;
    case 'review_ended':
    case 'review_failed':
      return step.step === 'reviewing';
    case 'landing_unchecked':
    case 'landing_conflict':
    case 'phase_landed':
      return step.step === 'accepted';
    case 'operation_failed':
      return step.step !== 'rejected' && step.step !== 'landed';
    default:
      return true;
  }
}
