import type { MapShape } from './normalise.ts';
import { headSchema, phaseSchema, subtaskSchema } from './schema.ts';

/** The kinds of data that plans come as; the first three are told apart by the list they hold. */
export type Kind = 'phases' | 'tasks' | 'subtasks' | 'taskmaster';

const FILES = {
  files_touched: 'files',
  filesTouched: 'files',
  files_modified: 'files',
  filesModified: 'files',
} as const;

const SUBTASK: MapShape = {
  keys: Object.keys(subtaskSchema.shape),
  aliases: { depends_on: 'dependsOn', ...FILES },
};

const PHASE: MapShape = {
  keys: Object.keys(phaseSchema.shape),
  aliases: {
    depends_on: 'dependsOn',
    parallel_with: 'parallelWith',
    allow_empty: 'allowEmpty',
    tasks: 'subtasks',
    ...FILES,
  },
  maps: { subtasks: SUBTASK },
};

const HEAD = {
  keys: Object.keys(headSchema.shape),
  aliases: { estimate_unit: 'estimateUnit', depends_on: 'requires', ...FILES },
};

const TASKMASTER_TASK: MapShape = { keys: [], open: true, maps: { subtasks: { keys: [], open: true } } };

/** The keys that each kind of plan may have. */
export const SHAPES: Readonly<Record<Kind, MapShape>> = {
  phases: { ...HEAD, keys: [...HEAD.keys, 'phases'], maps: { phases: PHASE } },
  tasks: {
    ...HEAD,
    keys: [...HEAD.keys, 'tasks'],
    maps: { tasks: { ...PHASE, keys: [...PHASE.keys, 'type'] } },
  },
  subtasks: {
    keys: [...HEAD.keys, 'subtasks', 'planMarkdown', 'phases'],
    aliases: { ...HEAD.aliases, plan_markdown: 'planMarkdown' },
    maps: { subtasks: SUBTASK },
  },
  taskmaster: { keys: [], open: true, maps: { tasks: TASKMASTER_TASK } },
};
