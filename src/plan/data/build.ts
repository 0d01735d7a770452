import type { Place } from '../assemble/assemble.ts';
import { outsidePath, tooManyEdges } from '../assemble/findings.ts';
import { distinctIds, qualifiedIds } from '../assemble/ids.ts';
import { clip, unique } from '../assemble/text.ts';
import { LIMITS } from '../limits.ts';
import { emptyAllowed, type Phase, type Plan, type Subtask } from '../model.ts';
import type { Finding } from '../recognise/draft.ts';
import { isOutside } from '../recognise/paths.ts';
import { phaseNames, resolve, subtaskNames } from './references.ts';
import type { StatedPhase, StatedPlan, StatedSubtask, Word } from './stated.ts';

export interface Built {
  readonly plan: Plan;
  readonly places: ReadonlyMap<string, Place>;
}

/** Makes a plan of what a document states: ids become unique, names become edges, paths stay inside the repository. */
export function buildPlan(stated: StatedPlan, findings: Finding[]): Built {
  const { phases } = stated;
  const ids = distinctIds(phases, 'phase', findings);
  const subtasks = buildSubtasks(phases, ids, findings);
  const names = phaseNames(phases, ids);
  const owner = new Map(subtasks.flatMap((own, i) => own.map(subtask => [subtask.id, ids[i]!] as const)));
  const built = phases.map((phase, i): Phase => {
    const id = ids[i]!;
    const own = subtasks[i]!;
    const files = [...safePaths(phase.files, findings), ...own.flatMap(subtask => subtask.files)];
    const implied = own.flatMap(subtask => subtask.dependsOn.map(dependency => owner.get(dependency)!));
    return {
      id,
      title: fitting(phase.title, phase.line, findings),
      description: phase.description,
      dependsOn: unique([
        ...resolve(id, phase.dependsOn ?? [], names, findings),
        ...implied.filter(other => other !== id),
      ]),
      parallelWith: resolve(
        id,
        phase.parallelWith.filter(({ text }) => text !== phase.id),
        names,
        findings,
      ),
      subtasks: own,
      files: unique(files),
      deliverables: unique(safePaths(phase.deliverables, findings)),
      criteria: unique(phase.criteria.map(({ text, line }) => fitting(text, line, findings))),
      estimate: phase.estimate,
      done: phase.done,
      optional: phase.optional,
      gated: phase.gated,
      ...emptyAllowed(phase.allowEmpty),
      group: phase.group === null ? null : fitting(phase.group, phase.line, findings),
    };
  });
  const plan: Plan = {
    title: fitting(stated.title, 1, findings),
    goal: stated.goal,
    estimateUnit: stated.estimateUnit,
    requires: unique(stated.requires),
    files: unique(safePaths(stated.files, findings)),
    wave: stated.wave,
    phases: withinEdgeLimit(built, findings),
  };
  const places = new Map(ids.map((id, i) => [id, { line: phases[i]!.line, endLine: phases[i]!.endLine }]));
  return { plan, places };
}

/** Lists of tasks run in the order in which they stand unless some task says what comes first. */
export function inDocumentOrder(built: Built, stated: StatedPlan, findings: Finding[]): Built {
  const { phases } = built.plan;
  const ordered =
    stated.phases.some(phase => phase.dependsOn !== null) || phases.some(phase => phase.dependsOn.length > 0);
  if (ordered || phases.length < 2) return built;
  findings.push({
    severity: 'info',
    code: 'order-assumed',
    message: `no dependencies are stated; the ${phases.length} units run in document order`,
    line: stated.phases[0]!.line,
    hint: 'State dependsOn to let independent work run side by side.',
  });
  const chained = phases.map((phase, i) => (i === 0 ? phase : { ...phase, dependsOn: [phases[i - 1]!.id] }));
  return { ...built, plan: { ...built.plan, phases: chained } };
}

function buildSubtasks(
  phases: readonly StatedPhase[],
  phaseIds: readonly string[],
  findings: Finding[],
): Subtask[][] {
  const stated = phases.map(phase => phase.subtasks);
  const ids = subtaskIds(stated, phaseIds, findings);
  const names = subtaskNames(stated, ids);
  return stated.map((own, i) =>
    own.map((subtask, j) => ({
      id: ids[i]![j]!,
      title: fitting(subtask.title, subtask.line, findings),
      description: subtask.description,
      type: subtask.type,
      dependsOn: resolve(ids[i]![j]!, subtask.dependsOn, names[i]!, findings),
      files: unique(safePaths(subtask.files, findings)),
      done: subtask.done || phases[i]!.done,
    })),
  );
}

/** Numbers that start again in each phase are told apart by the phase (`2/1`). */
function subtaskIds(
  subtasks: readonly (readonly StatedSubtask[])[],
  phaseIds: readonly string[],
  findings: Finding[],
): string[][] {
  const pieces = subtasks.flatMap((own, i) => own.map(({ id, line }) => ({ id, line, phase: phaseIds[i]! })));
  const names = qualifiedIds(pieces);
  const qualified = pieces.map(({ line }, i) => ({ id: names[i]!, line }));
  const ids = distinctIds(qualified, 'subtask', findings);
  let next = 0;
  return subtasks.map(own => own.map(() => ids[next++]!));
}

function safePaths(paths: readonly Word[], findings: Finding[]): string[] {
  return paths.flatMap(({ text, line }) => {
    const path = text.replace(/^(?:\.\/)+/, '');
    if (!isOutside(path.replaceAll('\\', '/'))) return path === '' ? [] : [path];
    findings.push(outsidePath(text, line));
    return [];
  });
}

function withinEdgeLimit(phases: Phase[], findings: Finding[]): Phase[] {
  const total = phases.reduce((sum, phase) => sum + phase.dependsOn.length, 0);
  if (total <= LIMITS.edges) return phases;
  findings.push(tooManyEdges());
  return phases.map(phase => ({ ...phase, dependsOn: [] }));
}

function fitting(text: string, line: number, findings: Finding[]): string {
  const cut = clip(text);
  if (cut === text) return text;
  findings.push({
    severity: 'warning',
    code: 'too-large',
    message: `a text of ${text.length} characters was cut; the limit for titles and criteria is ${LIMITS.titleCharacters}`,
    line,
    hint: 'Put the details into the description.',
  });
  return cut;
}
