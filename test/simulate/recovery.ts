import { SKIP_POLICIES } from '../../src/run/policies.ts';
import {
  type Budgets,
  DEFAULT_BUDGETS,
  DEFAULT_NOTIFY,
  DEFAULT_RECOVERY,
  type Limits,
  type Models,
  type Notify,
  type Recovery,
} from '../../src/run/policy/settings.ts';
import type { Settings } from '../../src/run/settings.ts';
import { type Chance, oneIn, oneOf } from './chance.ts';

/** How a simulated run helps itself, what it may spend, and whom it tells. */

/** The one command that a doctor may have run. */
export const FIX = 'fix';

/** Models that a role goes through; what stands before the slash is whose they are. */
const CHAINS = [
  ['near/small'],
  ['near/small', 'far/large'],
  ['near/small', 'near/large', 'far/large'],
] as const;

/** Limits so small that all of them are met. */
export function recoveryOf(chance: Chance): Recovery {
  const { doctor, replan, stuck } = DEFAULT_RECOVERY;
  return {
    ...DEFAULT_RECOVERY,
    enabled: true,
    breaker: { failures: 2 + chance.below(2), windowMs: 2_000, restMs: oneOf(chance, [100, 700]) },
    doctor: {
      ...doctor,
      enabled: !oneIn(chance, 8),
      afterFailures: 1 + chance.below(2),
      perPhase: oneOf(chance, [2, 1, 0]),
      perRun: oneOf(chance, [4, 2, 1]),
      strongPerRun: chance.below(3),
      infraPerRun: chance.below(3),
      strongAgainPerPhase: chance.below(2),
      skip: oneOf(chance, SKIP_POLICIES),
      fixes: oneIn(chance, 2) ? [FIX] : [],
      fixesPerPhase: oneOf(chance, [1, 2, 0]),
    },
    replan: {
      ...replan,
      enabled: !oneIn(chance, 8),
      perPhase: oneOf(chance, [1, 2, 0]),
      perRun: oneOf(chance, [2, 1, 0]),
    },
    escalation: { enabled: !oneIn(chance, 8), perPhase: 1 + chance.below(2) },
    scope: { reduce: !oneIn(chance, 4) },
    stuck: { ...stuck, maxRounds: 1 + chance.below(3), reduceBelow: oneOf(chance, [0.2, 0.9]) },
  };
}

export function modelsOf(chance: Chance): Models {
  const chain = (): NonNullable<Models['developer']> =>
    oneOf(chance, CHAINS).map(model => ({ agent: null, model, provider: null }));
  return {
    ...(oneIn(chance, 4) ? {} : { developer: chain() }),
    ...(oneIn(chance, 2) ? { reviewer: chain(), doctor: chain() } : {}),
    ...(oneIn(chance, 4) ? { evaluator: chain(), replanner: chain() } : {}),
  };
}

/** The most that an agent spends between two of its messages, in tokens. */
export const MESSAGE_TOKENS = 40;

/** A clock that is set by a day is no reason to give a phase up. */
export const USUAL_BUDGETS: Budgets = {
  ...DEFAULT_BUDGETS,
  run: { ...DEFAULT_BUDGETS.run, wallMs: null },
  phase: { ...DEFAULT_BUDGETS.phase, wallMs: null },
};

/** Budgets that some runs meet. */
export function budgetsOf(chance: Chance): Budgets {
  const limits = (usual: Limits, factor: number): Limits => ({
    ...usual,
    tokens: oneIn(chance, 3) ? usual.tokens : factor * oneOf(chance, [1_000, 300, 150]),
    usd: oneIn(chance, 6) ? factor * 1 : usual.usd,
    wallMs: oneIn(chance, 8) ? factor * 600 : usual.wallMs,
    sessions: oneIn(chance, 6) ? factor * (2 + chance.below(6)) : usual.sessions,
    failures: oneIn(chance, 6) ? factor * (1 + chance.below(4)) : usual.failures,
  });
  const { run, phase } = USUAL_BUDGETS;
  return { ...DEFAULT_BUDGETS, run: limits(run, 2), phase: limits(phase, 1) };
}

export const notifyOf = (chance: Chance): Notify => ({
  ...DEFAULT_NOTIFY,
  commands: ['tell'],
  on: oneIn(chance, 2) ? DEFAULT_NOTIFY.on : ['waiting', 'ended', 'phase_failed', 'phase_completed', 'rest'],
  timeoutMs: 500,
});

/** By its prompt a replanner knows what is wanted. */
export const REDUCE = 'Describe less of it.';
/** What agents are told is for other tests, and takes time. */
export const PROMPTS: Settings['prompts'] = {
  developer: 'Do it.',
  reviewer: 'Judge it.',
  evaluator: 'Sort it.',
  doctor: 'Look at it.',
  replanner: 'Describe it anew.',
  reduction: REDUCE,
};
