import { batches } from './graph/batches.ts';
import { criticalPath } from './graph/critical-path.ts';
import { type Batch, buildGraph } from './graph/graph.ts';
import { levels, width } from './graph/levels.ts';
import { topologicalOrder } from './graph/order.ts';
import { lowerBound } from './graph/time-bound.ts';
import type { Phase, Plan } from './model.ts';

/** What follows from the graph of a plan. */
export interface Analysis {
  readonly order: readonly string[];
  readonly levels: readonly (readonly string[])[];
  readonly batches: readonly Batch[];
  readonly criticalPath: readonly string[];
  /** Length of the critical path, in the plan's unit; a phase without an estimate counts as the mean of the others. */
  readonly criticalLength: number;
  /** Most phases in one level. */
  readonly width: number;
  /** No schedule with this many workers can be faster. */
  readonly lowerBound: (workers: number) => number;
}

/** Works out order, batches and critical path; null where the dependencies have a cycle. */
export function analyse(plan: Plan): Analysis | null {
  const graph = buildGraph(plan.phases);
  const order = topologicalOrder(graph);
  if (!order) return null;
  const durations = durationsOf(plan.phases);
  const critical = criticalPath(graph, order, durations);
  const byLevel = levels(graph, order);
  return {
    order: order.map(i => graph.ids[i]!),
    levels: byLevel,
    batches: batches(plan.phases, graph, order),
    criticalPath: critical.ids,
    criticalLength: critical.length,
    width: width(byLevel),
    lowerBound: workers => lowerBound(graph, order, durations, workers),
  };
}

/** Phases that are done take no time; those without an estimate the mean of the others, or 1. */
function durationsOf(phases: readonly Phase[]): number[] {
  const known = phases.flatMap(phase => (phase.estimate === null ? [] : [phase.estimate]));
  const mean = known.length > 0 ? known.reduce((sum, value) => sum + value, 0) / known.length : 1;
  return phases.map(phase => (phase.done ? 0 : (phase.estimate ?? mean)));
}
