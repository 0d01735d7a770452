import type { Graph } from './graph.ts';

/**
 * The chain whose durations add up to the most: no number of workers finishes sooner. Ties go to the start that
 * comes first in `order`, then to document order. Durations are by position and not negative.
 */
export function criticalPath(
  graph: Graph,
  order: readonly number[],
  durations: readonly number[],
): { ids: string[]; length: number } {
  const remaining = remainingPath(graph, order, durations);
  const ids: string[] = [];
  const start = longest(order, remaining);
  for (let node = start; node !== undefined; node = longest(graph.dependents[node]!, remaining)) {
    ids.push(graph.ids[node]!);
  }
  return { ids, length: start === undefined ? 0 : remaining[start]! };
}

/** For each node its own duration and that of the longest chain of dependents after it. */
export function remainingPath(
  graph: Graph,
  order: readonly number[],
  durations: readonly number[],
): number[] {
  const remaining = new Array<number>(order.length).fill(0);
  for (const node of order.toReversed()) {
    let after = 0;
    for (const dependent of graph.dependents[node]!) after = Math.max(after, remaining[dependent]!);
    remaining[node] = durations[node]! + after;
  }
  return remaining;
}

/** For each node the time before which no number of workers can start it. */
export function earliestStarts(
  graph: Graph,
  order: readonly number[],
  durations: readonly number[],
): number[] {
  const starts = new Array<number>(order.length).fill(0);
  for (const node of order) {
    for (const dependency of graph.dependencies[node]!) {
      starts[node] = Math.max(starts[node]!, starts[dependency]! + durations[dependency]!);
    }
  }
  return starts;
}

function longest(nodes: readonly number[], remaining: readonly number[]): number | undefined {
  let best: number | undefined;
  for (const node of nodes) {
    if (best === undefined || remaining[node]! > remaining[best]!) best = node;
  }
  return best;
}
