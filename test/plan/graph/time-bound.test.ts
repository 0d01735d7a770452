import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { criticalPath, remainingPath } from '../../../src/plan/graph/critical-path.ts';
import { buildGraph, type Graph } from '../../../src/plan/graph/graph.ts';
import { lowerBound } from '../../../src/plan/graph/time-bound.ts';
import { dag, graphOf, MANY, orderOf, SHAPES, SIX_PHASES } from './samples.ts';

describe('the time bound of', () => {
  it.each<[string, string[], number[], number, number]>([
    ['nothing is nothing', [], [], 3, 0],
    ['one node is its duration', ['a'], [4], 3, 4],
    ['one worker is all the work', SIX_PHASES, [5, 3, 8, 5, 3, 5], 1, 29],
    ['enough workers is the critical path', SIX_PHASES, [5, 3, 8, 5, 3, 5], 3, 21],
    ['independent nodes is their share', ['a', 'b', 'c'], [2, 2, 2], 2, 3],
    ['a fan counts what comes before', ['a', 'b: a', 'c: a', 'd: a', 'e: a'], [3, 1, 1, 1, 1], 2, 5],
    ['a funnel counts what comes after', ['b', 'c', 'd', 'e', 'a: b c d e'], [1, 1, 1, 1, 3], 2, 5],
    ['a waist counts both', ['a', 'b: a', 'c: a', 'd: a', 'e: a', 'f: b c d e'], [3, 1, 1, 1, 1, 4], 2, 9],
  ])('%s', (_, lines, durations, workers, expected) => {
    const graph = graphOf(...lines);
    expect(lowerBound(graph, orderOf(graph), durations, workers)).toBe(expected);
  });
});

/** When the last node ends if a free worker always takes the ready node with the longest remainder. */
function greedyMakespan(graph: Graph, durations: readonly number[], workers: number): number {
  const priority = remainingPath(graph, orderOf(graph), durations);
  const waiting = new Set(graph.ids.keys());
  const endOf = new Map<number, number>();
  let now = 0;
  while (waiting.size > 0) {
    const running = [...endOf.values()].filter(end => end > now);
    const ready = [...waiting]
      .filter(node => graph.dependencies[node]!.every(before => (endOf.get(before) ?? Infinity) <= now))
      .sort((a, b) => priority[b]! - priority[a]!);
    const started = ready.slice(0, workers - running.length);
    for (const node of started) {
      waiting.delete(node);
      endOf.set(node, now + durations[node]!);
    }
    if (started.length === 0) now = Math.min(...running);
  }
  return Math.max(0, ...endOf.values());
}

it('is never above the time of a real schedule, nor below the critical path and the share of work', () => {
  const sample = dag.chain(list =>
    fc.record({
      list: fc.constant(list),
      durations: fc.array(fc.nat(9), { minLength: list.length, maxLength: list.length }),
      workers: fc.integer({ min: 1, max: 5 }),
    }),
  );
  fc.assert(
    fc.property(sample, ({ list, durations, workers }) => {
      const graph = buildGraph(list);
      const order = orderOf(graph);
      const bound = lowerBound(graph, order, durations, workers);
      expect(bound).toBeLessThanOrEqual(greedyMakespan(graph, durations, workers));
      expect(bound).toBeGreaterThanOrEqual(criticalPath(graph, order, durations).length);
      expect(bound).toBeGreaterThanOrEqual(durations.reduce((sum, time) => sum + time, 0) / workers);
    }),
    { numRuns: 500 },
  );
});

it.each(SHAPES)('copes with 20,000 nodes: %s', (shape, list) => {
  const graph = buildGraph(list);
  const bound = lowerBound(
    graph,
    orderOf(graph),
    list.map(() => 1),
    4,
  );
  expect(bound).toBe({ chain: MANY, wide: MANY / 4, layered: MANY / 4 }[shape]);
});
