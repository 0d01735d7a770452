import { chunked, elements } from '../../base/chunked.ts';
import type { Plan } from '../../plan/model.ts';
import type { EndStatus, RunEvent } from '../event.ts';
import { BUDGETS } from '../ladder-event.ts';
import { phaseAt, workAt } from '../queries.ts';
import { shapeOf } from '../shape.ts';
import {
  type Allowance,
  type Counters,
  type Draft,
  type Lane,
  type PhaseState,
  RUN_BUDGETS,
  type RunState,
  type Stop,
  type Tally,
  type Work,
} from '../state.ts';
import { NOTHING_SPENT } from '../usage.ts';
import { beginSubtask } from './describe.ts';
import { givenUp } from './lost.ts';
import { currentGroup, queued, reopened, settled, unblocked, untimed, withPhase } from './settle.ts';

const NO_BUDGETS_USED = Object.fromEntries(BUDGETS.map(budget => [budget, 0])) as Counters;
const NO_RUN_BUDGETS_USED = Object.fromEntries(RUN_BUDGETS.map(budget => [budget, 0])) as RunState['used'];
const NOTHING_DONE: Tally = { busyMs: 0, sessions: 0, failures: 0 };
const NO_ALLOWANCE: Allowance = { ...NOTHING_DONE, usage: NOTHING_SPENT };

/** A run of which nothing is done yet, except for phases that the plan marks as done. */
export function beginRun(event: Extract<RunEvent, { type: 'run_created' }>, at: number): RunState {
  const { run, settings, origin } = event;
  const begun = {
    run,
    settings,
    origin,
    draft: origin.goal === null ? null : NO_DRAFT,
    status: 'running',
    reason: '',
    head: null,
    stop: null,
    ending: null,
    commands: 0,
    createdAt: at,
    now: at,
    usage: NOTHING_SPENT,
    tally: NOTHING_DONE,
    allowance: NO_ALLOWANCE,
    warned: [],
    least: {},
    providers: {},
    used: NO_RUN_BUDGETS_USED,
    answers: {},
    notices: [],
    noticed: 0,
    baselines: {},
    final: NOT_REVIEWED,
    red: [],
    record: null,
  } as const;
  return withPlan(begun, event.plan, event.durations);
}

const NOT_REVIEWED: RunState['final'] = { asked: 0, waits: 0, review: null };

const NO_DRAFT: Draft = {
  step: 'writing',
  round: 0,
  tries: 0,
  text: '',
  plan: null,
  problems: [],
  unanswered: null,
  feedback: null,
  waits: 0,
  notBefore: 0,
};

/** What of a state follows from the plan. */
type Planned =
  | 'plan'
  | 'shape'
  | 'phases'
  | 'active'
  | 'retrying'
  | 'ready'
  | 'landing'
  | 'open'
  | 'failed'
  | 'toBlock'
  | 'group'
  | 'openInGroup';

/** The state with a plan of which nothing has begun. */
export function withPlan(
  before: Omit<RunState, Planned>,
  plan: Plan,
  durations: Readonly<Record<string, number>>,
): RunState {
  const shape = shapeOf(plan, before.settings, durations);
  if (!shape) throw new Error('the dependencies of the plan have a cycle');
  let state: RunState = {
    ...before,
    plan,
    shape,
    phases: chunked(
      shape.phases.map((phase, position) => beginPhase(phase, shape.graph.dependencies[position]!.length)),
    ),
    active: [],
    retrying: [],
    ready: [],
    landing: [],
    open: shape.phases.length,
    failed: 0,
    toBlock: [],
    group: 0,
    openInGroup: 0,
  };
  for (const [position, dependencies] of shape.graph.dependencies.entries()) {
    if (dependencies.length === 0) state = queued(state, position);
  }
  for (const [position, phase] of shape.phases.entries()) {
    if (phase.done) state = settled(state, position, { status: 'skipped', reason: 'done before the run' });
  }
  return currentGroup(state);
}

const beginPhase = (phase: RunState['shape']['phases'][number], waitingFor: number): PhaseState => ({
  standing: { status: 'pending' },
  attempt: 0,
  base: null,
  spent: NO_BUDGETS_USED,
  before: NO_BUDGETS_USED,
  waitingFor,
  approved: false,
  last: null,
  attempts: [],
  review: null,
  evaluation: null,
  deferred: [],
  change: null,
  checks: [],
  reports: [],
  subtasks: phase.subtasks.map(beginSubtask),
  startedAt: null,
  endedAt: null,
  sessions: 0,
  usage: NOTHING_SPENT,
  busyMs: 0,
  busySince: null,
  allowance: NO_ALLOWANCE,
  warned: [],
  live: [],
  noted: {},
  revised: null,
  approvedAs: null,
  revision: 0,
  descriptions: 0,
  intent: null,
  level: 0,
  by: null,
  developedBy: null,
  consultations: [],
  revisions: [],
  hints: [],
  startsAnew: false,
  begunAfter: 0,
});

/**
 * A process takes the run on. Sessions of the process before it were cut off and are begun again, which spends
 * nothing. After a run that had ended, phases that failed or were given up with it get a new allowance.
 */
export function resumedRun(before: RunState): RunState {
  const hadEnded = before.status === 'halted' || before.status === 'failed';
  // One that is ending comes to its end, for the reason that it had.
  let state: RunState = { ...before, status: 'running', reason: before.ending ? before.reason : '' };
  for (const position of state.active) {
    const { busySince } = phaseAt(state, position);
    state = withPhase(state, position, {
      standing: { status: 'running', work: cutOff(workAt(state, position)!) },
      // What sessions that were cut off have spent stays counted; time in which nobody did anything is not.
      live: [],
      noted: {},
      busySince: busySince === null ? null : state.now,
    });
  }
  if (!hadEnded) return state;
  const { usage, tally, draft } = state;
  return unblocked(
    retried(
      landingAgain({
        ...state,
        draft: draft && { ...draft, tries: 0, waits: 0, notBefore: 0 },
        final: NOT_REVIEWED,
        stop: null,
        allowance: { usage, ...tally },
        warned: [],
      }),
    ),
  );
}

/** What was accepted when the run ended lands before anything else. */
function landingAgain(before: RunState): RunState {
  let state: RunState = { ...before, landing: before.active };
  for (const position of state.active) {
    const work = workAt(state, position)!;
    if (work.step.step !== 'accepted') continue;
    const step = { ...work.step, tries: 0 };
    state = withPhase(state, position, { standing: { status: 'running', work: { ...work, step } } });
  }
  return state;
}

function retried(state: RunState): RunState {
  const failed = elements(state.phases).flatMap((phase, position) => (isGivenUp(phase) ? [position] : []));
  return failed.reduce((next, position) => granted(next, position), state);
}

/** Whether a phase failed, or was to be tried again when the run ended. */
const isGivenUp = ({ standing: { status }, spent, before }: PhaseState): boolean =>
  status === 'failed' || (status === 'pending' && BUDGETS.some(budget => spent[budget] > before[budget]));

/**
 * Gives a failed phase a new allowance. Its counters stay; only what comes now counts against the limits. `message` is
 * for the next developer.
 */
export function granted(state: RunState, position: number, message?: string): RunState {
  const { spent, usage, busyMs, sessions, attempts, attempt, hints } = phaseAt(state, position);
  const fresh = withPhase(state, position, {
    before: spent,
    allowance: { usage, busyMs, sessions, failures: attempts.length },
    warned: [],
    hints: message === undefined ? hints : [...hints, message],
    startsAnew: true,
    begunAfter: attempt,
  });
  return reopened(fresh, [position]);
}

const cutOff = (work: Work): Work => ({ ...work, lanes: work.lanes.map(cutOffLane) });

/** The sessions of a lane share its workspace, so all of them are repeated. */
const cutOffLane = (lane: Lane): Lane =>
  lane.at.step === 'working' ? { ...lane, at: { step: 'opening', slot: lane.at.slot } } : lane;

/**
 * Attempts under way are dropped without being counted: what is left of them is kept when the run is tidied up. Only
 * what was accepted waits for the run to be resumed: it need not be done again, and it may be on the branch already.
 */
export function endingRun(state: RunState, status: EndStatus, reason: string): RunState {
  const isKept = (position: number): boolean =>
    status !== 'cancelled' && workAt(state, position)?.step.step === 'accepted';
  const dropped = [...state.active, ...state.retrying].filter(position => !isKept(position));
  // What has failed has failed, though nobody had decided yet what comes next.
  const noted = dropped.reduce((next, position) => givenUp(untimed(next, position), position), state);
  return { ...reopened(noted, dropped), ending: status, reason };
}

export function endedRun(state: RunState, event: Extract<RunEvent, { type: 'run_ended' }>): RunState {
  const { status, head, record } = event;
  const isOpened = state.head !== null;
  // A run that was never opened has no branch; when it is resumed, it is opened first. One that goes on does so from what
  // it landed and recorded, wherever its branch was when it was tidied up: else a branch that was reset would pass for the
  // right one.
  const end = status === 'completed' ? (head ?? state.head) : (record ?? state.head);
  return {
    ...state,
    status,
    ending: null,
    head: isOpened ? end : null,
    record: record ?? state.record,
  };
}

/**
 * Nothing begins any more and sessions end at once; only the landing that may be under way in git is seen through, as
 * it cannot be taken back.
 */
export function stoppedNow(state: RunState, mode: Stop['mode'], reason: string): RunState {
  const landing = state.landing.slice(0, 1).filter(position => {
    const step = workAt(state, position)?.step;
    return step?.step === 'accepted' && step.unchecked === null;
  });
  // The first cause is the one that is told; only a person's wish comes before a fault.
  const isKnown = state.stop?.mode === 'cancel' || (state.stop?.mode === 'fault' && mode === 'fault');
  return { ...state, stop: isKnown ? state.stop : { mode, reason }, landing };
}

/** Something of ours failed and trying again is of no use before a person has acted. Its landing waits for that, too. */
export function faulted(
  state: RunState,
  { phase, failure, hint }: Extract<RunEvent, { type: 'operation_failed' }>,
): RunState {
  const landing = state.landing.filter(position => state.shape.graph.ids[position] !== phase);
  return stoppedNow({ ...state, landing }, 'fault', `${failure.message}. ${hint}`);
}
