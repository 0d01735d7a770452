import { LIMITS } from '../limits.ts';
import type { Finding } from '../recognise/draft.ts';
import { shapeFindings } from './check.ts';
import { oneLine } from './clean.ts';
import { type DataNode, entryOf, itemsOf, type MapNode, SHAPE_FINDINGS, tooLarge } from './node.ts';
import { normalise } from './normalise.ts';
import { type Kind, SHAPES } from './shapes.ts';
import { stateHead, statePhases, stateSubtasks, stateTasks } from './state-units.ts';
import type { StatedPhase, StatedPlan } from './stated.ts';
import { stateTaskmaster, taskmasterTag } from './taskmaster.ts';

/** What the data states, or null where its types are wrong or it has no unit. Unknown keys are only reported. */
export function statePlan(root: MapNode, kind: Kind, findings: Finding[]): StatedPlan | null {
  const tag = kind === 'taskmaster' ? taskmasterTag(root) : { node: root, path: [] };
  const node = normalise(tag?.node ?? root, SHAPES[kind], findings);
  const list = kind === 'taskmaster' ? 'tasks' : kind;
  const size = sizeFinding(node, list);
  if (size) findings.push(size);
  if (findings.some(finding => finding.code === 'too-large')) return null;
  if (shapeFindings(findings) >= SHAPE_FINDINGS) return null;
  const before = shapeFindings(findings);
  const stated =
    kind === 'taskmaster'
      ? { ...stateProject(root), phases: stateTaskmaster(node, tag?.path ?? [], findings) }
      : { ...titled(stateHead(node, findings), node), phases: stateUnits(node, kind, findings) };
  if (shapeFindings(findings) > before) return null;
  if (itemsOf(entryOf(node, list)).length > 0) return stated;
  findings.push(noUnits(list, entryOf(node, list)?.line ?? node.line));
  return null;
}

function stateUnits(node: MapNode, kind: Exclude<Kind, 'taskmaster'>, findings: Finding[]): StatedPhase[] {
  if (kind === 'phases') return statePhases(node, findings);
  if (kind === 'tasks') return stateTasks(node, findings);
  return [around(node, stateSubtasks(node, [], findings))];
}

/** A phase that holds bare subtasks until phases are computed of them. */
const around = (node: DataNode, subtasks: StatedPhase['subtasks']): StatedPhase => ({
  id: '1',
  title: 'All subtasks',
  description: '',
  dependsOn: [],
  parallelWith: [],
  subtasks,
  files: [],
  deliverables: [],
  criteria: [],
  estimate: null,
  done: false,
  optional: false,
  gated: false,
  allowEmpty: false,
  group: null,
  line: node.line,
  endLine: node.endLine,
});

/** A plan without a title takes that of the document which an architect's answer carries along. */
function titled<T extends { readonly title: string }>(head: T, node: MapNode): T {
  const document = entryOf(node, 'planMarkdown');
  if (head.title || document?.kind !== 'scalar') return head;
  return { ...head, title: oneLine(/^#\s+(.+)$/m.exec(String(document.value))?.[1] ?? '') };
}

/** What task-master knows of the project. */
function stateProject(root: MapNode): Omit<StatedPlan, 'phases'> {
  const meta = entryOf(root, 'meta') ?? entryOf(root, 'metadata');
  const name = meta && entryOf(meta, 'projectName');
  const title = name?.kind === 'scalar' && typeof name.value === 'string' ? oneLine(name.value) : '';
  return { title, goal: '', estimateUnit: 'points', requires: [], files: [], wave: null };
}

function sizeFinding(node: MapNode, list: string): Finding | null {
  const units = itemsOf(entryOf(node, list));
  const inner = units.reduce((sum, unit) => sum + itemsOf(entryOf(unit, 'subtasks')).length, 0);
  const phases = list === 'subtasks' ? 0 : units.length;
  const subtasks = list === 'subtasks' ? units.length : inner;
  if (phases <= LIMITS.phases && subtasks <= LIMITS.subtasks) return null;
  const [count, what, limit] =
    phases > LIMITS.phases ? [phases, 'phases', LIMITS.phases] : [subtasks, 'subtasks', LIMITS.subtasks];
  return tooLarge(`the plan has ${count} ${what}; the limit is ${limit}`, 0, 'Split it into several plans.');
}

const noUnits = (list: string, line: number): Finding => ({
  severity: 'error',
  code: 'no-units',
  message: `the plan has no ${list}`,
  line,
  hint: 'Give a list of phases, tasks or subtasks, each with an id and a title.',
});
