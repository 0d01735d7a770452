import { elementAt } from '../../base/chunked.ts';
import { type Chosen, chooseWorker, levelFor } from '../../run/policy/worker.ts';
import { isGatedNow, isSettled, phaseAt, planAt } from '../../run/queries.ts';
import type { Role } from '../../run/role.ts';
import type { RunState } from '../../run/state.ts';
import type { Step } from '../../run/step.ts';
import { noteOf, stepWords, took } from '../run/phase-words.ts';
import { clock, secondsOf } from '../time.ts';

/** Subtasks that are done, of all; empty where the phase is one piece of work. */
export function countsOf(state: RunState, position: number): string {
  const { subtasks, standing } = elementAt(state.phases, position);
  if (subtasks.length === 0) return '';
  // What has landed is done, whatever its developer said of the parts.
  const isDone = standing.status === 'completed';
  const done = isDone ? subtasks : subtasks.filter(({ status }) => status === 'completed');
  return `${done.length}/${subtasks.length}`;
}

/** While it is under way, in whole seconds. */
export function liveTook(state: RunState, position: number): string {
  const phase = phaseAt(state, position);
  const { startedAt, endedAt } = phase;
  if (startedAt === null || endedAt !== null) return took(phase, state.now);
  return phase.standing.status === 'pending' ? '' : secondsOf(state.now - startedAt);
}

/** What is to be said about a phase besides: which attempt, what is done, and who does it. */
export function liveNote(state: RunState, position: number, dot: string): string {
  const { standing, attempt } = phaseAt(state, position);
  const which = attempt > 1 && standing.status !== 'completed' ? `attempt ${attempt}` : '';
  const what = standing.status === 'running' ? underWay(state, position, standing.work.step, dot) : '';
  const other =
    standing.status === 'running' ? '' : noteOf(state, position) || restWords(state, restOf(state, position));
  return [which, what, other].filter(Boolean).join(dot);
}

function underWay(state: RunState, position: number, step: Step, dot: string): string {
  const rest = restOf(state, position);
  // What is put off for a shorter time than the provider rests is put off until then.
  const words = step.step === 'lanes' ? '' : stepWords(step, Math.max(state.now, rest));
  const isPutOff = 'notBefore' in step && (step.notBefore ?? 0) > Math.max(state.now, rest);
  const who = isPutOff || rest === 0 ? workerWords(state, position, step) : restWords(state, rest);
  return [words, who].filter(Boolean).join(dot);
}

const restWords = ({ now }: RunState, rest: number): string =>
  rest === 0 ? '' : `waits until ${clock(rest, now)}`;

/** Until when nobody can be asked who is to go on with the phase; 0 where somebody can, or is at work. */
function restOf(state: RunState, position: number): number {
  const { standing, live } = phaseAt(state, position);
  if (state.status !== 'running' || isSettled(standing) || live.length > 0) return 0;
  if (standing.status === 'pending' && !isNext(state, position)) return 0;
  const chosen = chosenFor(state, position, standing.status === 'running' ? standing.work.step : null);
  return chosen && 'wait' in chosen ? chosen.wait : 0;
}

/** Whether a phase that has not begun is kept by nothing else: neither by others nor by a person. */
const isNext = (state: RunState, position: number): boolean =>
  state.ready.includes(position) &&
  !isGatedNow(state, position) &&
  (state.shape.groups === null || state.shape.groupOf[position] === state.group);

/** Whose work each step is; steps without a role are the engine's own or a person's. */
const ROLE_IN: Readonly<Partial<Record<Step['step'], Role>>> = {
  lanes: 'developer',
  reviewing: 'reviewer',
  evaluating: 'evaluator',
  consulting: 'doctor',
  replanning: 'replanner',
};

/** The agent and model at work; nobody where none can be asked yet. */
function workerWords(state: RunState, position: number, step: Step): string {
  const chosen = chosenFor(state, position, step);
  if (!chosen || !('worker' in chosen)) return '';
  const { agent, model } = chosen.worker;
  return model === null ? agent : `${agent} ${model}`;
}

/** Who is asked in this step, or for an attempt where there is none yet; null where it is no agent. */
function chosenFor(state: RunState, position: number, step: Step | null): Chosen | null {
  const role = step === null ? 'developer' : ROLE_IN[step.step];
  if (role === undefined) return null;
  const { id } = planAt(state, position);
  const level =
    step?.step === 'consulting'
      ? levelFor(state, 'doctor', step.strength, id)
      : phaseAt(state, position).level;
  return chooseWorker(state, role, level, id);
}
