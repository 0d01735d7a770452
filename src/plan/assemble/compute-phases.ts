import { findCycles } from '../graph/cycles.ts';
import { buildGraph } from '../graph/graph.ts';
import { groupSubtasks, type SubtaskGroup } from '../graph/group.ts';
import { EMPTY_PHASE, type Phase, type Subtask } from '../model.ts';
import type { Place } from './assemble.ts';
import { clip, unique } from './text.ts';

/** Subtask grouping: independent chains stay apart, or one phase for each topological level. */
export type Grouping = 'chains' | 'levels';

/**
 * Phases for a plan that gives bare subtasks. Where these depend on each other in a cycle each becomes a phase, so
 * that validation can name the cycle.
 */
export function computePhases(
  subtasks: readonly Subtask[],
  grouping: Grouping,
  places: ReadonlyMap<string, Place>,
): { phases: Phase[]; places: Map<string, Place> } {
  const cyclic = findCycles(buildGraph(subtasks)).length > 0;
  const groups = cyclic
    ? subtasks.map(subtask => ({ id: subtask.id, subtasks: [subtask], dependsOn: subtask.dependsOn }))
    : groupSubtasks(subtasks, grouping);
  return {
    phases: groups.map(toPhase),
    places: new Map(groups.map(group => [group.id, places.get(group.subtasks[0]!.id)!])),
  };
}

function toPhase({ id, subtasks, dependsOn }: SubtaskGroup): Phase {
  return {
    ...EMPTY_PHASE,
    id,
    title: clip(subtasks.map(subtask => subtask.title).join('; ')),
    dependsOn,
    subtasks,
    files: unique(subtasks.flatMap(subtask => subtask.files)),
    done: subtasks.every(subtask => subtask.done),
  };
}
