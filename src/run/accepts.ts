import type { RunEvent } from './event.ts';
import { phaseAt, positionOf, workAt } from './queries.ts';
import type { PhaseState, RunState, Work } from './state.ts';

/**
 * Whether a fact still fits: a result that comes late, twice, or about an attempt that was given up is not recorded.
 */
export function accepts(state: RunState, event: RunEvent): boolean {
  if (!('phase' in event) || event.phase === null) return fitsRun(state, event);
  const position = positionOf(state, event.phase);
  if (position === undefined) return false;
  const phase = phaseAt(state, position);
  if (!('attempt' in event)) return fitsPhase(phase, event);
  const work = workAt(state, position);
  return work !== null && phase.attempt === event.attempt && fitsWork(work, event);
}

function fitsRun({ status, head, ending, stop, commands }: RunState, event: RunEvent): boolean {
  switch (event.type) {
    case 'run_opened':
      return head === null;
    case 'run_paused':
      return status === 'running';
    case 'run_resumed':
      return status !== 'completed' && status !== 'cancelled';
    case 'run_ended':
      return ending === event.status;
    case 'cancel_requested':
      return ending === null && stop?.mode !== 'cancel';
    case 'command_taken':
      return event.number > commands;
    default:
      return true;
  }
}

/** Requests that came together were answered on the same state: the later one may no longer fit. */
function fitsPhase({ standing: { status }, approved }: PhaseState, event: RunEvent): boolean {
  switch (event.type) {
    case 'phase_reset':
      return status === 'failed';
    case 'phase_skipped':
      return status !== 'completed' && status !== 'skipped';
    case 'phase_approved':
      return !approved;
    default:
      return true;
  }
}

function fitsWork({ lanes, step }: Work, event: RunEvent): boolean {
  const lane = 'lane' in event && step.step === 'lanes' ? lanes[event.lane]?.at : undefined;
  switch (event.type) {
    case 'workspace_opened':
      return lane?.step === 'opening';
    case 'subtask_started':
    case 'subtask_completed':
    case 'subtask_failed':
      return lane?.step === 'working';
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
