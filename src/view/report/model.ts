import type { EstimateUnit, Phase } from '../../plan/model.ts';
import type { Comment, Report as DeveloperReport, Disposition, Review } from '../../run/answer.ts';
import type { CheckResult } from '../../run/event.ts';
import type { Failure } from '../../run/failure.ts';
import type { Budget } from '../../run/ladder-event.ts';
import type { Role } from '../../run/role.ts';
import type { Settings } from '../../run/settings.ts';
import type { Changed, PhaseStatus, RunStatus } from '../../run/state.ts';
import type { BudgetUse } from '../run/budgets.ts';
import type { KnownFailure } from '../run/known.ts';
import type { SharedFile } from '../run/shared-files.ts';
import type { Decision } from '../why/story.ts';
import type { Told } from '../why/told.ts';

/** Raised whenever a field changes its meaning or goes away; new fields do not raise it. */
export const REPORT_VERSION = 1;

/**
 * All that is told about a run, as data. Texts are as agents and plans wrote them: whoever prints them makes them
 * harmless. Times are milliseconds since 1970 under names that end in `At` or are `at`; durations end in `Ms`.
 */
export interface Report {
  readonly version: typeof REPORT_VERSION;
  readonly run: string;
  readonly title: string;
  /** What the plan is for, or what the architect was asked for. */
  readonly goal: string;
  readonly trackerId: string | null;
  /** From the top of the repository, where it lies in it. */
  readonly planFile: string;
  readonly agent: string;
  readonly settings: ReportedSettings;
  readonly status: RunStatus;
  readonly reason: string;
  readonly branch: string;
  /** The base by the name that the user gave it, and as a commit. */
  readonly base: string;
  readonly baseCommit: string;
  readonly head: string | null;
  /** The commit that holds the run's record. */
  readonly record: string | null;
  readonly startedAt: number;
  /** Where the run is not over: the moment of the report while a process drives it, else the last event. */
  readonly endedAt: number;
  readonly elapsedMs: number;
  /** Without the times in which nobody drove the run or it waited for a person. */
  readonly workedMs: number;
  readonly pauses: readonly Pause[];
  readonly totals: Totals;
  /** Limits of the run, the one that is nearest to its end first. */
  readonly budgets: readonly BudgetUse[];
  /** When the run was taken on again after its end, since when its budgets count; null where they count from its start. */
  readonly allowedAt: number | null;
  readonly efficiency: Efficiency;
  readonly planning: readonly Round[];
  readonly phases: readonly PhaseReport[];
  /** Ids along the chain of dependencies that took longest, first to last. */
  readonly criticalPath: readonly string[];
  readonly deferred: readonly DeferredItem[];
  readonly knownFailures: readonly KnownFailure[];
  readonly trail: readonly Decided[];
  readonly foreign: readonly ForeignCommits[];
  /** Files that more than one phase of a batch or level changed. */
  readonly shared: readonly SharedInBatch[];
  readonly next: readonly Step[];
  readonly estimateUnit: EstimateUnit;
}

/** Settings that matter to a reader. */
export interface ReportedSettings
  extends Pick<
    Settings,
    'schedule' | 'concurrency' | 'session' | 'onReject' | 'maxAttempts' | 'onFailure' | 'approve'
  > {
  /** Commands. */
  readonly checks: readonly string[];
  readonly review: Pick<Settings['review'], 'when' | 'tier'>;
  readonly commit: Settings['commit']['mode'];
}

export interface Totals {
  readonly phases: Readonly<Record<PhaseStatus, number>>;
  readonly attempts: number;
  readonly spent: Spent;
  readonly changed: number;
  readonly added: number;
  readonly deleted: number;
}

/** What tokens were spent on. */
export interface Efficiency {
  readonly byRole: readonly { readonly role: Role; readonly spent: Spent }[];
  /** `model` is null where the agent chose. */
  readonly byModel: readonly {
    readonly agent: string;
    readonly model: string | null;
    readonly spent: Spent;
  }[];
  /** All tokens of the run, by what has landed; null where nothing has, or no tokens are known. */
  readonly tokensPerPhase: number | null;
  /** Lines added and deleted. */
  readonly tokensPerLine: number | null;
}

/**
 * What sessions cost. Of `unpriced` ones no price is known, `untold` ended without a word about their tokens, `lost` were
 * cut off before they told all, and `open` are under way.
 */
export interface Spent {
  readonly sessions: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number;
  /** By the list of prices, of sessions that told none. */
  readonly estimatedUsd: number;
  readonly unpriced: number;
  readonly untold: number;
  readonly lost: number;
  readonly open: number;
}

/** A time in which nothing went on. */
export interface Pause {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly why: 'paused' | 'waiting' | 'ended' | 'interrupted';
}

/** A step on the way from a goal to a plan. */
export type Round =
  | {
      readonly type: 'drafted';
      readonly at: number;
      readonly round: number;
      /** Null where the draft has mistakes with which it cannot be carried out. */
      readonly phases: number | null;
      readonly problems: readonly string[];
    }
  | { readonly type: 'failed'; readonly at: number; readonly round: number; readonly failure: Failure }
  | { readonly type: 'rejected'; readonly at: number; readonly message: string }
  | {
      readonly type: 'approved';
      readonly at: number;
      readonly phases: number;
      /** Whether it differs from the last draft. */
      readonly edited: boolean;
    };

export interface PhaseReport {
  readonly position: number;
  readonly plan: Phase;
  readonly status: PhaseStatus;
  /** Why it has that status, where there is something to say. */
  readonly reason: string;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly elapsedMs: number | null;
  readonly workedMs: number | null;
  readonly critical: boolean;
  readonly attempts: readonly AttemptReport[];
  readonly subtasks: readonly SubtaskReport[];
  /** What its commit changes, or else the last attempt that got so far. */
  readonly change: Changed | null;
  readonly commit: string | null;
  readonly spent: Spent;
  /** What was done about its failures. */
  readonly decisions: readonly Decision[];
  readonly deferred: readonly DeferredItem[];
}

interface SubtaskReport {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly status: string;
  readonly error: string | null;
}

export interface AttemptReport {
  readonly attempt: number;
  readonly base: string;
  readonly startedAt: number;
  /** Null while it is under way. */
  readonly endedAt: number | null;
  /** `dropped`: the run ended, or the phase was skipped, before the attempt came to anything. */
  readonly outcome: 'landed' | 'failed' | 'dropped' | 'under way';
  readonly failure: Failure | null;
  /** Which budget the failure was charged to. */
  readonly spends: Budget | null;
  /** Whether it went on with the session of an attempt before. */
  readonly continued: boolean;
  /** What the developers said of their work. */
  readonly reports: readonly DeveloperReport[];
  readonly change: Changed | null;
  readonly checks: readonly CheckRound[];
  readonly reviews: readonly Verdict[];
  readonly evaluations: readonly Evaluation[];
  readonly approvals: readonly Approval[];
  /** What went wrong on our side, or with git, along the way. */
  readonly troubles: readonly Trouble[];
  readonly spans: readonly Span[];
  readonly spent: Spent;
}

export interface CheckRound {
  readonly at: number;
  readonly on: 'attempt' | 'landing';
  readonly results: readonly CheckResult[];
}

/** A review, or why there is none. */
export interface Verdict {
  readonly at: number;
  readonly seat: number;
  readonly review: Review | null;
  readonly failure: Failure | null;
}

/** What the evaluator decided about each comment, or why it did not. */
export interface Evaluation {
  readonly at: number;
  readonly decisions: readonly Sorted[];
  readonly failure: Failure | null;
}

export interface Sorted {
  readonly decision: Disposition;
  readonly reason: string;
  readonly comment: Comment;
}

/** A person was asked, and perhaps answered. */
export interface Approval {
  readonly at: number;
  readonly reasons: readonly string[];
  readonly answer: 'approved' | 'refused' | null;
  readonly answeredAt: number | null;
  readonly message: string;
}

interface Trouble {
  readonly at: number;
  readonly what: string;
  readonly message: string;
}

export const SPAN_KINDS = [
  'session',
  'checks',
  'review',
  'evaluation',
  'recovery',
  'person',
  'landing',
] as const;
export type SpanKind = (typeof SPAN_KINDS)[number];

/** What an attempt was busy with. Sessions of several lanes overlap. */
export interface Span {
  readonly kind: SpanKind;
  readonly lane: number;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly result: 'good' | 'bad' | 'lost' | 'open';
}

/** What was asked for and put off. */
interface DeferredItem {
  /** Null, as its attempt, where the whole was reviewed. */
  readonly phase: string | null;
  readonly attempt: number | null;
  readonly comment: Comment;
  readonly reason: string;
}

/** An entry of the trail: what was decided, by whom, and the words that came with it. */
export interface Decided {
  readonly at: number;
  readonly by: Told['by'];
  readonly tone: Told['tone'];
  readonly phase: string | null;
  readonly text: string;
  readonly words: string;
  /** The rule by which it was decided, with its figures; empty where no rule of the ladder did. */
  readonly because: string;
}

export interface ForeignCommits {
  readonly at: number;
  /** The phase that landed on top of them. */
  readonly phase: string;
  readonly commits: readonly string[];
}

interface SharedInBatch extends SharedFile {
  /** The number of the batch or level, from 1. */
  readonly batch: number;
}

/** Something that is left to do. */
export interface Step {
  readonly text: string;
  /** For a POSIX shell; null where there is none. */
  readonly command: string | null;
}
