import type { Graph } from './graph.ts';
import { heapPop, heapPush } from './heap.ts';

/** Positions, dependencies first; of several ready nodes the first in document order. Null where there is a cycle. */
export function topologicalOrder(graph: Graph): number[] | null {
  const waitingFor = graph.dependencies.map(dependencies => dependencies.length);
  const ready: number[] = [];
  for (const [node, count] of waitingFor.entries()) if (count === 0) heapPush(ready, node);
  const order: number[] = [];
  for (let node = heapPop(ready); node !== undefined; node = heapPop(ready)) {
    order.push(node);
    for (const dependent of graph.dependents[node]!) {
      waitingFor[dependent]! -= 1;
      if (waitingFor[dependent] === 0) heapPush(ready, dependent);
    }
  }
  return order.length === graph.ids.length ? order : null;
}

/** The inverse of an order: for each position its place in it. */
export function rankOf(order: readonly number[]): number[] {
  const ranks = new Array<number>(order.length).fill(0);
  for (const [rank, node] of order.entries()) ranks[node] = rank;
  return ranks;
}
