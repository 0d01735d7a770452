import type { Graph } from './graph.ts';
import { rankOf } from './order.ts';
import { earlierSharers } from './shared-files.ts';

export interface OverlapEdge {
  readonly from: string;
  readonly to: string;
  readonly file: string;
}

/**
 * The edges that are missing so that every two phases which declare the same file (see `entryPath` for what that
 * means) are ordered. Each points forward in `order`, so no cycle can arise, and none is implied by the graph and
 * the other edges.
 */
export function overlapEdges(
  phases: readonly { readonly id: string; readonly files: readonly string[] }[],
  graph: Graph,
  order: readonly number[],
): OverlapEdge[] {
  const filesOf = new Map(phases.map(phase => [phase.id, phase.files]));
  const sharers = earlierSharers(order.map(node => filesOf.get(graph.ids[node]!) ?? []));
  const asked = new Set(sharers.flatMap(earlier => [...earlier.keys()]));
  if (asked.size === 0) return [];

  const ranks = rankOf(order);
  const ancestors = ancestorSets(order.length, asked);
  const idAt = (rank: number) => graph.ids[order[rank]!]!;
  const edges: OverlapEdge[] = [];
  // All edges into earlier phases are known by the time a phase is looked at, so its ancestors are final.
  for (const [rank, node] of order.entries()) {
    for (const dependency of graph.dependencies[node]!) ancestors.inherit(rank, ranks[dependency]!);
    // The latest first: an edge from it may imply the edges from those before.
    for (const earlier of [...sharers[rank]!.keys()].sort((a, b) => b - a)) {
      if (ancestors.has(rank, earlier)) continue;
      edges.push({ from: idAt(earlier), to: idAt(rank), file: sharers[rank]!.get(earlier)! });
      ancestors.inherit(rank, earlier);
    }
  }
  return edges;
}

interface AncestorSets {
  readonly has: (node: number, ancestor: number) => boolean;
  /** Makes `ancestor` and all its ancestors so far ancestors of `node`. */
  readonly inherit: (node: number, ancestor: number) => void;
}

/** A row of bits for each node; only ancestors that will be asked for have a bit. */
function ancestorSets(nodes: number, asked: ReadonlySet<number>): AncestorSets {
  const words = Math.ceil(asked.size / 32);
  const rows = new Uint32Array(nodes * words);
  const bitOf = new Map([...asked].map((node, bit) => [node, bit]));
  return {
    has: (node, ancestor) => {
      const bit = bitOf.get(ancestor)!;
      return (rows[node * words + (bit >>> 5)]! & (1 << (bit & 31))) !== 0;
    },
    inherit: (node, ancestor) => {
      const to = node * words;
      const from = ancestor * words;
      for (let word = 0; word < words; word += 1) rows[to + word]! |= rows[from + word]!;
      const bit = bitOf.get(ancestor);
      if (bit !== undefined) rows[to + (bit >>> 5)]! |= 1 << (bit & 31);
    },
  };
}
