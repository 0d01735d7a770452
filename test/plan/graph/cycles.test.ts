import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCycles } from '../../../src/plan/graph/cycles.ts';
import { buildGraph } from '../../../src/plan/graph/graph.ts';
import { chain, digraph, graphOf, MANY, reachability, SHAPES, SIX_PHASES } from './samples.ts';

it('finds a cycle and gives its full path', () => {
  expect(findCycles(graphOf('0', '1: 0', '2a: 1 3', '2b: 1', '3: 2a 2b'))).toEqual([['2a', '3', '2a']]);
});

describe('finds', () => {
  it.each<[string, string[], string[][]]>([
    ['nothing in nothing', [], []],
    ['nothing in one node', ['a'], []],
    ['nothing in the six phases', SIX_PHASES, []],
    ['nothing where a node names itself, which is another finding', ['a: a'], []],
    ['two phases that wait for each other', ['0', '2a: 3', '3: 2a'], [['2a', '3', '2a']]],
    ['three, in the direction of dependency', ['a: b', 'b: c', 'c: a'], [['a', 'b', 'c', 'a']]],
    ['a short way round before a long one', ['a: b d', 'b: c', 'c: a', 'd: a'], [['a', 'd', 'a']]],
    ['no node that merely hangs on a cycle', ['x: b', 'b: c', 'c: b y', 'y'], [['b', 'c', 'b']]],
    [
      'each knot, by its first node',
      ['d: b', 'a: c', 'b: d', 'c: a'],
      [
        ['d', 'b', 'd'],
        ['a', 'c', 'a'],
      ],
    ],
    [
      'separate knots though one leads to the other',
      ['a: b', 'b: a c', 'c: d', 'd: c'],
      [
        ['a', 'b', 'a'],
        ['c', 'd', 'c'],
      ],
    ],
  ])('%s', (_, lines, expected) => {
    expect(findCycles(graphOf(...lines))).toEqual(expected);
  });
});

it('gives one closed path of real edges, without repeats, for each knot and for nothing else', () => {
  fc.assert(
    fc.property(digraph, list => {
      const graph = buildGraph(list);
      const reach = reachability(
        list.map(node => ({ ...node, dependsOn: node.dependsOn.filter(id => id !== node.id) })),
      );
      const knots = new Set<string>();
      for (const { id } of list) {
        const members = list.filter(other => reach.get(id)!.has(other.id) && reach.get(other.id)!.has(id));
        if (members.length > 0) knots.add(members[0]!.id);
      }
      const cycles = findCycles(graph);
      expect(cycles.map(cycle => cycle[0])).toEqual([...knots]);
      for (const cycle of cycles) {
        expect(cycle.at(-1)).toBe(cycle[0]);
        expect(new Set(cycle).size).toBe(cycle.length - 1);
        for (const [step, id] of cycle.slice(0, -1).entries()) {
          expect(list.find(node => node.id === id)!.dependsOn).toContain(cycle[step + 1]);
        }
      }
    }),
  );
});

it.each(SHAPES)('copes with 20,000 nodes: %s', (_, list) => {
  expect(findCycles(buildGraph(list))).toEqual([]);
});

it('copes with a cycle of 20,000 nodes', () => {
  const [first, ...rest] = chain;
  const cycles = findCycles(buildGraph([{ ...first!, dependsOn: [chain.at(-1)!.id] }, ...rest]));
  expect(cycles).toHaveLength(1);
  expect(cycles[0]).toHaveLength(MANY + 1);
});
