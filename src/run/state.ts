import type { Chunked } from '../base/chunked.ts';
import type { Phase, Plan } from '../plan/model.ts';
import type { Advice, Comment, Decision, Report, Review } from './answer.ts';
import type { Baseline, CheckResult, EndStatus, RunOrigin } from './event.ts';
import type { Failure } from './failure.ts';
import type { FileChange, Finding, IgnoredFile } from './gates.ts';
import type { Budget, Purpose, Strength, Worker } from './ladder-event.ts';
import type { Notice } from './notice.ts';
import type { ReviewTier } from './policies.ts';
import type { Measure } from './policy/measure.ts';
import type { Rule } from './policy/why.ts';
import type { Role } from './role.ts';
import type { Settings } from './settings.ts';
import type { Shape } from './shape.ts';
import type { Step } from './step.ts';
import type { Spending, Usage } from './usage.ts';

/**
 * A run, as the fold over its journal. Never changed in place: every event gives a new state.
 *
 *                 run_opened
 *     running ───────────────▶ running ◀──── run_resumed ──── paused ◀── run_paused
 *                              │  ▲  │
 *            run_waiting ◀─────┘  │  └──── run_ending ──▶ (tidying) ── run_ended ──▶ completed │ halted
 *                 │               │                                                  failed │ cancelled
 *                 └─ phase_approved                                                          │
 *                                 ▲                                run_resumed               │
 *                                 └────────── halted and failed runs can be resumed ─────────┘
 */
export interface RunState {
  readonly run: string;
  readonly plan: Plan;
  readonly settings: Settings;
  readonly origin: RunOrigin;
  readonly shape: Shape;
  /** The plan in the making, where the run began with a goal; null once it is approved. */
  readonly draft: Draft | null;
  readonly status: RunStatus;
  /** Why it has that status, where there is something to say. */
  readonly reason: string;
  /** Where the run branch stands; null before it exists. */
  readonly head: string | null;
  readonly phases: Chunked<PhaseState>;
  /** Phases with an attempt under way, in the order in which they began. */
  readonly active: readonly number[];
  /** Phases that wait for their next attempt. */
  readonly retrying: readonly number[];
  /** Phases whose dependencies have landed, by turn. */
  readonly ready: readonly number[];
  /** Accepted attempts in the order in which they land. */
  readonly landing: readonly number[];
  /** Phases that are neither completed, skipped, failed nor blocked. */
  readonly open: number;
  readonly failed: number;
  /** Dependents of failed phases that are still to be marked as blocked. */
  readonly toBlock: readonly { readonly phase: number; readonly by: number }[];
  /** The group behind the current barrier, and how many of its phases are open. */
  readonly group: number;
  readonly openInGroup: number;
  readonly stop: Stop | null;
  /** Set between `run_ending` and `run_ended`. */
  readonly ending: EndStatus | null;
  /** Number of the last request of a person that was dealt with. */
  readonly commands: number;
  readonly createdAt: number;
  /** The time of the latest event; never goes back. */
  readonly now: number;
  readonly usage: Spending;
  /** What else counts against the run's budgets. */
  readonly tally: Tally;
  /** What had been spent when a person last gave the run a new allowance: only what came after counts. */
  readonly allowance: Allowance;
  /** Budgets about which there was a warning since. */
  readonly warned: readonly Measure[];
  /** The fewest tokens that a session of a role has taken so far. */
  readonly least: Readonly<Partial<Record<Role, number>>>;
  /** By name. */
  readonly providers: Readonly<Record<string, Provider>>;
  /** How often the rungs were used that have limits for the whole run. */
  readonly used: Readonly<Record<RunBudget, number>>;
  /** By question, what a doctor said. */
  readonly answers: Readonly<Record<string, { readonly phase: string; readonly advice: Advice }>>;
  /** What people are still to be told, and how often they were. */
  readonly notices: readonly Notice[];
  readonly noticed: number;
  /** By commit, how the checks fared that failed on top of it. */
  readonly baselines: Readonly<Record<string, readonly Baseline[]>>;
  /** The review of the whole, where one is wanted once all has landed; `asked` counts reviewers without a
   * verdict, `waits` those who could not be asked yet. */
  readonly final: { readonly asked: number; readonly waits: number; readonly review: Review | null };
  /** Phases that landed tests which fail until something else lands. */
  readonly red: readonly number[];
  /** The commit that holds the record, once the run has ended. */
  readonly record: string | null;
}

/** Counters of the run as a whole that only ever grow. */
export const RUN_BUDGETS = ['doctor', 'strong', 'infraDoctor', 'replans'] as const;
export type RunBudget = (typeof RUN_BUDGETS)[number];

/** What counts against budgets besides tokens and their cost. */
export interface Tally {
  /** Time during which something was done, in milliseconds. */
  readonly busyMs: number;
  readonly sessions: number;
  /** Attempts that failed. */
  readonly failures: number;
}

export interface Allowance extends Tally {
  readonly usage: Spending;
}

/** Somebody whose services sessions use. */
export interface Provider {
  /** When it failed lately, with nothing that went well since. */
  readonly failures: readonly number[];
  /** What it asked for and was not yet decided about. */
  readonly asks: { readonly until: number | null; readonly rule: Rule; readonly failure: Failure } | null;
  /** Nothing is asked of it before then. */
  readonly restsUntil: number;
  /** Nothing is asked of it any more, as long as there is another one. */
  readonly isGone: boolean;
  /** How often it rested because it failed too often. */
  readonly rests: number;
}

/**
 * writing ── plan_drafted ──▶ ready ── plan_approved ──▶ (the run's plan)
 *  ▲  ▲ └──── with problems ────┘ └── plan_rejected ─┐
 *  │  └──────────────────────────────────────────────┘
 */
export interface Draft {
  readonly step: 'writing' | 'ready';
  /** Sessions of the architect so far. */
  readonly round: number;
  /** Those since a person last spoke, of which only so many are allowed. */
  readonly tries: number;
  readonly text: string;
  readonly plan: Plan | null;
  readonly problems: readonly string[];
  /** Why the last session gave no plan at all; null where it gave one. */
  readonly unanswered: string | null;
  /** What a person wants to be different. */
  readonly feedback: string | null;
  /** Sessions that could not be held and count for nothing else. */
  readonly waits: number;
  /** When the architect can be asked again. */
  readonly notBefore: number;
}

export type RunStatus = 'running' | 'waiting' | 'paused' | EndStatus;

/** Why nothing new begins. */
export interface Stop {
  /** `drain` lets attempts under way finish, the others let only landings finish. */
  readonly mode: 'drain' | 'halt' | 'cancel' | 'fault';
  readonly reason: string;
}

/**
 * A phase.
 *
 *     pending ── phase_started ──▶ running ── phase_completed ──▶ completed
 *      │  ▲ ▲                       │  ▲ │
 *      │  │ │           phase_retry ▼  │ └─ phase_failed ──▶ failed
 *      │  │ │                  retrying ┘                     │
 *      │  │ └────────────────── phase_reset ──────────────────┤
 *      │  └─ phase_reset of the phase that blocks ─ blocked ◀─┘ (its dependents)
 *      └── phase_skipped (also from every other status but completed) ──▶ skipped
 */
export interface PhaseState {
  readonly standing: Standing;
  /** Number of the last attempt that began; 0 before the first. Never used twice. */
  readonly attempt: number;
  /** Where that attempt began. */
  readonly base: string | null;
  readonly spent: Counters;
  /** `spent` when the last allowance was given: only what came after counts against the limits. */
  readonly before: Counters;
  /** Dependencies that are neither completed nor skipped. */
  readonly waitingFor: number;
  readonly approved: boolean;
  readonly last: EndedAttempt | null;
  /** Every attempt that failed, the newest last. */
  readonly attempts: readonly PastAttempt[];
  readonly review: Review | null;
  /** What the evaluator made of the comments of `review`. */
  readonly evaluation: readonly Decision[] | null;
  /** What reviewers asked for and the evaluator put off, over all attempts. */
  readonly deferred: readonly Deferred[];
  /** What the last attempt changed, or its commit does once it has landed; how it did in the checks. */
  readonly change: Changed | null;
  readonly checks: readonly CheckResult[];
  /** What its developers say, by lane and session. */
  readonly reports: readonly SessionReport[];
  readonly subtasks: readonly SubtaskState[];
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly sessions: number;
  readonly usage: Spending;
  /** Time that its attempts took, in milliseconds, apart from the one under way, which began at `busySince`. */
  readonly busyMs: number;
  readonly busySince: number | null;
  readonly allowance: Allowance;
  readonly warned: readonly Measure[];
  /** Sessions under way, by role and lane. */
  readonly live: readonly string[];
  /** What sessions under way have told of their spending, by role and lane. */
  readonly noted: Readonly<Record<string, Usage>>;
  /** The phase as it was described anew last; null where the plan's own words stand. */
  readonly revised: Phase | null;
  /** The same, where a person described it so or agreed to it. */
  readonly approvedAs: Phase | null;
  /** Number of the last description that was asked for, or that a person gave. */
  readonly revision: number;
  /** How often it was described anew. */
  readonly descriptions: number;
  /** What the phase was to achieve before it was described anew for the first time. */
  readonly intent: string | null;
  /** How far up each role's list of models it has come. */
  readonly level: number;
  /** Who developed it last, or could not be asked to judge it. */
  readonly by: Worker | null;
  /** Who held the last session of a developer. */
  readonly developedBy: Worker | null;
  readonly consultations: readonly Consultation[];
  readonly revisions: readonly RevisionTried[];
  /** For the next attempt alone. */
  readonly hints: readonly string[];
  /** The next attempt begins at the head of the run, with nothing of the last one. */
  readonly startsAnew: boolean;
  /** The last attempt before the phase was begun anew: failures up to it say nothing about what is tried now. */
  readonly begunAfter: number;
}

/** A doctor's visit. `helped` is null until the next attempt has ended. */
export interface Consultation {
  readonly attempt: number;
  /** 0 where the answer was known from another phase. */
  readonly call: number;
  readonly strength: Strength;
  readonly question: string;
  readonly failure: Failure;
  readonly advice: Advice | null;
  readonly helped: boolean | null;
}

/** A new description. `helped` is null until the phase is through. */
export interface RevisionTried {
  readonly attempt: number;
  readonly revision: number;
  readonly purpose: Purpose;
  readonly rule: Rule;
  readonly reason: string | null;
  /** Sessions that it took. */
  readonly sessions: number;
  readonly helped: boolean | null;
}

/** What the developer of one session says. */
export interface SessionReport {
  readonly lane: number;
  readonly session: number;
  readonly subtasks: readonly string[];
  readonly report: Report;
}

export interface Changed {
  /** The parent of the landed commit, where the commit changes something else than the attempt did. */
  readonly parent?: string;
  readonly files: readonly FileChange[];
  readonly changed: number;
  readonly added: number;
  readonly deleted: number;
  readonly tier: ReviewTier;
  readonly findings: readonly Finding[];
}

export interface Deferred {
  readonly attempt: number;
  readonly comment: Comment;
  readonly reason: string;
}

export type Counters = Readonly<Record<Budget, number>>;

export type Standing =
  | { readonly status: 'pending' }
  | { readonly status: 'running'; readonly work: Work }
  | { readonly status: 'retrying'; readonly notBefore: number | null }
  | { readonly status: 'completed'; readonly commit: string }
  | { readonly status: 'failed'; readonly failure: Failure }
  | { readonly status: 'blocked'; readonly by: string }
  | { readonly status: 'skipped'; readonly reason: string };
export type PhaseStatus = Standing['status'];

/** What an attempt that failed leaves to the next one. */
export interface EndedAttempt {
  readonly attempt: number;
  readonly base: string;
  /** Null where it came to nothing before anything could be kept. */
  readonly snapshot: string | null;
  readonly slot: number;
  readonly sessionId: string | null;
  readonly failure: Failure;
}

/** What is told of an attempt that failed. */
export interface PastAttempt {
  readonly attempt: number;
  readonly base: string;
  readonly snapshot: string | null;
  /** What its lanes left. Each has a ref of its own, which alone keeps it where there is no snapshot of the whole. */
  readonly lanes: readonly KeptLane[];
  /** What it changed, where it came so far that somebody looked. */
  readonly change: Changed | null;
  readonly failure: Failure;
  readonly review: Review | null;
  readonly evaluation: readonly Decision[] | null;
  readonly endedAt: number;
}

/** What a lane left when its sessions were over. */
export interface KeptLane {
  readonly lane: number;
  readonly subtasks: readonly string[];
  readonly snapshot: string;
  readonly changed: number;
  /** The first of the changed files. */
  readonly files: readonly string[];
}

/** An attempt under way. */
export interface Work {
  readonly base: string;
  readonly contents: string | null;
  readonly continues: string | null;
  /** Where checks and review take place: the slot of the lane that was captured last. */
  readonly slot: number;
  readonly lanes: readonly Lane[];
  /** What this attempt's developers are told besides. */
  readonly hints: readonly string[];
  readonly step: Step;
}

/** Subtasks that share a workspace. There is one for the whole phase unless subtasks have sessions of their own. */
export interface Lane {
  /** The subtasks of each session, in order. */
  readonly sessions: readonly (readonly string[])[];
  readonly at: LaneStep;
}

/**
 * waiting ── lane_started ──▶ opening ── workspace_opened ──▶ working ── session_ended (the last, or a failed one)
 *                                ▲                              │                    ──▶ capturing ──▶ captured
 *                                └──────── run_resumed ─────────┘
 */
export type LaneStep =
  | { readonly step: 'waiting' }
  | { readonly step: 'opening'; readonly slot: number }
  | { readonly step: 'working'; readonly slot: number; readonly session: number }
  | {
      readonly step: 'capturing';
      readonly slot: number;
      readonly failure: Failure | null;
      readonly sessionId: string | null;
    }
  | {
      readonly step: 'captured';
      readonly snapshot: string;
      readonly changed: number;
      /** The first of the changed files. */
      readonly files: readonly string[];
      /** What the workspace held and git left out; absent where that was nothing. */
      readonly ignored?: readonly IgnoredFile[];
      readonly failure: Failure | null;
      readonly sessionId: string | null;
    };

export interface SubtaskState {
  readonly id: string;
  readonly status: 'pending' | 'running' | 'retrying' | 'completed' | 'failed';
  readonly attempt: number;
  readonly startedAt: number | null;
  readonly completedAt: number | null;
  readonly error: string | null;
}
