import { unreachable } from '../../base/unreachable.ts';
import type { RunEvent } from '../event.ts';
import { type Failure, isInfra } from '../failure.ts';
import type { Purpose } from '../ladder-event.ts';
import { backoff } from '../policy/backoff.ts';
import { phaseAccount } from '../policy/budget.ts';
import { complicationOf, isDoctorDue, isReusable, questionOf, strengthFor } from '../policy/doctor.ts';
import { intentOf } from '../policy/intent.ts';
import { flawIn, isSame } from '../policy/replan.ts';
import { decideStuck, type StuckDecision } from '../policy/stuck.ts';
import type { Rule, Why } from '../policy/why.ts';
import { providerOf } from '../policy/worker.ts';
import type { RunState } from '../state.ts';
import type { Trouble } from '../step.ts';
import { helpWords } from './help.ts';
import {
  budgetLeft,
  budgetOf,
  callsOf,
  failuresOf,
  isEmptyAgain,
  mayEscalate,
  mayReduce,
  mayReplan,
  type Situation,
  situationOf,
  waitingRoom,
} from './situation.ts';

/**
 * What is done about an attempt that failed: the first rung that applies and is not used up. Waiting comes first, then
 * another attempt, the doctor, another description, and when all that is spent what `policy/stuck.ts` decides.
 */
export function climb(state: RunState, position: number, trouble: Trouble): RunEvent {
  const situation = situationOf(state, position, trouble.failure);
  const { failure } = trouble;
  if (trouble.stuck !== null) return afterStuck(situation, trouble.stuck, trouble.tried);
  if (failure.category === 'budget' || isOverdrawn(situation)) return failed(situation, 'budget.phase');
  if (isInfra(failure)) return onInfra(situation, trouble);
  if (failure.category === 'landing_conflict' && isLandingLeft(situation)) {
    return retry(situation, 'retry.landing', landingFacts(situation));
  }
  if (!state.settings.recovery.enabled) return withoutRecovery(situation);
  if (failure.question !== undefined || isEmptyAgain(situation)) return stuck(situation, trouble);
  // What a person asks for is done, and not judged by a doctor first.
  const asPersonSays = failure.byPerson ? onAttempts(situation) : null;
  return (
    asPersonSays ??
    onFlaw(situation, trouble) ??
    onDoctor(situation, trouble) ??
    onAttempts(situation) ??
    stuck(situation, trouble)
  );
}

/** Waiting, and at once a doctor; a person where neither helps. */
function onInfra(situation: Situation, trouble: Trouble): RunEvent {
  const { used, allowed, rule } = waitingRoom(situation);
  const facts = { used, allowed };
  const isExhausted = used >= allowed;
  if (situation.state.settings.recovery.enabled) {
    const doctor = onDoctor(situation, trouble);
    if (doctor) return doctor;
    if (isExhausted || isShutOut(situation)) return stuck(situation, trouble);
  }
  if (isExhausted) return failed(situation, 'infra.exhausted', facts);
  return retry(situation, rule, facts);
}

/** Whether nobody but a person can get the agent in again: there is no other provider to go to. */
const isShutOut = ({ state, phase, failure }: Situation): boolean =>
  failure.category === 'infra.auth' && (!phase.by || !providerOf(state, phase.by.provider).isGone);

const isLandingLeft = ({ state, used }: Situation): boolean =>
  used.landings < state.settings.limits.landingRetries;

const landingFacts = ({ state, used }: Situation): Why['facts'] => ({
  used: used.landings,
  allowed: state.settings.limits.landingRetries,
});

function withoutRecovery(situation: Situation): RunEvent {
  if (situation.failure.category === 'landing_conflict') {
    return failed(situation, 'retry.landing_exhausted', landingFacts(situation));
  }
  return onAttempts(situation) ?? failed(situation, 'retry.exhausted', attemptFacts(situation));
}

const attemptFacts = ({ state, used }: Situation): Why['facts'] => ({
  attempt: used.attempts + 1,
  allowed: state.settings.maxAttempts,
});

function onAttempts(situation: Situation): RunEvent | null {
  const { state, used, failure } = situation;
  const isLeft = used.attempts + 1 < state.settings.maxAttempts;
  if (!isLeft || failure.category === 'landing_conflict') return null;
  return retry(situation, 'retry.attempts', attemptFacts(situation));
}

/** Another description where the approach is at fault; for the same failure again only after a doctor had a look at it. */
function onFlaw(situation: Situation, { tried }: Trouble): RunEvent | null {
  const { state, failure } = situation;
  const flaw = flawIn(failuresOf(situation), state.settings.recovery);
  if (!flaw || tried.includes('replan') || !mayReplan(situation)) return null;
  if (flaw.rule === 'replan.same' && isDoctorNext(situation, tried)) return null;
  return replan(situation, 'revise', flaw.rule, { category: failure.category, same: flaw.same });
}

function isDoctorNext(situation: Situation, tried: Trouble['tried']): boolean {
  const { state, phase, failure } = situation;
  const { doctor, similarity } = state.settings.recovery;
  const wasAsked = phase.consultations.some(
    visit => visit.attempt > phase.begunAfter && isSame(visit.failure, failure, similarity),
  );
  return (
    !wasAsked &&
    !tried.includes('doctor') &&
    isDoctorDue(failure, failuresOf(situation).length, callsOf(situation), doctor)
  );
}

/** The doctor, or what one has said about the same question elsewhere. */
function onDoctor(situation: Situation, { tried }: Trouble): RunEvent | null {
  const { state, phase, failure, name } = situation;
  const { recovery } = state.settings;
  const failures = failuresOf(situation).length;
  if (tried.includes('doctor') || !recovery.doctor.enabled) return null;
  const question = questionOf(failure);
  const known = Object.hasOwn(state.answers, question) ? state.answers[question]! : null;
  const wasToldHere = phase.consultations.some(consultation => consultation.question === question);
  const isDue = isInfra(failure) || failures >= recovery.doctor.afterFailures;
  if (
    known &&
    isDue &&
    !wasToldHere &&
    known.phase !== name.phase &&
    isReusable(known.advice, failure, recovery)
  ) {
    const why: Why = { rule: 'doctor.recalled', facts: { from: known.phase } };
    return { type: 'doctor_recalled', ...name, question, from: known.phase, advice: known.advice, why };
  }
  const calls = callsOf(situation);
  if (!isDoctorDue(failure, failures, calls, recovery.doctor)) return null;
  const gravity = {
    category: failure.category,
    categories: new Set(failuresOf(situation).map(({ category }) => category)).size,
    attempts: failures,
    budgetUsed: 1 - budgetLeft(situation),
  };
  return {
    type: 'doctor_called',
    ...name,
    call: phase.spent.doctor + 1,
    strength: strengthFor(gravity, calls, recovery.doctor),
    infra: isInfra(failure),
    question,
    why: {
      rule: isInfra(failure) ? 'doctor.infra' : 'doctor.failures',
      facts: { ...gravity, ...calls, complication: complicationOf(gravity, recovery.doctor) },
    },
  };
}

/** All that is cheaper is used up. */
function stuck(situation: Situation, { tried }: Trouble): RunEvent {
  const { state, phase, used, failure, name } = situation;
  const { replan, escalation, stuck: limits } = state.settings.recovery;
  const { maxRounds, reduceBelow, escalateAbove } = limits;
  const isOwn = failure.category === 'infra.git';
  const predicament = {
    needsPerson: failure.question !== undefined || isEmptyAgain(situation) || (isInfra(failure) && !isOwn),
    rounds: used.rounds,
    maxRounds,
    ownError: isOwn,
    budgetLeft: budgetLeft(situation),
    reduceBelow,
    escalateAbove,
    canReduce: mayReduce(situation) && !tried.includes('reduce'),
    replanned: used.revisions >= replan.perPhase,
    canReplan: mayReplan(situation) && !tried.includes('replan'),
    escalated: used.escalations >= escalation.perPhase,
    canEscalate: mayEscalate(situation),
    truncated: failure.category === 'truncated',
  };
  const { decision, rule } = decideStuck(predicament);
  const round = phase.spent.rounds + 1;
  return { type: 'phase_stuck', ...name, round, decision, why: { rule, facts: predicament } };
}

function afterStuck(situation: Situation, decision: StuckDecision, tried: Trouble['tried']): RunEvent {
  const { name, phase, failure } = situation;
  switch (decision) {
    case 'REPLAN':
      return replan(situation, 'revise', 'replan.stuck', { category: failure.category });
    case 'REDUCE_SCOPE':
      return replan(situation, 'reduce', 'scope.reduce', { budgetLeft: budgetLeft(situation) });
    case 'ESCALATE_MODEL': {
      const why: Why = { rule: 'stuck.escalate', facts: { level: phase.level + 1 } };
      return { type: 'phase_escalated', ...name, level: phase.level + 1, why };
    }
    case 'BLOCKED_NEEDS_HUMAN':
      return helpFor(situation, helpWords(situation.plan.id, failure), 'stuck.question');
    case 'STOP': {
      // Where no proposal came about, nobody refused one.
      const isRefused = tried.includes('reduce') && phase.revisions.at(-1)?.reason !== null;
      const rule = isRefused ? 'scope.refused' : 'stuck.nothing_left';
      return failed(situation, rule, { rounds: situation.used.rounds });
    }
    case 'CONTINUE':
      return retry(situation, 'retry.own_error', { rounds: situation.used.rounds });
    default:
      return unreachable(decision);
  }
}

/** The rungs themselves, as events. */

export function retry(situation: Situation, rule: Rule, facts: Why['facts'] = {}): RunEvent {
  const { name, failure } = situation;
  const spends = budgetOf(failure);
  const notBefore = isInfra(failure) ? nextTry(situation, failure) : null;
  return { type: 'phase_retry', ...name, failure, spends, notBefore, why: { rule, facts } };
}

/** A provider that says when it can be asked again is waited for by all; otherwise each phase waits by itself. */
export function nextTry({ state, name, used }: Situation, failure: Failure): number | null {
  if (failure.retryAt !== undefined && failure.retryAt > state.now) return null;
  const { backoffMs, maxBackoffMs } = state.settings.limits;
  const times = used[budgetOf(failure)] + 1;
  return (
    state.now + backoff(backoffMs, maxBackoffMs, times, `${state.run}/${name.phase}/${name.attempt}/${times}`)
  );
}

export function failed({ name, failure }: Situation, rule: Rule, facts: Why['facts'] = {}): RunEvent {
  return { type: 'phase_failed', ...name, failure, spends: budgetOf(failure), why: { rule, facts } };
}

export function replan(
  { name, phase, plan }: Situation,
  purpose: Purpose,
  rule: Rule,
  facts: Why['facts'],
): RunEvent {
  const intent = phase.intent ?? intentOf(plan);
  const revision = phase.revision + 1;
  return { type: 'replan_called', ...name, revision, purpose, intent, why: { rule, facts } };
}

export function helpFor({ name }: Situation, need: string, rule: Rule, facts: Why['facts'] = {}): RunEvent {
  return { type: 'help_asked', ...name, need, why: { rule, facts } };
}

/** Whether this was one failure too many. */
function isOverdrawn({ state, position }: Situation): boolean {
  const { used, limits } = phaseAccount(state, position);
  return limits.failures !== null && used.failures + 1 >= limits.failures;
}
