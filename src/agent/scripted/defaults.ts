import { unreachable } from '../../base/unreachable.ts';
import type { Role } from '../../run/role.ts';
import type { Assignment } from '../port.ts';
import type { PlainStep } from './step.ts';

/** What the agent does where no script says otherwise: the work is done, nobody objects, no plan is changed. */
export function defaultAttempt(role: Role, assignment: Assignment): readonly PlainStep[] {
  switch (role) {
    case 'developer':
      return develop(assignment);
    case 'reviewer':
      return [{ reply: { approved: true, summary: 'Nothing to object to.', comments: [] } }];
    case 'evaluator':
      return [{ reply: { decisions: [] } }];
    case 'doctor':
      return [{ reply: DIAGNOSIS }];
    case 'replanner':
      // Not to be read as a revision, whatever one looks like.
      return [{ reply: null }];
    case 'architect':
      return [{ reply: { plan: '# A plan\n\n### Task 1: Do what was asked for\n' } }];
    default:
      return unreachable(role);
  }
}

const DIAGNOSIS = {
  action: 'retry_with_fix',
  confidence: 0.9,
  diagnosis: 'scripted',
  hint: 'Read the error and mend its cause.',
};

/** The same files with the same content at each attempt, so that a repeated session leads to the same tree. */
function develop({ phase, subtasks }: Assignment): readonly PlainStep[] {
  const files =
    subtasks.length === 0
      ? [{ path: `scripted/${fileName(phase)}.txt`, content: `Phase ${phase}\n` }]
      : subtasks.map(subtask => ({
          path: `scripted/${fileName(phase)}/${fileName(subtask)}.txt`,
          content: `Phase ${phase}, subtask ${subtask}\n`,
        }));
  const report = {
    status: 'completed',
    subtasksCompleted: subtasks,
    subtasksFailed: [],
    summary: `Wrote ${files.map(({ path }) => path).join(', ')}.`,
    error: null,
    filesChanged: files.map(({ path }) => path),
  };
  return [...files.map(write => ({ write })), { report }];
}

/** One name for an id, and never the same for two: `2/1` must not be taken for subtask `1` of phase `2`. */
const fileName = (id: string): string => encodeURIComponent(id);
