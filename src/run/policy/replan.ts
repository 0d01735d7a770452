import type { Failure } from '../failure.ts';
import { isSameFailure } from './failure/similarity.ts';
import type { Recovery } from './settings.ts';
import type { Rule } from './why.ts';

/** What the last failures of the work say about the approach; the newest comes last. */
export interface Flaw {
  readonly rule: Extract<Rule, 'replan.fatal' | 'replan.same'>;
  /** How often in a row the failure was the same. */
  readonly same: number;
}

/** Whether the approach is at fault, rather than this attempt at it. */
export function flawIn(failures: readonly Failure[], { replan, similarity }: Recovery): Flaw | null {
  const last = failures.at(-1);
  if (!last) return null;
  const same = sameInARow(failures, similarity);
  if (replan.fatal.includes(last.category)) return { rule: 'replan.fatal', same };
  return same >= replan.afterSame ? { rule: 'replan.same', same } : null;
}

function sameInARow(failures: readonly Failure[], settings: Recovery['similarity']): number {
  let same = 1;
  for (let index = failures.length - 1; index > 0; index -= 1) {
    if (!isSame(failures[index]!, failures[index - 1]!, settings)) break;
    same += 1;
  }
  return same;
}

/** Whether two failures are the same one. */
export const isSame = (a: Failure, b: Failure, settings: Recovery['similarity']): boolean =>
  isSameFailure(a, b, {
    similarity: settings.threshold,
    minLength: settings.minLength,
    metric: settings.metric,
    compareMessages: settings.messages,
  });
