import { findCycles } from '../graph/cycles.ts';
import { buildGraph } from '../graph/graph.ts';
import { groupSubtasks, type SubtaskGroup } from '../graph/group.ts';
import { levels } from '../graph/levels.ts';
import { topologicalOrder } from '../graph/order.ts';
import { LIMITS } from '../limits.ts';
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
  const beside = cyclic ? new Map<string, string[]>() : neighbours(groups);
  return {
    phases: groups.map(group => ({ ...toPhase(group), parallelWith: beside.get(group.id) ?? [] })),
    places: new Map(groups.map(group => [group.id, places.get(group.subtasks[0]!.id)!])),
  };
}

/** Stated dependencies are all the order there is, so groups of one level may share a batch. */
function neighbours(groups: readonly SubtaskGroup[]): Map<string, string[]> {
  const graph = buildGraph(groups);
  const beside = new Map<string, string[]>();
  for (const level of levels(graph, topologicalOrder(graph)!)) {
    if (level.length > LIMITS.parallelGroup) continue;
    for (const id of level)
      beside.set(
        id,
        level.filter(other => other !== id),
      );
  }
  return beside;
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
