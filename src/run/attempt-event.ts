import type { Decision, Report, Review } from './answer.ts';
import type { CheckResult } from './event.ts';
import type { Failure } from './failure.ts';
import type { FileChange, Finding, IgnoredFile } from './gates.ts';
import type { ReadOnlySession, Worker } from './ladder-event.ts';
import type { ReviewTier } from './policies.ts';
import type { Role } from './role.ts';
import type { Usage } from './usage.ts';

/** Names the lane of an attempt that a fact is about. */
interface LaneName {
  readonly phase: string;
  readonly attempt: number;
  readonly lane: number;
}

/** What a phase's commit changes: on top of what landed meanwhile that may be other files, or none. */
export interface LandedChange {
  readonly parent: string;
  /** The first of the changed files; `changed` counts them all, the others all lines. */
  readonly files: readonly FileChange[];
  readonly changed: number;
  readonly added: number;
  readonly deleted: number;
}

/** What happens in an attempt. */
export type AttemptFact =
  | ({
      readonly type: 'workspace_opened';
      readonly path: string;
      /** Why the workspace before could not be brought back, and where it is; absent where it could. */
      readonly setAside?: string;
    } & LaneName)
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
      readonly by?: Worker;
    } & LaneName)
  /** What the workspace holds is kept as a commit under the attempt's ref. */
  | ({
      readonly type: 'attempt_captured';
      readonly commit: string;
      readonly changed: number;
      readonly files: readonly string[];
      /** Files in the workspace that git leaves out; absent where there are none. */
      readonly ignored?: readonly IgnoredFile[];
      /** Pipes, sockets and devices that were in the way of git, and are gone; absent where there were none. */
      readonly removed?: readonly string[];
      /** Filters of git that failed, and need not succeed: what they are for is kept as it was written; absent where none did. */
      readonly unfiltered?: readonly string[];
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
      /** What is odd about checks that pass; absent where nothing is. */
      readonly findings?: readonly Finding[];
    }
  /** A reviewer gave a verdict. `seat` counts the reviewers of a panel from 0. */
  | ({
      readonly type: 'review_ended';
      readonly phase: string;
      readonly attempt: number;
      readonly seat: number;
      readonly review: Review;
    } & ReadOnlySession)
  /** The reviewer gave none, or none that can be read; that is not an approval. */
  | ({
      readonly type: 'review_failed';
      readonly phase: string;
      readonly attempt: number;
      readonly failure: Failure;
    } & ReadOnlySession)
  /** The evaluator sorted what the reviewers ask for. */
  | ({
      readonly type: 'evaluation_ended';
      readonly phase: string;
      readonly attempt: number;
      readonly decisions: readonly Decision[];
    } & ReadOnlySession)
  /** The evaluator gave no decisions that can be read. */
  | ({
      readonly type: 'evaluation_failed';
      readonly phase: string;
      readonly attempt: number;
      readonly failure: Failure;
    } & ReadOnlySession)
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
      /** Absent where the commit changes just what the attempt did. */
      readonly change?: LandedChange;
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
