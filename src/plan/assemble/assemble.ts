import { findCycles } from '../graph/cycles.ts';
import { buildGraph } from '../graph/graph.ts';
import { groupSubtasks } from '../graph/group.ts';
import { LIMITS } from '../limits.ts';
import type { EstimateUnit, Phase, Plan, Subtask } from '../model.ts';
import type { Document, Draft, Finding, Recognised } from '../recognise/draft.ts';
import { referenceIndex } from '../recognise/references.ts';
import { label } from '../recognise/sections.ts';
import { type Named, phaseIndex, statedEdges } from './edges.ts';
import { uniqueIds } from './ids.ts';
import { addImpliedOrder } from './order.ts';

/** Lines of the document that a phase was read from. */
export interface Place {
  readonly line: number;
  readonly endLine: number;
}

export interface Assembled {
  readonly plan: Plan;
  readonly findings: Finding[];
  readonly places: ReadonlyMap<string, Place>;
}

/** Subtask grouping for plans that give bare subtasks: independent chains, or one phase per topological level. */
export type Grouping = 'chains' | 'levels';

/** Makes a plan of drafts: ids become unique, names become edges, unstated order is filled in. */
export function assemble(recognised: Recognised, document: Document, grouping: Grouping): Assembled {
  const findings = [...recognised.findings];
  const units = recognised.units;
  const ids = uniqueIds(units, findings, recognised.bareSubtasks ? 'subtask' : 'phase');
  const named = units.map((draft, i) => ({ draft, id: ids[i]! }));
  const places = new Map(named.map(({ id, draft }) => [id, { line: draft.line, endLine: draft.endLine }]));
  for (const { draft } of named) reportOutsidePaths(draft, findings);
  const { title, goal, requires, files, wave } = document.header;
  const header = { title: clip(title), goal, estimateUnit: estimateUnit(units), requires, files, wave };
  if (recognised.bareSubtasks) {
    return { plan: { ...header, phases: computedPhases(named, grouping, findings) }, findings, places };
  }
  const index = phaseIndex(named);
  const edges = statedEdges(named, index, findings);
  const subtasks = subtasksByPhase(named, recognised, edges.dependsOn, findings);
  addImpliedOrder(named, edges, recognised, index, findings);
  const total = [...edges.dependsOn.values()].reduce((sum, set) => sum + set.size, 0);
  if (total > LIMITS.edges) findings.push(tooManyEdges(total));
  const phases = named.map(({ id, draft }, i) =>
    toPhase(id, draft, subtasks[i]!, {
      dependsOn: total > LIMITS.edges ? [] : [...edges.dependsOn.get(id)!],
      parallelWith: [...edges.parallelWith.get(id)!],
    }),
  );
  return { plan: { ...header, phases }, findings, places };
}

function toPhase(
  id: string,
  draft: Draft,
  subtasks: Subtask[],
  edges: Pick<Phase, 'dependsOn' | 'parallelWith'>,
): Phase {
  return {
    id,
    title: clip(draft.title || label({ ...draft, markers: undefined as never })),
    description: draft.description,
    dependsOn: edges.dependsOn,
    parallelWith: edges.parallelWith,
    subtasks,
    files: unique([...draft.files, ...draft.children.flatMap(child => child.files)]),
    deliverables: unique([...draft.deliverables, ...draft.children.flatMap(child => child.deliverables)]),
    criteria: unique([...draft.criteria, ...draft.children.flatMap(child => child.criteria)].map(clip)),
    estimate: draft.estimate?.value ?? sumOfEstimates(draft.children),
    done: draft.done,
    optional: draft.optional,
    gated: draft.gated,
    group: draft.group === null ? null : clip(draft.group),
  };
}

/** The subtasks of each phase, with dependencies between subtasks; one across phases also orders the phases. */
function subtasksByPhase(
  phases: readonly Named[],
  recognised: Recognised,
  phaseEdges: ReadonlyMap<string, Set<string>>,
  findings: Finding[],
): Subtask[][] {
  const qualified = qualifiedIds(phases, recognised, findings);
  const owner = new Map(qualified.flatMap((ids, i) => ids.map(id => [id, phases[i]!.id] as const)));
  const all: Named[] = phases.flatMap(({ draft }, i) =>
    pieces(draft, recognised).map((child, j) => ({ id: qualified[i]![j]!, draft: child })),
  );
  const index = referenceIndex([
    ...all.map(({ id, draft }) => ({ kind: draft.kind, id: draft.id || id, targets: [id] })),
    ...phases.map(({ id, draft }) => ({ kind: draft.kind, id: draft.id || id, targets: [] })),
  ]);
  const stated = statedEdges(all, index, findings);
  for (const [id, dependencies] of stated.dependsOn) {
    for (const dependency of dependencies) {
      const [from, to] = [owner.get(dependency)!, owner.get(id)!];
      if (from !== to) phaseEdges.get(to)?.add(from);
    }
  }
  let next = 0;
  return phases.map(({ draft }, i) =>
    pieces(draft, recognised).map((child, j) => {
      const { id } = all[next++]!;
      return toSubtask(qualified[i]![j] ?? id, child, [...(stated.dependsOn.get(id) ?? [])], draft);
    }),
  );
}

/** A task is a phase with one subtask; a phase that is not divided has none. */
const pieces = (draft: Draft, recognised: Recognised): Draft[] => {
  if (draft.children.length > 0) return draft.children;
  const isTask =
    recognised.format === 'tasks' ||
    recognised.format === 'xml' ||
    recognised.format === 'checklist' ||
    draft.within;
  return isTask ? [{ ...draft, description: '', dependsOn: [], blocks: [] }] : [];
};

function toSubtask(id: string, draft: Draft, dependsOn: string[], phase: Draft): Subtask {
  return {
    id,
    title: clip(draft.title || phase.title || id),
    description: draft.description,
    type: draft.type ?? 'task',
    dependsOn,
    files: unique(draft.files),
    done: draft.done || phase.done,
  };
}

/** Numbers that start again in each phase are told apart by the phase (`2/1`). */
function qualifiedIds(phases: readonly Named[], recognised: Recognised, findings: Finding[]): string[][] {
  const counts = new Map<string, number>();
  const own = phases.map(({ draft }) => pieces(draft, recognised));
  for (const children of own) {
    for (const id of new Set(children.map(child => child.id))) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const drafts = own.flatMap((children, i) =>
    children.map((child, j) => {
      const phase = phases[i]!.id;
      if (child.id === '') return { ...child, id: `${phase}.${j + 1}` };
      if (child.id === phases[i]!.draft.id && children.length === 1) return { ...child, id: phase };
      return counts.get(child.id)! > 1 ? { ...child, id: `${phase}/${child.id}` } : child;
    }),
  );
  const ids = uniqueIds(drafts, findings, 'subtask');
  let next = 0;
  return own.map(children => children.map(() => ids[next++]!));
}

function computedPhases(named: readonly Named[], grouping: Grouping, findings: Finding[]): Phase[] {
  const index = referenceIndex(
    named.map(({ id, draft }) => ({ kind: draft.kind, id: draft.id || id, targets: [id] })),
  );
  const edges = statedEdges(named, index, findings);
  const subtasks = named.map(({ id, draft }) => toSubtask(id, draft, [...edges.dependsOn.get(id)!], draft));
  const drafts = new Map(named.map(({ id, draft }) => [id, draft]));
  if (findCycles(buildGraph(subtasks)).length > 0) {
    return named.map(({ id, draft }, i) =>
      toPhase(id, draft, [subtasks[i]!], { dependsOn: subtasks[i]!.dependsOn, parallelWith: [] }),
    );
  }
  return groupSubtasks(subtasks, grouping).map(group => {
    const members = group.subtasks.map(subtask => drafts.get(subtask.id)!);
    const first = members[0]!;
    const merged: Draft = {
      ...first,
      title: members.map(member => member.title).join('; '),
      description: members
        .map(member => member.description)
        .filter(Boolean)
        .join('\n\n'),
      children: members,
      done: members.every(member => member.done),
      estimate: null,
    };
    return toPhase(group.id, merged, [...group.subtasks], { dependsOn: group.dependsOn, parallelWith: [] });
  });
}

function sumOfEstimates(children: readonly Draft[]): number | null {
  const values = children.flatMap(child => (child.estimate ? [child.estimate.value] : []));
  return values.length > 0 ? Math.round(values.reduce((sum, value) => sum + value, 0) * 100) / 100 : null;
}

const estimateUnit = (units: readonly Draft[]): EstimateUnit =>
  units.some(
    unit => unit.estimate?.unit === 'hours' || unit.children.some(child => child.estimate?.unit === 'hours'),
  )
    ? 'hours'
    : 'points';

function reportOutsidePaths(draft: Draft, findings: Finding[]): void {
  for (const { text, line } of [draft, ...draft.children].flatMap(unit => unit.outsidePaths)) {
    findings.push({
      severity: 'warning',
      code: 'outside-path',
      message: `"${text}" lies outside the repository and is left out`,
      line,
      hint: 'Write paths relative to the top of the repository.',
    });
  }
}

const tooManyEdges = (total: number): Finding => ({
  severity: 'error',
  code: 'too-large',
  message: `the plan states ${total} dependencies; the limit is ${LIMITS.edges}`,
  line: 0,
  hint: 'Depend on the last phase of a chain instead of on every phase in it.',
});

const unique = (values: readonly string[]): string[] => [...new Set(values)];
const clip = (text: string): string =>
  text.length > LIMITS.titleCharacters ? `${text.slice(0, LIMITS.titleCharacters - 1)}…` : text;
