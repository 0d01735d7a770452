import type { Phase, Plan, Subtask } from '../model.ts';

/** The plan as data with keys in a fixed order and without what would be assumed anyway. */
export function planData(plan: Plan): Record<string, unknown> {
  return said({ ...headData(plan), phases: plan.phases.map(phaseData) });
}

/** What the plan says of itself, its title and goal apart. */
export const settingsData = (plan: Plan): Record<string, unknown> =>
  said({
    estimateUnit: plan.estimateUnit === 'points' ? null : plan.estimateUnit,
    requires: plan.requires,
    files: plan.files,
    wave: plan.wave,
  });

const headData = (plan: Plan): Record<string, unknown> => ({
  title: plan.title,
  goal: plan.goal,
  ...settingsData(plan),
});

const phaseData = (phase: Phase): Record<string, unknown> => ({
  id: phase.id,
  title: phase.title,
  ...said({
    description: phase.description,
    dependsOn: phase.dependsOn,
    parallelWith: phase.parallelWith,
    files: phase.files,
    deliverables: phase.deliverables,
    criteria: phase.criteria,
    estimate: phase.estimate,
    done: phase.done,
    optional: phase.optional,
    gated: phase.gated,
    allowEmpty: phase.allowEmpty ?? false,
    group: phase.group,
    subtasks: phase.subtasks.map(subtaskData),
  }),
});

const subtaskData = (subtask: Subtask): Record<string, unknown> => ({
  id: subtask.id,
  title: subtask.title,
  ...said({
    type: subtask.type === 'task' ? null : subtask.type,
    description: subtask.description,
    dependsOn: subtask.dependsOn,
    files: subtask.files,
    done: subtask.done,
  }),
});

/** Without empty texts and lists, false flags and nulls. */
const said = (data: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data).filter(
      ([, value]) =>
        value !== null && value !== false && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  );
