import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildGraph } from '../../../src/plan/graph/graph.ts';
import { levels, width } from '../../../src/plan/graph/levels.ts';
import { dag, graphOf, MANY, orderOf, SHAPES, SIX_PHASES } from './samples.ts';

describe('the levels of', () => {
  it.each<[string, string[], string[][], number]>([
    ['nothing are none', [], [], 0],
    ['one node are one', ['a'], [['a']], 1],
    ['the six phases are four', SIX_PHASES, [['0'], ['1'], ['2a', '2b', '2c'], ['3']], 3],
    ['a chain are its nodes', ['c: b', 'b: a', 'a'], [['a'], ['b'], ['c']], 1],
    ['a diamond are three', ['a', 'c: a', 'b: a', 'd: b c'], [['a'], ['c', 'b'], ['d']], 2],
    ['uneven paths follow the longest', ['a', 'b: a', 'c: a b', 'd'], [['a', 'd'], ['b'], ['c']], 2],
  ])('%s', (_, lines, expected, widest) => {
    const graph = graphOf(...lines);
    const found = levels(graph, orderOf(graph));
    expect(found).toEqual(expected);
    expect(width(found)).toBe(widest);
  });
});

it('are one more than that of the highest dependency, and hold every node once, in document order', () => {
  fc.assert(
    fc.property(dag, list => {
      const graph = buildGraph(list);
      const found = levels(graph, orderOf(graph));
      expect(found.flat().sort()).toEqual(list.map(node => node.id).sort());
      const levelOf = new Map(found.flatMap((ids, level) => ids.map(id => [id, level] as const)));
      for (const node of list) {
        const before = node.dependsOn.map(id => levelOf.get(id)!);
        expect(levelOf.get(node.id)).toBe(Math.max(-1, ...before) + 1);
      }
      for (const ids of found) {
        const positions = ids.map(id => graph.indexOf.get(id)!);
        expect(positions).toEqual(positions.toSorted((a, b) => a - b));
      }
    }),
  );
});

it.each(SHAPES)('copes with 20,000 nodes: %s', (shape, list) => {
  const graph = buildGraph(list);
  const found = levels(graph, orderOf(graph));
  expect(found).toHaveLength({ chain: MANY, wide: 1, layered: MANY / 100 }[shape]);
  expect(width(found)).toBe({ chain: 1, wide: MANY, layered: 100 }[shape]);
});
