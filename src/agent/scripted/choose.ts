import type { Role } from '../../run/role.ts';
import type { Assignment } from '../port.ts';
import { defaultAttempt } from './defaults.ts';
import type { Attempt, Script } from './step.ts';

/** Stands between phase and subtask in a key; no id has it. */
export const SUBTASK_SIGN = '#';

/** What the agent is to do now, with the words in braces filled in. */
export function stepsFor(script: Script | null, role: Role, assignment: Assignment): Attempt {
  const attempt = script === null ? null : attemptFor(script, role, assignment);
  return attempt === null ? defaultAttempt(role, assignment) : (filledIn(attempt, assignment) as Attempt);
}

/** The most exact key decides: the one subtask of the session, its phase, any phase. The last attempt repeats. */
function attemptFor(script: Script, role: Role, { phase, subtasks, attempt }: Assignment): Attempt | null {
  const phases = new Map(Object.entries(script[role] ?? {}));
  const attempts =
    (subtasks.length === 1 ? phases.get(`${phase}${SUBTASK_SIGN}${subtasks[0]}`) : undefined) ??
    phases.get(phase) ??
    phases.get('*');
  return attempts?.[Math.min(Math.max(attempt, 1), attempts.length) - 1] ?? null;
}

const WORD = /\{(run|phase|attempt|subtask)\}/g;

function filledIn(value: unknown, assignment: Assignment): unknown {
  if (typeof value === 'string') return value.replace(WORD, (_, word: Word) => wordIn(assignment, word));
  if (Array.isArray(value)) return value.map(item => filledIn(item, assignment));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filledIn(inner, assignment)]));
}

type Word = 'run' | 'phase' | 'attempt' | 'subtask';

const wordIn = (assignment: Assignment, word: Word): string =>
  word === 'subtask' ? assignment.subtasks.join('-') : String(assignment[word]);
