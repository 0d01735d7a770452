import fc from 'fast-check';
import { buildGraph, type Graph } from '../../../src/plan/graph/graph.ts';
import { topologicalOrder } from '../../../src/plan/graph/order.ts';
import type { Subtask, SubtaskType } from '../../../src/plan/model.ts';

export interface Node {
  readonly id: string;
  readonly dependsOn: readonly string[];
  readonly parallelWith: readonly string[];
}

/** `'a: b c'` is a node `a` that depends on `b` and `c`; after a bar come the nodes it may run beside. */
export function nodes(...lines: readonly string[]): Node[] {
  return lines.map(line => {
    const [id = '', rest = ''] = line.split(':');
    const [dependsOn = '', parallelWith = ''] = rest.split('|');
    return { id: id.trim(), dependsOn: words(dependsOn), parallelWith: words(parallelWith) };
  });
}

export const graphOf = (...lines: readonly string[]): Graph => buildGraph(nodes(...lines));

/** The order of a graph that is known to have one. */
export function orderOf(graph: Graph): number[] {
  const order = topologicalOrder(graph);
  if (order === null) throw new Error('the sample has a cycle');
  return order;
}

export const SIX_PHASES = ['0', '1: 0', '2a: 1 | 2b 2c', '2b: 1 | 2a 2c', '2c: 1 | 2a 2b', '3: 2a 2b 2c'];

export function subtask(id: string, type: SubtaskType, dependsOn: readonly string[] = []): Subtask {
  return { id, title: id, description: '', type, dependsOn, files: [], done: false };
}

/** Any directed graph, with cycles, self edges and unknown ids. */
export const digraph: fc.Arbitrary<Node[]> = fc
  .nat(12)
  .chain(count =>
    fc.array(
      fc.record({
        dependsOn: fc.array(fc.nat(count + 1), { maxLength: 3 }),
        parallelWith: fc.array(fc.nat(count + 1), { maxLength: 4 }),
      }),
      { minLength: count, maxLength: count },
    ),
  )
  .map(rows =>
    rows.map((row, index) => ({
      id: `n${index}`,
      dependsOn: row.dependsOn.map(name),
      parallelWith: row.parallelWith.map(name),
    })),
  );

/** An acyclic graph whose document order is unrelated to its edges. */
export const dag: fc.Arbitrary<Node[]> = digraph.chain(list =>
  fc.shuffledSubarray([...list.keys()], { minLength: list.length }).map(heights =>
    list.map((node, index) => ({
      ...node,
      dependsOn: node.dependsOn.filter(id => {
        const other = Number(id.slice(1));
        return other < list.length && heights[other]! < heights[index]!;
      }),
    })),
  ),
);

/** `reach[a]` holds everything that depends on `a`, directly or not; worked out the slow and obvious way. */
export function reachability(
  list: readonly { id: string; dependsOn: readonly string[] }[],
): Map<string, Set<string>> {
  const reach = new Map(list.map(node => [node.id, new Set<string>()]));
  for (let changed = true; changed; ) {
    changed = false;
    for (const node of list) {
      for (const dependency of node.dependsOn) {
        const known = reach.get(dependency);
        if (known === undefined) continue;
        for (const id of [node.id, ...reach.get(node.id)!]) {
          if (known.has(id)) continue;
          known.add(id);
          changed = true;
        }
      }
    }
  }
  return reach;
}

export const MANY = 20_000;

/** Each depends on the one before. */
export const chain: Node[] = Array.from({ length: MANY }, (_, index) => ({
  id: name(index),
  dependsOn: index === 0 ? [] : [name(index - 1)],
  parallelWith: [],
}));

/** None depends on any. */
export const wide: Node[] = Array.from({ length: MANY }, (_, index) => ({
  id: name(index),
  dependsOn: [],
  parallelWith: [],
}));

const LAYER = 100;

/** Layers of 100; each node depends on ten of the layer before and may run beside ten of its own. */
const layered: Node[] = Array.from({ length: MANY }, (_, index) => {
  const start = index - (index % LAYER);
  const ten = Array.from({ length: 10 }, (_, step) => (index * 7 + step * 13) % LAYER);
  return {
    id: name(index),
    dependsOn: start === 0 ? [] : ten.map(place => name(start - LAYER + place)),
    parallelWith: ten.map(place => name(start + place)),
  };
});

export const SHAPES = [
  ['chain', chain],
  ['wide', wide],
  ['layered', layered],
] as const;

function name(index: number): string {
  return `n${index}`;
}

function words(text: string): string[] {
  return text.split(' ').filter(word => word !== '');
}
