import type { Batch, Graph, GraphNode } from './graph.ts';
import { rankOf } from './order.ts';

export interface PermittedPhase extends GraphNode {
  readonly parallelWith: readonly string[];
}

/**
 * The steps of barrier execution. The first phase of `order` that is left opens a batch; each further phase whose
 * dependencies lie in earlier batches joins, in `order`, if it may run beside every member. A permission counts from
 * whichever side states it and never overrides a dependency. Linear in edges and permissions.
 */
export function batches(phases: readonly PermittedPhase[], graph: Graph, order: readonly number[]): Batch[] {
  const permitted = permissions(phases, graph);
  const ranks = rankOf(order);
  const waitingFor = graph.dependencies.map(dependencies => dependencies.length);
  const placed = new Array<boolean>(order.length).fill(false);
  const result: Batch[] = [];
  // Whatever `opener` depends on comes before it in `order` and is placed, so the first phase left is always ready.
  for (const opener of order) {
    if (placed[opener]) continue;
    const candidates = [...permitted[opener]!]
      .filter(node => !placed[node] && waitingFor[node] === 0)
      .sort((a, b) => ranks[a]! - ranks[b]!);
    const members = [opener];
    for (const candidate of candidates) {
      if (members.every(member => permitted[candidate]!.has(member))) members.push(candidate);
    }
    for (const member of members) {
      placed[member] = true;
      for (const dependent of graph.dependents[member]!) waitingFor[dependent]! -= 1;
    }
    result.push({
      type: members.length > 1 ? 'parallel' : 'sequential',
      phases: members.map(member => graph.ids[member]!),
    });
  }
  return result;
}

function permissions(phases: readonly PermittedPhase[], graph: Graph): Set<number>[] {
  const permitted = graph.ids.map(() => new Set<number>());
  for (const phase of phases) {
    const node = graph.indexOf.get(phase.id);
    if (node === undefined) continue;
    for (const id of phase.parallelWith) {
      const other = graph.indexOf.get(id);
      if (other === undefined || other === node) continue;
      permitted[node]!.add(other);
      permitted[other]!.add(node);
    }
  }
  return permitted;
}
