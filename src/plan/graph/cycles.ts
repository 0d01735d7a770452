import type { Graph } from './graph.ts';

/**
 * One concrete cycle for each knot of mutually dependent nodes, as a closed path in the direction of dependency:
 * ['2a', '3', '2a'] means that 2a depends on 3 and 3 on 2a. It starts at the knot's first node in document order
 * and is a shortest one through that node. Empty exactly where a topological order exists.
 */
export function findCycles(graph: Graph): string[][] {
  const component = components(graph);
  const size = new Map<number, number>();
  for (const root of component) size.set(root, (size.get(root) ?? 0) + 1);
  const shown = new Set<number>();
  const cycles: string[][] = [];
  for (const [node, root] of component.entries()) {
    if (size.get(root) === 1 || shown.has(root)) continue;
    shown.add(root);
    cycles.push(cycleThrough(graph, component, node).map(position => graph.ids[position]!));
  }
  return cycles;
}

const UNSEEN = -1;

/** Tarjan's algorithm with its own stack; strongly connected nodes get the same number. */
function components(graph: Graph): number[] {
  const count = graph.ids.length;
  const component = new Array<number>(count).fill(UNSEEN);
  const seenAt = new Array<number>(count).fill(UNSEEN);
  const low = new Array<number>(count).fill(0);
  const nextEdge = new Array<number>(count).fill(0);
  const open: number[] = [];
  const path: number[] = [];
  let clock = 0;
  const enter = (node: number) => {
    seenAt[node] = clock;
    low[node] = clock;
    clock += 1;
    open.push(node);
    path.push(node);
  };
  const leave = (node: number) => {
    path.pop();
    const parent = path.at(-1);
    if (parent !== undefined) low[parent] = Math.min(low[parent]!, low[node]!);
    if (low[node] !== seenAt[node]) return;
    for (let member = open.pop()!; ; member = open.pop()!) {
      component[member] = node;
      if (member === node) break;
    }
  };
  for (let start = 0; start < count; start += 1) {
    if (seenAt[start] !== UNSEEN) continue;
    enter(start);
    for (let node = path.at(-1); node !== undefined; node = path.at(-1)) {
      const dependency = graph.dependencies[node]![nextEdge[node]!];
      nextEdge[node]! += 1;
      if (dependency === undefined) leave(node);
      else if (seenAt[dependency] === UNSEEN) enter(dependency);
      else if (component[dependency] === UNSEEN) low[node] = Math.min(low[node]!, seenAt[dependency]!);
    }
  }
  return component;
}

/** Breadth first inside the component, so the first way back to `start` is a shortest one. */
function cycleThrough(graph: Graph, component: readonly number[], start: number): number[] {
  const cameFrom = new Map<number, number>();
  const queue = [start];
  for (const node of queue) {
    for (const dependency of graph.dependencies[node]!) {
      if (dependency === start) return [...pathTo(cameFrom, start, node), start];
      if (component[dependency] !== component[start] || cameFrom.has(dependency)) continue;
      cameFrom.set(dependency, node);
      queue.push(dependency);
    }
  }
  throw new Error('a strongly connected component without a cycle');
}

function pathTo(cameFrom: ReadonlyMap<number, number>, start: number, end: number): number[] {
  const backwards = [end];
  for (let node = end; node !== start; ) {
    node = cameFrom.get(node)!;
    backwards.push(node);
  }
  return backwards.reverse();
}
