import { elements } from '../../base/chunked.ts';
import type { Diagnostic } from '../../plan/diagnostic.ts';
import { topologicalOrder } from '../../plan/graph/order.ts';
import { overlapEdges } from '../../plan/graph/overlap.ts';
import type { Phase } from '../../plan/model.ts';
import { validate } from '../../plan/validate.ts';
import { isSettled, phaseAt, planAt } from '../../run/queries.ts';
import type { RunState } from '../../run/state.ts';
import type { PlanFile } from '../plan-file.ts';
import { withChanges } from './document.ts';

/** A phase as a person wrote it, or what is wrong with that. Both come with what deserves a look. */
export type Edited =
  | { readonly ok: true; readonly plan: Phase; readonly findings: readonly Diagnostic[] }
  | { readonly ok: false; readonly findings: readonly Diagnostic[] };

/** Largest text of a phase. It is told to agents, and stands in the journal. */
export const MAX_PHASE_BYTES = 1024 * 1024;

/** What the text makes of a phase of the run. Only problems that the whole plan did not have before are told. */
export function readEdited(state: RunState, position: number, { text, parsed }: PlanFile): Edited {
  const old = planAt(state, position);
  if (Buffer.byteLength(text) > MAX_PHASE_BYTES) return { ok: false, findings: [TOO_LARGE] };
  const told = parsed.diagnostics.filter(({ severity }) => severity !== 'info').map(explained);
  const [said, ...others] = parsed.plan.phases;
  if (!said || told.some(isError)) return { ok: false, findings: told };
  const place = parsed.places.get(said.id)?.line ?? 0;
  const [second] = others;
  if (second) return { ok: false, findings: [severalPhases(parsed.places.get(second.id)?.line ?? 0)] };
  const plan = withChanges(old, said);
  const findings = [
    ...told,
    ...fixedParts(old, said, place),
    ...takenIds(state, position, plan, text),
    ...inWholePlan(state, position, plan, place),
    ...sharedFiles(state, position, plan, place),
  ];
  return findings.some(isError) ? { ok: false, findings } : { ok: true, plan, findings };
}

const isError = ({ severity }: Diagnostic): boolean => severity === 'error';

const finding = (
  severity: 'error' | 'warning',
  code: Diagnostic['code'],
  message: string,
  line: number,
  hint: string,
): Diagnostic => ({ severity, code, message, line, endLine: line, hint });

const TOO_LARGE = finding(
  'error',
  'too-large',
  `the text is larger than ${MAX_PHASE_BYTES >> 20} MB`,
  0,
  'Put details into a file of the repository and name it in the description.',
);

/** What the parser says of plans, for a plan of one phase. */
function explained(diagnostic: Diagnostic): Diagnostic {
  if (diagnostic.code === 'no-units') return { ...diagnostic, hint: 'Begin with what --print prints.' };
  if (diagnostic.code !== 'unknown-dependency') return diagnostic;
  return { ...diagnostic, hint: `${diagnostic.hint} Here only subtasks of the phase depend on each other.` };
}

const severalPhases = (line: number): Diagnostic =>
  finding('error', 'invalid-shape', 'there is more than one phase', line, 'One is changed at a time.');

function fixedParts(old: Phase, said: Phase, line: number): Diagnostic[] {
  const fixed = (message: string, hint: string): Diagnostic =>
    finding('error', 'invalid-shape', message, line, hint);
  return [
    ...(said.id === old.id
      ? []
      : [fixed(`the phase is called "${said.id}" here`, `Its id stays: write id: "${old.id}".`)]),
    ...(said.done && !old.done
      ? [fixed('the phase is marked as done', 'Leave that out; phasewright skip leaves a phase out.')]
      : []),
    ...(said.group === null || said.group === old.group
      ? []
      : [fixed('the phase gets another group', 'Leave that out; groups stay as they are.')]),
  ];
}

/** Ids of subtasks are unique in the whole plan. */
function takenIds(state: RunState, position: number, plan: Phase, text: string): Diagnostic[] {
  const wanted = new Set(plan.subtasks.map(({ id }) => id));
  const before = new Set(planAt(state, position).subtasks.map(({ id }) => id));
  return elements(state.phases).flatMap((_, index) => {
    if (index === position) return [];
    const { id: owner, subtasks } = planAt(state, index);
    return subtasks
      .filter(({ id }) => wanted.has(id) && !before.has(id))
      .map(({ id }) =>
        finding(
          'error',
          'duplicate-id',
          `phase ${owner} has a subtask "${id}", too`,
          lineWith(text, id),
          'Give the new one another id.',
        ),
      );
  });
}

const lineWith = (text: string, id: string): number =>
  text.split('\n').findIndex(line => line.includes('id') && line.includes(id)) + 1;

/** Test before implementation, and cycles of subtasks: what only the whole plan shows. */
function inWholePlan(state: RunState, position: number, plan: Phase, line: number): Diagnostic[] {
  const asItIs = state.shape.phases.map((_, index) => planAt(state, index));
  const findingsIn = (phases: readonly Phase[]) =>
    validate(
      { ...state.plan, phases },
      state.settings.tdd,
      new Map([[plan.id, { line, endLine: line }]]),
    ).findings.filter(({ code }) => code !== 'file-overlap');
  const known = new Set(findingsIn(asItIs).map(({ message }) => message));
  return findingsIn(asItIs.with(position, plan))
    .filter(({ message }) => !known.has(message))
    .map(found => ({ endLine: found.line, ...found }));
}

/** A plan gets an order from shared files; in a run the order stands. */
function sharedFiles(state: RunState, position: number, plan: Phase, line: number): Diagnostic[] {
  const { graph } = state.shape;
  const before = new Set(planAt(state, position).files);
  const phases = state.shape.phases.map((_, index) => (index === position ? plan : planAt(state, index)));
  return overlapEdges(phases, graph, topologicalOrder(graph)!).flatMap(({ from, to, file }) => {
    if ((from !== plan.id && to !== plan.id) || before.has(file)) return [];
    const other = from === plan.id ? to : from;
    if (isSettled(phaseAt(state, graph.indexOf.get(other)!).standing)) return [];
    return [
      finding(
        'warning',
        'file-overlap',
        `phase ${other} declares ${file}, too, and neither waits for the other`,
        line,
        'Should they collide, the second one begins anew on top of the first.',
      ),
    ];
  });
}
