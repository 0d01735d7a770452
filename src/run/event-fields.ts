import { buildGraph } from '../plan/graph/graph.ts';
import { topologicalOrder } from '../plan/graph/order.ts';
import type { Phase, Plan, Subtask } from '../plan/model.ts';
import { TDD_SETTINGS } from '../plan/options.ts';
import { type Decision, DISPOSITIONS, type Report, type Review } from './answer.ts';
import {
  type Baseline,
  CHECK_VERDICTS,
  type CheckResult,
  type EditedPlan,
  END_STATUSES,
  type RunEvent,
  type RunOrigin,
} from './event.ts';
import { type Failure, isFailureCategory } from './failure.ts';
import type { FileChange, Finding } from './gates.ts';
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
  WEAKENED_POLICIES,
} from './policies.ts';
import type { Settings } from './settings.ts';
import type { Usage } from './usage.ts';

/*
 * What the fields of events hold, for those who read a journal: an event with a field that is missing, or of another
 * type, is damage that must not get into a state.
 */

type Is = (value: unknown) => boolean;
type Fields<T> = { readonly [Name in keyof T]-?: Is };

const text: Is = value => typeof value === 'string';
const flag: Is = value => typeof value === 'boolean';
const number: Is = value => typeof value === 'number';
const count: Is = value => Number.isSafeInteger(value) && Number(value) >= 0;
const orNull =
  (is: Is): Is =>
  value =>
    value === null || is(value);
const list =
  (is: Is): Is =>
  value =>
    Array.isArray(value) && value.every(is);
const oneOf =
  (...words: readonly string[]): Is =>
  value =>
    words.includes(value as string);

/** Whether a value has all of these fields; further ones do no harm. */
function has(fields: Readonly<Record<string, Is>>): Is {
  const checks = Object.entries(fields);
  return value =>
    typeof value === 'object' &&
    value !== null &&
    checks.every(([name, is]) => is((value as Readonly<Record<string, unknown>>)[name]));
}

const record = <T extends object>(fields: Fields<T>): Is => has(fields);

const texts = list(text);

const usage = record<Usage>({ inputTokens: number, outputTokens: number, costUsd: orNull(number) });

const failure = record<Failure>({
  category: value => text(value) && isFailureCategory(value as string),
  message: text,
});

const subtask = record<Subtask>({
  id: text,
  title: text,
  description: text,
  type: text,
  dependsOn: texts,
  files: texts,
  done: flag,
});

const phase = record<Phase>({
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
const plan: Is = value => {
  if (!planFields(value)) return false;
  const { phases } = value as Plan;
  const graph = buildGraph(phases);
  return graph.indexOf.size === phases.length && topologicalOrder(graph) !== null;
};

const settings = record<Settings>({
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
    record<Settings['checks'][number]>({ command: text, kind: oneOf(...CHECK_KINDS), timeoutMs: count }),
  ),
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
    sessionMs: count,
  }),
});

const origin = record<RunOrigin>({
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
  marker: text,
  agent: text,
  script: orNull(text),
});

const durations: Is = value =>
  typeof value === 'object' && value !== null && Object.values(value).every(number);

const report = record<Report>({
  status: text,
  subtasksCompleted: texts,
  subtasksFailed: texts,
  summary: text,
  error: orNull(text),
  filesChanged: texts,
});

const comment = record<Review['comments'][number]>({
  severity: text,
  file: orNull(text),
  line: orNull(number),
  message: text,
});
const review = record<Review>({ approved: flag, summary: text, comments: list(comment) });

const decision = record<Decision>({ comment: count, decision: oneOf(...DISPOSITIONS), reason: text });

const fileChange = record<FileChange>({
  path: text,
  status: text,
  from: orNull(text),
  added: count,
  deleted: count,
  binary: flag,
});
const finding = record<Finding>({
  gate: text,
  severity: oneOf('warn', 'ask', 'reject'),
  message: text,
  files: texts,
});

const baseline = record<Baseline>({ command: text, passed: flag, failing: orNull(texts), lines: texts });

const result = record<CheckResult>({
  command: text,
  passed: flag,
  verdict: oneOf(...CHECK_VERDICTS),
  note: text,
  outcome: text,
  tail: text,
  outputFile: text,
});

const endStatus = oneOf(...END_STATUSES);
const budget = oneOf('attempts', 'landings', 'infra');
const attempt = { phase: text, attempt: count };
const lane = { ...attempt, lane: count };
const snapshot = { commit: text, changed: count, files: texts };

/** Every event that a journal may hold; another one is damage, as a newer program would have raised the version. */
const EVENT_FIELDS: {
  readonly [T in RunEvent['type']]: Fields<Omit<Extract<RunEvent, { type: T }>, 'type'>>;
} = {
  run_created: { run: text, plan, settings, origin, durations },
  run_opened: { head: text },
  run_resumed: {},
  run_paused: { reason: text },
  run_waiting: { phases: texts },
  run_ending: { status: endStatus, reason: text },
  run_ended: { status: endStatus, head: orNull(text), leftover: orNull(text), record: orNull(text) },
  run_reviewed: { review, usage },
  run_review_failed: { failure, usage },
  baseline_ended: { commit: text, results: list(baseline) },
  plan_drafted: { round: count, text, plan: orNull(plan), problems: texts, usage },
  draft_failed: { round: count, failure, usage },
  plan_rejected: { message: text },
  plan_approved: { text, plan },
  phase_started: { ...attempt, base: text, slot: count, contents: orNull(text), continues: orNull(text) },
  lane_started: { ...lane, slot: count },
  phase_retry: { ...attempt, failure, spends: budget, notBefore: orNull(number) },
  phase_completed: { ...attempt, commit: text },
  phase_failed: { ...attempt, failure, spends: budget },
  phase_blocked: { phase: text, by: text },
  phase_skipped: { phase: text, reason: text },
  phase_reset: { phase: text },
  phase_approved: { phase: text },
  approval_asked: { ...attempt, reasons: texts },
  attempt_approved: attempt,
  attempt_refused: { ...attempt, message: text },
  workspace_opened: { ...lane, path: text },
  session_started: { ...lane, role: text, pid: count, startTime: text },
  subtask_started: { ...lane, subtask: text },
  subtask_completed: { ...lane, subtask: text },
  subtask_failed: { ...lane, subtask: text, error: text },
  session_ended: {
    ...lane,
    session: count,
    sessionId: orNull(text),
    failure: orNull(failure),
    report: orNull(report),
    usage,
  },
  attempt_captured: { ...lane, ...snapshot },
  lanes_combined: { ...attempt, ...snapshot },
  lanes_overlap: { ...attempt, files: texts },
  attempt_inspected: {
    ...attempt,
    files: list(fileChange),
    changed: count,
    added: count,
    deleted: count,
    tier: oneOf(...REVIEW_TIERS),
    findings: list(finding),
  },
  checks_ended: { ...attempt, on: oneOf('attempt', 'landing'), results: list(result) },
  review_ended: { ...attempt, seat: count, review, usage },
  review_failed: { ...attempt, failure, usage },
  evaluation_ended: { ...attempt, decisions: list(decision), usage },
  evaluation_failed: { ...attempt, failure, usage },
  landing_unchecked: { ...attempt, commit: text, head: text },
  landing_conflict: { ...attempt, head: text, files: texts },
  phase_landed: {
    ...attempt,
    commit: text,
    head: text,
    foreign: value => value === undefined || texts(value),
  },
  operation_failed: {
    operation: text,
    phase: orNull(text),
    attempt: count,
    failure,
    hint: text,
    fatal: flag,
  },
  time_passed: { to: number },
  command_taken: { number: count, command: value => typeof value === 'object' && value !== null },
  command_refused: { number: count, reason: text },
  cancel_requested: {},
};

/** Whether a value is a plan that can be carried out, with its text. */
export const isEditedPlan = (value: unknown): value is EditedPlan =>
  record<EditedPlan>({ text, plan })(value);

const EVENTS: ReadonlyMap<string, Is> = new Map(
  Object.entries(EVENT_FIELDS).map(([type, fields]) => [type, has(fields)]),
);

export const EVENT_TYPES = Object.keys(EVENT_FIELDS) as readonly RunEvent['type'][];

export const isEvent = (event: { readonly type: string }): event is RunEvent =>
  EVENTS.get(event.type)?.(event) ?? false;
