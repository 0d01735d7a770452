import { expect, it } from 'vitest';
import { buildGraph } from '../../../src/plan/graph/graph.ts';
import { graphOf, nodes, SIX_PHASES } from './samples.ts';

it('knows for each phase which phases it blocks [004-04]', () => {
  const graph = graphOf(...SIX_PHASES);
  const blocks = graph.dependents.map(dependents => dependents.map(node => graph.ids[node]));
  expect(blocks).toEqual([['1'], ['2a', '2b', '2c'], ['3'], ['3'], ['3'], []]);
});

it('leaves out unknown, repeated and own ids', () => {
  const graph = buildGraph(nodes('a: a x', 'b: a a x'));
  expect(graph.dependencies).toEqual([[], [0]]);
  expect(graph.dependents).toEqual([[1], []]);
});
