import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCycles } from '../../../src/plan/graph/cycles.ts';
import { buildGraph } from '../../../src/plan/graph/graph.ts';
import { rankOf, topologicalOrder } from '../../../src/plan/graph/order.ts';
import { chain, dag, digraph, graphOf, SHAPES, SIX_PHASES } from './samples.ts';

describe('the order of', () => {
  it.each<[string, string[], string]>([
    ['nothing is empty', [], ''],
    ['one node is that node', ['a'], 'a'],
    ['the six phases is that of the document', SIX_PHASES, '0 1 2a 2b 2c 3'],
    ['independent nodes is that of the document, not of the alphabet', ['10', '9', 'b', 'a'], '10 9 b a'],
    ['a backward chain is reversed', ['c: b', 'b: a', 'a'], 'a b c'],
    ['a diamond keeps the document order of its sides', ['a', 'c: a', 'b: a', 'd: b c'], 'a c b d'],
    ['a node set free goes before later nodes that were free already', ['b: a', 'a', 'c'], 'a b c'],
    ['a cycle does not exist', ['a: b', 'b: a'], 'none'],
    ['nodes beside a cycle does not exist either', ['a', 'b: c', 'c: b'], 'none'],
  ])('%s', (_, lines, expected) => {
    const graph = graphOf(...lines);
    const order = topologicalOrder(graph);
    expect(order === null ? 'none' : order.map(node => graph.ids[node]).join(' ')).toBe(expected);
  });
});

it('puts every node after its dependencies, exactly once [004-05]', () => {
  fc.assert(
    fc.property(dag, list => {
      const graph = buildGraph(list);
      const order = topologicalOrder(graph)!;
      expect(order.toSorted((a, b) => a - b)).toEqual([...list.keys()]);
      const ranks = rankOf(order);
      for (const [node, dependencies] of graph.dependencies.entries()) {
        for (const dependency of dependencies) expect(ranks[dependency]).toBeLessThan(ranks[node]!);
      }
    }),
  );
});

it('is always the smallest order by document position that the edges allow [004-05]', () => {
  fc.assert(
    fc.property(dag, list => {
      const graph = buildGraph(list);
      const placed = new Set<number>();
      for (const node of topologicalOrder(graph)!) {
        const firstReady = [...list.keys()].find(
          other => !placed.has(other) && graph.dependencies[other]!.every(before => placed.has(before)),
        );
        expect(node).toBe(firstReady);
        placed.add(node);
      }
    }),
  );
});

it('exists exactly where no cycle is found', () => {
  fc.assert(
    fc.property(digraph, list => {
      const graph = buildGraph(list);
      expect(topologicalOrder(graph) === null).toBe(findCycles(graph).length > 0);
    }),
  );
});

it.each(SHAPES)('copes with 20,000 nodes: %s', (_, list) => {
  expect(topologicalOrder(buildGraph(list))).toEqual([...list.keys()]);
});

it('copes with 20,000 nodes in a chain told backwards', () => {
  const order = topologicalOrder(buildGraph(chain.toReversed()));
  expect(order).toEqual([...chain.keys()].reverse());
});
