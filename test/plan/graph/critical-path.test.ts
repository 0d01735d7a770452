import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { criticalPath, earliestStarts, remainingPath } from '../../../src/plan/graph/critical-path.ts';
import { buildGraph } from '../../../src/plan/graph/graph.ts';
import { dag, graphOf, MANY, orderOf, SHAPES, SIX_PHASES } from './samples.ts';

describe('the critical path of', () => {
  it.each<[string, string[], number[], string, number]>([
    ['nothing is empty', [], [], '', 0],
    ['one node is that node', ['a'], [4], 'a', 4],
    ['the six phases takes the longest of the three', SIX_PHASES, [5, 3, 8, 5, 3, 5], '0 1 2a 3', 21],
    [
      'equal sides takes the first in the document',
      ['a', 'c: a', 'b: a', 'd: b c'],
      [1, 2, 2, 1],
      'a c d',
      4,
    ],
    ['equal chains takes the first in the document', ['a', 'b'], [3, 3], 'a', 3],
    ['a long node beside a short chain is the node', ['a', 'b: a', 'c'], [1, 1, 5], 'c', 5],
    ['nodes without duration still shows the chain', ['b: a', 'a'], [0, 0], 'a b', 0],
  ])('%s', (_, lines, durations, ids, length) => {
    const graph = graphOf(...lines);
    expect(criticalPath(graph, orderOf(graph), durations)).toEqual({
      ids: ids.split(' ').filter(Boolean),
      length,
    });
  });
});

const weighted = dag.chain(list =>
  fc.tuple(fc.constant(list), fc.array(fc.nat(9), { minLength: list.length, maxLength: list.length })),
);

it('adds to each duration the longest remainder of a dependent and no more', () => {
  fc.assert(
    fc.property(weighted, ([list, durations]) => {
      const graph = buildGraph(list);
      const remaining = remainingPath(graph, orderOf(graph), durations);
      for (const [node, time] of remaining.entries()) {
        const after = graph.dependents[node]!.map(dependent => remaining[dependent]!);
        expect(time).toBe(durations[node]! + Math.max(0, ...after));
      }
    }),
  );
});

it('never shrinks a remainder when a duration or an edge is added', () => {
  fc.assert(
    fc.property(weighted, fc.nat(), ([list, durations], pick) => {
      const graph = buildGraph(list);
      const order = orderOf(graph);
      const remaining = remainingPath(graph, order, durations);
      const longer = durations.map((duration, node) => duration + (node === pick % list.length ? 1 : 0));
      const withChain = buildGraph(
        list.map((node, index) => {
          const before = order[order.indexOf(index) - 1];
          return before === undefined ? node : { ...node, dependsOn: [...node.dependsOn, list[before]!.id] };
        }),
      );
      const afterLonger = remainingPath(graph, order, longer);
      const afterEdges = remainingPath(withChain, order, durations);
      for (const [node, time] of remaining.entries()) {
        expect(afterLonger[node]).toBeGreaterThanOrEqual(time);
        expect(afterEdges[node]).toBeGreaterThanOrEqual(time);
      }
    }),
  );
});

it('is a path of real edges that adds up to its length, which no start and remainder exceed', () => {
  fc.assert(
    fc.property(weighted, ([list, durations]) => {
      const graph = buildGraph(list);
      const order = orderOf(graph);
      const { ids, length } = criticalPath(graph, order, durations);
      const positions = ids.map(id => graph.indexOf.get(id)!);
      expect(positions.reduce((sum, node) => sum + durations[node]!, 0)).toBe(length);
      for (const [step, node] of positions.entries()) {
        if (step > 0) expect(graph.dependencies[node]).toContain(positions[step - 1]);
      }
      const starts = earliestStarts(graph, order, durations);
      const remaining = remainingPath(graph, order, durations);
      for (const node of order) expect(starts[node]! + remaining[node]!).toBeLessThanOrEqual(length);
    }),
  );
});

it.each(SHAPES)('copes with 20,000 nodes: %s', (shape, list) => {
  const graph = buildGraph(list);
  const { ids, length } = criticalPath(
    graph,
    orderOf(graph),
    list.map(() => 1),
  );
  expect(length).toBe({ chain: MANY, wide: 1, layered: MANY / 100 }[shape]);
  expect(ids).toHaveLength(length);
});
