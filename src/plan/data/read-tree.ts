import { computePhases, type Grouping } from '../assemble/compute-phases.ts';
import { EMPTY_PLAN, type Format } from '../model.ts';
import type { ParseOptions } from '../parse.ts';
import type { ReadPlan } from '../read-markdown.ts';
import type { Finding } from '../recognise/draft.ts';
import { type Built, buildPlan, inDocumentOrder } from './build.ts';
import { entryOf, type MapNode, SHAPE_FINDINGS, type Syntax, shapeError } from './node.ts';
import type { Kind } from './shapes.ts';
import { statePlan } from './state-plan.ts';
import type { StatedPlan } from './stated.ts';
import { looksLikeTaskmaster, taskmasterTag } from './taskmaster.ts';

/** Reads a plan out of data, whatever its syntax was. */
export function readTree(
  { root, findings: before }: Syntax,
  syntax: Format,
  options: Pick<ParseOptions, 'from' | 'grouping'>,
): ReadPlan {
  const findings = [...before];
  if (root?.kind !== 'map') {
    if (root) findings.push(shapeError('a plan must be an object', root.line, WANTED));
    return { format: syntax, plan: EMPTY_PLAN, places: new Map(), findings };
  }
  const kind = kindOf(root, options.from);
  const stated = statePlan(root, kind, findings);
  const built = stated
    ? build(stated, kind, options.grouping ?? 'chains', findings)
    : { plan: EMPTY_PLAN, places: new Map() };
  const format = kind === 'subtasks' || kind === 'taskmaster' ? kind : syntax;
  return { ...built, format, findings: firstShapeFindings(findings) };
}

const WANTED = 'Write {"title": …, "phases": [{"id": "1", "title": …}]}, or the same as YAML.';

function kindOf(root: MapNode, from: Format | undefined): Kind {
  if (from === 'canonical') return 'phases';
  if (from === 'taskmaster' || from === 'subtasks') return from;
  if (root.entries.has('subtasks')) return 'subtasks';
  if (root.entries.has('phases')) return 'phases';
  if (root.entries.has('tasks')) return looksLikeTaskmaster(entryOf(root, 'tasks')) ? 'taskmaster' : 'tasks';
  return taskmasterTag(root) ? 'taskmaster' : 'phases';
}

function build(stated: StatedPlan, kind: Kind, grouping: Grouping, findings: Finding[]): Built {
  const built = buildPlan(stated, findings);
  if (kind === 'phases') return built;
  if (kind !== 'subtasks') return inDocumentOrder(built, stated, findings);
  const { subtasks } = built.plan.phases[0]!;
  const lines = stated.phases[0]!.subtasks.map(({ line, endLine }) => ({ line, endLine }));
  const own = new Map(subtasks.map(({ id }, i) => [id, lines[i]!]));
  const { phases, places } = computePhases(subtasks, grouping, own);
  return { plan: { ...built.plan, phases }, places };
}

function firstShapeFindings(findings: readonly Finding[]): Finding[] {
  let seen = 0;
  return findings.filter(({ code }) => code !== 'invalid-shape' || ++seen <= SHAPE_FINDINGS);
}
