import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { transitiveDependents } from '../../../src/plan/graph/dependents.ts';
import { buildGraph } from '../../../src/plan/graph/graph.ts';
import { digraph, graphOf, MANY, reachability, SHAPES, SIX_PHASES } from './samples.ts';

describe('the dependents of', () => {
  it.each<[string, string[], string, string]>([
    ['an unknown id are none', ['a'], 'x', ''],
    ['a lone node are none', ['a'], 'a', ''],
    ['a middle phase of six is the last', SIX_PHASES, '2b', '3'],
    ['the first of six are all others', SIX_PHASES, '0', '1 2a 2b 2c 3'],
    ['a node that comes last in the document are in its order', ['c: b', 'b: a', 'a'], 'a', 'c b'],
    ['a node on a cycle do not include it', ['a: b', 'b: a'], 'a', 'b'],
  ])('%s', (_, lines, id, expected) => {
    expect(transitiveDependents(graphOf(...lines), id).join(' ')).toBe(expected);
  });
});

it('are what plain reachability gives, on any graph', () => {
  fc.assert(
    fc.property(digraph, list => {
      const graph = buildGraph(list);
      const reach = reachability(list);
      for (const { id } of list) {
        const expected = list.map(node => node.id).filter(other => other !== id && reach.get(id)!.has(other));
        expect(transitiveDependents(graph, id)).toEqual(expected);
      }
    }),
  );
});

it.each(SHAPES)('copes with 20,000 nodes: %s', (shape, list) => {
  const found = transitiveDependents(buildGraph(list), 'n0');
  expect(found.length).toBeGreaterThanOrEqual({ chain: MANY - 1, wide: 0, layered: 1 }[shape]);
});
