import type { Phase } from '../plan/model.ts';
import { ACTIONS, type Advice, type Decision, DISPOSITIONS, type Report, type Review } from './answer.ts';
import type { LandedChange } from './attempt-event.ts';
import {
  type Baseline,
  CHECK_VERDICTS,
  type CheckResult,
  type EditedPlan,
  END_STATUSES,
  type RunEvent,
} from './event.ts';
import { type Failure, isFailureCategory } from './failure.ts';
import {
  count,
  type Fields,
  flag,
  has,
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
import type { FileChange, Finding, IgnoredFile } from './gates.ts';
import { BUDGETS, type Dropped, type Worker } from './ladder-event.ts';
import { REVIEW_TIERS } from './policies.ts';
import { MEASURES } from './policy/measure.ts';
import { STUCK_DECISIONS } from './policy/stuck.ts';
import { isRule, type Why } from './policy/why.ts';
import { ROLES } from './role.ts';
import { origin, phase, plan, settings } from './settings-fields.ts';
import type { Usage } from './usage.ts';

const usage = record<Usage>({
  inputTokens: number,
  outputTokens: number,
  costUsd: orNull(number),
  estimatedUsd: optional(number),
});

const failure = record<Failure>({
  category: value => text(value) && isFailureCategory(value as string),
  message: text,
  retryAt: optional(number),
  question: optional(text),
  byPerson: optional(flag),
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
  category: value => value === undefined || value === null || text(value),
  question: value => value === undefined || value === null || text(value),
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
const ignoredFile = record<IgnoredFile>({ path: text, rule: text, isNew: flag });
const finding = record<Finding>({
  gate: text,
  severity: oneOf('warn', 'ask', 'reject'),
  message: text,
  files: texts,
});

const size = { changed: count, added: count, deleted: count };
const landedChange = record<LandedChange>({ parent: text, files: list(fileChange), ...size });

const baseline = record<Baseline>({
  command: text,
  passed: flag,
  failing: orNull(texts),
  lines: texts,
  isCut: optional(flag),
  noResult: optional(text),
  ran: optional(count),
});

const result = record<CheckResult>({
  command: text,
  passed: flag,
  verdict: oneOf(...CHECK_VERDICTS),
  note: text,
  outcome: text,
  tail: text,
  outputFile: text,
  ran: optional(count),
});

const endStatus = oneOf(...END_STATUSES);
const budget = oneOf(...BUDGETS);
const fact: Is = value => value === null || text(value) || flag(value) || number(value);
const why = record<Why>({
  rule: value => text(value) && isRule(value as string),
  facts: value => typeof value === 'object' && value !== null && Object.values(value).every(fact),
});
const worker = record<Worker>({ agent: text, model: orNull(text), provider: text });
const session = { usage, by: optional(worker) };
const reading = { ...session, trespass: optional(texts) };
const advice = record<Advice>({
  action: oneOf(...ACTIONS),
  confidence: number,
  diagnosis: text,
  hint: orNull(text),
  command: orNull(text),
});
const dropped = list(record<Dropped>({ what: text, reason: text }));
const measure = oneOf(...MEASURES);
const account = { phase: orNull(text), measure, used: number, limit: number };
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
  run_reviewed: { review, ...reading },
  run_review_failed: { failure, ...reading },
  baseline_ended: { commit: text, results: list(baseline) },
  provider_rested: { provider: text, until: orNull(number), why },
  usage_noted: { ...lane, role: oneOf(...ROLES), usage },
  budget_warned: account,
  budget_spent: account,
  notice_sent: { number: count },
  notice_failed: { number: count, reason: text },
  session_postponed: { ...attempt, failure, spends: budget, notBefore: orNull(number), why },
  doctor_called: {
    ...attempt,
    call: count,
    strength: oneOf('cheap', 'strong'),
    infra: flag,
    question: text,
    why,
  },
  doctor_answered: { ...attempt, call: count, advice, ...reading },
  doctor_failed: { ...attempt, call: count, failure, ...reading },
  doctor_recalled: { ...attempt, question: text, from: text, advice, why },
  fix_called: { ...attempt, command: text, why },
  fix_ended: { ...attempt, command: text, passed: flag, outcome: text, tail: text },
  replan_called: { ...attempt, revision: count, purpose: oneOf('revise', 'reduce'), intent: text, why },
  phase_revised: { ...attempt, revision: count, plan: phase, reason: text, dropped, ...reading },
  revision_failed: { ...attempt, revision: count, failure, ...reading },
  phase_stuck: { ...attempt, round: count, decision: oneOf(...STUCK_DECISIONS), why },
  phase_escalated: { ...attempt, level: count, why },
  help_asked: { ...attempt, need: text, why },
  proposal_accepted: attempt,
  proposal_refused: { ...attempt, message: text },
  phase_edited: { phase: text, revision: count, plan: phase },
  plan_drafted: { round: count, text, plan: orNull(plan), problems: texts, ...reading },
  draft_failed: { round: count, failure, ...reading },
  plan_rejected: { message: text },
  plan_approved: { text, plan },
  phase_started: { ...attempt, base: text, slot: count, contents: orNull(text), continues: orNull(text) },
  lane_started: { ...lane, slot: count },
  phase_retry: { ...attempt, failure, spends: budget, notBefore: orNull(number), why },
  phase_completed: { ...attempt, commit: text },
  phase_failed: { ...attempt, failure, spends: budget, why },
  phase_blocked: { phase: text, by: text },
  phase_skipped: { phase: text, reason: text },
  phase_reset: { phase: text, message: optional(text) },
  phase_approved: { phase: text },
  approval_asked: { ...attempt, reasons: texts },
  attempt_approved: attempt,
  attempt_refused: { ...attempt, message: text },
  workspace_opened: { ...lane, path: text, setAside: optional(text) },
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
    ...session,
  },
  attempt_captured: {
    ...lane,
    ...snapshot,
    ignored: optional(list(ignoredFile)),
    removed: optional(texts),
    unfiltered: optional(texts),
  },
  lanes_combined: { ...attempt, ...snapshot },
  lanes_overlap: { ...attempt, files: texts },
  attempt_inspected: {
    ...attempt,
    files: list(fileChange),
    ...size,
    tier: oneOf(...REVIEW_TIERS),
    findings: list(finding),
  },
  checks_ended: {
    ...attempt,
    on: oneOf('attempt', 'landing'),
    results: list(result),
    findings: optional(list(finding)),
  },
  review_ended: { ...attempt, seat: count, review, ...reading },
  review_failed: { ...attempt, failure, ...reading },
  evaluation_ended: { ...attempt, decisions: list(decision), ...reading },
  evaluation_failed: { ...attempt, failure, ...reading },
  landing_unchecked: { ...attempt, commit: text, head: text },
  landing_conflict: { ...attempt, head: text, files: texts },
  phase_landed: {
    ...attempt,
    commit: text,
    head: text,
    foreign: optional(texts),
    change: optional(landedChange),
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

/** Whether a value is a phase. */
export const isPhase = (value: unknown): value is Phase => phase(value);

const EVENTS: ReadonlyMap<string, Is> = new Map(
  Object.entries(EVENT_FIELDS).map(([type, fields]) => [type, has(fields)]),
);

export const EVENT_TYPES = Object.keys(EVENT_FIELDS) as readonly RunEvent['type'][];

export const isEvent = (event: { readonly type: string }): event is RunEvent =>
  EVENTS.get(event.type)?.(event) ?? false;
