import { elements, withElement } from '../../base/chunked.ts';
import { isSatisfied, isSettled, phaseAt } from '../queries.ts';
import type { PhaseState, RunState, Standing } from '../state.ts';

export const withPhase = (state: RunState, position: number, change: Partial<PhaseState>): RunState => ({
  ...state,
  phases: withElement(state.phases, position, { ...phaseAt(state, position), ...change }),
});

/** A run that waits for a person goes on once one has spoken. */
export const going = (state: RunState): RunState =>
  state.status === 'waiting' ? { ...state, status: 'running', reason: '' } : state;

/** Stops the clock of a phase: whatever it waits for now costs it nothing. */
export function untimed(state: RunState, position: number): RunState {
  const { busyMs, busySince } = phaseAt(state, position);
  if (busySince === null) return state;
  return withPhase(state, position, {
    busyMs: busyMs + Math.max(0, state.now - busySince),
    busySince: null,
  });
}

/** Starts it again, now or at a later moment. */
export const timed = (state: RunState, position: number, from: number = state.now): RunState =>
  withPhase(untimed(state, position), position, { busySince: Math.max(state.now, from) });

export const without = (list: readonly number[], position: number): readonly number[] =>
  list.includes(position) ? list.filter(other => other !== position) : list;

/** Gives a phase a standing in which nothing is done about it any more, and frees what waited for it. */
export function settled(before: RunState, position: number, standing: Standing): RunState {
  const old = phaseAt(before, position);
  const wasOpen = !isSettled(old.standing);
  const open = before.open - (wasOpen ? 1 : 0);
  let state: RunState = {
    ...withPhase(before, position, { standing, endedAt: before.now, subtasks: idle(old) }),
    active: without(before.active, position),
    retrying: without(before.retrying, position),
    ready: without(before.ready, position),
    landing: without(before.landing, position),
    open,
    failed:
      before.failed + (standing.status === 'failed' ? 1 : 0) - (old.standing.status === 'failed' ? 1 : 0),
  };
  if (wasOpen && state.shape.groups && state.shape.groupOf[position] === state.group) {
    state = nextGroup({ ...state, openInGroup: state.openInGroup - 1 });
  }
  return isSatisfied(standing) && !isSatisfied(old.standing) ? released(state, position) : state;
}

/** The subtasks of a phase of which no attempt is under way any more. */
export const idle = ({ subtasks }: PhaseState): PhaseState['subtasks'] =>
  subtasks.map(subtask =>
    subtask.status === 'running' || subtask.status === 'retrying'
      ? { ...subtask, status: 'pending' as const }
      : subtask,
  );

/** Counts a landed or skipped phase off those that wait for it. */
function released(before: RunState, position: number): RunState {
  let state = before;
  for (const dependent of state.shape.graph.dependents[position]!) {
    const phase = phaseAt(state, dependent);
    const waitingFor = phase.waitingFor - 1;
    state = withPhase(state, dependent, { waitingFor });
    if (waitingFor === 0 && phase.standing.status === 'pending') state = queued(state, dependent);
  }
  return state;
}

/** Puts a phase that can start into its place by turn. */
export function queued(state: RunState, position: number): RunState {
  const { turns } = state.shape;
  let low = 0;
  let high = state.ready.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (turns[state.ready[middle]!]! < turns[position]!) low = middle + 1;
    else high = middle;
  }
  return { ...state, ready: state.ready.toSpliced(low, 0, position) };
}

/** Makes phases pending again that were settled, or cut off, and can still be done. */
export function reopened(before: RunState, positions: readonly number[]): RunState {
  let state = before;
  for (const position of positions) {
    const phase = phaseAt(state, position);
    const { standing, waitingFor } = phase;
    state = {
      ...withPhase(state, position, {
        standing: { status: 'pending' },
        endedAt: null,
        subtasks: idle(phase),
      }),
      active: without(state.active, position),
      retrying: without(state.retrying, position),
      landing: without(state.landing, position),
      open: state.open + (isSettled(standing) ? 1 : 0),
      failed: state.failed - (standing.status === 'failed' ? 1 : 0),
    };
    if (waitingFor === 0) state = queued({ ...state, ready: without(state.ready, position) }, position);
  }
  return currentGroup(state);
}

/** After a phase was freed, blocked phases are pending again unless another failed phase blocks them, too. */
export function unblocked(before: RunState): RunState {
  const phases = elements(before.phases);
  const failed = phases.flatMap(({ standing }, position) => (standing.status === 'failed' ? [position] : []));
  const blockers = blockedBy(before, failed);
  const free: number[] = [];
  let state = before;
  for (const [position, { standing }] of phases.entries()) {
    if (standing.status !== 'blocked') continue;
    const blocker = blockers.get(position);
    if (blocker === undefined) free.push(position);
    else
      state = withPhase(state, position, { standing: { ...standing, by: before.shape.graph.ids[blocker]! } });
  }
  return { ...reopened(state, free), toBlock: before.toBlock.filter(({ phase }) => blockers.has(phase)) };
}

/** The dependents of a phase that failed, which are to be marked as blocked. */
export function toBlock(state: RunState, failed: number): RunState['toBlock'] {
  const blocked = [...blockedBy(state, [failed])].sort(([a], [b]) => a - b);
  return blocked.flatMap(([phase, by]) =>
    phaseAt(state, phase).standing.status === 'pending' ? [{ phase, by }] : [],
  );
}

/** For each phase that cannot start because of failed ones the first of these; a skipped phase holds nothing up. */
function blockedBy(state: RunState, failed: readonly number[]): Map<number, number> {
  const blockers = new Map<number, number>();
  for (const blocker of failed) {
    const queue = [blocker];
    for (const position of queue) {
      for (const dependent of state.shape.graph.dependents[position]!) {
        if (blockers.has(dependent) || isSatisfied(phaseAt(state, dependent).standing)) continue;
        blockers.set(dependent, blocker);
        queue.push(dependent);
      }
    }
  }
  return blockers;
}

/** Moves the barrier on, past groups with nothing left to do. */
function nextGroup(state: RunState): RunState {
  const { groups } = state.shape;
  let { group, openInGroup } = state;
  while (groups && openInGroup === 0 && group + 1 < groups.length) {
    group += 1;
    openInGroup = openIn(state, group);
  }
  return { ...state, group, openInGroup };
}

/** Finds the barrier anew: the first group in which something is left to do. */
export const currentGroup = (state: RunState): RunState =>
  state.shape.groups ? nextGroup({ ...state, group: 0, openInGroup: openIn(state, 0) }) : state;

const openIn = (state: RunState, group: number): number =>
  (state.shape.groups![group] ?? []).filter(position => !isSettled(phaseAt(state, position).standing)).length;
