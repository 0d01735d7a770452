import type { Subtask } from '../model.ts';
import { buildGraph, type Graph } from './graph.ts';
import { byLevel, nodeLevels } from './levels.ts';
import { rankOf, topologicalOrder } from './order.ts';

export interface SubtaskGroup {
  readonly id: string;
  readonly subtasks: readonly Subtask[];
  readonly dependsOn: readonly string[];
}

/**
 * Phases for subtasks that come without any. `levels` makes each topological level one phase that waits for the whole
 * level before. `chains` joins only subtasks that follow each other with no alternative, so two subtasks are ordered
 * afterwards exactly if they were before. The dependencies must be acyclic; those to unknown ids are ignored.
 */
export function groupSubtasks(subtasks: readonly Subtask[], mode: 'chains' | 'levels'): SubtaskGroup[] {
  const graph = buildGraph(subtasks);
  const order = topologicalOrder(graph);
  if (order === null) throw new Error('subtasks to be grouped depend on each other in a cycle');
  return mode === 'levels' ? levelGroups(subtasks, graph, order) : chainGroups(subtasks, graph, order);
}

function levelGroups(subtasks: readonly Subtask[], graph: Graph, order: readonly number[]): SubtaskGroup[] {
  return byLevel(nodeLevels(graph, order)).map((members, level) => ({
    id: `${level + 1}`,
    subtasks: members.map(node => subtasks[node]!),
    dependsOn: level === 0 ? [] : [`${level}`],
  }));
}

function chainGroups(subtasks: readonly Subtask[], graph: Graph, order: readonly number[]): SubtaskGroup[] {
  const chains = linkedChains(subtasks, graph, order);
  const chainOf = new Map(chains.flatMap((chain, index) => chain.map(node => [node, index] as const)));
  const chainGraph = buildGraph(
    chains.map((chain, index) => ({
      id: `${index}`,
      dependsOn: graph.dependencies[chain[0]!]!.map(node => `${chainOf.get(node)}`),
    })),
  );
  const levelOf = nodeLevels(chainGraph, topologicalOrder(chainGraph)!);
  const names: string[] = [];
  const listed: number[] = [];
  for (const [level, members] of byLevel(levelOf).entries()) {
    for (const [place, chain] of members.entries()) {
      names[chain] = members.length === 1 ? `${level + 1}` : `${level + 1}${letters(place)}`;
      listed.push(chain);
    }
  }
  const places = rankOf(listed);
  return listed.map(chain => ({
    id: names[chain]!,
    subtasks: chains[chain]!.map(node => subtasks[node]!),
    dependsOn: chainGraph.dependencies[chain]!.toSorted((a, b) => places[a]! - places[b]!).map(
      dependency => names[dependency]!,
    ),
  }));
}

/** Chains of positions, dependencies first; the chains by their first member in document order. */
function linkedChains(subtasks: readonly Subtask[], graph: Graph, order: readonly number[]): number[][] {
  const chainOf = new Map<number, number[]>();
  for (const node of order) {
    const before = predecessor(subtasks, graph, node);
    const chain = before === null ? [] : chainOf.get(before)!;
    chain.push(node);
    chainOf.set(node, chain);
  }
  return [...new Set(subtasks.map((_, node) => chainOf.get(node)!))];
}

/** The one subtask that this one merely continues. */
function predecessor(subtasks: readonly Subtask[], graph: Graph, node: number): number | null {
  const dependencies = graph.dependencies[node]!;
  const before = dependencies[0];
  if (before === undefined || dependencies.length > 1) return null;
  const alone = graph.dependents[before]!.length === 1;
  return alone && subtasks[before]!.type === subtasks[node]!.type ? before : null;
}

/** 0 is a, 25 is z, 26 is aa. */
function letters(place: number): string {
  let text = '';
  for (let rest = place; rest >= 0; rest = Math.floor(rest / 26) - 1) {
    text = String.fromCharCode('a'.charCodeAt(0) + (rest % 26)) + text;
  }
  return text;
}
