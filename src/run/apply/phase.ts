import { unreachable } from '../../base/unreachable.ts';
import type { RunEvent } from '../event.ts';
import { lanesOf } from '../lanes.ts';
import { phaseAt, planAt, positionOf, workAt } from '../queries.ts';
import type { Counters, EndedAttempt, PhaseState, RunState, Work } from '../state.ts';
import { withLane } from './lane.ts';
import { granted } from './run.ts';
import { idle, settled, toBlock, unblocked, without, withPhase } from './settle.ts';

type PhaseEvent = Extract<
  RunEvent,
  {
    type:
      | 'phase_started'
      | 'lane_started'
      | 'phase_retry'
      | 'phase_completed'
      | 'phase_failed'
      | 'phase_blocked'
      | 'phase_skipped'
      | 'phase_reset'
      | 'phase_approved';
  }
>;
type Named<T extends PhaseEvent['type']> = Extract<PhaseEvent, { type: T }>;

/** The decisions about phases. */
export function applyPhaseEvent(state: RunState, event: PhaseEvent): RunState {
  const position = positionOf(state, event.phase)!;
  switch (event.type) {
    case 'phase_started':
      return started(state, position, event);
    case 'lane_started':
      return withLane(state, position, event.lane, { step: 'opening', slot: event.slot });
    case 'phase_retry':
      return retrying(state, position, event);
    case 'phase_completed':
      return settled(state, position, { status: 'completed', commit: event.commit });
    case 'phase_failed':
      return failed(state, position, event);
    case 'phase_blocked':
      return settled(
        { ...state, toBlock: state.toBlock.filter(({ phase }) => phase !== position) },
        position,
        { status: 'blocked', by: event.by },
      );
    case 'phase_skipped':
      return continued(unblocked(settled(state, position, { status: 'skipped', reason: event.reason })));
    case 'phase_reset':
      return continued(unblocked(granted(state, position)));
    case 'phase_approved':
      return {
        ...withPhase(state, position, { approved: true }),
        ...(state.status === 'waiting' ? { status: 'running', reason: '' } : {}),
      };
    default:
      return unreachable(event);
  }
}

function started(state: RunState, position: number, event: Named<'phase_started'>): RunState {
  const phase = phaseAt(state, position);
  const { base, slot, contents, continues, attempt } = event;
  const lanes = lanesOf(planAt(state, position), state.settings);
  const [first, ...others] = lanes;
  const inHand = new Set(lanes.flat(2));
  const work: Work = {
    base,
    contents,
    continues,
    slot,
    lanes: [
      { sessions: first!, at: { step: 'opening', slot } },
      ...others.map(sessions => ({ sessions, at: { step: 'waiting' } as const })),
    ],
    step: { step: 'lanes' },
    reopen: false,
  };
  return {
    ...withPhase(state, position, {
      standing: { status: 'running', work },
      attempt,
      base,
      startedAt: phase.startedAt ?? state.now,
      review: null,
      evaluation: null,
      change: null,
      checks: [],
      report: null,
      subtasks: phase.subtasks.map(subtask =>
        inHand.has(subtask.id)
          ? { ...subtask, status: attempt > 1 ? 'retrying' : 'pending', error: null }
          : subtask,
      ),
    }),
    active: [...state.active, position],
    ready: without(state.ready, position),
    retrying: without(state.retrying, position),
  };
}

function retrying(state: RunState, position: number, event: Named<'phase_retry'>): RunState {
  return {
    ...withPhase(state, position, {
      ...lost(state, position, event),
      subtasks: idle(phaseAt(state, position)),
      standing: { status: 'retrying', notBefore: event.notBefore },
    }),
    active: without(state.active, position),
    landing: without(state.landing, position),
    retrying: [...state.retrying, position],
  };
}

function failed(before: RunState, position: number, event: Named<'phase_failed'>): RunState {
  const noted = withPhase(before, position, lost(before, position, event));
  const state = settled(noted, position, { status: 'failed', failure: event.failure });
  const { onFailure } = state.settings;
  return {
    ...state,
    toBlock: [...state.toBlock, ...toBlock(state, position)],
    stop:
      onFailure === 'continue' || (state.stop && state.stop.mode !== 'drain')
        ? state.stop
        : { mode: onFailure, reason: `phase ${event.phase} failed` },
  };
}

/** What is noted about an attempt that failed. */
function lost(
  state: RunState,
  position: number,
  { failure, spends }: Named<'phase_retry' | 'phase_failed'>,
): Pick<PhaseState, 'spent' | 'last' | 'attempts'> {
  const phase = phaseAt(state, position);
  const work = workAt(state, position)!;
  const captured = work.lanes.map(({ at }) => (at.step === 'captured' ? at : null));
  const last: EndedAttempt = {
    attempt: phase.attempt,
    base: work.base,
    snapshot: work.step.step === 'rejected' ? work.step.snapshot : null,
    slot: work.slot,
    sessionId: captured.length === 1 ? (captured[0]?.sessionId ?? null) : null,
    failure,
  };
  const { attempt, base, snapshot } = last;
  const { review, evaluation } = phase;
  const past = { attempt, base, snapshot, failure, review, evaluation, endedAt: state.now };
  return { last, attempts: [...phase.attempts, past], spent: spentOne(phase.spent, spends) };
}

const spentOne = (spent: Counters, budget: keyof Counters): Counters => ({
  ...spent,
  [budget]: spent[budget] + 1,
});

/** After a person stepped in, failures that are gone stop nothing any more. A run that had ended waits to be resumed. */
function continued(state: RunState): RunState {
  const stop = state.failed === 0 && state.stop?.mode === 'drain' ? null : state.stop;
  if (state.status === 'waiting') return { ...state, stop, status: 'running', reason: '' };
  return { ...state, stop };
}
