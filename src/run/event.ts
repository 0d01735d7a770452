import type { Phase, Plan } from '../plan/model.ts';
import type { Review } from './answer.ts';
import type { AttemptFact } from './attempt-event.ts';
import type { Failure } from './failure.ts';
import type { Budget, LadderEvent, ReadOnlySession } from './ladder-event.ts';
import type { Measure } from './policy/measure.ts';
import type { Why } from './policy/why.ts';
import type { Role } from './role.ts';
import type { Settings } from './settings.ts';
import type { Usage } from './usage.ts';

/**
 * Everything that can happen to a run. Facts come from the engine, which saw them happen; decisions are drawn from the
 * facts by `conclude` and stand in the journal behind the fact that led to them. Names are part of the interface:
 * `--json` prints them, and older journals are migrated to them.
 */
export type RunEvent = RunLife | PlanLife | PhaseLife | LadderEvent | AttemptFact | OperatorEvent;

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
  | ({ readonly type: 'run_reviewed'; readonly review: Review } & ReadOnlySession)
  /** The reviewer of the whole gave none that can be read. */
  | ({
      readonly type: 'run_review_failed';
      readonly failure: Failure;
    } & ReadOnlySession)
  /** How a commit fares in the checks that failed on top of it. */
  | { readonly type: 'baseline_ended'; readonly commit: string; readonly results: readonly Baseline[] }
  /** No session of this provider begins before then; none in this run any more where that is null. */
  | {
      readonly type: 'provider_rested';
      readonly provider: string;
      readonly until: number | null;
      readonly why: Why;
    }
  /** What a session under way has spent since this was last told. */
  | {
      readonly type: 'usage_noted';
      readonly phase: string;
      readonly attempt: number;
      readonly lane: number;
      readonly role: Role;
      readonly usage: Usage;
    }
  /** A budget of the phase, or of the run where that is null, is nearly used up. */
  | {
      readonly type: 'budget_warned';
      readonly phase: string | null;
      readonly measure: Measure;
      readonly used: number;
      readonly limit: number;
    }
  /** It is used up, or what is left is too little for a session. */
  | {
      readonly type: 'budget_spent';
      readonly phase: string | null;
      readonly measure: Measure;
      readonly used: number;
      readonly limit: number;
    }
  /** People were told of something; `number` counts what they are told of from 1. */
  | { readonly type: 'notice_sent'; readonly number: number }
  /** They could not be told. */
  | { readonly type: 'notice_failed'; readonly number: number; readonly reason: string };

/** How a run that begins with a goal comes to its plan. */
type PlanLife =
  /** The architect wrote a plan. It can be carried out if there are no problems. */
  | ({
      readonly type: 'plan_drafted';
      readonly round: number;
      readonly text: string;
      readonly plan: Plan | null;
      readonly problems: readonly string[];
    } & ReadOnlySession)
  /** The architect gave none. */
  | ({
      readonly type: 'draft_failed';
      readonly round: number;
      readonly failure: Failure;
    } & ReadOnlySession)
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
      readonly why: Why;
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
      readonly why: Why;
    }
  /** The phase cannot start because a phase that it depends on failed. */
  | { readonly type: 'phase_blocked'; readonly phase: string; readonly by: string }
  /** The phase is left out; what depends on it may start. */
  | { readonly type: 'phase_skipped'; readonly phase: string; readonly reason: string }
  /** A person gave a failed phase a new allowance; what it blocked is free again. */
  | { readonly type: 'phase_reset'; readonly phase: string; readonly message?: string }
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

type OperatorEvent =
  /** A person's request reached the run. */
  | { readonly type: 'command_taken'; readonly number: number; readonly command: TakenCommand }
  /** It could not be followed. */
  | { readonly type: 'command_refused'; readonly number: number; readonly reason: string }
  | { readonly type: 'cancel_requested' };

/** What a person can ask of a run. */
export type Command =
  | { readonly type: 'cancel' }
  | { readonly type: 'pause' }
  /** `message` is for the next developer. */
  | { readonly type: 'retry'; readonly phase: string; readonly message?: string }
  | { readonly type: 'edit'; readonly phase: string; readonly plan: Phase }
  /** `message` is why. */
  | { readonly type: 'skip'; readonly phase: string; readonly message?: string }
  /** Without a phase the plan is meant, and `edited` is what a person made of it, where that is something else. */
  | { readonly type: 'approve'; readonly phase: string | null; readonly edited?: EditedPlan }
  | { readonly type: 'reject'; readonly phase: string | null; readonly message: string }
  /** Something that this version does not understand. */
  | { readonly type: 'unknown' };

/** A request as it is told of: what was edited stands in the event that it led to. */
export type TakenCommand =
  | Exclude<Command, { type: 'edit' }>
  | { readonly type: 'edit'; readonly phase: string };

export interface EditedPlan {
  readonly text: string;
  readonly plan: Plan;
}

export const END_STATUSES = ['completed', 'halted', 'failed', 'cancelled'] as const;
export type EndStatus = (typeof END_STATUSES)[number];

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
  /** Whoever began the run approved what the architect will plan. */
  readonly isPlanApproved?: true;
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
  /** How many tests ran in a check that passes; absent where that is not told. */
  readonly ran?: number;
}

/** How a check fared on a commit before a phase changed anything. */
export interface Baseline {
  readonly command: string;
  readonly passed: boolean;
  /** Names of failing tests; null where they cannot be told. */
  readonly failing: readonly string[] | null;
  /** Marks of what it printed, see `outputLines`. */
  readonly lines: readonly string[];
  /** It printed more than that. */
  readonly isCut?: boolean;
  /** Why it says nothing about the commit, see `noResult`. */
  readonly noResult?: string;
  /** How many tests ran in it where it passed; absent where that is not told. */
  readonly ran?: number;
}
