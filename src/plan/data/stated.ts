import type { EstimateUnit, SubtaskType } from '../model.ts';
import type { Lines } from './node.ts';

/** A plan as a document states it, whatever its syntax: checked for types, but names are still words. */
export interface StatedPlan {
  readonly title: string;
  readonly goal: string;
  readonly estimateUnit: EstimateUnit;
  readonly requires: readonly string[];
  readonly files: readonly Word[];
  readonly wave: number | null;
  readonly phases: readonly StatedPhase[];
}

export interface StatedPhase extends Lines {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Null where the document says nothing of what comes first. */
  readonly dependsOn: readonly Word[] | null;
  readonly parallelWith: readonly Word[];
  readonly subtasks: readonly StatedSubtask[];
  readonly files: readonly Word[];
  readonly deliverables: readonly Word[];
  readonly criteria: readonly Word[];
  readonly estimate: number | null;
  readonly done: boolean;
  readonly optional: boolean;
  readonly gated: boolean;
  readonly allowEmpty: boolean;
  readonly group: string | null;
}

export interface StatedSubtask extends Lines {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly type: SubtaskType;
  readonly dependsOn: readonly Word[];
  readonly files: readonly Word[];
  readonly done: boolean;
}

/** An entry of a list, with its line. */
export interface Word {
  readonly text: string;
  readonly line: number;
}
