import { buildGraph } from '../plan/graph/graph.ts';
import { topologicalOrder } from '../plan/graph/order.ts';
import type { Phase, Plan, Subtask } from '../plan/model.ts';
import { TDD_SETTINGS } from '../plan/options.ts';
import type { RunOrigin } from './event.ts';
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
} from './fields.ts';
import {
  APPROVALS,
  CHECK_KINDS,
  COMMIT_MODES,
  FAILURE_POLICIES,
  OUTSIDE_POLICIES,
  PROMPT_STYLES,
  PROTECTED_POLICIES,
  REJECT_POLICIES,
  REVIEW_MOMENTS,
  REVIEW_TIERS,
  SCHEDULES,
  SESSION_POLICIES,
  VERIFICATIONS,
  WEAKENED_POLICIES,
} from './policies.ts';
import {
  agents,
  budgets,
  models,
  notify,
  phases,
  prices,
  recovery,
  sandbox,
} from './policy/settings-fields.ts';
import type { Settings } from './settings.ts';

/** What a run begins with: plan, settings, place. */

const subtask = record<Subtask>({
  id: text,
  title: text,
  description: text,
  type: text,
  dependsOn: texts,
  files: texts,
  done: flag,
});

export const phase = record<Phase>({
  id: text,
  title: text,
  description: text,
  dependsOn: texts,
  parallelWith: texts,
  subtasks: list(subtask),
  files: texts,
  deliverables: texts,
  criteria: texts,
  estimate: orNull(number),
  done: flag,
  optional: flag,
  gated: flag,
  allowEmpty: optional(flag),
  group: orNull(text),
});

const planFields = record<Plan>({
  title: text,
  goal: text,
  estimateUnit: text,
  requires: texts,
  files: texts,
  wave: orNull(number),
  phases: list(phase),
});

/** A plan that can be carried out: every id is there once, and nothing waits for itself. */
export const plan: Is = value => {
  if (!planFields(value)) return false;
  const { phases } = value as Plan;
  const graph = buildGraph(phases);
  return graph.indexOf.size === phases.length && topologicalOrder(graph) !== null;
};

export const settings = record<Settings>({
  schedule: oneOf(...SCHEDULES),
  concurrency: count,
  session: oneOf(...SESSION_POLICIES),
  onReject: oneOf(...REJECT_POLICIES),
  maxAttempts: count,
  onFailure: oneOf(...FAILURE_POLICIES),
  review: record<Settings['review']>({
    when: oneOf(...REVIEW_MOMENTS),
    tier: oneOf('auto', ...REVIEW_TIERS),
    seats: count,
    lightLines: count,
    panelLines: count,
    risky: texts,
  }),
  evaluate: flag,
  approve: oneOf(...APPROVALS),
  tdd: oneOf(...TDD_SETTINGS),
  weakened: oneOf(...WEAKENED_POLICIES),
  scope: record<Settings['scope']>({
    outside: oneOf(...OUTSIDE_POLICIES),
    allow: texts,
    protect: texts,
    protected: oneOf(...PROTECTED_POLICIES),
    maxDeletedLines: count,
  }),
  prompt: oneOf(...PROMPT_STYLES),
  prompts: value => typeof value === 'object' && value !== null && Object.values(value).every(text),
  setup: list(record<Settings['setup'][number]>({ command: text, timeoutMs: count })),
  record: record<Settings['record']>({ folder: text, commit: flag }),
  allowEmpty: flag,
  checks: list(
    record<Settings['checks'][number]>({
      command: text,
      kind: oneOf(...CHECK_KINDS),
      timeoutMs: count,
      mayChange: optional(flag),
    }),
  ),
  verify: optional(oneOf(...VERIFICATIONS)),
  checkSlots: optional(count),
  checkReruns: count,
  baseline: flag,
  commit: record<Settings['commit']>({
    mode: oneOf(...COMMIT_MODES),
    hooks: flag,
    author: orNull(record<NonNullable<Settings['commit']['author']>>({ name: text, email: text })),
  }),
  limits: record<Settings['limits']>({
    landingRetries: count,
    infraRetries: count,
    backoffMs: count,
    maxBackoffMs: count,
    quotaWaits: count,
    sessionMs: count,
  }),
  recovery,
  models,
  phases,
  agents,
  sandbox,
  budgets,
  prices,
  notify,
});

export const origin = record<RunOrigin>({
  repository: text,
  base: text,
  baseCommit: text,
  branch: text,
  place: oneOf('worktree', 'here'),
  planFile: text,
  planText: text,
  goal: orNull(text),
  record: orNull(text),
  trackerId: orNull(text),
  isPlanApproved: optional(flag),
  marker: text,
  agent: text,
  script: orNull(text),
});
