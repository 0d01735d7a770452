import type { Role } from '../../run/role.ts';
import type { Assignment } from '../port.ts';
import { defaultAttempt } from './defaults.ts';
import type { Attempt, ByModel, PlainStep, Script } from './step.ts';

/** Stands between phase and subtask in a key; no id has it. */
export const SUBTASK_SIGN = '#';

/** What the agent is to do now: the steps for its model, with the words in braces filled in. */
export function stepsFor(
  script: Script | null,
  role: Role,
  assignment: Assignment,
  model: string | null = null,
): readonly PlainStep[] {
  const attempt = script === null ? null : attemptFor(script, role, assignment);
  if (attempt === null) return defaultAttempt(role, assignment);
  const steps = attempt.flatMap(step => ('model' in step ? stepsOf(model, step.model) : [step]));
  return filledIn(steps, wordsOf(assignment, model)) as PlainStep[];
}

/** The most exact key decides: the one subtask of the session, its phase, any phase. The last attempt repeats. */
function attemptFor(script: Script, role: Role, assignment: Assignment): Attempt | null {
  const { phase, subtasks } = assignment;
  const phases = new Map(Object.entries(script[role] ?? {}));
  const attempts =
    (subtasks.length === 1 ? phases.get(`${phase}${SUBTASK_SIGN}${subtasks[0]}`) : undefined) ??
    phases.get(phase) ??
    phases.get('*');
  return attempts?.[Math.min(Math.max(turnOf(role, assignment), 1), attempts.length) - 1] ?? null;
}

/** Which attempt of the script it is. Doctor and replanner may be asked several times in one attempt of a phase. */
const turnOf = (role: Role, { attempt, asked = 0 }: Assignment): number =>
  role === 'doctor' || role === 'replanner' ? asked + 1 : attempt;

function stepsOf(model: string | null, steps: ByModel): readonly PlainStep[] {
  const models = new Map(Object.entries(steps));
  return (model === null ? undefined : models.get(model)) ?? models.get('*') ?? [];
}

const WORD = /\{(run|phase|attempt|subtask|model)\}/g;

type Word = 'run' | 'phase' | 'attempt' | 'subtask' | 'model';
type Words = Readonly<Record<Word, string>>;

function filledIn(value: unknown, words: Words): unknown {
  if (typeof value === 'string') return value.replace(WORD, (_, word: Word) => words[word]);
  if (Array.isArray(value)) return value.map(item => filledIn(item, words));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filledIn(inner, words)]));
}

const wordsOf = ({ run, phase, attempt, subtasks }: Assignment, model: string | null): Words => ({
  run,
  phase,
  attempt: String(attempt),
  subtask: subtasks.join('-'),
  model: model ?? '',
});
