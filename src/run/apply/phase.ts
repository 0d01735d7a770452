import { unreachable } from '../../base/unreachable.ts';
import type { Phase } from '../../plan/model.ts';
import type { RunEvent } from '../event.ts';
import { lanesOf } from '../lanes.ts';
import { intentOf } from '../policy/intent.ts';
import { phaseAt, planAt, positionOf, workAt } from '../queries.ts';
import type { PhaseState, RunState, Work } from '../state.ts';
import type { Step } from '../step.ts';
import { described } from './describe.ts';
import { withLane } from './lane.ts';
import { givenUp, lost } from './lost.ts';
import { granted } from './run.ts';
import { going, idle, settled, toBlock, unblocked, untimed, without, withPhase } from './settle.ts';

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
      return settled(withOutcome(state, position, true), position, {
        status: 'completed',
        commit: event.commit,
      });
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
      return continued(unblocked(granted(givenUp(state, position), position, event.message)));
    case 'phase_approved':
      return going(withPhase(state, position, { approved: true }));
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
    hints: phase.hints,
    step: { step: 'lanes' },
  };
  return {
    ...withPhase(state, position, {
      standing: { status: 'running', work },
      attempt,
      base,
      startedAt: phase.startedAt ?? state.now,
      busySince: state.now,
      live: [],
      noted: {},
      hints: [],
      startsAnew: false,
      review: null,
      evaluation: null,
      change: null,
      checks: [],
      reports: [],
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
  const { step } = workAt(state, position)!;
  const noted = lost(state, position, event);
  const phase = phaseAt(noted, position);
  return {
    ...withPhase(noted, position, {
      subtasks: idle(phase),
      standing: { status: 'retrying', notBefore: event.notBefore },
      hints: hintsIn(step),
      ...(isNewBeginning(step) ? begunAnew(phase) : {}),
    }),
    active: without(state.active, position),
    landing: without(state.landing, position),
    retrying: [...state.retrying, position],
  };
}

/** What a doctor says to the next developer. */
const hintsIn = (step: Step): readonly string[] =>
  step.step === 'advised' ? [step.advice.hint ?? step.advice.diagnosis].filter(Boolean) : [];

/** With another description, or stronger models, the phase has all its attempts again. */
const isNewBeginning = (step: Step): boolean =>
  step.step === 'revised' && (step.rule === 'retry.revised' || step.rule === 'retry.escalated');

const begunAnew = ({ spent, before, attempt }: PhaseState): Partial<PhaseState> => ({
  before: { ...before, attempts: spent.attempts, landings: spent.landings },
  startsAnew: true,
  begunAfter: attempt,
});

function failed(before: RunState, position: number, event: Named<'phase_failed'>): RunState {
  const noted = withOutcome(lost(before, position, event), position, false);
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

/** Now it is known what the doctor's advice and the new description were good for. */
function withOutcome(before: RunState, position: number, helped: boolean): RunState {
  const state = untimed(before, position);
  const { consultations, revisions } = phaseAt(state, position);
  return withPhase(state, position, {
    consultations: consultations.map(visit => (visit.helped === null ? { ...visit, helped } : visit)),
    revisions: revisions.map(tried => (tried.helped === null ? { ...tried, helped } : tried)),
  });
}

/** A person changed what the phase is, and with that gives it a new allowance where it needs one. */
export function edited(before: RunState, position: number, plan: Phase): RunState {
  const { intent, revision } = phaseAt(before, position);
  const state = withPhase(before, position, {
    ...described(phaseAt(before, position), plan),
    approvedAs: plan,
    intent: intent ?? intentOf(planAt(before, position)),
    revision: revision + 1,
  });
  const { standing } = phaseAt(state, position);
  // What the run waits for may be no longer needed.
  if (standing.status !== 'failed' && standing.status !== 'running') return going(state);
  return continued(unblocked(granted(givenUp(state, position), position)));
}

/** After a person stepped in, failures that are gone stop nothing any more. A run that had ended waits to be resumed. */
function continued(state: RunState): RunState {
  const stop = state.failed === 0 && state.stop?.mode === 'drain' ? null : state.stop;
  return going({ ...state, stop });
}
