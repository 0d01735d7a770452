import type { Plan } from '../../plan/model.ts';
import { type Redness, redness } from './redness.ts';

/**
 * Whether tests that a plan has written first fail for the right reason. By its name alone a module that is missing may
 * be a package that nobody installed; one that the plan is going to write is what the tests wait for.
 */
export function plannedRedness(
  plan: Plan,
  passed: boolean,
  exitCode: number | null,
  output: string,
): Redness {
  const found = redness(passed, exitCode, output);
  const [, name] = (found.state === 'broken' && /^the package ([\w-]+) is missing$/.exec(found.reason)) || [];
  if (name === undefined || !isPlanned(plan, name)) return found;
  return { state: 'red', reason: `${name} is not there yet` };
}

/** Whether a file or folder of that name stands among the files of the plan. */
function isPlanned(plan: Plan, name: string): boolean {
  const lists = plan.phases.flatMap(({ files, deliverables, subtasks }) => [
    files,
    deliverables,
    ...subtasks.map(subtask => subtask.files),
  ]);
  return [plan.files, ...lists].some(files =>
    files.some(file => file.split('/').some(part => part.split('.', 1)[0] === name)),
  );
}
