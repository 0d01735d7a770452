import type { Comment } from './answer.ts';
import type { EndStatus } from './event.ts';
import type { Expectation } from './expect.ts';
import type { Failure } from './failure.ts';
import type { Purpose, Strength, Worker } from './ladder-event.ts';
import type { Lessons } from './lessons.ts';
import type { Notice } from './notice.ts';
import type { ReviewTier } from './policies.ts';

/**
 * Everything that the core can ask the shell to do. What an effect needs to know stands in it. Each may be performed
 * again after a crash and then finds what was already done.
 */
export type Effect = Deed & {
  /** It goes on where it is under way, and does not begin where it is not. */
  readonly isHeld?: true;
};

type Deed =
  /** Make the run's branch. */
  | { readonly kind: 'open_run' }
  /** Let the architect write a plan, or write it anew. */
  | {
      readonly kind: 'draft_plan';
      readonly slot: number;
      readonly base: string;
      readonly round: number;
      readonly worker: Worker;
      /** The plan that is to be revised; empty at first. */
      readonly text: string;
      readonly problems: readonly string[];
      /** Why the session before gave no plan. */
      readonly unanswered: string | null;
      readonly feedback: string | null;
    }
  /** Bring a slot to the attempt's base. */
  | ({
      readonly kind: 'open_workspace';
      readonly slot: number;
      readonly base: string;
      readonly contents: string | null;
      /** The subtasks of the session that comes next. */
      readonly next: readonly string[];
    } & LaneEffect)
  /** Let a developer work. */
  | ({
      readonly kind: 'run_session';
      readonly session: number;
      readonly slot: number;
      readonly base: string;
      readonly subtasks: readonly string[];
      readonly next: readonly string[];
      readonly continues: string | null;
      /** What the workspace holds of the attempt before; null where it holds the base alone. */
      readonly contents: string | null;
      readonly lessons: Lessons;
      readonly hints: readonly string[];
      readonly worker: Worker;
    } & LaneEffect)
  /** Keep what the workspace holds. `single` where the lane is the whole attempt. */
  | ({
      readonly kind: 'capture';
      readonly slot: number;
      readonly base: string;
      readonly single: boolean;
    } & LaneEffect)
  /** Join the work of the lanes. */
  | ({ readonly kind: 'combine'; readonly base: string; readonly commits: readonly string[] } & AttemptEffect)
  /** Look at what the attempt changed. */
  | ({
      readonly kind: 'inspect';
      readonly slot: number;
      readonly base: string;
      readonly snapshot: string;
    } & AttemptEffect)
  /** Run the user's checks on a commit's files. */
  | ({
      readonly kind: 'run_checks';
      readonly on: 'attempt' | 'landing';
      /** The attempt's own slot; null where checks run in check slots, of which the engine hands out the next free one. */
      readonly slot: number | null;
      readonly base: string;
      readonly contents: string | null;
      readonly expects: Expectation;
      /** Failures that this commit has, too, are not the phase's. */
      readonly baseline: string;
      readonly tries: number;
    } & AttemptEffect)
  /** Let a reviewer judge the difference between base and snapshot. */
  | ({
      readonly kind: 'review';
      readonly slot: number;
      readonly base: string;
      readonly snapshot: string;
      readonly tier: ReviewTier;
      readonly seat: number;
      readonly asked: number;
      readonly worker: Worker;
    } & AttemptEffect)
  /** Let an evaluator sort what the reviewers ask for. */
  | ({
      readonly kind: 'evaluate';
      readonly slot: number;
      readonly base: string;
      readonly snapshot: string;
      readonly summary: string;
      readonly comments: readonly Comment[];
      readonly asked: number;
      readonly worker: Worker;
    } & AttemptEffect)
  /** Ask a doctor about an attempt that failed. */
  | ({
      readonly kind: 'consult';
      readonly slot: number;
      readonly base: string;
      readonly snapshot: string | null;
      readonly failure: Failure;
      readonly call: number;
      readonly strength: Strength;
      /** Doctors that could not be asked. */
      readonly asked: number;
      readonly worker: Worker;
    } & AttemptEffect)
  /** Run one of the commands that a doctor may choose from. */
  | ({
      readonly kind: 'run_fix';
      readonly slot: number;
      readonly base: string;
      readonly snapshot: string | null;
      readonly command: string;
    } & AttemptEffect)
  /** Have the phase described anew. */
  | ({
      readonly kind: 'replan';
      readonly slot: number;
      readonly base: string;
      readonly snapshot: string | null;
      readonly failure: Failure;
      readonly revision: number;
      readonly purpose: Purpose;
      readonly intent: string;
      readonly problems: readonly string[];
      readonly asked: number;
      readonly worker: Worker;
    } & AttemptEffect)
  /** Put the attempt on the run branch as one commit. */
  | ({
      readonly kind: 'land';
      readonly slot: number;
      readonly base: string;
      readonly snapshot: string;
      readonly head: string;
      readonly message: string;
      readonly checkCombined: boolean;
      readonly checked: string | null;
      readonly tries: number;
    } & AttemptEffect)
  /** Let a reviewer judge the whole, once everything has landed. */
  | {
      readonly kind: 'review_run';
      readonly slot: number;
      readonly base: string;
      readonly head: string;
      readonly asked: number;
      readonly worker: Worker;
    }
  /** Tell people something. */
  | { readonly kind: 'notify'; readonly notice: Notice }
  /** Tell when the moment has come. */
  | { readonly kind: 'wake'; readonly at: number }
  /** Remove workspaces and make the last commit. */
  | { readonly kind: 'close_run'; readonly status: EndStatus; readonly message: string | null };

interface AttemptEffect {
  readonly phase: string;
  readonly attempt: number;
}

interface LaneEffect extends AttemptEffect {
  readonly lane: number;
}

/** The same for the same thing to be done, also after a crash; different for everything else. */
export function keyOf(effect: Effect): string {
  switch (effect.kind) {
    case 'open_run':
      return effect.kind;
    case 'wake':
      return `wake/${effect.at}`;
    case 'close_run':
      return `close_run/${effect.status}`;
    case 'open_workspace':
    case 'capture':
      return `${effect.kind}/${effect.phase}/${effect.attempt}/${effect.lane}`;
    case 'run_session':
      return `run_session/${effect.phase}/${effect.attempt}/${effect.lane}/${effect.session}`;
    case 'draft_plan':
      return `draft_plan/${effect.round}`;
    case 'review_run':
      return `review_run/${effect.asked}`;
    case 'combine':
    case 'inspect':
      return `${effect.kind}/${effect.phase}/${effect.attempt}`;
    case 'run_checks':
      return `run_checks/${effect.phase}/${effect.attempt}/${effect.on}/${effect.contents ?? effect.base}/${effect.tries}`;
    case 'review':
      return `review/${effect.phase}/${effect.attempt}/${effect.seat}/${effect.asked}`;
    case 'evaluate':
      return `evaluate/${effect.phase}/${effect.attempt}/${effect.asked}`;
    case 'consult':
      return `consult/${effect.phase}/${effect.attempt}/${effect.call}/${effect.asked}`;
    case 'run_fix':
      return `run_fix/${effect.phase}/${effect.attempt}`;
    case 'replan':
      return `replan/${effect.phase}/${effect.attempt}/${effect.revision}/${effect.asked}`;
    case 'notify':
      return `notify/${effect.notice.number}`;
    case 'land':
      return `land/${effect.phase}/${effect.attempt}/${effect.head}/${effect.checked ?? '-'}/${effect.tries}`;
  }
}

/** What only one effect at a time may use: a slot, the run branch, or (`*`) everything. Null for nothing. */
export function resourceOf(effect: Effect): string | null {
  switch (effect.kind) {
    case 'open_run':
    case 'close_run':
      return '*';
    case 'draft_plan':
    case 'review_run':
    case 'open_workspace':
    case 'run_session':
    case 'capture':
    case 'inspect':
    case 'review':
    case 'evaluate':
    case 'consult':
    case 'run_fix':
    case 'replan':
      return `slot ${effect.slot}`;
    case 'run_checks':
      return effect.slot === null ? null : `slot ${effect.slot}`;
    case 'land':
      return 'branch';
    case 'combine':
    case 'notify':
    case 'wake':
      return null;
  }
}
