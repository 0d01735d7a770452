import { elements } from '../../src/base/chunked.ts';
import { apply, type Entry } from '../../src/run/apply.ts';
import {
  heldAt,
  isGated,
  isSatisfied,
  isSettled,
  owesReview,
  phaseAt,
  planAt,
  positionOf,
  slotsOf,
  workAt,
} from '../../src/run/queries.ts';
import type { PhaseState, RunState } from '../../src/run/state.ts';
import { overspent, overspentByRun, shrunkIn, shrunkInRun } from './recovery/limits.ts';

/** What must hold after every event of every run, whatever happens to it. */

interface Moment {
  readonly before: RunState;
  readonly entry: Entry;
  readonly after: RunState;
  /** The places of the phases that differ. */
  readonly changed: readonly number[];
  /** Whether nothing differs that the lists of a state are about; then they agree if they did before. */
  readonly alike: boolean;
  /** Whether a commit is reachable from another one. */
  readonly isAncestor: (older: string, newer: string) => boolean;
}

/** Null where it holds, otherwise what is wrong. */
export type Invariant = (moment: Moment) => string | null;

/**
 * What is broken in a run, with the number of the event that broke it; empty where all is well. `states` are those
 * after each event, as far as they are known.
 */
export function violations(
  entries: readonly Entry[],
  isAncestor: Moment['isAncestor'] = () => true,
  further: readonly Invariant[] = [],
  states: readonly (RunState | undefined)[] = [],
): readonly string[] {
  const invariants = [...INVARIANTS, ...further];
  let before: RunState | null = null;
  const found: string[] = [];
  for (const [index, entry] of entries.entries()) {
    const after: RunState = states[index] ?? apply(before, entry);
    const changed = before ? changes(before, after) : [];
    const alike = before !== null && areAlike(before, after, changed);
    const moment = { before: before ?? after, entry, after, changed, alike, isAncestor };
    for (const invariant of before ? invariants : further) {
      const wrong = invariant(moment);
      if (wrong !== null) found.push(`event ${index + 1}, ${entry.event.type}: ${wrong}`);
    }
    before = after;
  }
  return found;
}

const dependenciesLanded: Invariant = ({ before, entry: { event } }) => {
  if (event.type !== 'phase_started') return null;
  const position = positionOf(before, event.phase)!;
  const missing = before.shape.graph.dependencies[position]!.find(
    dependency => !isSatisfied(phaseAt(before, dependency).standing),
  );
  return missing === undefined ? null : `${event.phase} starts before ${planAt(before, missing).id}`;
};

const startsInTurn: Invariant = ({ before, entry: { event } }) => {
  if (event.type !== 'phase_started') return null;
  const position = positionOf(before, event.phase)!;
  const { standing, approved } = phaseAt(before, position);
  if (isGated(before, position) && !approved) return `${event.phase} starts without approval`;
  if (standing.status === 'retrying') return null;
  if (standing.status !== 'pending') return `${event.phase} starts although it is ${standing.status}`;
  if (before.stop) return `${event.phase} starts although the run stops`;
  const { schedule } = before.settings;
  if (schedule === 'serial' && before.active.length + before.retrying.length > 0)
    return `${event.phase} starts beside another phase`;
  const earlier = (before.shape.groups ?? []).slice(0, before.shape.groupOf[position] ?? 0).flat();
  const open = earlier.find(other => !isSettled(phaseAt(before, other).standing));
  return open === undefined ? null : `${event.phase} starts before the barrier of ${planAt(before, open).id}`;
};

const landsOnce: Invariant = moment =>
  firstChanged(moment, (old, now, id) => {
    if (old.standing.status !== 'completed') return null;
    const isSame = now.standing.status === 'completed' && now.standing.commit === old.standing.commit;
    return isSame ? null : `${id} was completed and is ${now.standing.status}`;
  });

/** What waits for a person lands only after that person's word. */
const landsWithConsent: Invariant = ({ before, after, entry: { event } }) => {
  if (event.type === 'attempt_approved') return null;
  const passed = before.active.find(
    position => heldAt(before, position) && workAt(after, position)?.step.step === 'accepted',
  );
  return passed === undefined ? null : `${planAt(before, passed).id} was let through by nobody`;
};

const withinLimits: Invariant = ({ before, after, changed }) => {
  for (const position of changed) {
    const over = overspent(after, position);
    if (over !== null) return over;
  }
  return before.used === after.used ? null : overspentByRun(after);
};

const countersGrow: Invariant = moment => {
  const { before, after } = moment;
  if (after.now < before.now) return 'time went back';
  const ofRun = shrunkInRun(before, after);
  if (ofRun !== null) return `${ofRun} of the run went back`;
  return firstChanged(moment, (old, now, id) => {
    const shrunk = shrunkIn(old, now);
    return shrunk === null ? null : `${shrunk} of ${id} went back`;
  });
};

/** What a phase was to achieve is written down before it is described anew, and stays. */
const intentStays: Invariant = moment =>
  firstChanged(moment, (old, now, id) => {
    if (old.intent !== null && now.intent !== old.intent) return `the intent of ${id} changed`;
    return now.revised !== null && now.intent === null ? `${id} was described anew without its intent` : null;
  });

const slotsAreOwn: Invariant = ({ after }) => {
  const slots = after.active.flatMap(position => slotsOf(workAt(after, position)!));
  if (new Set(slots).size < slots.length) return `a slot is shared: ${slots.join(' ')}`;
  const foreign = slots.find(slot => slot < 1 || slot > after.shape.slots);
  return foreign === undefined ? null : `there is no slot ${foreign}`;
};

const branchMovesForward: Invariant = ({ before, after, isAncestor }) => {
  if (before.head === null || before.head === after.head) return null;
  if (after.head === null || !isAncestor(before.head, after.head)) return 'the run branch moved back';
  return null;
};

const LISTS = ['active', 'retrying', 'ready', 'landing', 'open', 'failed', 'toBlock'] as const;

function changes(before: RunState, after: RunState): number[] {
  // Another plan has other phases, which were nothing before.
  if (before.shape !== after.shape) return [];
  const old = elements(before.phases);
  const changed: number[] = [];
  elements(after.phases).forEach((phase, position) => {
    if (phase !== old[position]) changed.push(position);
  });
  return changed;
}

function areAlike(before: RunState, after: RunState, changed: readonly number[]): boolean {
  if (
    before.shape !== after.shape ||
    after.landing.length > 0 ||
    LISTS.some(list => before[list] !== after[list])
  )
    return false;
  return changed.every(position => {
    const [old, now] = [phaseAt(before, position), phaseAt(after, position)];
    return old.standing.status === now.standing.status && old.waitingFor === now.waitingFor;
  });
}

/** What the state keeps for speed agrees with what it says of the phases. */
const listsAgree: Invariant = ({ after, alike }) => {
  if (alike) return null;
  const phases = elements(after.phases);
  const where = (is: (phase: PhaseState, position: number) => boolean): string =>
    phases.flatMap((phase, position) => (is(phase, position) ? [position] : [])).join();
  const sorted = (list: readonly number[]): string => list.toSorted((a, b) => a - b).join();
  const withStatus = (status: string): string => where(({ standing }) => standing.status === status);
  if (sorted(after.active) !== withStatus('running')) return 'active';
  if (sorted(after.retrying) !== withStatus('retrying')) return 'retrying';
  const isReady = ({ standing, waitingFor }: PhaseState): boolean =>
    standing.status === 'pending' && waitingFor === 0;
  if (sorted(after.ready) !== where(isReady)) return 'ready';
  const turns = after.ready.map(position => after.shape.turns[position]!);
  if (turns.join() !== sorted(turns)) return 'ready is out of turn';
  if (after.open !== phases.filter(({ standing }) => !isSettled(standing)).length) return 'open';
  if (after.failed !== phases.filter(({ standing }) => standing.status === 'failed').length) return 'failed';
  const waiting = phases.findIndex(({ waitingFor }, position) => {
    const dependencies = after.shape.graph.dependencies[position]!;
    return waitingFor !== dependencies.filter(other => !isSatisfied(phases[other]!.standing)).length;
  });
  if (waiting >= 0) return `waitingFor of ${planAt(after, waiting).id}`;
  const stray = after.landing.find(position => workAt(after, position)?.step.step !== 'accepted');
  return stray === undefined ? null : `${planAt(after, stray).id} lands without being accepted`;
};

/** Exactly what waits for a failed phase is blocked, and names one that failed. */
const blockedByFailed: Invariant = ({ after, alike }) => {
  if (after.toBlock.length > 0 || alike) return null;
  const statusOf = (position: number): string => phaseAt(after, position).standing.status;
  for (const [position, { standing }] of elements(after.phases).entries()) {
    const { id } = planAt(after, position);
    const isHeld = after.shape.graph.dependencies[position]!.some(other =>
      ['failed', 'blocked'].includes(statusOf(other)),
    );
    if (standing.status === 'pending' && isHeld) return `${id} is pending behind a failed phase`;
    if (standing.status !== 'blocked') continue;
    if (!isHeld) return `${id} is blocked by nothing`;
    if (statusOf(positionOf(after, standing.by)!) !== 'failed') return `${id} names ${standing.by}`;
  }
  return null;
};

const endIsTheEnd: Invariant = ({ after, entry: { event } }) => {
  if (event.type !== 'run_ended') return null;
  const isAccepted = (position: number): boolean => workAt(after, position)?.step.step === 'accepted';
  const isAtRest = after.retrying.length + after.landing.length === 0 && after.active.every(isAccepted);
  if (!isAtRest) return 'something is under way';
  if (event.status === 'cancelled' || after.head === null) return null;
  const isDone = elements(after.phases).every(({ standing }) => isSatisfied(standing));
  const isWell = !after.draft && !owesReview(after) && after.final.review?.approved !== false;
  return (isDone && isWell) === (event.status === 'completed') ? null : event.status;
};

/** Only a phase under way has subtasks under way. */
const subtasksRest: Invariant = moment =>
  firstChanged(moment, (_, { standing, subtasks }, id) =>
    standing.status !== 'running' && subtasks.some(({ status }) => status === 'running')
      ? `${id} is ${standing.status} and its subtasks run`
      : null,
  );

const INVARIANTS: readonly Invariant[] = [
  dependenciesLanded,
  startsInTurn,
  landsOnce,
  landsWithConsent,
  withinLimits,
  countersGrow,
  intentStays,
  slotsAreOwn,
  branchMovesForward,
  listsAgree,
  blockedByFailed,
  endIsTheEnd,
  subtasksRest,
];

/** The first complaint about a phase that changed. What did not change was looked at when it did. */
function firstChanged(
  { before, after, changed }: Moment,
  find: (old: PhaseState, now: PhaseState, id: string) => string | null,
): string | null {
  for (const position of changed) {
    const found = find(phaseAt(before, position), phaseAt(after, position), planAt(after, position).id);
    if (found !== null) return found;
  }
  return null;
}
