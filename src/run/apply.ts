import { unreachable } from '../base/unreachable.ts';
import { type AttemptFact, applyAttemptFact } from './apply/attempt.ts';
import { withBaselines } from './apply/baselines.ts';
import { applyBudgetEvent } from './apply/budget.ts';
import { applyPlanEvent } from './apply/draft.ts';
import { applyLadderEvent } from './apply/ladder.ts';
import { withNotice } from './apply/notice.ts';
import { applyPhaseEvent } from './apply/phase.ts';
import { beginRun, endedRun, endingRun, faulted, resumedRun, stoppedNow } from './apply/run.ts';
import { noted, rested, spentByRun } from './apply/spend.ts';
import type { RunEvent } from './event.ts';
import type { Failure } from './failure.ts';
import type { LadderEvent } from './ladder-event.ts';
import { isBusy } from './policy/busy.ts';
import { askingAt, positionOf } from './queries.ts';
import type { RunState } from './state.ts';

/** An event with its time, in milliseconds since 1970, as it stands in the journal. */
export interface Entry {
  readonly at: number;
  readonly event: RunEvent;
}

/** The state after an event. Whether the event fits the state is for `accepts` to tell beforehand. */
export function apply(before: RunState | null, { at, event }: Entry): RunState {
  if (event.type === 'run_created') return beginRun(event, at);
  if (!before) throw new Error(`a journal begins with run_created, not with ${event.type}`);
  return withNotice(step(until(before, Math.max(before.now, at), event), event), event);
}

/** Time during which something was done counts. That between a crash and the next process does not. */
function until(before: RunState, now: number, { type }: RunEvent): RunState {
  const spent = now - before.now;
  if (spent === 0 || type === 'run_resumed' || !isBusy(before)) return { ...before, now };
  return { ...before, now, tally: { ...before.tally, busyMs: before.tally.busyMs + spent } };
}

/** The state as a look at the clock finds it while nothing else happens. */
export const seenAt = (state: RunState, now: number): RunState =>
  now <= state.now ? state : apply(state, { at: now, event: { type: 'time_passed', to: now } });

type OfPhase = Parameters<typeof applyPhaseEvent>[1] | LadderEvent | AttemptFact;

function step(state: RunState, event: Exclude<RunEvent, { type: 'run_created' }>): RunState {
  switch (event.type) {
    case 'run_opened':
      return { ...state, head: event.head };
    case 'run_resumed':
      return resumedRun(state);
    case 'run_paused':
    case 'run_waiting':
      return resting(state, event);
    case 'plan_drafted':
    case 'draft_failed':
    case 'plan_rejected':
    case 'plan_approved':
      return applyPlanEvent(state, event);
    case 'run_reviewed':
    case 'run_review_failed':
      return reviewedAsWhole(state, event);
    case 'baseline_ended':
      return withBaselines(state, event.commit, event.results);
    case 'provider_rested':
      return rested(state, event);
    case 'usage_noted':
      return noted(state, positionOf(state, event.phase)!, event);
    case 'budget_warned':
    case 'budget_spent':
      return applyBudgetEvent(state, event);
    case 'notice_sent':
    case 'notice_failed':
      return { ...state, notices: state.notices.filter(({ number }) => number !== event.number) };
    case 'run_ending':
      return endingRun(state, event.status, event.reason);
    case 'run_ended':
      return endedRun(state, event);
    case 'cancel_requested':
      return stoppedNow({ ...state, status: 'running', reason: '' }, 'cancel', 'cancelled by request');
    case 'command_taken':
      return { ...state, commands: Math.max(state.commands, event.number) };
    case 'time_passed':
      // The clock may have been set back while the run was waiting.
      return { ...state, now: Math.max(state.now, event.to) };
    case 'command_refused':
      return state;
    default:
      return stepOfPhase(state, event);
  }
}

/** Everything that concerns one phase. */
function stepOfPhase(state: RunState, event: OfPhase): RunState {
  switch (event.type) {
    case 'phase_started':
    case 'lane_started':
    case 'phase_retry':
    case 'phase_completed':
    case 'phase_failed':
    case 'phase_blocked':
    case 'phase_skipped':
    case 'phase_reset':
    case 'phase_approved':
      return applyPhaseEvent(state, event);
    case 'session_postponed':
    case 'doctor_called':
    case 'doctor_answered':
    case 'doctor_failed':
    case 'doctor_recalled':
    case 'fix_called':
    case 'fix_ended':
    case 'replan_called':
    case 'phase_revised':
    case 'revision_failed':
    case 'phase_stuck':
    case 'phase_escalated':
    case 'help_asked':
    case 'proposal_accepted':
    case 'proposal_refused':
    case 'phase_edited':
      return applyLadderEvent(state, event);
    case 'operation_failed':
      return event.fatal ? faulted(state, event) : applyAttemptFact(state, event);
    case 'workspace_opened':
    case 'session_started':
    case 'subtask_started':
    case 'subtask_completed':
    case 'subtask_failed':
    case 'session_ended':
    case 'attempt_captured':
    case 'lanes_combined':
    case 'lanes_overlap':
    case 'attempt_inspected':
    case 'checks_ended':
    case 'review_ended':
    case 'review_failed':
    case 'evaluation_ended':
    case 'evaluation_failed':
    case 'approval_asked':
    case 'attempt_approved':
    case 'attempt_refused':
    case 'landing_unchecked':
    case 'landing_conflict':
    case 'phase_landed':
      return applyAttemptFact(state, event);
    default:
      return unreachable(event);
  }
}

function reviewedAsWhole(
  state: RunState,
  event: Extract<RunEvent, { type: 'run_reviewed' | 'run_review_failed' }>,
): RunState {
  const final =
    event.type === 'run_reviewed'
      ? { ...state.final, review: event.review }
      : notReviewedYet(state, event.failure);
  return { ...spentByRun(state, 'reviewer', event), final };
}

/** Whoever says when it can be asked again is asked again then, up to a limit. */
function notReviewedYet({ final, now, settings }: RunState, { retryAt }: Failure): RunState['final'] {
  const isPostponed = retryAt !== undefined && retryAt > now && final.waits < settings.limits.quotaWaits;
  return isPostponed ? { ...final, waits: final.waits + 1 } : { ...final, asked: final.asked + 1 };
}

function resting(
  state: RunState,
  event: Extract<RunEvent, { type: 'run_paused' | 'run_waiting' }>,
): RunState {
  if (event.type === 'run_paused') return { ...state, status: 'paused', reason: event.reason };
  return { ...state, status: 'waiting', reason: waitingFor(state, event.phases) };
}

function waitingFor(state: RunState, phases: readonly string[]): string {
  const needs = phases.flatMap(phase => {
    const step = askingAt(state, positionOf(state, phase)!);
    return step ? [`phase ${phase}: ${step.need}`] : [];
  });
  const others = phases.filter(phase => !askingAt(state, positionOf(state, phase)!));
  if (phases.length === 0) return 'waits for approval of the plan';
  const approvals = others.length > 0 ? [`waits for approval of ${others.join(', ')}`] : [];
  return [...approvals, ...needs].join('; ');
}
