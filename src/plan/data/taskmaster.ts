import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import type { Finding } from '../recognise/draft.ts';
import { check } from './check.ts';
import { oneLine } from './clean.ts';
import { type DataNode, entryOf, itemsOf, type MapNode, type Path, without } from './node.ts';
import { eachOf } from './state-units.ts';
import type { StatedPhase, StatedSubtask, Word } from './stated.ts';

/** Fields that only task-master gives to tasks. */
const SIGNS = ['dependencies', 'testStrategy', 'details'];

const text = z.string({ error: 'must be text' });
const id = z.string({ error: 'must be an id' });
const taskSchema = z.looseObject(
  {
    id,
    title: text,
    description: text.optional(),
    details: text.optional(),
    testStrategy: text.optional(),
    status: text.optional(),
    dependencies: z.array(id, { error: 'must be a list of ids' }).optional(),
  },
  { error: 'must be an object with an id and a title' },
);

interface Task extends z.infer<typeof taskSchema> {
  readonly node: DataNode;
}

export const looksLikeTaskmaster = (tasks: DataNode | undefined): boolean =>
  itemsOf(tasks).some(task => task.kind === 'map' && SIGNS.some(key => task.entries.has(key)));

/** Where the tasks are: in the document itself, under its `master` tag, else under its first tag. Null where nowhere. */
export function taskmasterTag(root: MapNode): { readonly node: MapNode; readonly path: Path } | null {
  if (entryOf(root, 'tasks')) return { node: root, path: [] };
  for (const name of ['master', ...root.entries.keys()]) {
    const node = entryOf(root, name);
    if (node?.kind === 'map' && entryOf(node, 'tasks')?.kind === 'list') return { node, path: [name] };
  }
  return null;
}

/** Reads the tasks of task-master's `tasks.json`. */
export function stateTaskmaster(tag: MapNode, path: Path, findings: Finding[]): StatedPhase[] {
  const tasks = eachOf(tag, 'tasks', path, findings, (node, at) => {
    const task = check(taskSchema, without(node, ['subtasks']), at, findings);
    const subtasks = eachOf(node, 'subtasks', at, findings, (inner, spot) => {
      const subtask = check(taskSchema, inner, spot, findings);
      return subtask && { ...subtask, node: inner };
    });
    return task && { task: { ...task, node }, subtasks };
  });
  const taskIds = new Set(tasks.map(({ task }) => task.id));
  return tasks.map(({ task, subtasks }) => toPhase(task, subtasks, taskIds));
}

function toPhase(task: Task, inner: readonly Task[], taskIds: ReadonlySet<string>): StatedPhase {
  const { node } = task;
  const { subtasks, outer } = toSubtasks(task, inner, taskIds);
  const stated = [...taskDependencies(task, taskIds), ...outer];
  const criterion = oneLine(task.testStrategy ?? '');
  const brief = !task.testStrategy?.trim().includes('\n') && criterion.length <= LIMITS.titleCharacters;
  return {
    id: task.id,
    title: oneLine(task.title),
    description: descriptionOf(task, !brief),
    dependsOn: task.dependencies || stated.length > 0 ? stated : null,
    parallelWith: [],
    subtasks: subtasks.length > 0 ? subtasks : [{ ...toSubtask(task, task.id, '', []), done: isDone(task) }],
    files: [],
    deliverables: [],
    criteria: brief && criterion ? [{ text: criterion, line: node.line }] : [],
    estimate: null,
    done: isDone(task),
    optional: isGivenUp(task),
    gated: false,
    allowEmpty: false,
    group: null,
    line: node.line,
    endLine: node.endLine,
  };
}

/**
 * Numbers of subtasks start again in each task, so the task's id is written before them. A subtask's dependency is a
 * sibling by its number, any subtask by its whole id, or a task, which then comes before the whole of this task.
 */
function toSubtasks(
  task: Task,
  inner: readonly Task[],
  taskIds: ReadonlySet<string>,
): { subtasks: StatedSubtask[]; outer: Word[] } {
  const siblings = new Set(inner.map(subtask => subtask.id));
  const outer: Word[] = [];
  const subtasks = inner.map(subtask => {
    const dependsOn: Word[] = [];
    for (const word of dependenciesOf(subtask)) {
      if (siblings.has(word.text)) dependsOn.push({ ...word, text: `${task.id}.${word.text}` });
      else if (!taskIds.has(word.text)) dependsOn.push(word);
      else if (word.text !== task.id) outer.push(word);
    }
    return toSubtask(subtask, `${task.id}.${subtask.id}`, descriptionOf(subtask, true), dependsOn);
  });
  return { subtasks, outer };
}

/** A subtask cannot be optional, so one that was given up counts as done: nobody is to do it. */
function toSubtask(task: Task, name: string, description: string, dependsOn: readonly Word[]): StatedSubtask {
  return {
    id: name,
    title: oneLine(task.title),
    description,
    type: 'task',
    dependsOn,
    files: [],
    done: isDone(task) || isGivenUp(task),
    line: task.node.line,
    endLine: task.node.endLine,
  };
}

/** What a task waits for; a subtask of another task stands for that task. */
function taskDependencies(task: Task, taskIds: ReadonlySet<string>): Word[] {
  return dependenciesOf(task).flatMap(word => {
    const parent = word.text.replace(/\.[^.]*$/, '');
    if (taskIds.has(word.text) || !taskIds.has(parent)) return [word];
    return parent === task.id ? [] : [{ ...word, text: parent }];
  });
}

function dependenciesOf(task: Task): Word[] {
  const items = itemsOf(entryOf(task.node, 'dependencies'));
  return (task.dependencies ?? []).map((word, i) => ({ text: word.trim(), line: items[i]!.line }));
}

function descriptionOf(task: Task, withTests: boolean): string {
  const tests =
    withTests && task.testStrategy?.trim() ? `**Test strategy**\n\n${task.testStrategy.trim()}` : '';
  return [task.description, task.details, tests]
    .map(part => part?.trim() ?? '')
    .filter(Boolean)
    .join('\n\n');
}

const isDone = ({ status = '' }: Task): boolean => ['done', 'completed'].includes(status);
const isGivenUp = ({ status = '' }: Task): boolean => ['deferred', 'cancelled'].includes(status);
