import type { Plan } from '../../plan/model.ts';
import { type Redness, redness } from './redness.ts';

/** Whether tests that a plan has written first fail for the right reason: what they wait for is what it is going to write. */
export const plannedRedness = (
  plan: Plan,
  passed: boolean,
  exitCode: number | null,
  output: string,
): Redness => redness(passed, exitCode, output, isPlannedBy(plan));

export const isPlannedBy =
  (plan: Plan) =>
  (module: string): boolean =>
    isPlanned(plan, module);

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
