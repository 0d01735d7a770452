import type { Subtask } from '../model.ts';
import { nodesAfter } from './dependents.ts';
import { buildGraph } from './graph.ts';

/** Ids of the `impl` subtasks that no `test` subtask precedes, directly or through others. */
export function implWithoutTest(subtasks: readonly Subtask[]): string[] {
  const graph = buildGraph(subtasks);
  const tests = subtasks.keys().filter(node => subtasks[node]!.type === 'test');
  const tested = nodesAfter(graph, [...tests]);
  return subtasks
    .filter((subtask, node) => subtask.type === 'impl' && !tested[node])
    .map(subtask => subtask.id);
}
