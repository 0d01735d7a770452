import { elements } from '../base/chunked.ts';
import type { EndStatus, RunEvent } from './event.ts';
import { follow } from './ladder/advice.ts';
import { climb, helpFor, retry } from './ladder/climb.ts';
import { proposalWords } from './ladder/help.ts';
import { postpone } from './ladder/postpone.ts';
import { situationOf } from './ladder/situation.ts';
import { aboutBudgets, isAffordable, spentFor } from './policy/admission.ts';
import { aboutProviders } from './policy/providers.ts';
import { chooseWorker } from './policy/worker.ts';
import {
  freeSlot,
  goesOn,
  isAsleep,
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
  if (state.toBlock.length > 0) return blocked(state);
  const rest = aboutProviders(state);
  if (rest) return [rest];
  if (state.draft && goesOn(state)) return aboutDraft(state, state.draft);
  const budget = aboutBudgets(state);
  if (budget) return [budget];
  const verdict = firstOf(state.active, position => verdictOn(state, position));
  if (verdict) return [verdict];
  if (!goesOn(state)) return stopped(state);
  if (state.head === null) return [];
  const start = nextLane(state) ?? nextAttempt(state, state.head);
  if (start) return [start];
  // A retry that is due and finds no slot waits for whoever holds them.
  const isIdle =
    state.retrying.every(position => isDue(state, position)) &&
    state.active.every(position => isAsleep(state, position)) &&
    !waitsForProvider(state);
  return isIdle ? atRest(state) : [];
}

/** Whether a phase could begin if a provider did not rest. */
const waitsForProvider = (state: RunState): boolean =>
  [...state.retrying, ...startable(state)].some(position => !isServed(state, position));

/** Whether somebody can be asked to develop the phase. */
const isServed = (state: RunState, position: number): boolean =>
  'worker' in chooseWorker(state, 'developer', phaseAt(state, position).level, planAt(state, position).id);

/** Sessions of an architect in a row that may come to nothing. */
const MAX_DRAFTS = 3;

function aboutDraft(state: RunState, draft: Draft): RunEvent[] {
  const { step, tries, plan, text, problems, unanswered } = draft;
  const { settings, origin, head } = state;
  if (head === null) return [];
  if (step === 'ready' && plan) {
    if (settings.approve === 'never' || origin.isPlanApproved) return [{ type: 'plan_approved', text, plan }];
    return [{ type: 'run_waiting', phases: [] }];
  }
  if (tries < MAX_DRAFTS) return spentFor(state, 'architect');
  const reason = `after ${tries} sessions there is no plan that can be carried out: ${unanswered ?? problems[0] ?? ''}`;
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
  switch (step.step) {
    case 'rejected':
      return climb(state, position, step);
    case 'advised':
      return follow(state, position, step);
    case 'revised':
      return retry(situationOf(state, position, step.failure), step.rule);
    case 'asking':
      if (step.told || !step.proposal) return null;
      return helpFor(
        situationOf(state, position, step.failure),
        proposalWords(phase, step.proposal),
        'scope.reduce',
      );
    case 'reviewing':
    case 'evaluating':
    case 'consulting':
    case 'replanning':
      return step.trouble && postpone(state, position, step.trouble);
    default:
      return null;
  }
}

const COMPLETED: RunEvent = { type: 'run_ending', status: 'completed', reason: '' };

/** All phases are through. Where the whole is reviewed, that decides; it cannot be sent back, only be told. */
function allDone(state: RunState): RunEvent[] {
  const { asked, review } = state.final;
  if (review && !review.approved) {
    const reason = `the review of the whole asks for changes: ${reviewFailure(review).message}`;
    return [{ type: 'run_ending', status: 'halted', reason }];
  }
  if (!owesReview(state)) return [COMPLETED];
  if (asked < MAX_WITHOUT_VERDICT) return spentFor(state, 'reviewer');
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

const nextAttempt = (state: RunState, head: string): RunEvent | null =>
  isAffordable(state) ? (nextRetry(state, head) ?? nextPhase(state, head)) : null;

function nextRetry(state: RunState, head: string): RunEvent | null {
  return firstOf(state.retrying, position => {
    const { last } = phaseAt(state, position);
    if (!isDue(state, position) || !isServed(state, position)) return null;
    const slot = freeSlot(state, last?.slot ?? null);
    return slot === null ? null : start(state, position, slot, head);
  });
}

function isDue(state: RunState, position: number): boolean {
  const { standing } = phaseAt(state, position);
  return standing.status === 'retrying' && (standing.notBefore ?? 0) <= state.now;
}

function nextPhase(state: RunState, head: string): RunEvent | null {
  const position = startable(state).find(candidate => isServed(state, candidate));
  if (position === undefined) return null;
  const slot = freeSlot(state);
  return slot === null ? null : start(state, position, slot, head);
}

/** The phases whose turn it is, the most urgent first. */
function startable(state: RunState): readonly number[] {
  const isNextTurn =
    state.settings.schedule !== 'serial' || state.active.length + state.retrying.length === 0;
  if (state.stop || !isNextTurn) return [];
  return state.ready.filter(candidate => isOffered(state, candidate) && isPermitted(state, candidate));
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
  const { attempt, last, startsAnew } = phaseAt(state, position);
  const { id: phase } = planAt(state, position);
  const isFresh = startsAnew || last === null || last.failure.category === 'landing_conflict';
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
