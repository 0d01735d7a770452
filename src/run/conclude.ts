import { elements } from '../base/chunked.ts';
import type { Budget, EndStatus, RunEvent } from './event.ts';
import { type Failure, isInfra } from './failure.ts';
import {
  freeSlot,
  goesOn,
  heldAt,
  isDone,
  isGated,
  MAX_WITHOUT_VERDICT,
  owesReview,
  phaseAt,
  planAt,
  workAt,
} from './queries.ts';
import type { Draft, RunState } from './state.ts';
import { reviewFailure } from './verdict.ts';

/**
 * The decisions that follow from the state by rule alone, to be recorded before anything is done about them. Empty
 * where nothing follows. Applying them may lead to further ones.
 */
export function conclude(state: RunState): readonly RunEvent[] {
  if (state.status !== 'running' || state.ending) return [];
  if (state.draft && goesOn(state)) return aboutDraft(state, state.draft);
  if (state.toBlock.length > 0) return blocked(state);
  const verdict = firstOf(state.active, position => verdictOn(state, position));
  if (verdict) return [verdict];
  if (!goesOn(state)) return stopped(state);
  if (state.head === null) return [];
  const start = nextLane(state) ?? nextRetry(state, state.head) ?? nextPhase(state, state.head);
  if (start) return [start];
  // A retry that is due and finds no slot waits for whoever holds them.
  const isIdle =
    state.retrying.every(position => isDue(state, position)) &&
    state.active.every(position => heldAt(state, position));
  return isIdle ? atRest(state) : [];
}

/** Sessions of an architect in a row that may come to nothing. */
const MAX_DRAFTS = 3;

function aboutDraft({ settings, head }: RunState, { step, tries, plan, text, problems }: Draft): RunEvent[] {
  if (head === null) return [];
  if (step === 'ready' && plan) {
    if (settings.approve === 'never') return [{ type: 'plan_approved', text, plan }];
    return [{ type: 'run_waiting', phases: [] }];
  }
  if (tries < MAX_DRAFTS) return [];
  const reason = `after ${tries} sessions there is no plan that can be carried out: ${problems[0] ?? ''}`;
  return [{ type: 'run_ending', status: 'halted', reason }];
}

const blocked = (state: RunState): RunEvent[] => {
  const seen = new Set<number>();
  return state.toBlock.flatMap(({ phase, by }) => {
    if (seen.has(phase)) return [];
    seen.add(phase);
    return [{ type: 'phase_blocked', phase: planAt(state, phase).id, by: planAt(state, by).id } as const];
  });
};

function verdictOn(state: RunState, position: number): RunEvent | null {
  const { step } = workAt(state, position)!;
  const { attempt } = phaseAt(state, position);
  const { id: phase } = planAt(state, position);
  if (step.step === 'landed') return { type: 'phase_completed', phase, attempt, commit: step.commit };
  if (step.step === 'held' && !step.asked) {
    return { type: 'approval_asked', phase, attempt, reasons: step.reasons };
  }
  return step.step === 'rejected' ? afterFailure(state, position, step.failure) : null;
}

/** Another attempt if the budget that the failure falls under allows one. */
function afterFailure(state: RunState, position: number, failure: Failure): RunEvent {
  const { attempt, spent, before } = phaseAt(state, position);
  const { id: phase } = planAt(state, position);
  const { settings } = state;
  const spends = budgetOf(failure);
  const used = spent[spends] - before[spends] + 1;
  const allowed = {
    attempts: settings.maxAttempts - 1,
    landings: settings.limits.landingRetries,
    infra: settings.limits.infraRetries,
  }[spends];
  if (used > allowed) return { type: 'phase_failed', phase, attempt, failure, spends };
  const notBefore = spends === 'infra' ? state.now + backoff(settings.limits.backoffMs, used) : null;
  return { type: 'phase_retry', phase, attempt, failure, spends, notBefore };
}

const budgetOf = (failure: Failure): Budget => {
  if (isInfra(failure)) return 'infra';
  return failure.category === 'landing_conflict' ? 'landings' : 'attempts';
};

const MAX_BACKOFF_MS = 60_000;
const backoff = (firstMs: number, times: number): number =>
  Math.min(firstMs * 2 ** (times - 1), MAX_BACKOFF_MS);

const COMPLETED: RunEvent = { type: 'run_ending', status: 'completed', reason: '' };

/** All phases are through. Where the whole is reviewed, that decides; it cannot be sent back, only be told. */
function allDone(state: RunState): RunEvent[] {
  const { asked, review } = state.final;
  if (review && !review.approved) {
    const reason = `the review of the whole asks for changes: ${reviewFailure(review).message}`;
    return [{ type: 'run_ending', status: 'halted', reason }];
  }
  if (!owesReview(state)) return [COMPLETED];
  if (asked < MAX_WITHOUT_VERDICT) return [];
  return [{ type: 'run_ending', status: 'halted', reason: 'the review of the whole gave no verdict' }];
}

/** Nothing begins any more. What is accepted still lands, then the run is over. */
function stopped(state: RunState): RunEvent[] {
  const { stop, landing, head } = state;
  if (!stop || landing.length > 0) return [];
  if (stop.mode === 'cancel') return [{ type: 'run_ending', status: 'cancelled', reason: stop.reason }];
  // A person may have left out what the run stopped for.
  const isWell = !owesReview(state) && state.final.review?.approved !== false;
  if (head !== null && !state.draft && isDone(state) && isWell) return [COMPLETED];
  return [{ type: 'run_ending', status: 'halted', reason: stop.reason }];
}

/** A lane that waits for a workspace comes before new phases: its attempt holds back others already. */
function nextLane(state: RunState): RunEvent | null {
  return firstOf(state.active, position => {
    const { lanes, step } = workAt(state, position)!;
    if (step.step !== 'lanes') return null;
    const lane = lanes.findIndex(({ at }) => at.step === 'waiting');
    const hasFailed = lanes.some(({ at }) => 'failure' in at && at.failure);
    const slot = lane < 0 || hasFailed ? null : freeSlot(state);
    if (slot === null) return null;
    const { id: phase } = planAt(state, position);
    return { type: 'lane_started', phase, attempt: phaseAt(state, position).attempt, lane, slot };
  });
}

function nextRetry(state: RunState, head: string): RunEvent | null {
  return firstOf(state.retrying, position => {
    const { last } = phaseAt(state, position);
    if (!isDue(state, position)) return null;
    const slot = freeSlot(state, last?.slot ?? null);
    return slot === null ? null : start(state, position, slot, head);
  });
}

function isDue(state: RunState, position: number): boolean {
  const { standing } = phaseAt(state, position);
  return standing.status === 'retrying' && (standing.notBefore ?? 0) <= state.now;
}

function nextPhase(state: RunState, head: string): RunEvent | null {
  const isNextTurn =
    state.settings.schedule !== 'serial' || state.active.length + state.retrying.length === 0;
  if (state.stop || !isNextTurn) return null;
  const position = state.ready.find(
    candidate => isOffered(state, candidate) && isPermitted(state, candidate),
  );
  if (position === undefined) return null;
  const slot = freeSlot(state);
  return slot === null ? null : start(state, position, slot, head);
}

/** Whether the barrier lets the phase start. */
const isOffered = ({ shape, group }: RunState, position: number): boolean =>
  shape.groups === null || shape.groupOf[position] === group;

const isPermitted = (state: RunState, position: number): boolean =>
  !isGated(state, position) || phaseAt(state, position).approved;

/**
 * An attempt begins at the run's head. The next one begins where the failed one began, so that the two can be compared;
 * at the head again where the failed one did not fit there, or where a person gave a new allowance. With `continue` it
 * takes the failed attempt's files over, and its session as long as the workspace is the same.
 */
export function start(
  state: RunState,
  position: number,
  slot: number,
  head: string,
): Extract<RunEvent, { type: 'phase_started' }> {
  const { attempt, last, spent, before } = phaseAt(state, position);
  const { id: phase } = planAt(state, position);
  const isNew =
    spent.attempts + spent.landings + spent.infra === before.attempts + before.landings + before.infra;
  const isFresh = isNew || last === null || last.failure.category === 'landing_conflict';
  const goesOnFrom =
    !isFresh && state.settings.onReject === 'continue' && state.settings.session === 'phase' ? last : null;
  return {
    type: 'phase_started',
    phase,
    attempt: attempt + 1,
    base: isFresh ? head : last.base,
    slot,
    contents: goesOnFrom?.snapshot ?? null,
    continues: goesOnFrom && goesOnFrom.slot === slot ? goesOnFrom.sessionId : null,
  };
}

/** Nothing is under way and nothing can start: the run is over, or waits for a person. */
function atRest(state: RunState): RunEvent[] {
  if (isDone(state)) return allDone(state);
  const gated = state.stop
    ? []
    : state.ready.filter(position => isOffered(state, position) && !isPermitted(state, position));
  const waiting = [...state.active, ...gated].sort((a, b) => a - b);
  if (waiting.length > 0) {
    return [{ type: 'run_waiting', phases: waiting.map(position => planAt(state, position).id) }];
  }
  const failed = elements(state.phases).flatMap(({ standing }, position) =>
    standing.status === 'failed' ? [planAt(state, position).id] : [],
  );
  const status: EndStatus = state.settings.onFailure === 'continue' ? 'failed' : 'halted';
  return [{ type: 'run_ending', status, reason: `failed: ${failed.join(', ')}` }];
}

function firstOf<T>(positions: readonly number[], find: (position: number) => T | null): T | null {
  for (const position of positions) {
    const found = find(position);
    if (found !== null) return found;
  }
  return null;
}
