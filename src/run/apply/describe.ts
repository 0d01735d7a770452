import type { Phase } from '../../plan/model.ts';
import type { PhaseState, SubtaskState } from '../state.ts';

/** What changes in a phase with its description. Subtasks that are still there keep how far they have come. */
export function described({ subtasks, descriptions }: PhaseState, plan: Phase): Partial<PhaseState> {
  const known = new Map(subtasks.map(subtask => [subtask.id, subtask]));
  return {
    revised: plan,
    descriptions: descriptions + 1,
    subtasks: plan.subtasks.map(subtask => known.get(subtask.id) ?? beginSubtask(subtask)),
  };
}

export const beginSubtask = ({ id, done }: Phase['subtasks'][number]): SubtaskState => ({
  id,
  status: done ? 'completed' : 'pending',
  attempt: 0,
  startedAt: null,
  completedAt: null,
  error: null,
});
