import { unreachable } from '../base/unreachable.ts';
import type { Phase } from '../plan/model.ts';
import type { Command, RunEvent, TakenCommand } from './event.ts';
import { askingAt, heldAt, isEditable, isGated, phaseAt, planAt, positionOf, workAt } from './queries.ts';
import type { RunState } from './state.ts';

/** What follows from a person's request: the request itself, and what it leads to or why it does not. */
export function obey(state: RunState, number: number, command: Command): readonly RunEvent[] {
  if (number <= state.commands) return [];
  const answer = answerTo(state, command);
  return [
    { type: 'command_taken', number, command: inShort(command) },
    typeof answer === 'string' ? { type: 'command_refused', number, reason: answer } : answer,
  ];
}

/** What was edited stands in the event that it leads to. */
const inShort = (command: Command): TakenCommand => {
  if (command.type === 'approve') return { type: 'approve', phase: command.phase };
  return command.type === 'edit' ? { type: 'edit', phase: command.phase } : command;
};

function answerTo(state: RunState, command: Command): RunEvent | string {
  const isOver = state.status === 'completed' || state.status === 'cancelled' || state.ending !== null;
  if (isOver) return `the run is ${state.ending ?? state.status}`;
  switch (command.type) {
    case 'cancel':
      if (state.status === 'halted' || state.status === 'failed') return `the run is ${state.status}`;
      return { type: 'cancel_requested' };
    case 'pause':
      if (state.status !== 'running') return `the run is ${state.status}`;
      return { type: 'run_paused', reason: 'paused by request' };
    case 'retry':
    case 'skip':
    case 'edit':
      return aboutPhase(state, command, command.phase);
    case 'approve':
    case 'reject':
      return command.phase === null ? aboutPlan(state, command) : aboutPhase(state, command, command.phase);
    case 'unknown':
      return 'there is no such request';
    default:
      return unreachable(command);
  }
}

/** About the plan that an architect wrote. A person may have edited it. */
function aboutPlan(
  state: RunState,
  command: Extract<Command, { type: 'approve' | 'reject' }>,
): RunEvent | string {
  const { draft } = state;
  if (draft?.step !== 'ready' || !draft.plan) return noPlanWaits(state);
  if (command.type === 'reject') return { type: 'plan_rejected', message: command.message };
  const { text, plan } = command.edited ?? { text: draft.text, plan: draft.plan };
  return { type: 'plan_approved', text, plan };
}

function noPlanWaits(state: RunState): string {
  if (state.draft) {
    return state.status === 'running'
      ? 'the plan is still being written'
      : 'there is no plan; resume begins anew';
  }
  const waiting = state.shape.phases.flatMap(({ id }, position) =>
    heldAt(state, position) || isWaiting(state, position) ? [id] : [],
  );
  if (waiting.length === 0) return 'nothing waits for approval';
  return `the plan is approved; these phases wait: ${waiting.slice(0, MAX_NAMED).join(', ')}`;
}

const MAX_NAMED = 20;

/** Whether the phase could start if a person let it. */
const isWaiting = (state: RunState, position: number): boolean =>
  isGated(state, position) && !phaseAt(state, position).approved && state.ready.includes(position);

function aboutPhase(
  state: RunState,
  command: Exclude<Command, { type: 'cancel' | 'pause' | 'unknown' }>,
  phase: string,
): RunEvent | string {
  const position = positionOf(state, phase);
  if (position === undefined) return `there is no phase ${phase}`;
  const { standing, approved, attempt } = phaseAt(state, position);
  const { status } = standing;
  switch (command.type) {
    case 'retry':
      if (status === 'failed' || askingAt(state, position)) return reset(phase, command.message);
      return `phase ${phase} is ${status}; only a phase that failed or waits for help can be retried`;
    case 'edit':
      if (!isEditable(state, position)) return `phase ${phase} is ${status} and cannot be changed any more`;
      return {
        type: 'phase_edited',
        phase,
        revision: phaseAt(state, position).revision + 1,
        plan: sameInGraph(planAt(state, position), command.plan),
      };
    case 'skip':
      if (status === 'completed' || status === 'skipped') return `phase ${phase} is ${status}`;
      if (isLanding(state, position)) return `phase ${phase} is just landing`;
      return { type: 'phase_skipped', phase, reason: wish(command.message) };
    case 'approve':
      if (askingAt(state, position)) return aboutProposal(state, position, command);
      if (heldAt(state, position)) return { type: 'attempt_approved', phase, attempt };
      if (!isGated(state, position)) return `phase ${phase} waits for no approval`;
      if (approved) return `phase ${phase} is approved already`;
      return { type: 'phase_approved', phase };
    case 'reject':
      if (askingAt(state, position)) return aboutProposal(state, position, command);
      if (heldAt(state, position)) {
        return { type: 'attempt_refused', phase, attempt, message: command.message };
      }
      return `phase ${phase} is ${status} and has nothing to be sent back; skip leaves it out`;
  }
}

const reset = (phase: string, message: string | undefined): RunEvent =>
  message === undefined ? { type: 'phase_reset', phase } : { type: 'phase_reset', phase, message };

const wish = (message: string | undefined): string =>
  message === undefined ? 'skipped by request' : `skipped by request: ${message}`;

/** A person may change what a phase is, not where in the plan it stands. */
const sameInGraph = (old: Phase, edited: Phase): Phase => ({
  ...edited,
  id: old.id,
  dependsOn: old.dependsOn,
  parallelWith: old.parallelWith,
  done: old.done,
  group: old.group,
});

/** About a smaller scope that is proposed. */
function aboutProposal(
  state: RunState,
  position: number,
  command: Extract<Command, { type: 'approve' | 'reject' }>,
): RunEvent | string {
  const { id: phase } = planAt(state, position);
  const { attempt } = phaseAt(state, position);
  if (!askingAt(state, position)?.proposal) {
    return `phase ${phase} needs help, not approval: retry, edit or skip it`;
  }
  if (command.type === 'approve') return { type: 'proposal_accepted', phase, attempt };
  return { type: 'proposal_refused', phase, attempt, message: command.message };
}

/** What may be under way in git can no longer be taken back. */
function isLanding(state: RunState, position: number): boolean {
  const step = workAt(state, position)?.step.step;
  return step === 'accepted' || step === 'landed';
}
