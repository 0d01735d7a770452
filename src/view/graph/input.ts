import type { Batch } from '../../plan/graph/graph.ts';
import type { Phase } from '../../plan/model.ts';

/** What every picture of a plan's order is drawn from. */
export interface GraphView {
  readonly title: string;
  readonly phases: readonly Phase[];
  /** Ids by earliest possible step: a phase stands one level after the latest of what it needs. */
  readonly levels: readonly (readonly string[])[];
  readonly batches: readonly Batch[];
  /** Ids along the longest chain, first to last. */
  readonly criticalPath: readonly string[];
}
