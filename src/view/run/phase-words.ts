import { elementAt, elements } from '../../base/chunked.ts';
import { printable } from '../../base/printable.ts';
import { byLevel, nodeLevels } from '../../plan/graph/levels.ts';
import { topologicalOrder } from '../../plan/graph/order.ts';
import { type Phase, SUBTASK_TYPES } from '../../plan/model.ts';
import { isGatedNow, isSatisfied, planAt } from '../../run/queries.ts';
import type { Shape } from '../../run/shape.ts';
import type { PhaseState, RunState, Standing } from '../../run/state.ts';
import type { Step } from '../../run/step.ts';
import { clock, duration } from '../time.ts';
import { shortened } from './shortened.ts';

/** The words for a phase in a list of phases, whether it stands still or is watched. */

/** Phases that have landed, or were done before the run. One that was left out is not done. */
export const landedOf = (state: RunState): number =>
  elements(state.phases).filter(({ standing }, position) => isDone(state, standing, position)).length;

export const isDone = (state: RunState, { status }: Standing, position: number): boolean =>
  status === 'completed' || (status === 'skipped' && planAt(state, position).done);

/** The barriers of the schedule, or else the levels of the graph. Worked out once for each plan. */
export function groupsOf({ shape }: RunState): readonly (readonly number[])[] {
  const groups =
    shape.groups ?? known.get(shape) ?? byLevel(nodeLevels(shape.graph, topologicalOrder(shape.graph)!));
  known.set(shape, groups);
  return groups;
}

const known = new WeakMap<Shape, readonly (readonly number[])[]>();

/** The kinds of work that a phase consists of; nothing where its plan does not tell them apart. */
export const typeOf = (subtasks: Phase['subtasks']): string =>
  SUBTASK_TYPES.filter(type => type !== 'task' && subtasks.some(subtask => subtask.type === type)).join('+');

export function took({ startedAt, endedAt, standing }: PhaseState, now: number): string {
  if (startedAt === null || standing.status === 'pending') return '';
  return duration((endedAt ?? now) - startedAt);
}

export function noteOf(state: RunState, position: number): string {
  const { standing } = elementAt(state.phases, position);
  switch (standing.status) {
    case 'completed':
      return standing.commit.slice(0, 7);
    case 'failed':
      return `${standing.failure.category}: ${shortened(standing.failure.message)}`;
    case 'blocked':
      return `by ${printable(standing.by)}`;
    case 'skipped':
      return shortened(standing.reason);
    case 'running':
      return stepWords(standing.work.step, state.now);
    case 'retrying':
      return standing.notBefore !== null && standing.notBefore > state.now
        ? `not before ${clock(standing.notBefore, state.now)}`
        : '';
    case 'pending':
      return waitingOn(state, position);
    default:
      return '';
  }
}

export function stepWords(step: Step, now: number): string {
  const words = STEPS[step.step];
  const isPutOff = 'notBefore' in step && step.notBefore !== null && step.notBefore > now;
  return isPutOff ? `${words}, not before ${clock(step.notBefore!, now)}` : words;
}

/** What goes on in each step. */
const STEPS: Readonly<Record<Step['step'], string>> = {
  lanes: 'at work',
  combining: 'subtasks are joined',
  inspecting: 'gates',
  checking: 'checks',
  reviewing: 'review',
  evaluating: 'evaluation',
  held: 'waits for a person',
  accepted: 'landing',
  landed: 'landed',
  rejected: 'failed',
  consulting: 'doctor',
  advised: 'doctor',
  fixing: "the doctor's command",
  replanning: 'new description',
  revised: 'new description',
  asking: 'needs a person',
};

/** How many phases are named that another one waits for. */
const MAX_NAMED = 5;

function waitingOn(state: RunState, position: number): string {
  const { dependencies } = state.shape.graph;
  const open = dependencies[position]!.filter(
    other => !isSatisfied(elementAt(state.phases, other).standing),
  ).map(other => printable(planAt(state, other).id));
  if (open.length > 0) {
    return `waits for ${open.slice(0, MAX_NAMED).join(', ')}${open.length > MAX_NAMED ? ', …' : ''}`;
  }
  return isGatedNow(state, position) ? 'waits for approval' : '';
}
