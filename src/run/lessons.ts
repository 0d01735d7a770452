import { type Failure, isAboutWork } from './failure.ts';
import type { PastAttempt, PhaseState } from './state.ts';

/** An attempt that came to nothing, for the developer to learn from. */
export interface Previous {
  readonly attempt: number;
  /** The commit that it began with. */
  readonly base: string;
  readonly snapshot: string | null;
  readonly failure: Failure;
}

/** What the attempts before leave to the next developer. */
export interface Lessons {
  /** The newest attempt of which something was found wanting. */
  readonly previous: Previous | null;
  /** How many were wrong in themselves; one that only did not go with what landed meanwhile was not. */
  readonly faults: number;
  /** The last attempt, where it ended before anybody judged it. */
  readonly cutOff: Previous | null;
}

export function lessonsOf({ attempts }: Pick<PhaseState, 'attempts'>): Lessons {
  const judged = attempts.filter(({ failure }) => isAboutWork(failure));
  const last = attempts.at(-1);
  return {
    previous: previousOf(judged.at(-1)),
    faults: judged.filter(({ failure }) => failure.category !== 'landing_conflict').length,
    cutOff: last && !isAboutWork(last.failure) ? previousOf(last) : null,
  };
}

const previousOf = (past: PastAttempt | undefined): Previous | null =>
  past ? { attempt: past.attempt, base: past.base, snapshot: past.snapshot, failure: past.failure } : null;
