import { FAILURE_CATEGORIES } from '../failure.ts';
import {
  count,
  flag,
  type Is,
  list,
  number,
  oneOf,
  optional,
  orNull,
  record,
  text,
  texts,
} from '../fields.ts';
import { NOTICES, SANDBOX_CHECKS, SANDBOXES, SIMILARITY_METRICS, SKIP_POLICIES } from '../policies.ts';
import { ROLES } from '../role.ts';
import type {
  AgentSettings,
  Budgets,
  Limits,
  ModelChoice,
  Notify,
  Prices,
  Recovery,
  Sandbox,
} from './settings.ts';

/* What a journal may hold of the settings in this folder. */

const categories = list(oneOf(...FAILURE_CATEGORIES));

const entries =
  (isName: Is, is: Is): Is =>
  value =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.entries(value).every(([name, entry]) => isName(name) && is(entry));

export const recovery: Is = record<Recovery>({
  enabled: flag,
  similarity: record<Recovery['similarity']>({
    messages: flag,
    threshold: number,
    minLength: count,
    metric: oneOf(...SIMILARITY_METRICS),
  }),
  breaker: record<Recovery['breaker']>({ failures: count, windowMs: count, restMs: count }),
  doctor: record<Recovery['doctor']>({
    enabled: flag,
    afterFailures: count,
    perPhase: count,
    perRun: count,
    strongPerRun: count,
    infraPerRun: count,
    infra: categories,
    manyCategories: count,
    manyAttempts: count,
    nearLimit: number,
    highRisk: categories,
    lowRisk: categories,
    minConfidence: number,
    strongAgainPerPhase: count,
    skip: oneOf(...SKIP_POLICIES),
    fixes: texts,
    fixesPerPhase: count,
  }),
  replan: record<Recovery['replan']>({
    enabled: flag,
    afterSame: count,
    perPhase: count,
    perRun: count,
    fatal: categories,
  }),
  escalation: record<Recovery['escalation']>({ enabled: flag, perPhase: count }),
  scope: record<Recovery['scope']>({ reduce: flag }),
  stuck: record<Recovery['stuck']>({ maxRounds: count, reduceBelow: number, escalateAbove: number }),
});

const choice = record<ModelChoice>({ agent: orNull(text), model: orNull(text), provider: orNull(text) });
const chain: Is = value => list(choice)(value) && (value as readonly unknown[]).length > 0;
export const models: Is = entries(oneOf(...ROLES), chain);
export const phases: Is = entries(text, models);

export const agents: Is = entries(
  text,
  record<AgentSettings>({ program: orNull(text), arguments: texts, inherit: flag, environment: texts }),
);

export const sandbox: Is = record<Sandbox>({
  mode: oneOf(...SANDBOXES),
  // Runs that began before there were these two have neither.
  checks: optional(oneOf(...SANDBOX_CHECKS)),
  network: flag,
  writable: texts,
  open: optional(texts),
  hidden: texts,
});

const limits = record<Limits>({
  tokens: orNull(count),
  usd: orNull(number),
  wallMs: orNull(count),
  sessions: orNull(count),
  failures: orNull(count),
});
export const budgets: Is = record<Budgets>({
  run: limits,
  phase: limits,
  warnAt: number,
  multipliers: record<Budgets['multipliers']>({
    test: number,
    impl: number,
    refactor: number,
    task: number,
  }),
});

export const prices: Is = entries(text, record<Prices[string]>({ input: number, output: number }));

export const notify: Is = record<Notify>({
  commands: texts,
  webhooks: texts,
  on: list(oneOf(...NOTICES)),
  timeoutMs: count,
});
