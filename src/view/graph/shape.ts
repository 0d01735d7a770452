import { type Batch, buildGraph } from '../../plan/graph/graph.ts';
import type { Phase } from '../../plan/model.ts';
import type { GraphView } from './input.ts';

/** A phase as the drawings see it. */
export interface Node {
  /** Its position in the plan. */
  readonly index: number;
  readonly phase: Phase;
  /** The row it stands in. */
  readonly level: number;
  /** Positions of the phases that come first, ascending. */
  readonly needs: readonly number[];
  /** Which parallel group it runs in. */
  readonly group: number | null;
  readonly critical: boolean;
}

export interface Shape {
  readonly nodes: readonly Node[];
  /** Never empty rows. Phases that no level names (those of a cycle) form the last one. */
  readonly rows: readonly (readonly Node[])[];
  /** Phases that run side by side, two or more each. */
  readonly groups: readonly (readonly Node[])[];
  readonly isCriticalEdge: (from: number, to: number) => boolean;
}

/** The view by position, with edges to unknown phases left out. */
export function shapeOf(view: GraphView): Shape {
  const graph = buildGraph(view.phases);
  const known = (ids: readonly string[]): number[] =>
    ids.map(id => graph.indexOf.get(id)).filter(index => index !== undefined);

  const levels = disjoint(view.levels.map(known)).filter(level => level.length > 0);
  const levelOf = positions(levels);
  // Without batches every level is what may run side by side.
  const parallel = view.batches.length > 0 ? view.batches.filter(isParallel).map(b => b.phases) : view.levels;
  const groups = disjoint(parallel.map(known)).filter(group => group.length > 1);
  const groupOf = positions(groups);
  const path = known(view.criticalPath);
  const critical = new Set(path);
  const next = new Map(path.map((index, at) => [index, path[at + 1]]));

  const nodes = view.phases.map(
    (phase, index): Node => ({
      index,
      phase,
      level: levelOf.get(index) ?? levels.length,
      needs: graph.dependencies[index]!.toSorted((a, b) => a - b),
      group: groupOf.get(index) ?? null,
      critical: critical.has(index),
    }),
  );
  return {
    nodes,
    rows: rowsOf(nodes),
    groups: groups.map(group => group.map(index => nodes[index]!)),
    isCriticalEdge: (from, to) => next.get(from) === to,
  };
}

function isParallel(batch: Batch): boolean {
  return batch.type === 'parallel';
}

/** The lists without what an earlier one already holds. */
function disjoint(lists: readonly (readonly number[])[]): number[][] {
  const seen = new Set<number>();
  return lists.map(list =>
    list.filter(index => {
      const fresh = !seen.has(index);
      seen.add(index);
      return fresh;
    }),
  );
}

function positions(lists: readonly (readonly number[])[]): Map<number, number> {
  return new Map(lists.flatMap((list, at) => list.map(index => [index, at] as const)));
}

function rowsOf(nodes: readonly Node[]): Node[][] {
  const rows: Node[][] = [];
  for (const node of nodes) {
    rows[node.level] ??= [];
    rows[node.level]!.push(node);
  }
  return rows;
}
