import type { Shape } from '../shape.ts';

/** The edges that a picture needs, which say the same as all of them. */
export interface EdgeSet {
  /** For each phase the positions of those that lead to it. */
  readonly needs: readonly (readonly number[])[];
  /** How many edges follow from others and are therefore left out. */
  readonly implied: number;
}

/** Leaves out edges that follow from others. In a graph with a cycle all stay. */
export function withoutImplied(shape: Shape): EdgeSet {
  const order = topologicalOrder(shape);
  const all = shape.nodes.map(node => node.needs);
  if (order.length < shape.nodes.length) return { needs: all, implied: 0 };

  const words = Math.ceil(shape.nodes.length / 32);
  const before: Uint32Array[] = [];
  const needs: (readonly number[])[] = [];
  let implied = 0;
  for (const index of order) {
    const indirect = new Uint32Array(words);
    for (const need of all[index]!) {
      const earlier = before[need]!;
      for (let word = 0; word < words; word++) indirect[word]! |= earlier[word]!;
    }
    needs[index] = all[index]!.filter(need => !has(indirect, need));
    implied += all[index]!.length - needs[index].length;
    for (const need of needs[index]) indirect[need >>> 5]! |= 1 << (need & 31);
    before[index] = indirect;
  }
  return { needs, implied };
}

/** Several phases that all need the same several others: drawn through one point instead of each to each. */
interface Hub {
  readonly from: readonly number[];
  readonly to: readonly number[];
}

export interface Wiring {
  readonly hubs: readonly Hub[];
  /** What leads to each phase beside the hubs. */
  readonly direct: readonly (readonly number[])[];
}

export function bundle(needs: EdgeSet['needs']): Wiring {
  const bySet = Map.groupBy(needs.keys(), index => needs[index]!.join());
  const hubs = [...bySet.values()]
    .map(to => ({ from: needs[to[0]!]!, to }))
    .filter(({ from, to }) => from.length > 1 && to.length > 1);
  const bundled = new Set(hubs.flatMap(hub => hub.to));
  return { hubs, direct: needs.map((from, index) => (bundled.has(index) ? [] : from)) };
}

/** How much there is to route between levels. */
export interface Traffic {
  /** Levels crossed by all edges together. */
  readonly span: number;
  /** Edges between the two neighbouring levels that have the most. */
  readonly densest: number;
}

export function trafficOf({ nodes, rows }: Shape, { hubs, direct }: Wiring): Traffic {
  const change: number[] = new Array(rows.length + 1).fill(0);
  const pass = (from: number, to: number): void => {
    const [start, end] = [nodes[from]!.level, nodes[to]!.level].sort((a, b) => a - b);
    change[start!]! += 1;
    change[end!]! -= 1;
  };
  for (const [to, needs] of direct.entries()) for (const from of needs) pass(from, to);
  for (const { from, to } of hubs) for (const need of from) pass(need, to[0]!);
  let [span, densest, current] = [0, 0, 0];
  for (const step of change) {
    current += step;
    span += current;
    densest = Math.max(densest, current);
  }
  return { span, densest };
}

/** Shorter than the number of phases where there is a cycle. */
function topologicalOrder({ nodes }: Shape): number[] {
  const waiting = nodes.map(node => node.needs.length);
  const dependents: number[][] = nodes.map(() => []);
  for (const node of nodes) for (const need of node.needs) dependents[need]!.push(node.index);
  const order = nodes.filter(node => node.needs.length === 0).map(node => node.index);
  for (const index of order) {
    for (const dependent of dependents[index]!) {
      waiting[dependent]! -= 1;
      if (waiting[dependent] === 0) order.push(dependent);
    }
  }
  return order;
}

function has(bits: Uint32Array, index: number): boolean {
  return (bits[index >>> 5]! & (1 << (index & 31))) !== 0;
}
