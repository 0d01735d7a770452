import type { Phase } from '../../src/plan/model.ts';
import type { Advice } from '../../src/run/answer.ts';
import type { RunEvent } from '../../src/run/event.ts';
import { type Failure, isInfra } from '../../src/run/failure.ts';
import type { Budget } from '../../src/run/ladder-event.ts';
import type { RunBudget } from '../../src/run/state.ts';
import { isHasty } from './ladder-rules.ts';
import type { Model, PhaseModel } from './model.ts';

/** The part of the second account that is about attempts which failed: what was tried about them, and what that used. */
export interface LadderModel {
  /** What the last fact that speaks against the attempt says. */
  cause: Cause;
  /** What failed in each lane. */
  readonly lanes: Map<number, Failure>;
  /** Why whoever is to judge it, or to help, could not be asked, where that was the last that happened. */
  unheard: Failure | null;
  /** The last thing that was done about it; null as long as nothing was. */
  rung: RunEvent | null;
  readonly tried: Set<'doctor' | 'replan' | 'reduce' | 'fix'>;
  /** What the doctor said, as long as nothing else was tried since. */
  advice: Advice | null;
  proposal: Phase | null;
}

export interface Cause {
  readonly category: Failure['category'];
  readonly question?: string;
}

export const untouched = (): LadderModel => ({
  cause: { category: 'checks' },
  lanes: new Map(),
  unheard: null,
  rung: null,
  tried: new Set(),
  advice: null,
  proposal: null,
});

/** Whether the attempt failed and something is done about that. */
export const isInTrouble = ({ ladder, status }: PhaseModel): boolean =>
  status === 'running' && ladder.rung !== null;

/** Whether the phase waits for a person's help. */
export const isAsking = ({ ladder, status }: PhaseModel): boolean =>
  status === 'running' && ladder.rung?.type === 'help_asked';

export function budgetOf({ category }: Cause): Budget {
  if (category === 'infra.quota') return 'quota';
  if (category.startsWith('infra.')) return 'infra';
  return category === 'landing_conflict' ? 'landings' : 'attempts';
}

const count = (phase: PhaseModel, budget: Budget): void => {
  phase.spent = { ...phase.spent, [budget]: phase.spent[budget] + 1 };
};

const countInRun = ({ used }: Model, budget: RunBudget): void => {
  used[budget] += 1;
};

/** What a fact says against the attempt; null where nothing. */
function causeIn(event: RunEvent, { lanes }: LadderModel): Cause | null {
  switch (event.type) {
    case 'session_ended': {
      if (event.failure) lanes.set(event.lane, event.failure);
      const failures = [...lanes].sort(([a], [b]) => a - b).map(([, failure]) => failure);
      return failures.find(failure => !isInfra(failure)) ?? failures[0] ?? null;
    }
    case 'lanes_overlap':
    case 'attempt_inspected':
    case 'review_ended':
    case 'evaluation_ended':
    case 'attempt_refused':
      return { category: 'review' };
    case 'attempt_captured':
    case 'lanes_combined':
      return event.changed === 0 && lanes.size === 0 ? { category: 'no_change' } : null;
    case 'checks_ended':
      return { category: event.on === 'attempt' ? 'checks' : 'landing_conflict' };
    case 'review_failed':
    case 'evaluation_failed':
      return isInfra(event.failure) ? event.failure : { category: 'infra.crash' };
    case 'landing_conflict':
      return { category: 'landing_conflict' };
    case 'operation_failed':
      return event.failure;
    case 'budget_spent':
      return { category: 'budget' };
    default:
      return null;
  }
}

/** Somebody could not be asked, or gave no answer. */
const UNASKED: readonly RunEvent['type'][] = [
  'review_failed',
  'evaluation_failed',
  'doctor_failed',
  'revision_failed',
];

/** What comes of an event for a phase that is under way. */
export function followLadder(model: Model, phase: PhaseModel, event: RunEvent): void {
  const { ladder } = phase;
  ladder.cause = causeIn(event, ladder) ?? ladder.cause;
  if (UNASKED.includes(event.type) && 'failure' in event) ladder.unheard = event.failure;
  else if (event.type !== 'budget_warned') ladder.unheard = null;
  switch (event.type) {
    case 'session_ended':
      phase.isSaidDone = event.report?.status === 'completed';
      break;
    case 'session_postponed':
      count(phase, event.spends);
      break;
    case 'doctor_called':
      if (ladder.advice) count(phase, 'strongAgain');
      count(phase, 'doctor');
      countInRun(model, 'doctor');
      if (event.strength === 'strong') countInRun(model, 'strong');
      if (event.infra) countInRun(model, 'infraDoctor');
      ladder.tried.add('doctor');
      phase.questions.add(event.question);
      reach(ladder, event);
      break;
    case 'doctor_answered':
    case 'doctor_recalled':
      ladder.tried.add('doctor');
      if (event.type === 'doctor_recalled') phase.questions.add(event.question);
      else model.answers.set([...phase.questions].at(-1)!, { phase: phase.id, advice: event.advice });
      reach(ladder, event);
      ladder.advice = event.advice;
      break;
    case 'doctor_failed':
      // Who can be asked later is waited for.
      if (!isHasty(model, phase)) reach(ladder, event);
      break;
    case 'fix_ended':
    case 'revision_failed':
    case 'proposal_refused':
    case 'phase_stuck':
      if (event.type === 'phase_stuck') count(phase, 'rounds');
      if (event.type === 'proposal_refused') ladder.tried.add('reduce');
      reach(ladder, event);
      break;
    case 'fix_called':
      count(phase, 'fixes');
      ladder.tried.add('fix');
      reach(ladder, event);
      break;
    case 'replan_called':
      if (event.purpose === 'revise') count(phase, 'revisions');
      if (event.purpose === 'revise') countInRun(model, 'replans');
      ladder.tried.add(event.purpose === 'revise' ? 'replan' : 'reduce');
      phase.intent ??= event.intent;
      phase.revision = event.revision;
      phase.purpose = event.purpose;
      reach(ladder, event);
      break;
    case 'phase_revised':
      if (phase.purpose === 'revise') phase.plan = event.plan;
      else ladder.proposal = event.plan;
      reach(ladder, event);
      break;
    case 'proposal_accepted':
      phase.plan = ladder.proposal ?? phase.plan;
      reach(ladder, event);
      break;
    case 'phase_escalated':
      count(phase, 'escalations');
      phase.level = event.level;
      reach(ladder, event);
      break;
    case 'help_asked':
      reach(ladder, event);
      break;
  }
}

function reach(ladder: LadderModel, event: RunEvent): void {
  ladder.rung = event;
  ladder.advice = null;
}

/** What is noted of an attempt that has failed and about which nothing more is done. */
export function lose(phase: PhaseModel, failure: Cause): void {
  count(phase, budgetOf(failure));
  if (!failure.category.startsWith('infra.')) {
    phase.setbacks += 1;
    phase.empties = failure.category === 'no_change' ? phase.empties + 1 : 0;
  }
  phase.failures += 1;
  phase.last = { category: failure.category, base: phase.base };
}
