import type { Graph } from './graph.ts';

/** Everything that waits, directly or not, for `id`, in document order; `id` itself is never among them. */
export function transitiveDependents(graph: Graph, id: string): string[] {
  const start = graph.indexOf.get(id);
  if (start === undefined) return [];
  const after = nodesAfter(graph, [start]);
  return graph.ids.filter((_, node) => after[node] && node !== start);
}

/** For each position whether it depends, directly or not, on one of `starts`. Cycles do no harm. */
export function nodesAfter(graph: Graph, starts: readonly number[]): boolean[] {
  const after = new Array<boolean>(graph.ids.length).fill(false);
  const queue = [...starts];
  for (const node of queue) {
    for (const dependent of graph.dependents[node]!) {
      if (after[dependent]) continue;
      after[dependent] = true;
      queue.push(dependent);
    }
  }
  return after;
}
