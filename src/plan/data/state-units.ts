import type { z } from 'zod';
import type { Finding } from '../recognise/draft.ts';
import { check, shapeFindings } from './check.ts';
import { oneLine } from './clean.ts';
import {
  type DataNode,
  entryOf,
  itemsOf,
  lineAt,
  type MapNode,
  type Path,
  SHAPE_FINDINGS,
  shapeError,
  without,
  written,
} from './node.ts';
import { headSchema, phaseSchema, subtaskSchema } from './schema.ts';
import type { StatedPhase, StatedPlan, StatedSubtask, Word } from './stated.ts';

/**
 * Units are checked one at a time, without the units inside them, so that a document with a million mistakes does
 * not become a million objects.
 */
const PHASE = phaseSchema.omit({ subtasks: true });
const TASK = PHASE.extend({ type: subtaskSchema.shape.type });

/** What the plan says of itself. */
export function stateHead(root: MapNode, findings: Finding[]): Omit<StatedPlan, 'phases'> {
  const node = without(root, ['phases', 'tasks', 'subtasks', 'planMarkdown']);
  const head = check(headSchema, node, [], findings) ?? {};
  return {
    title: oneLine(head.title ?? ''),
    goal: (head.goal ?? '').trim(),
    estimateUnit: head.estimateUnit ?? 'points',
    requires: (head.requires ?? []).map(oneLine).filter(Boolean),
    files: words(head.files, node, 'files'),
    wave: plain(head.wave),
  };
}

export function statePhases(root: MapNode, findings: Finding[]): StatedPhase[] {
  return eachOf(root, 'phases', [], findings, (node, path) => {
    const phase = check(PHASE, without(node, ['subtasks']), path, findings);
    const subtasks = stateSubtasks(node, path, findings);
    return phase && toPhase(phase, node, subtasks);
  });
}

/** A task is a phase with one subtask, unless it is divided. */
export function stateTasks(root: MapNode, findings: Finding[]): StatedPhase[] {
  return eachOf(root, 'tasks', [], findings, (node, path) => {
    const task = check(TASK, without(node, ['subtasks']), path, findings);
    const subtasks = stateSubtasks(node, path, findings);
    if (!task) return null;
    const { id, title, type, files, done } = task;
    const only = toSubtask({ id, title, type, files, done }, node);
    return toPhase(task, node, subtasks.length > 0 ? subtasks : [only]);
  });
}

export function stateSubtasks(parent: DataNode, path: Path, findings: Finding[]): StatedSubtask[] {
  return eachOf(parent, 'subtasks', path, findings, (node, at) => {
    const subtask = check(subtaskSchema, node, at, findings);
    return subtask && toSubtask(subtask, node);
  });
}

/** Reads the units of a list, until there are so many mistakes that more would not help. */
export function eachOf<T>(
  parent: DataNode,
  key: string,
  path: Path,
  findings: Finding[],
  state: (node: DataNode, path: Path) => T | null,
): T[] {
  const list = entryOf(parent, key);
  if (list && list.kind !== 'list') {
    const message = `${written([...path, key])} must be a list of ${key}`;
    findings.push(
      shapeError(message, lineAt(parent, [key]), 'Write each as an object with an id and a title.'),
    );
  }
  const stated: T[] = [];
  for (const [i, item] of itemsOf(list).entries()) {
    if (shapeFindings(findings) >= SHAPE_FINDINGS) break;
    const unit = state(item, [...path, key, i]);
    if (unit !== null) stated.push(unit);
  }
  return stated;
}

function toPhase(phase: z.infer<typeof PHASE>, node: DataNode, subtasks: StatedSubtask[]): StatedPhase {
  return {
    id: phase.id,
    title: oneLine(phase.title),
    description: phase.description ?? '',
    dependsOn: phase.dependsOn ? words(phase.dependsOn, node, 'dependsOn') : null,
    parallelWith: words(phase.parallelWith, node, 'parallelWith'),
    subtasks,
    files: words(phase.files, node, 'files'),
    deliverables: words(phase.deliverables, node, 'deliverables'),
    criteria: words(phase.criteria, node, 'criteria'),
    estimate: plain(phase.estimate),
    done: phase.done ?? false,
    optional: phase.optional ?? false,
    gated: phase.gated ?? false,
    allowEmpty: phase.allowEmpty ?? false,
    group: oneLine(phase.group ?? '') || null,
    line: node.line,
    endLine: node.endLine,
  };
}

function toSubtask(subtask: z.infer<typeof subtaskSchema>, node: DataNode): StatedSubtask {
  return {
    id: subtask.id,
    title: oneLine(subtask.title),
    description: subtask.description ?? '',
    type: subtask.type ?? 'task',
    dependsOn: words(subtask.dependsOn, node, 'dependsOn'),
    files: words(subtask.files, node, 'files'),
    done: subtask.done ?? false,
    line: node.line,
    endLine: node.endLine,
  };
}

/** Null for what was not said; and no negative zero, which could not be written again. */
const plain = (value: number | undefined): number | null => (value === undefined ? null : value + 0);

/** The entries of a list with their lines. */
function words(texts: readonly string[] | undefined, node: DataNode, key: string): Word[] {
  const items = itemsOf(entryOf(node, key));
  return (texts ?? []).flatMap((text, i) => {
    const word = oneLine(text);
    return word ? [{ text: word, line: items[i]?.line ?? node.line }] : [];
  });
}
