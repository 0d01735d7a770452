import { unreachable } from '../base/unreachable.ts';
import type { Command, RunEvent } from './event.ts';
import { phaseAt, positionOf, workAt } from './queries.ts';
import type { RunState } from './state.ts';

/** What follows from a person's request: the request itself, and what it leads to or why it does not. */
export function obey(state: RunState, number: number, command: Command): readonly RunEvent[] {
  if (number <= state.commands) return [];
  const answer = answerTo(state, command);
  return [
    { type: 'command_taken', number, command },
    typeof answer === 'string' ? { type: 'command_refused', number, reason: answer } : answer,
  ];
}

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
    case 'approve':
      return aboutPhase(state, command);
    case 'unknown':
      return 'there is no such request';
    default:
      return unreachable(command);
  }
}

function aboutPhase(
  state: RunState,
  { type, phase }: Extract<Command, { phase: string }>,
): RunEvent | string {
  const position = positionOf(state, phase);
  if (position === undefined) return `there is no phase ${phase}`;
  const { status } = phaseAt(state, position).standing;
  switch (type) {
    case 'retry':
      if (status === 'failed') return { type: 'phase_reset', phase };
      return `phase ${phase} is ${status}; only a failed phase can be retried`;
    case 'skip':
      if (status === 'completed' || status === 'skipped') return `phase ${phase} is ${status}`;
      if (isLanding(state, position)) return `phase ${phase} is just landing`;
      return { type: 'phase_skipped', phase, reason: 'skipped by request' };
    case 'approve':
      if (!state.shape.phases[position]!.gated) return `phase ${phase} waits for no approval`;
      if (phaseAt(state, position).approved) return `phase ${phase} is approved already`;
      return { type: 'phase_approved', phase };
  }
}

/** What may be under way in git can no longer be taken back. */
function isLanding(state: RunState, position: number): boolean {
  const step = workAt(state, position)?.step.step;
  return step === 'accepted' || step === 'landed';
}
