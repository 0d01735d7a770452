import type { Entry } from '../../run/apply.ts';
import { toldTokens } from '../../run/usage.ts';
import { sessionIn } from './session-end.ts';

/** What is known of the allowance that a run has, besides the amounts. */
export interface Allowed {
  /** When the run was taken on again after its end, with a new allowance; null where it has its first. */
  readonly at: number | null;
  /** Sessions since then that ended without a word about their tokens. */
  readonly untold: number;
  /** Sessions since then that were cut off or are under way. */
  readonly unended: number;
}

export const FIRST_ALLOWANCE: Allowed = { at: null, untold: 0, unended: 0 };

export function allowedSince(entries: readonly Entry[]): Allowed {
  let allowed = FIRST_ALLOWANCE;
  let isOver = false;
  for (const { at, event } of entries) {
    const { untold, unended } = allowed;
    if (event.type === 'run_ended') isOver = true;
    else if (event.type === 'run_resumed' && isOver) {
      allowed = { ...FIRST_ALLOWANCE, at };
      isOver = false;
    } else if (event.type === 'session_started') allowed = { ...allowed, unended: unended + 1 };
    else {
      const session = sessionIn(event);
      if (!session) continue;
      // Sessions of the run as a whole end without having been said to begin.
      const isOfPhase = 'phase' in event;
      allowed = {
        ...allowed,
        untold: untold + (toldTokens(session.usage) ? 0 : 1),
        unended: isOfPhase ? Math.max(0, unended - 1) : unended,
      };
    }
  }
  return allowed;
}
