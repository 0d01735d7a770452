import { unreachable } from '../../base/unreachable.ts';
import type { RunEvent } from '../event.ts';
import { isInfra } from '../failure.ts';
import { questionOf, wantsSecondOpinion } from '../policy/doctor.ts';
import { othersThan, providerOf } from '../policy/worker.ts';
import type { RunState } from '../state.ts';
import type { Step } from '../step.ts';
import { climb, failed, helpFor, replan, retry } from './climb.ts';
import { skipWords } from './help.ts';
import { callsOf, mayReplan, type Situation, situationOf } from './situation.ts';

type Advised = Extract<Step, { step: 'advised' }>;

/** What is made of a doctor's answer. What it may not decide, or what is used up, is left to the other rungs. */
export function follow(state: RunState, position: number, step: Advised): RunEvent {
  const situation = situationOf(state, position, step.failure);
  const { advice } = step;
  const second = secondOpinion(situation, step);
  if (second) return second;
  const onwards = (): RunEvent => climb(state, position, step);
  switch (advice.action) {
    case 'retry_with_fix':
      return retry(situation, 'retry.advice', { confidence: advice.confidence });
    case 'replan':
      if (!mayReplan(situation) || step.tried.includes('replan')) return onwards();
      return replan(situation, 'revise', 'replan.doctor', { confidence: advice.confidence });
    case 'skip_phase':
      return skip(situation, step);
    case 'fatal_error':
      return failed(situation, 'doctor.gives_up', {
        confidence: advice.confidence,
        diagnosis: advice.diagnosis,
      });
    case 'rollback_provider':
      return rollBack(situation) ?? onwards();
    case 'execute_fix':
      return fix(situation, step) ?? retry(situation, 'retry.advice', { confidence: advice.confidence });
    default:
      return unreachable(advice.action);
  }
}

function secondOpinion(situation: Situation, { strength, advice }: Advised): RunEvent | null {
  const { state, phase, used, failure, name } = situation;
  const { doctor } = state.settings.recovery;
  const calls = callsOf(situation);
  if (!wantsSecondOpinion(strength, advice, failure, calls, used.strongAgain, doctor)) return null;
  return {
    type: 'doctor_called',
    ...name,
    call: phase.spent.doctor + 1,
    strength: 'strong',
    infra: isInfra(failure),
    question: questionOf(failure),
    why: {
      rule: 'doctor.unsure',
      facts: { confidence: advice.confidence, minConfidence: doctor.minConfidence, ...calls },
    },
  };
}

function skip(situation: Situation, { advice }: Advised): RunEvent {
  const { state, plan, name } = situation;
  const policy = state.settings.recovery.doctor.skip;
  const facts = { policy, optional: plan.optional, confidence: advice.confidence };
  if (policy === 'always' || (policy === 'optional' && plan.optional)) {
    return {
      type: 'phase_skipped',
      phase: name.phase,
      reason: `the doctor left it out: ${advice.diagnosis}`,
    };
  }
  return helpFor(situation, skipWords(name.phase, advice.diagnosis), 'doctor.skips', facts);
}

/** First the provider is given up, then the phase is tried again with another one. */
function rollBack(situation: Situation): RunEvent | null {
  const { state, phase, name } = situation;
  if (!phase.by) return null;
  const { provider } = phase.by;
  if (providerOf(state, provider).isGone) return retry(situation, 'retry.provider', { provider });
  const others = othersThan(state, 'developer', provider, name.phase);
  if (others.length === 0) return null;
  const facts = { phase: name.phase, others: others.join(', ') };
  return { type: 'provider_rested', provider, until: null, why: { rule: 'provider.rolled_back', facts } };
}

/** Only what the settings list, word for word, is ever run. */
function fix(situation: Situation, { advice, tried }: Advised): RunEvent | null {
  const { state, used, name } = situation;
  const { fixes, fixesPerPhase } = state.settings.recovery.doctor;
  const { command } = advice;
  if (command === null || !fixes.includes(command) || used.fixes >= fixesPerPhase || tried.includes('fix')) {
    return null;
  }
  return {
    type: 'fix_called',
    ...name,
    command,
    why: { rule: 'doctor.fix', facts: { used: used.fixes, allowed: fixesPerPhase } },
  };
}
