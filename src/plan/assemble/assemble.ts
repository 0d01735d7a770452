import { type EstimateUnit, emptyAllowed, type Phase, type Plan, type Subtask } from '../model.ts';
import {
  type Document,
  type Draft,
  type Finding,
  mayChangeNothing,
  type Recognised,
} from '../recognise/draft.ts';
import { referenceIndex } from '../recognise/references.ts';
import { label } from '../recognise/sections.ts';
import { computePhases, type Grouping } from './compute-phases.ts';
import { type Named, phaseIndex, referable, statedEdges } from './edges.ts';
import { outsidePath } from './findings.ts';
import { distinctIds } from './ids.ts';
import { addImpliedOrder } from './order.ts';
import { subtasksByPhase, toSubtask } from './subtasks.ts';
import { clip, unique } from './text.ts';

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

/** Makes a plan of drafts: ids become unique, names become edges, unstated order is filled in. */
export function assemble(recognised: Recognised, document: Document, grouping: Grouping): Assembled {
  const findings = [...recognised.findings];
  const units = nameUnits(recognised, findings);
  const places = new Map(units.map(({ id, draft }) => [id, { line: draft.line, endLine: draft.endLine }]));
  for (const { draft } of units) reportOutsidePaths(draft, findings);
  const { title, goal, requires, files, wave } = document.header;
  const header = {
    title: clip(title),
    goal,
    estimateUnit: estimateUnit(recognised.units),
    requires,
    files,
    wave,
  };
  if (recognised.format === 'subtasks') {
    const computed = phasesOfSubtasks(units, grouping, places, findings);
    return { plan: { ...header, phases: computed.phases }, findings, places: computed.places };
  }
  return { plan: { ...header, phases: phasesOfUnits(units, recognised, findings) }, findings, places };
}

/** Drafts without an id of their own are numbered. */
function nameUnits({ units, format }: Recognised, findings: Finding[]): Named[] {
  const taken = new Set(units.map(unit => unit.id));
  let next = 0;
  const wanted = units.map(({ id, line }) => {
    if (id !== '') return { id, line };
    do next += 1;
    while (taken.has(String(next)));
    return { id: String(next), line };
  });
  const ids = distinctIds(wanted, format === 'subtasks' ? 'subtask' : 'phase', findings);
  return units.map((draft, i) => ({ draft, id: ids[i]! }));
}

function phasesOfUnits(units: readonly Named[], recognised: Recognised, findings: Finding[]): Phase[] {
  const index = phaseIndex(units);
  const edges = statedEdges(units, index, findings);
  const subtasks = subtasksByPhase(units, recognised, edges.dependsOn, findings);
  addImpliedOrder(units, edges, recognised, index, findings);
  return units.map(({ id, draft }) => ({
    ...toPhase(id, draft, subtasks.get(id)!),
    dependsOn: [...edges.dependsOn.get(id)!],
    parallelWith: [...edges.parallelWith.get(id)!],
  }));
}

function toPhase(id: string, draft: Draft, subtasks: Subtask[]): Phase {
  const parts = [draft, ...draft.children];
  return {
    id,
    title: clip(draft.title || label(draft)),
    description: draft.description,
    dependsOn: [],
    parallelWith: [],
    subtasks,
    files: unique(parts.flatMap(part => part.files)),
    deliverables: unique(parts.flatMap(part => part.deliverables)),
    criteria: unique(parts.flatMap(part => part.criteria).map(clip)),
    estimate: draft.estimate?.value ?? sumOfEstimates(draft.children),
    done: draft.done,
    optional: draft.optional,
    gated: draft.gated,
    ...emptyAllowed(mayChangeNothing(draft)),
    group: draft.group === null ? null : clip(draft.group),
  };
}

/** Phases for bare subtasks, with what the members say beyond being subtasks. */
function phasesOfSubtasks(
  units: readonly Named[],
  grouping: Grouping,
  places: ReadonlyMap<string, Place>,
  findings: Finding[],
): { phases: Phase[]; places: ReadonlyMap<string, Place> } {
  const index = referenceIndex([units.map(referable)]);
  const { dependsOn } = statedEdges(units, index, findings);
  const subtasks = units.map(({ id, draft }) => toSubtask(id, draft, [...dependsOn.get(id)!], draft));
  const drafts = new Map(units.map(({ id, draft }) => [id, draft]));
  const computed = computePhases(subtasks, grouping, places);
  const phases = computed.phases.map(phase => {
    const members = phase.subtasks.map(subtask => drafts.get(subtask.id)!);
    return {
      ...phase,
      deliverables: unique(members.flatMap(member => member.deliverables)),
      criteria: unique(members.flatMap(member => member.criteria).map(clip)),
      estimate: sumOfEstimates(members),
      optional: members.every(member => member.optional),
      gated: members.some(member => member.gated),
      ...emptyAllowed(members.every(mayChangeNothing)),
    };
  });
  return { ...computed, phases };
}

function sumOfEstimates(drafts: readonly Draft[]): number | null {
  const values = drafts.flatMap(draft => (draft.estimate ? [draft.estimate.value] : []));
  return values.length > 0 ? Math.round(values.reduce((sum, value) => sum + value, 0) * 100) / 100 : null;
}

const estimateUnit = (units: readonly Draft[]): EstimateUnit =>
  units.some(unit => [unit, ...unit.children].some(({ estimate }) => estimate?.unit === 'hours'))
    ? 'hours'
    : 'points';

function reportOutsidePaths(draft: Draft, findings: Finding[]): void {
  const paths = [draft, ...draft.children].flatMap(unit => unit.outsidePaths);
  findings.push(...paths.map(({ text, line }) => outsidePath(text, line)));
}
