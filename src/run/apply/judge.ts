import type { Comment, Decision, Review } from '../answer.ts';
import type { CheckResult } from '../event.ts';
import { type Failure, isPassing } from '../failure.ts';
import { gateFailure } from '../gates/words.ts';
import type { Finding } from '../gates.ts';
import { situationOf, waitingRoom } from '../ladder/situation.ts';
import { approvedAt, MAX_WITHOUT_VERDICT, phaseAt, planAt, workAt } from '../queries.ts';
import type { Changed, Deferred, RunState } from '../state.ts';
import type { Step, Waiting } from '../step.ts';
import {
  APPROVED_ANYWAY,
  checksFailure,
  combinedFailure,
  combinedReview,
  decided,
  noChangeFailure,
  noVerdictFailure,
  reviewFailure,
} from '../verdict.ts';
import type { Named } from './attempt.ts';
import { withWork } from './lane.ts';
import { going, timed, untimed, without, withPhase } from './settle.ts';
import { spent } from './spend.ts';

/** What is found about the work of an attempt, from its snapshot to its acceptance. */

export function afterSnapshot(
  state: RunState,
  position: number,
  snapshot: string,
  changed: number,
): RunState {
  if (changed === 0 && !mayBeEmpty(state, position)) {
    return rejected(state, position, snapshot, noChangeFailure(planAt(state, position).id));
  }
  return withStep(state, position, { step: 'inspecting', snapshot });
}

/** By the word of the settings or of a person: an agent that describes the phase anew allows nothing. */
const mayBeEmpty = (state: RunState, position: number): boolean =>
  state.settings.allowEmpty || approvedAt(state, position).allowEmpty === true;

export function inspected(before: RunState, position: number, event: Named<'attempt_inspected'>): RunState {
  const { files, changed, added, deleted, tier, findings } = event;
  const state = withPhase(before, position, {
    change: { files, changed, added, deleted, tier, findings },
    checks: [],
    review: null,
    evaluation: null,
  });
  const snapshot = snapshotOf(state, position)!;
  const failure = gateFailure(findings);
  if (failure) return rejected(state, position, snapshot, failure);
  if (state.settings.checks.length > 0) return withStep(state, position, { step: 'checking', snapshot });
  return afterChecks(state, position, snapshot);
}

const afterChecks = (state: RunState, position: number, snapshot: string): RunState =>
  state.settings.review.when === 'phase'
    ? withStep(state, position, { step: 'reviewing', snapshot, asked: 0, votes: [], ...NOT_WAITING })
    : afterApproval(state, position, snapshot);

export function checked(before: RunState, position: number, event: Named<'checks_ended'>): RunState {
  const { on, results, findings = [] } = event;
  const { change } = phaseAt(before, position);
  const found = change === null || findings.length === 0 ? {} : { change: withFindings(change, findings) };
  const state = withPhase(before, position, { checks: results, ...found });
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

const withFindings = (change: Changed, findings: readonly Finding[]): Changed => ({
  ...change,
  findings: [...change.findings, ...findings],
});

export function reviewed(before: RunState, position: number, event: Named<'review_ended'>): RunState {
  const state = spent(before, position, 'reviewer', 0, event);
  const { step } = workAt(state, position)!;
  if (step.step !== 'reviewing') return state;
  const votes = [...step.votes, event.review];
  const seats = phaseAt(state, position).change?.tier === 'panel' ? state.settings.review.seats : 1;
  const review = combinedReview(votes, seats);
  if (!review) return withStep(state, position, { ...step, asked: 0, votes, ...NOT_WAITING });
  return afterReview(withPhase(state, position, { review }), position, step.snapshot, review);
}

/** An approval that objects to something serious contradicts itself: that, too, is for the evaluator to sort. */
function afterReview(state: RunState, position: number, snapshot: string, review: Review): RunState {
  const { approved, comments } = review;
  const isDoubtful = comments.some(({ severity }) => severity === 'major' || severity === 'critical');
  if (state.settings.evaluate && comments.length > 0 && (!approved || isDoubtful)) {
    return withStep(state, position, { step: 'evaluating', snapshot, asked: 0, ...NOT_WAITING });
  }
  if (!approved) return rejected(state, position, snapshot, reviewFailure(review));
  const noted = withDeferred(state, position, comments, () => APPROVED_ANYWAY);
  return afterApproval(noted, position, snapshot);
}

export function notReviewed(before: RunState, position: number, event: Named<'review_failed'>): RunState {
  const state = spent(before, position, 'reviewer', 0, event);
  const { step } = workAt(state, position)!;
  if (step.step !== 'reviewing') return state;
  if (mayWait(state, position, event.failure))
    return withStep(state, position, inTrouble(step, event.failure));
  const asked = step.asked + 1;
  if (asked < MAX_WITHOUT_VERDICT) return withStep(state, position, { ...step, asked });
  return rejected(state, position, step.snapshot, noVerdictFailure('reviewer', event.failure));
}

export function evaluated(before: RunState, position: number, event: Named<'evaluation_ended'>): RunState {
  const { review } = phaseAt(before, position);
  const snapshot = snapshotOf(before, position);
  if (!review || snapshot === null) return before;
  const evaluation = decided(review, event.decisions);
  const state = withDeferred(
    withPhase(spent(before, position, 'evaluator', 0, event), position, { evaluation }),
    position,
    commentsOf(review, evaluation, 'DEFER'),
    comment => evaluation[review.comments.indexOf(comment)]!.reason,
  );
  const wanted = commentsOf(review, evaluation, 'IMPLEMENT');
  if (wanted.length === 0) return afterApproval(state, position, snapshot);
  return rejected(state, position, snapshot, reviewFailure({ ...review, comments: wanted }));
}

const commentsOf = (
  { comments }: Review,
  evaluation: readonly Decision[],
  decision: Decision['decision'],
): Comment[] => comments.filter((_, index) => evaluation[index]!.decision === decision);

export function notEvaluated(
  before: RunState,
  position: number,
  event: Named<'evaluation_failed'>,
): RunState {
  const state = spent(before, position, 'evaluator', 0, event);
  const { step } = workAt(state, position)!;
  if (step.step !== 'evaluating') return state;
  if (mayWait(state, position, event.failure))
    return withStep(state, position, inTrouble(step, event.failure));
  const asked = step.asked + 1;
  if (asked < MAX_WITHOUT_VERDICT) return withStep(state, position, { ...step, asked });
  return rejected(state, position, step.snapshot, noVerdictFailure('evaluator', event.failure));
}

/** Good work lands, unless something about it is for a person to decide. */
function afterApproval(state: RunState, position: number, snapshot: string): RunState {
  const { change } = phaseAt(state, position);
  const asks = (change?.findings ?? []).filter(({ severity }) => severity === 'ask');
  const reasons = [
    ...asks.map(({ message }) => message),
    ...(state.settings.approve === 'landing' ? ['every phase waits for a person before it lands'] : []),
  ];
  if (reasons.length === 0) return accepted(state, position, snapshot);
  return withStep(state, position, { step: 'held', snapshot, reasons, asked: false });
}

/** A person was asked, and answers. */
export function answered(
  state: RunState,
  position: number,
  event: Named<'approval_asked' | 'attempt_approved' | 'attempt_refused'>,
): RunState {
  const { step } = workAt(state, position)!;
  if (step.step !== 'held') return state;
  if (event.type === 'approval_asked') {
    return withStep(untimed(state, position), position, { ...step, asked: true });
  }
  const next = timed(going(state), position);
  if (event.type === 'attempt_approved') return accepted(next, position, step.snapshot);
  const message = `a person sent it back: ${event.message}`;
  return rejected(next, position, step.snapshot, { category: 'review', message, byPerson: true });
}

const accepted = (state: RunState, position: number, snapshot: string): RunState => ({
  ...withStep(state, position, { step: 'accepted', snapshot, checked: null, unchecked: null, tries: 0 }),
  landing: [...state.landing, position],
});

export const NOT_WAITING: Waiting = { failures: 0, trouble: null, notBefore: null };

/** Whether it is worth while to wait for somebody who could not be asked. */
export function mayWait(state: RunState, position: number, failure: Failure): boolean {
  if (!isPassing(failure)) return false;
  const { used, allowed } = waitingRoom(situationOf(state, position, failure));
  return used < allowed;
}

export const inTrouble = <T extends Step & Waiting>(step: T, failure: Failure): T => ({
  ...step,
  failures: step.failures + 1,
  trouble: failure,
});

export const rejected = (
  state: RunState,
  position: number,
  snapshot: string | null,
  failure: Failure,
): RunState => ({
  ...withStep(state, position, { step: 'rejected', snapshot, failure, tried: [], stuck: null }),
  landing: without(state.landing, position),
});

/** Keeps what is put off for the report; what was asked for before is not told twice. */
function withDeferred(
  state: RunState,
  position: number,
  comments: readonly Comment[],
  reasonFor: (comment: Comment) => string,
): RunState {
  const { deferred, attempt } = phaseAt(state, position);
  const known = new Set(deferred.map(({ comment }) => `${comment.file}\n${comment.message}`));
  const added = comments
    .filter(comment => !known.has(`${comment.file}\n${comment.message}`))
    .map((comment): Deferred => ({ attempt, comment, reason: reasonFor(comment) }));
  return added.length === 0 ? state : withPhase(state, position, { deferred: [...deferred, ...added] });
}

export const withStep = (state: RunState, position: number, step: Step): RunState =>
  withWork(state, position, { step });

export function snapshotOf(state: RunState, position: number): string | null {
  const step = workAt(state, position)?.step;
  return step && 'snapshot' in step ? step.snapshot : null;
}
