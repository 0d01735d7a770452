import { batches } from '../plan/graph/batches.ts';
import { remainingPath } from '../plan/graph/critical-path.ts';
import { buildGraph, type Graph } from '../plan/graph/graph.ts';
import { byLevel, nodeLevels } from '../plan/graph/levels.ts';
import { rankOf, topologicalOrder } from '../plan/graph/order.ts';
import type { Phase, Plan } from '../plan/model.ts';
import type { Settings } from './settings.ts';

/** What of a run never changes: follows from plan and settings alone. Phases are numbered by their place in the plan. */
export interface Shape {
  readonly phases: readonly Phase[];
  readonly graph: Graph;
  /** Of two phases that could start, the one with the lower turn does. */
  readonly turns: readonly number[];
  /** The barriers: all phases of a group are settled before one of the next starts. Null where there are none. */
  readonly groups: readonly (readonly number[])[] | null;
  /** For each phase its group; empty where there are none. */
  readonly groupOf: readonly number[];
  /** Sessions at once. */
  readonly slots: number;
  /** How long each phase took in earlier runs, in milliseconds; null where that is not known. */
  readonly learned: readonly (number | null)[];
}

/** Null where the dependencies have a cycle. `durations` are those of earlier runs, by phase id. */
export function shapeOf(
  plan: Plan,
  settings: Settings,
  durations: Readonly<Record<string, number>>,
): Shape | null {
  const graph = buildGraph(plan.phases);
  const order = topologicalOrder(graph);
  if (!order) return null;
  const groups = groupsOf(plan, graph, order, settings);
  const groupOf = new Array<number>(groups ? plan.phases.length : 0).fill(0);
  for (const [index, members] of (groups ?? []).entries()) {
    for (const member of members) groupOf[member] = index;
  }
  return {
    phases: plan.phases,
    graph,
    turns: turnsOf(plan, graph, order, settings, groupOf, durations),
    groups,
    groupOf,
    slots: settings.schedule === 'serial' ? 1 : settings.concurrency,
    learned: learnedOf(plan.phases, durations),
  };
}

function groupsOf(
  plan: Plan,
  graph: Graph,
  order: readonly number[],
  { schedule }: Settings,
): (readonly number[])[] | null {
  if (schedule === 'levels') return byLevel(nodeLevels(graph, order));
  if (schedule !== 'batches') return null;
  return batches(plan.phases, graph, order).map(({ phases }) => phases.map(id => graph.indexOf.get(id)!));
}

function turnsOf(
  plan: Plan,
  graph: Graph,
  order: readonly number[],
  { schedule }: Settings,
  groupOf: readonly number[],
  durations: Readonly<Record<string, number>>,
): number[] {
  const ranks = rankOf(order);
  const positions = plan.phases.map((_, position) => position);
  if (schedule === 'ready') {
    const remaining = remainingPath(graph, order, weightsOf(plan.phases, durations));
    positions.sort((a, b) => remaining[b]! - remaining[a]! || ranks[a]! - ranks[b]!);
  } else {
    positions.sort((a, b) => (groupOf[a] ?? 0) - (groupOf[b] ?? 0) || ranks[a]! - ranks[b]!);
  }
  return rankOf(positions);
}

/** Estimates where the plan has any, else what earlier runs took, else 1; a gap counts as the mean of the others. */
function weightsOf(phases: readonly Phase[], durations: Readonly<Record<string, number>>): number[] {
  const estimates = phases.map(phase => phase.estimate);
  const known = [estimates, learnedOf(phases, durations)].find(values =>
    values.some(value => value !== null),
  );
  if (!known) return phases.map(phase => (phase.done ? 0 : 1));
  const given = known.filter(value => value !== null);
  const mean = given.reduce((sum, value) => sum + value, 0) / given.length;
  return phases.map((phase, position) => (phase.done ? 0 : (known[position] ?? mean)));
}

const learnedOf = (
  phases: readonly Phase[],
  durations: Readonly<Record<string, number>>,
): readonly (number | null)[] =>
  phases.map(({ id }) => (Object.hasOwn(durations, id) ? durations[id]! : null));
