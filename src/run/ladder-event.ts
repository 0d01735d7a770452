import type { Phase } from '../plan/model.ts';
import type { Advice } from './answer.ts';
import type { Failure } from './failure.ts';
import type { StuckDecision } from './policy/stuck.ts';
import type { Why } from './policy/why.ts';
import type { Usage } from './usage.ts';

/** What is done about an attempt that failed, rung by rung: what is decided, and what comes of it. */
export type LadderEvent =
  /** A reviewer or evaluator could not be asked, through no fault of the work, and is asked again later. */
  | {
      readonly type: 'session_postponed';
      readonly phase: string;
      readonly attempt: number;
      readonly failure: Failure;
      readonly spends: Budget;
      readonly notBefore: number | null;
      readonly why: Why;
    }
  /** A doctor is to say what the matter is. `call` counts those of the phase from 1. */
  | {
      readonly type: 'doctor_called';
      readonly phase: string;
      readonly attempt: number;
      readonly call: number;
      readonly strength: Strength;
      readonly infra: boolean;
      /** The same for equal questions. */
      readonly question: string;
      readonly why: Why;
    }
  | ({
      readonly type: 'doctor_answered';
      readonly phase: string;
      readonly attempt: number;
      readonly call: number;
      readonly advice: Advice;
    } & ReadOnlySession)
  /** The doctor gave no answer that can be read. */
  | ({
      readonly type: 'doctor_failed';
      readonly phase: string;
      readonly attempt: number;
      readonly call: number;
      readonly failure: Failure;
    } & ReadOnlySession)
  /** The question was answered before, for another phase. */
  | {
      readonly type: 'doctor_recalled';
      readonly phase: string;
      readonly attempt: number;
      readonly question: string;
      readonly from: string;
      readonly advice: Advice;
      readonly why: Why;
    }
  /** One of the commands that the settings allow is run in the workspace. */
  | {
      readonly type: 'fix_called';
      readonly phase: string;
      readonly attempt: number;
      readonly command: string;
      readonly why: Why;
    }
  | {
      readonly type: 'fix_ended';
      readonly phase: string;
      readonly attempt: number;
      readonly command: string;
      readonly passed: boolean;
      readonly outcome: string;
      readonly tail: string;
    }
  /** The phase is to be described anew: another way to the same end, or less of it. `intent` is what must not change. */
  | {
      readonly type: 'replan_called';
      readonly phase: string;
      readonly attempt: number;
      readonly revision: number;
      readonly purpose: Purpose;
      readonly intent: string;
      readonly why: Why;
    }
  /** It was. A smaller scope is only a proposal yet. */
  | ({
      readonly type: 'phase_revised';
      readonly phase: string;
      readonly attempt: number;
      readonly revision: number;
      readonly plan: Phase;
      readonly reason: string;
      readonly dropped: readonly Dropped[];
    } & ReadOnlySession)
  /** There is no new description that keeps to the intent. */
  | ({
      readonly type: 'revision_failed';
      readonly phase: string;
      readonly attempt: number;
      readonly revision: number;
      readonly failure: Failure;
    } & ReadOnlySession)
  /** All that is cheaper is used up: what now. */
  | {
      readonly type: 'phase_stuck';
      readonly phase: string;
      readonly attempt: number;
      readonly round: number;
      readonly decision: StuckDecision;
      readonly why: Why;
    }
  /** Stronger models take over. */
  | {
      readonly type: 'phase_escalated';
      readonly phase: string;
      readonly attempt: number;
      readonly level: number;
      readonly why: Why;
    }
  /** A person has to decide; until then nothing is spent on the phase. */
  | {
      readonly type: 'help_asked';
      readonly phase: string;
      readonly attempt: number;
      readonly need: string;
      readonly why: Why;
    }
  /** A person accepted the smaller scope. */
  | { readonly type: 'proposal_accepted'; readonly phase: string; readonly attempt: number }
  /** A person did not. */
  | {
      readonly type: 'proposal_refused';
      readonly phase: string;
      readonly attempt: number;
      readonly message: string;
    }
  /** A person changed what the phase is. */
  | {
      readonly type: 'phase_edited';
      readonly phase: string;
      readonly revision: number;
      readonly plan: Phase;
    };

/**
 * Counters of a phase that only ever grow, each with a limit of its own. `attempts`, `landings`, `infra` and `quota` count
 * attempts that failed, by whose fault it was; `rounds` counts how often the phase was stuck.
 */
export const BUDGETS = [
  'attempts',
  'landings',
  'infra',
  'quota',
  'doctor',
  'strongAgain',
  'fixes',
  'revisions',
  'escalations',
  'rounds',
] as const;
export type Budget = (typeof BUDGETS)[number];

/** Which of the doctor's models is asked. */
export type Strength = 'cheap' | 'strong';

/** Another way to the same end, or less of it. */
export type Purpose = 'revise' | 'reduce';

/** Something that a smaller scope leaves out. */
export interface Dropped {
  readonly what: string;
  readonly reason: string;
}

/** How a session of somebody who may only read ended, whatever came of it. */
export interface ReadOnlySession {
  readonly usage: Usage;
  readonly by?: Worker;
  /** What it changed in the workspace all the same; it was put back. */
  readonly trespass?: readonly string[];
}

/** Who held a session. */
export interface Worker {
  readonly agent: string;
  /** Null where the agent chose. */
  readonly model: string | null;
  readonly provider: string;
}
