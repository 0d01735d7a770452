import { elements } from '../base/chunked.ts';
import { printable } from '../base/printable.ts';
import type { Phase } from '../plan/model.ts';
import { phaseAt, planAt } from './queries.ts';
import type { RunState } from './state.ts';

/** Longest subject line, in characters; tools cut longer ones. */
const MAX_SUBJECT = 100;

const TRAILERS = {
  run: 'Phasewright-Run',
  phase: 'Phasewright-Phase',
  attempt: 'Phasewright-Attempt',
  record: 'Phasewright-Record',
} as const;

/** The message of a phase's one commit. By its trailers the commit is recognised after a crash. */
export function commitMessage(state: RunState, position: number): string {
  const phase = planAt(state, position);
  const { attempt } = phaseAt(state, position);
  return [
    subject(phase),
    '',
    ...body(phase),
    `${TRAILERS.run}: ${state.run}`,
    `${TRAILERS.phase}: ${phase.id}`,
    `${TRAILERS.attempt}: ${attempt}`,
    '',
  ].join('\n');
}

/** The message of the only commit of a run in commit mode `single`. */
export function singleMessage(state: RunState): string {
  const done = elements(state.phases).flatMap(({ standing }, position) =>
    standing.status === 'completed' ? [`- ${subject(planAt(state, position))}`] : [],
  );
  const title = cut(printable(state.plan.title || state.plan.goal || 'Carry out the plan'));
  return [title, '', ...done, '', `${TRAILERS.run}: ${state.run}`, ''].join('\n');
}

/** The message of the commit that holds the record of a run. */
export const recordMessage = ({ run, plan }: RunState): string =>
  [
    cut(`Record of run ${run}: ${printable(plan.title || plan.goal)}`),
    '',
    `${TRAILERS.run}: ${run}`,
    `${TRAILERS.record}: ${run}`,
    '',
  ].join('\n');

const subject = (phase: Phase): string => cut(`Phase ${phase.id}: ${printable(phase.title)}`);

const cut = (text: string): string =>
  text.length <= MAX_SUBJECT ? text : `${text.slice(0, MAX_SUBJECT - 1).trimEnd()}…`;

function body({ subtasks }: Phase): string[] {
  if (subtasks.length === 0) return [];
  return [...subtasks.map(({ type, title }) => `- [${type}] ${printable(title)}`), ''];
}
