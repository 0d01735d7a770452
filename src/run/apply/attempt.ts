import { unreachable } from '../../base/unreachable.ts';
import type { RunEvent } from '../event.ts';
import { isInfra } from '../failure.ts';
import { capturedLanes } from '../kept-lanes.ts';
import { phaseAt, positionOf, workAt } from '../queries.ts';
import { sessionKey } from '../role.ts';
import type { Lane, RunState, SessionReport, SubtaskState } from '../state.ts';
import { conflictFailure, overlapFailure } from '../verdict.ts';
import { withPassed } from './baselines.ts';
import {
  afterSnapshot,
  answered,
  checked,
  evaluated,
  inspected,
  notEvaluated,
  notReviewed,
  rejected,
  reviewed,
  snapshotOf,
  withStep,
} from './judge.ts';
import { withLane, withWork } from './lane.ts';
import { faulted } from './run.ts';
import { without, withPhase } from './settle.ts';
import { spent } from './spend.ts';

export type AttemptFact = Extract<
  RunEvent,
  {
    type:
      | 'workspace_opened'
      | 'session_started'
      | 'subtask_started'
      | 'subtask_completed'
      | 'subtask_failed'
      | 'session_ended'
      | 'attempt_captured'
      | 'lanes_combined'
      | 'lanes_overlap'
      | 'attempt_inspected'
      | 'checks_ended'
      | 'review_ended'
      | 'review_failed'
      | 'evaluation_ended'
      | 'evaluation_failed'
      | 'approval_asked'
      | 'attempt_approved'
      | 'attempt_refused'
      | 'landing_unchecked'
      | 'landing_conflict'
      | 'phase_landed'
      | 'operation_failed';
  }
>;
export type Named<T extends AttemptFact['type']> = Extract<AttemptFact, { type: T }>;

/** What happened in an attempt, and the step that follows from it. */
export function applyAttemptFact(state: RunState, event: AttemptFact): RunState {
  const position = event.phase === null ? undefined : positionOf(state, event.phase);
  if (position === undefined) return state;
  switch (event.type) {
    case 'workspace_opened':
      return withLane(state, position, event.lane, {
        step: 'working',
        slot: openSlot(workAt(state, position)!.lanes[event.lane]!),
        session: 0,
      });
    case 'session_started':
      return sessionStarted(state, position, event);
    case 'subtask_started':
    case 'subtask_completed':
    case 'subtask_failed':
      return subtaskChanged(state, position, event);
    case 'session_ended':
      return sessionEnded(state, position, event);
    case 'attempt_captured':
      return captured(state, position, event);
    case 'lanes_combined':
      return afterSnapshot(state, position, event.commit, event.changed);
    case 'lanes_overlap':
      return rejected(
        state,
        position,
        null,
        overlapFailure(event.files, capturedLanes(workAt(state, position)!)),
      );
    case 'attempt_inspected':
      return inspected(state, position, event);
    case 'checks_ended':
      return checked(state, position, event);
    case 'review_ended':
      return reviewed(state, position, event);
    case 'review_failed':
      return notReviewed(state, position, event);
    case 'evaluation_ended':
      return evaluated(state, position, event);
    case 'evaluation_failed':
      return notEvaluated(state, position, event);
    case 'approval_asked':
    case 'attempt_approved':
    case 'attempt_refused':
      return answered(state, position, event);
    case 'landing_unchecked':
      return unchecked(state, position, event);
    case 'landing_conflict':
      return rejected(
        { ...state, head: event.head },
        position,
        snapshotOf(state, position),
        conflictFailure(event.files),
      );
    case 'phase_landed':
      return landed(state, position, event);
    case 'operation_failed':
      return operationFailed(state, position, event);
    default:
      return unreachable(event);
  }
}

function landed(before: RunState, position: number, event: Named<'phase_landed'>): RunState {
  const { commit, head, change: made } = event;
  const { checks, change } = phaseAt(before, position);
  const isRed = checks.some(({ verdict }) => verdict === 'red');
  const state = change && made ? withPhase(before, position, { change: { ...change, ...made } }) : before;
  return {
    ...withStep(withPassed(state, commit, checks), position, { step: 'landed', commit }),
    head,
    landing: without(state.landing, position),
    red: isRed ? [...state.red, position] : state.red,
  };
}

/**
 * Work that was accepted is not thrown away because it cannot be landed: it is tried again, and where that is of no use
 * a person has to look.
 */
function operationFailed(state: RunState, position: number, event: Named<'operation_failed'>): RunState {
  const { step } = workAt(state, position)!;
  if (step.step !== 'accepted' || !isInfra(event.failure)) {
    return rejected(state, position, snapshotOf(state, position), event.failure);
  }
  if (step.tries < state.settings.limits.infraRetries) {
    return withStep(state, position, { ...step, tries: step.tries + 1 });
  }
  return faulted(state, event);
}

const openSlot = ({ at }: Lane): number => (at.step === 'opening' ? at.slot : 0);

function sessionStarted(state: RunState, position: number, event: Named<'session_started'>): RunState {
  const { sessions, live } = phaseAt(state, position);
  const key = sessionKey(event.role, event.lane);
  return {
    ...withPhase(state, position, {
      sessions: sessions + 1,
      live: live.includes(key) ? live : [...live, key],
    }),
    tally: { ...state.tally, sessions: state.tally.sessions + 1 },
  };
}

function subtaskChanged(
  state: RunState,
  position: number,
  event: Named<'subtask_started' | 'subtask_completed' | 'subtask_failed'>,
): RunState {
  const { subtasks, attempt } = phaseAt(state, position);
  const change: Partial<SubtaskState> =
    event.type === 'subtask_started'
      ? { status: 'running', attempt, startedAt: state.now, completedAt: null, error: null }
      : event.type === 'subtask_completed'
        ? { status: 'completed', completedAt: state.now }
        : { status: 'failed', error: event.error };
  return withPhase(state, position, {
    subtasks: subtasks.map(subtask => (subtask.id === event.subtask ? { ...subtask, ...change } : subtask)),
  });
}

function sessionEnded(before: RunState, position: number, event: Named<'session_ended'>): RunState {
  const paid = spent(before, position, 'developer', event.lane, event);
  const state = withPhase(paid, position, { reports: reportsWith(paid, position, event) });
  const lane = workAt(state, position)!.lanes[event.lane]!;
  if (lane.at.step !== 'working') return state;
  const { slot, session } = lane.at;
  const { failure, sessionId } = event;
  const isLast = session + 1 === lane.sessions.length;
  return withLane(
    state,
    position,
    event.lane,
    failure || isLast
      ? { step: 'capturing', slot, failure, sessionId }
      : { step: 'working', slot, session: session + 1 },
  );
}

/** A session that was repeated after a crash has one report. */
function reportsWith(
  state: RunState,
  position: number,
  { lane, session, report }: Named<'session_ended'>,
): readonly SessionReport[] {
  const { reports } = phaseAt(state, position);
  const others = reports.filter(other => other.lane !== lane || other.session !== session);
  if (report === null) return others;
  const subtasks = workAt(state, position)!.lanes[lane]!.sessions[session] ?? [];
  return [...others, { lane, session, subtasks, report }].sort(
    (a, b) => a.lane - b.lane || a.session - b.session,
  );
}

function captured(before: RunState, position: number, event: Named<'attempt_captured'>): RunState {
  const lane = workAt(before, position)!.lanes[event.lane]!;
  if (lane.at.step !== 'capturing') return before;
  const { failure, sessionId, slot } = lane.at;
  const { commit: snapshot, changed } = event;
  const state = withLane(before, position, event.lane, {
    step: 'captured',
    snapshot,
    changed,
    files: event.files,
    ...(event.ignored ? { ignored: event.ignored } : {}),
    failure,
    sessionId,
  });
  const { lanes } = workAt(state, position)!;
  const done = lanes.map(({ at }) => (at.step === 'captured' ? at : null));
  // A failed lane stops those that have not begun; those under way come to their end and are kept, too.
  const failures = done.flatMap(at => at?.failure ?? []);
  // Of several failures one that is the work's own is told before one of what is around it.
  const failed = failures.find(failure => !isInfra(failure)) ?? failures[0] ?? null;
  if (lanes.some(({ at }) => at.step !== 'captured' && !(failed && at.step === 'waiting'))) return state;
  const settled = withWork(state, position, { slot });
  if (failed) return rejected(settled, position, lanes.length === 1 ? snapshot : null, failed);
  if (lanes.length > 1) return withStep(settled, position, { step: 'combining' });
  return afterSnapshot(settled, position, snapshot, changed);
}

function unchecked(before: RunState, position: number, event: Named<'landing_unchecked'>): RunState {
  const { step } = workAt(before, position)!;
  if (step.step !== 'accepted') return before;
  const state = withStep({ ...before, head: event.head }, position, {
    ...step,
    checked: null,
    unchecked: event.commit,
  });
  const isOver = state.stop !== null && (state.stop.mode === 'cancel' || state.stop.mode === 'fault');
  return isOver ? { ...state, landing: without(state.landing, position) } : state;
}
