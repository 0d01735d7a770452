import type { RunEvent } from './event.ts';
import { askingAt, isEditable, owesReview, phaseAt, positionOf, takenSlots, workAt } from './queries.ts';
import type { PhaseState, RunState, RunStatus, Work } from './state.ts';
import type { Step } from './step.ts';

/**
 * Whether an event fits the state. A fact that comes late, twice, or about an attempt that was given up does not, and is
 * not recorded. In a journal everything fits, decisions included, or else the journal is damaged.
 */
export function accepts(state: RunState, event: RunEvent): boolean {
  if (!('phase' in event) || event.phase === null) return fitsRun(state, event);
  const position = positionOf(state, event.phase);
  if (position === undefined) return false;
  const phase = phaseAt(state, position);
  if (event.type === 'phase_started') return mayStart(state, phase, event);
  if (!('attempt' in event)) return state.ending === null && fitsPhase(state, position, event);
  const work = workAt(state, position);
  return work !== null && phase.attempt === event.attempt && fitsWork(state, work, event);
}

const UNDER_WAY: readonly RunStatus[] = ['running', 'waiting', 'paused'];

function fitsRun(state: RunState, event: RunEvent): boolean {
  const { status, head, ending, stop, commands, draft } = state;
  switch (event.type) {
    case 'run_created':
      return false;
    case 'run_waiting':
    case 'run_ending':
      return status === 'running' && ending === null;
    case 'run_opened':
      return head === null;
    case 'run_paused':
      return status === 'running' || status === 'waiting';
    case 'run_resumed':
      return status !== 'completed' && status !== 'cancelled';
    case 'run_ended':
      return ending === event.status;
    case 'cancel_requested':
      return UNDER_WAY.includes(status) && ending === null && stop?.mode !== 'cancel';
    case 'command_taken':
      return event.number > commands;
    case 'run_reviewed':
    case 'run_review_failed':
      return owesReview(state) && ending === null;
    case 'plan_drafted':
    case 'draft_failed':
      return draft?.step === 'writing' && event.round === draft.round + 1;
    case 'plan_rejected':
    case 'plan_approved':
      return draft?.step === 'ready' && ending === null;
    case 'notice_sent':
    case 'notice_failed':
      return state.notices.some(({ number }) => number === event.number);
    default:
      return true;
  }
}

function mayStart(
  state: RunState,
  { standing: { status }, waitingFor, attempt }: PhaseState,
  event: Extract<RunEvent, { type: 'phase_started' }>,
): boolean {
  const isIdle = status === 'pending' || status === 'retrying';
  return isIdle && waitingFor === 0 && event.attempt === attempt + 1 && isFree(state, event.slot);
}

const isFree = (state: RunState, slot: number): boolean =>
  slot >= 1 && slot <= state.shape.slots && !takenSlots(state).has(slot);

/** Requests that came together were answered on the same state: the later one may no longer fit. */
function fitsPhase(state: RunState, position: number, event: RunEvent): boolean {
  const { standing, approved } = phaseAt(state, position);
  const { status } = standing;
  switch (event.type) {
    case 'phase_blocked':
      return state.toBlock.some(({ phase }) => phase === position);
    case 'phase_reset':
      return status === 'failed' || askingAt(state, position) !== null;
    case 'phase_edited':
      return isEditable(state, position);
    case 'budget_spent':
      return workAt(state, position) !== null;
    case 'phase_skipped':
      return status !== 'completed' && status !== 'skipped';
    case 'phase_approved':
      return !approved;
    default:
      return true;
  }
}

function fitsWork(state: RunState, { lanes, step }: Work, event: RunEvent): boolean {
  const lane = 'lane' in event && step.step === 'lanes' ? lanes[event.lane]?.at : undefined;
  switch (event.type) {
    case 'lane_started':
      return lane?.step === 'waiting' && isFree(state, event.slot);
    case 'phase_completed':
      return step.step === 'landed' && step.commit === event.commit;
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
    case 'attempt_inspected':
      return step.step === 'inspecting';
    case 'checks_ended':
      return event.on === 'attempt'
        ? step.step === 'checking'
        : step.step === 'accepted' && step.unchecked !== null;
    case 'review_ended':
      return step.step === 'reviewing' && event.seat === step.votes.length;
    case 'review_failed':
      return step.step === 'reviewing';
    case 'evaluation_ended':
    case 'evaluation_failed':
      return step.step === 'evaluating';
    case 'approval_asked':
      return step.step === 'held' && !step.asked;
    case 'attempt_approved':
    case 'attempt_refused':
      return step.step === 'held' && state.ending === null;
    case 'landing_unchecked':
    case 'landing_conflict':
    case 'phase_landed':
      return step.step === 'accepted';
    case 'operation_failed':
      return !('tried' in step) && step.step !== 'landed';
    default:
      return fitsTrouble(step, event);
  }
}

/** What is decided about an attempt that failed comes in its order. */
function fitsTrouble(step: Step, event: RunEvent): boolean {
  const is = (...steps: readonly Step['step'][]): boolean => steps.includes(step.step);
  switch (event.type) {
    case 'phase_retry':
      return is('rejected', 'advised', 'revised');
    case 'phase_failed':
    case 'doctor_called':
    case 'replan_called':
      return is('rejected', 'advised');
    case 'session_postponed':
      return 'trouble' in step && step.trouble !== null;
    case 'doctor_answered':
    case 'doctor_failed':
      return step.step === 'consulting' && step.call === event.call && step.trouble === null;
    case 'fix_called':
      return is('advised');
    case 'fix_ended':
      return is('fixing');
    case 'phase_revised':
    case 'revision_failed':
      return step.step === 'replanning' && step.trouble === null;
    case 'doctor_recalled':
    case 'phase_stuck':
    case 'phase_escalated':
      // What a doctor's advice does not lead to is decided as if nobody had been asked.
      return is('rejected', 'advised');
    case 'help_asked':
      return is('rejected', 'advised') || (step.step === 'asking' && !step.told);
    case 'proposal_accepted':
    case 'proposal_refused':
      return step.step === 'asking' && step.proposal !== null;
    default:
      return true;
  }
}
