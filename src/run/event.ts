import type { Plan } from '../plan/model.ts';
import type { Decision, Report, Review } from './answer.ts';
import type { Failure } from './failure.ts';
import type { FileChange, Finding } from './gates.ts';
import type { ReviewTier } from './policies.ts';
import type { Role } from './role.ts';
import type { Settings } from './settings.ts';
import type { Usage } from './usage.ts';

/**
 * Everything that can happen to a run. Facts come from the engine, which saw them happen; decisions are drawn from the
 * facts by `conclude` and stand in the journal behind the fact that led to them. Names are part of the interface:
 * `--json` prints them, and older journals are migrated to them.
 */
export type RunEvent = RunLife | PlanLife | PhaseLife | AttemptFact | OperatorEvent;

/** Version of the schema below; journals of older versions are migrated when they are read. */
export const EVENT_VERSION = 1;

type RunLife =
  /** A run was asked for: what to do, how, and where. */
  | {
      readonly type: 'run_created';
      readonly run: string;
      readonly plan: Plan;
      readonly settings: Settings;
      readonly origin: RunOrigin;
      /** How long phases took in earlier runs, in milliseconds, by phase id. */
      readonly durations: Readonly<Record<string, number>>;
    }
  /** The run's branch exists. */
  | { readonly type: 'run_opened'; readonly head: string }
  /** A process took the run on again; sessions of the process before it were cut off. */
  | { readonly type: 'run_resumed' }
  /** The process that drove the run was asked to stop; everything can be resumed. */
  | { readonly type: 'run_paused'; readonly reason: string }
  /** Nothing can go on before a person has decided about these phases; about the plan where there are none. */
  | { readonly type: 'run_waiting'; readonly phases: readonly string[] }
  /** The run is over, with this result; what is left is to tidy up. */
  | { readonly type: 'run_ending'; readonly status: EndStatus; readonly reason: string }
  /** No workspace and no process of the run is left. */
  | {
      readonly type: 'run_ended';
      readonly status: EndStatus;
      readonly head: string | null;
      readonly leftover: string | null;
      /** The commit that holds the run's record; null where none was made. */
      readonly record: string | null;
    }
  /** The reviewer of the whole gave a verdict. */
  | { readonly type: 'run_reviewed'; readonly review: Review; readonly usage: Usage }
  /** The reviewer of the whole gave none that can be read. */
  | { readonly type: 'run_review_failed'; readonly failure: Failure; readonly usage: Usage }
  /** How a commit fares in the checks that failed on top of it. */
  | { readonly type: 'baseline_ended'; readonly commit: string; readonly results: readonly Baseline[] };

/** How a run that begins with a goal comes to its plan. */
type PlanLife =
  /** The architect wrote a plan. It can be carried out if there are no problems. */
  | {
      readonly type: 'plan_drafted';
      readonly round: number;
      readonly text: string;
      readonly plan: Plan | null;
      readonly problems: readonly string[];
      readonly usage: Usage;
    }
  /** The architect gave none. */
  | {
      readonly type: 'draft_failed';
      readonly round: number;
      readonly failure: Failure;
      readonly usage: Usage;
    }
  /** A person wants another plan. */
  | { readonly type: 'plan_rejected'; readonly message: string }
  /** The plan, perhaps edited, is the one that is carried out. */
  | { readonly type: 'plan_approved'; readonly text: string; readonly plan: Plan };

type PhaseLife =
  /** An attempt begins at `base`; its first lane works in `slot`. */
  | {
      readonly type: 'phase_started';
      readonly phase: string;
      readonly attempt: number;
      readonly base: string;
      readonly slot: number;
      /** The work that the attempt begins with, where it goes on from an earlier one. */
      readonly contents: string | null;
      /** The session that the attempt goes on with. */
      readonly continues: string | null;
    }
  /** A further lane of the attempt got a slot. */
  | {
      readonly type: 'lane_started';
      readonly phase: string;
      readonly attempt: number;
      readonly lane: number;
      readonly slot: number;
    }
  /** The attempt failed and there will be another one. */
  | {
      readonly type: 'phase_retry';
      readonly phase: string;
      readonly attempt: number;
      readonly failure: Failure;
      /** Which budget the next attempt is taken from. */
      readonly spends: Budget;
      readonly notBefore: number | null;
    }
  /** The phase is on the run branch. */
  | {
      readonly type: 'phase_completed';
      readonly phase: string;
      readonly attempt: number;
      readonly commit: string;
    }
  /** The attempt failed and no budget allows another one. */
  | {
      readonly type: 'phase_failed';
      readonly phase: string;
      readonly attempt: number;
      readonly failure: Failure;
      readonly spends: Budget;
    }
  /** The phase cannot start because a phase that it depends on failed. */
  | { readonly type: 'phase_blocked'; readonly phase: string; readonly by: string }
  /** The phase is left out; what depends on it may start. */
  | { readonly type: 'phase_skipped'; readonly phase: string; readonly reason: string }
  /** A person gave a failed phase a new allowance; what it blocked is free again. */
  | { readonly type: 'phase_reset'; readonly phase: string }
  /** A person let a gated phase start. */
  | { readonly type: 'phase_approved'; readonly phase: string }
  /** The attempt is good, and waits for a person for these reasons before it lands. */
  | {
      readonly type: 'approval_asked';
      readonly phase: string;
      readonly attempt: number;
      readonly reasons: readonly string[];
    }
  /** A person let it land. */
  | { readonly type: 'attempt_approved'; readonly phase: string; readonly attempt: number }
  /** A person sent it back. */
  | {
      readonly type: 'attempt_refused';
      readonly phase: string;
      readonly attempt: number;
      readonly message: string;
    };

/** Names the lane of an attempt that a fact is about. */
interface LaneName {
  readonly phase: string;
  readonly attempt: number;
  readonly lane: number;
}

type AttemptFact =
  | ({ readonly type: 'workspace_opened'; readonly path: string } & LaneName)
  /** The agent's process is alive; by pid and start time it can be told from others. */
  | ({
      readonly type: 'session_started';
      readonly role: Role;
      readonly pid: number;
      readonly startTime: string;
    } & LaneName)
  | ({ readonly type: 'subtask_started'; readonly subtask: string } & LaneName)
  | ({ readonly type: 'subtask_completed'; readonly subtask: string } & LaneName)
  | ({ readonly type: 'subtask_failed'; readonly subtask: string; readonly error: string } & LaneName)
  /** A developer's session ended by itself. `session` counts the sessions of the lane from 0. */
  | ({
      readonly type: 'session_ended';
      readonly session: number;
      readonly sessionId: string | null;
      readonly failure: Failure | null;
      readonly report: Report | null;
      readonly usage: Usage;
    } & LaneName)
  /** What the workspace holds is kept as a commit under the attempt's ref. */
  | ({
      readonly type: 'attempt_captured';
      readonly commit: string;
      readonly changed: number;
      readonly files: readonly string[];
    } & LaneName)
  /** The lanes' work was joined. */
  | {
      readonly type: 'lanes_combined';
      readonly phase: string;
      readonly attempt: number;
      readonly commit: string;
      readonly changed: number;
      readonly files: readonly string[];
    }
  /** Two lanes changed the same places. */
  | {
      readonly type: 'lanes_overlap';
      readonly phase: string;
      readonly attempt: number;
      readonly files: readonly string[];
    }
  /** What the attempt changed, and what the gates find about it. */
  | {
      readonly type: 'attempt_inspected';
      readonly phase: string;
      readonly attempt: number;
      /** The first of the changed files; `changed` counts them all, the others all lines. */
      readonly files: readonly FileChange[];
      readonly changed: number;
      readonly added: number;
      readonly deleted: number;
      readonly tier: ReviewTier;
      readonly findings: readonly Finding[];
    }
  | {
      readonly type: 'checks_ended';
      readonly phase: string;
      readonly attempt: number;
      readonly on: 'attempt' | 'landing';
      readonly results: readonly CheckResult[];
    }
  /** A reviewer gave a verdict. `seat` counts the reviewers of a panel from 0. */
  | {
      readonly type: 'review_ended';
      readonly phase: string;
      readonly attempt: number;
      readonly seat: number;
      readonly review: Review;
      readonly usage: Usage;
    }
  /** The reviewer gave none, or none that can be read; that is not an approval. */
  | {
      readonly type: 'review_failed';
      readonly phase: string;
      readonly attempt: number;
      readonly failure: Failure;
      readonly usage: Usage;
    }
  /** The evaluator sorted what the reviewers ask for. */
  | {
      readonly type: 'evaluation_ended';
      readonly phase: string;
      readonly attempt: number;
      readonly decisions: readonly Decision[];
      readonly usage: Usage;
    }
  /** The evaluator gave no decisions that can be read. */
  | {
      readonly type: 'evaluation_failed';
      readonly phase: string;
      readonly attempt: number;
      readonly failure: Failure;
      readonly usage: Usage;
    }
  /** The phase together with what landed meanwhile must pass the checks before it lands. */
  | {
      readonly type: 'landing_unchecked';
      readonly phase: string;
      readonly attempt: number;
      readonly commit: string;
      readonly head: string;
    }
  /** The phase's work does not fit on the run branch any more. */
  | {
      readonly type: 'landing_conflict';
      readonly phase: string;
      readonly attempt: number;
      readonly head: string;
      readonly files: readonly string[];
    }
  | {
      readonly type: 'phase_landed';
      readonly phase: string;
      readonly attempt: number;
      readonly commit: string;
      readonly head: string;
      /** Commits below it that somebody else put on the branch; absent where there are none. */
      readonly foreign?: readonly string[];
    }
  /** Something that we did ourselves failed. `phase` is null where it concerns the run as a whole. */
  | {
      readonly type: 'operation_failed';
      readonly operation: string;
      readonly phase: string | null;
      readonly attempt: number;
      readonly failure: Failure;
      readonly hint: string;
      /** True where trying again is of no use before a person has acted. */
      readonly fatal: boolean;
    }
  /** A moment that the run was waiting for has come. */
  | { readonly type: 'time_passed'; readonly to: number };

type OperatorEvent =
  /** A person's request reached the run. */
  | { readonly type: 'command_taken'; readonly number: number; readonly command: Command }
  /** It could not be followed. */
  | { readonly type: 'command_refused'; readonly number: number; readonly reason: string }
  | { readonly type: 'cancel_requested' };

/** What a person can ask of a run. */
export type Command =
  | { readonly type: 'cancel' }
  | { readonly type: 'pause' }
  | { readonly type: 'retry'; readonly phase: string }
  | { readonly type: 'skip'; readonly phase: string }
  /** Without a phase the plan is meant, and `edited` is what a person made of it, where that is something else. */
  | { readonly type: 'approve'; readonly phase: string | null; readonly edited?: EditedPlan }
  | { readonly type: 'reject'; readonly phase: string | null; readonly message: string }
  /** Something that this version does not understand. */
  | { readonly type: 'unknown' };

export interface EditedPlan {
  readonly text: string;
  readonly plan: Plan;
}

export const END_STATUSES = ['completed', 'halted', 'failed', 'cancelled'] as const;
export type EndStatus = (typeof END_STATUSES)[number];

/** Counters that only ever grow, each with a limit of its own. */
export type Budget = 'attempts' | 'landings' | 'infra';

/** Where a run takes place. */
export interface RunOrigin {
  /** Toplevel of the user's checkout. */
  readonly repository: string;
  /** The name of the base as the user gave it, and the commit that it was. */
  readonly base: string;
  readonly baseCommit: string;
  /** Short name of the branch that phases land on. */
  readonly branch: string;
  readonly place: 'worktree' | 'here';
  readonly planFile: string;
  /** The plan as it was when the run began; the run keeps to this copy. */
  readonly planText: string;
  /** What the architect is to plan; null where the run began with a plan. */
  readonly goal: string | null;
  /** Folder of the run's record, from the top of the repository; null where there is none. */
  readonly record: string | null;
  readonly trackerId: string | null;
  /** Everything that the run starts inherits this value, by which it is found again. */
  readonly marker: string;
  readonly agent: string;
  /** The text of the script of the scripted agent. */
  readonly script: string | null;
}

/**
 * What the exit status of a check means for the phase. `flaky`: failed, then passed. `known`: failed before the phase,
 * too, and in nothing new. `red`: tests fail as they are to before the implementation; `premature`: they pass though
 * nothing is implemented yet; `broken`: they do not even load.
 */
export const CHECK_VERDICTS = ['passed', 'failed', 'flaky', 'known', 'red', 'premature', 'broken'] as const;
export type CheckVerdict = (typeof CHECK_VERDICTS)[number];

export interface CheckResult {
  readonly command: string;
  /** Whether the phase may go on. */
  readonly passed: boolean;
  readonly verdict: CheckVerdict;
  /** Why it has that verdict, where the exit status alone does not say. */
  readonly note: string;
  /** Exit status, or why there is none. */
  readonly outcome: string;
  /** The end of what it printed; the whole is in the file. */
  readonly tail: string;
  readonly outputFile: string;
}

/** How a check fared on a commit before a phase changed anything. */
export interface Baseline {
  readonly command: string;
  readonly passed: boolean;
  /** Names of failing tests; null where they cannot be told. */
  readonly failing: readonly string[] | null;
  /** Marks of what it printed, see `outputLines`. */
  readonly lines: readonly string[];
}
