import { earliestStarts, remainingPath } from './critical-path.ts';
import type { Graph } from './graph.ts';

/** How many start times are tried; leaving some out weakens the bound but never makes it wrong. */
const MAX_THRESHOLDS = 128;

/**
 * A time that no schedule on `workers` workers beats: the longest of the critical path and, for sets of nodes, the
 * time that passes before any of them can start, their work divided by the workers, and the time that must follow
 * after any of them. That holds for every set: all of its work has to fit between those two times, and within them
 * at most `workers` nodes run at once. The set of all nodes gives the total work divided by the workers.
 */
export function lowerBound(
  graph: Graph,
  order: readonly number[],
  durations: readonly number[],
  workers: number,
): number {
  const heads = earliestStarts(graph, order, durations);
  const remaining = remainingPath(graph, order, durations);
  const tails = remaining.map((time, node) => time - durations[node]!);
  const byTail = order.toSorted((a, b) => tails[b]! - tails[a]!);
  let bound = remaining.reduce((most, time) => Math.max(most, time), 0);
  for (const head of thresholds(heads)) {
    let work = 0;
    for (const node of byTail) {
      if (heads[node]! < head) continue;
      work += durations[node]!;
      bound = Math.max(bound, head + work / workers + tails[node]!);
    }
  }
  return bound;
}

/** Evenly spread over the distinct values, the smallest among them. */
function thresholds(heads: readonly number[]): number[] {
  const distinct = [...new Set(heads)].sort((a, b) => a - b);
  const step = Math.ceil(distinct.length / MAX_THRESHOLDS);
  return distinct.filter((_, index) => index % step === 0);
}
