import type { Graph } from './graph.ts';

/** Ids by their longest distance from a root; each level in document order. */
export function levels(graph: Graph, order: readonly number[]): string[][] {
  const levelOf = nodeLevels(graph, order);
  return byLevel(levelOf).map(members => members.map(node => graph.ids[node]!));
}

/** The size of the widest level: with more workers than that, plain level by level execution gains nothing. */
export function width(levels: readonly (readonly string[])[]): number {
  return levels.reduce((widest, level) => Math.max(widest, level.length), 0);
}

/** For each position its level, from 0. */
export function nodeLevels(graph: Graph, order: readonly number[]): number[] {
  const levelOf = new Array<number>(order.length).fill(0);
  for (const node of order) {
    for (const dependency of graph.dependencies[node]!) {
      levelOf[node] = Math.max(levelOf[node]!, levelOf[dependency]! + 1);
    }
  }
  return levelOf;
}

/** The positions on each level, ascending. */
export function byLevel(levelOf: readonly number[]): number[][] {
  const members: number[][] = [];
  for (const [node, level] of levelOf.entries()) {
    while (members.length <= level) members.push([]);
    members[level]!.push(node);
  }
  return members;
}
