import { unreachable } from '../../base/unreachable.ts';
import type { CheckResult, RunEvent } from '../event.ts';
import { type Failure, isInfra } from '../failure.ts';
import { phaseAt, planAt, positionOf, workAt } from '../queries.ts';
import type { Lane, RunState, Step, SubtaskState } from '../state.ts';
import { spend, type Usage } from '../usage.ts';
import {
  checksFailure,
  combinedFailure,
  conflictFailure,
  noVerdictFailure,
  overlapFailure,
  reviewFailure,
} from '../verdict.ts';
import { withLane, withWork } from './lane.ts';
import { faulted } from './run.ts';
import { without, withPhase } from './settle.ts';

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
      | 'checks_ended'
      | 'review_ended'
      | 'review_failed'
      | 'landing_unchecked'
      | 'landing_conflict'
      | 'phase_landed'
      | 'operation_failed';
  }
>;
type Named<T extends AttemptFact['type']> = Extract<AttemptFact, { type: T }>;

/** A reviewer that gives no verdict is asked once more. */
const MAX_REVIEWS_WITHOUT_VERDICT = 2;

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
      return withPhase(state, position, { sessions: phaseAt(state, position).sessions + 1 });
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
      return rejected(state, position, null, overlapFailure(event.files));
    case 'checks_ended':
      return checked(state, position, event);
    case 'review_ended':
      return reviewed(state, position, event);
    case 'review_failed':
      return notReviewed(state, position, event);
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
      return {
        ...withStep(state, position, { step: 'landed', commit: event.commit }),
        head: event.head,
        landing: without(state.landing, position),
      };
    case 'operation_failed':
      return operationFailed(state, position, event);
    default:
      return unreachable(event);
  }
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

const withStep = (state: RunState, position: number, step: Step): RunState =>
  withWork(state, position, { step });

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
  const state = spent(before, position, event.usage);
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

function captured(before: RunState, position: number, event: Named<'attempt_captured'>): RunState {
  const lane = workAt(before, position)!.lanes[event.lane]!;
  if (lane.at.step !== 'capturing') return before;
  const { failure, sessionId, slot } = lane.at;
  const { commit: snapshot, changed } = event;
  const state = withLane(before, position, event.lane, {
    step: 'captured',
    snapshot,
    changed,
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

function afterSnapshot(state: RunState, position: number, snapshot: string, changed: number): RunState {
  if (changed === 0 && !state.settings.allowEmpty) {
    return rejected(state, position, snapshot, {
      category: 'no_change',
      message: `phase ${planAt(state, position).id} ended without a change to any file`,
    });
  }
  if (state.settings.checks.length > 0) return withStep(state, position, { step: 'checking', snapshot });
  return afterChecks(state, position, snapshot);
}

const afterChecks = (state: RunState, position: number, snapshot: string): RunState =>
  state.settings.review
    ? withStep(state, position, { step: 'reviewing', snapshot, asked: 0 })
    : accepted(state, position, snapshot);

const accepted = (state: RunState, position: number, snapshot: string): RunState => ({
  ...withStep(state, position, { step: 'accepted', snapshot, checked: null, unchecked: null, tries: 0 }),
  landing: [...state.landing, position],
});

function checked(state: RunState, position: number, { on, results }: Named<'checks_ended'>): RunState {
  const { step } = workAt(state, position)!;
  const passed = results.every((result: CheckResult) => result.passed);
  if (on === 'attempt' && step.step === 'checking') {
    if (passed) return afterChecks(state, position, step.snapshot);
    return rejected(state, position, step.snapshot, checksFailure(results));
  }
  if (on === 'landing' && step.step === 'accepted') {
    if (!passed) return rejected(state, position, step.snapshot, combinedFailure(results));
    return withStep(state, position, { ...step, checked: step.unchecked, unchecked: null });
  }
  return state;
}

function reviewed(before: RunState, position: number, { review, usage }: Named<'review_ended'>): RunState {
  const state = withPhase(spent(before, position, usage), position, { review });
  const snapshot = snapshotOf(state, position)!;
  return review.approved
    ? accepted(state, position, snapshot)
    : rejected(state, position, snapshot, reviewFailure(review));
}

function notReviewed(before: RunState, position: number, event: Named<'review_failed'>): RunState {
  const state = spent(before, position, event.usage);
  const { step } = workAt(state, position)!;
  if (step.step !== 'reviewing') return state;
  const asked = step.asked + 1;
  if (asked < MAX_REVIEWS_WITHOUT_VERDICT) return withStep(state, position, { ...step, asked });
  return rejected(state, position, step.snapshot, noVerdictFailure(event.failure));
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

const rejected = (
  state: RunState,
  position: number,
  snapshot: string | null,
  failure: Failure,
): RunState => ({
  ...withStep(state, position, { step: 'rejected', snapshot, failure }),
  landing: without(state.landing, position),
});

function snapshotOf(state: RunState, position: number): string | null {
  const step = workAt(state, position)?.step;
  return step && 'snapshot' in step ? step.snapshot : null;
}

const spent = (state: RunState, position: number, usage: Usage): RunState => ({
  ...withPhase(state, position, { usage: spend(phaseAt(state, position).usage, usage) }),
  usage: spend(state.usage, usage),
});
