/**
 * What a plan is, once read: the words of the domain as data. Everything that parses produces these, everything
 * that runs consumes them, and a plan written out by `convert` reads back to an equal value.
 */

/** An ordered step inside a phase. */
export interface Subtask {
  readonly id: string;
  readonly title: string;
  /** The step's own text, as markdown; empty where the title says it all. */
  readonly description: string;
  readonly type: SubtaskType;
  /** Ids of subtasks, anywhere in the plan, that come first. */
  readonly dependsOn: readonly string[];
  readonly files: readonly string[];
  readonly done: boolean;
}

export const SUBTASK_TYPES = ['test', 'impl', 'refactor', 'task'] as const;
export type SubtaskType = (typeof SUBTASK_TYPES)[number];

/** A node of the graph: attempted, checked, reviewed and landed as one commit. */
export interface Phase {
  readonly id: string;
  readonly title: string;
  /** The phase's own text, as markdown, without that of its subtasks. */
  readonly description: string;
  /** Hard edges: ids of phases that must have landed. Includes order that follows from the document or from shared files. */
  readonly dependsOn: readonly string[];
  /** A permission, never an edge: ids of phases that may share a batch with this one. */
  readonly parallelWith: readonly string[];
  /** Empty where the phase is one undivided piece of work. */
  readonly subtasks: readonly Subtask[];
  /** Paths that the phase says it touches. */
  readonly files: readonly string[];
  /** Paths that must exist once the phase is done; patterns of which at least one file must. */
  readonly deliverables: readonly string[];
  readonly criteria: readonly string[];
  /** In the plan's own unit; null where nothing was said. */
  readonly estimate: number | null;
  /** Already done when the plan was read. */
  readonly done: boolean;
  /** The plan says that the phase may be left out. */
  readonly optional: boolean;
  /** The plan says that a person decides before the phase starts. */
  readonly gated: boolean;
  /** The plan says that the phase may end without a change to any file; absent where it must change something. */
  readonly allowEmpty?: true;
  /** The heading under which the plan lists the phase, where that is only a divider. */
  readonly group: string | null;
}

export interface Plan {
  readonly title: string;
  readonly goal: string;
  readonly estimateUnit: EstimateUnit;
  /** Other plans that this one builds on, as its front matter names them. */
  readonly requires: readonly string[];
  /** Paths that the plan as a whole says it touches. */
  readonly files: readonly string[];
  /** Plans of one wave may be run side by side; null where none was given. */
  readonly wave: number | null;
  readonly phases: readonly Phase[];
}

/** A phase that says nothing, to be filled in. */
export const EMPTY_PHASE: Phase = {
  id: '',
  title: '',
  description: '',
  dependsOn: [],
  parallelWith: [],
  subtasks: [],
  files: [],
  deliverables: [],
  criteria: [],
  estimate: null,
  done: false,
  optional: false,
  gated: false,
  group: null,
};

/** Absent says the same as false, and only the one of them is a plan's value. */
export const emptyAllowed = (isAllowed: boolean): Pick<Phase, 'allowEmpty'> =>
  isAllowed ? { allowEmpty: true } : {};

/** A plan that says nothing. */
export const EMPTY_PLAN: Plan = {
  title: '',
  goal: '',
  estimateUnit: 'points',
  requires: [],
  files: [],
  wave: null,
  phases: [],
};

export const ESTIMATE_UNITS = ['points', 'hours'] as const;
export type EstimateUnit = (typeof ESTIMATE_UNITS)[number];

export const FORMATS = [
  'tasks',
  'table',
  'phases',
  'subtasks',
  'speckit',
  'checklist',
  'xml',
  'taskmaster',
  'canonical',
  'json',
  'yaml',
  'single',
] as const;
/** How the document said it. */
export type Format = (typeof FORMATS)[number];
