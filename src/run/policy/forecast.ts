import { tidyUsd } from '../../base/amounts.ts';
import { elements } from '../../base/chunked.ts';
import { type Phase, SUBTASK_TYPES, type SubtaskType } from '../../plan/model.ts';
import { isSettled, planAt } from '../queries.ts';
import type { PhaseState, RunState } from '../state.ts';
import { busyMsOf, runAccount, tokensOf, usdOf } from './budget.ts';
import type { Measure } from './measure.ts';

/** What the phases that are still open will probably take. */
export interface Forecast {
  readonly tokens: number;
  /** Null where nothing is known of what phases cost. */
  readonly usd: number | null;
  /** One phase after the other; side by side it takes less. */
  readonly wallMs: number;
  readonly sessions: number;
  /** Phases that are still open. */
  readonly phases: number;
  /** Completed phases from which this is drawn. */
  readonly basis: number;
  /** Limits of the run that would be overrun. Failures are not foreseen. */
  readonly exceeds: readonly Measure[];
}

/**
 * Phases are expected to take what completed phases of their type took on average, or all completed phases where there is
 * none of the type, less what they have taken already. Null as long as none is completed, and once none is open.
 */
export function forecast(state: RunState): Forecast | null {
  const costs = elements(state.phases).map((phase, position) => costOf(state, phase, position));
  const done = costs.filter(({ status }) => status === 'completed');
  const open = costs.filter(({ isOpen }) => isOpen);
  if (done.length === 0 || open.length === 0) return null;
  const means = new Map(SUBTASK_TYPES.map(type => [type, expected(type, done)]));
  const left = open.map(cost => lessTaken(means.get(cost.type)!, cost));
  const usds = left.flatMap(({ usd }) => usd ?? []);
  const foreseen = {
    tokens: Math.round(sum(left.map(({ tokens }) => tokens))),
    usd: usds.length < left.length ? null : tidyUsd(sum(usds)),
    wallMs: Math.round(sum(left.map(({ wallMs }) => wallMs))),
    sessions: Math.round(sum(left.map(({ sessions }) => sessions))),
  };
  return {
    ...foreseen,
    phases: open.length,
    basis: done.length,
    exceeds: exceeded(state, { ...foreseen, wallMs: foreseen.wallMs * overlap(state, costs) }),
  };
}

/**
 * For each phase the time that it will probably still take, in milliseconds, by the same reckoning; 0 where it is settled.
 * As long as none is completed, what earlier runs took tells; null where there were none either.
 */
export function expectedMs(state: RunState): readonly number[] | null {
  const costs = elements(state.phases).map((phase, position) => costOf(state, phase, position));
  const whole = wholeMs(state, costs);
  return (
    whole &&
    costs.map((cost, position) => (cost.isOpen ? Math.max(0, whole(cost, position) - cost.wallMs) : 0))
  );
}

type Expectation = (cost: PhaseCost, position: number) => number;

function wholeMs({ shape }: RunState, costs: readonly PhaseCost[]): Expectation | null {
  const done = costs.filter(({ status }) => status === 'completed');
  if (done.length > 0) {
    const means = new Map(SUBTASK_TYPES.map(type => [type, expected(type, done).wallMs]));
    return ({ type }) => means.get(type)!;
  }
  const known = shape.learned.filter(ms => ms !== null);
  return known.length === 0 ? null : (_, position) => shape.learned[position] ?? mean(known);
}

/** What a phase has taken, or is expected to. */
interface Cost {
  readonly tokens: number;
  /** Null where a part of it is unknown. */
  readonly usd: number | null;
  readonly wallMs: number;
  readonly sessions: number;
}

interface PhaseCost extends Cost {
  readonly type: SubtaskType;
  readonly status: PhaseState['standing']['status'];
  readonly isOpen: boolean;
  /** The part of the cost that is known. */
  readonly knownUsd: number;
}

function costOf(state: RunState, phase: PhaseState, position: number): PhaseCost {
  const { usage, sessions, standing } = phase;
  return {
    type: typeOf(planAt(state, position)),
    status: standing.status,
    isOpen: !isSettled(standing),
    tokens: tokensOf(usage),
    usd: usage.unpriced > 0 ? null : usdOf(usage),
    knownUsd: usdOf(usage),
    wallMs: busyMsOf(phase, state.now),
    sessions,
  };
}

/** What a phase with subtasks of several types is mostly about. */
const WEIGHTIEST_FIRST: readonly SubtaskType[] = ['impl', 'refactor', 'task', 'test'];

const typeOf = ({ subtasks }: Phase): SubtaskType =>
  WEIGHTIEST_FIRST.find(type => subtasks.some(subtask => subtask.type === type)) ?? 'task';

/** The mean of those of the same type, or of all. Costs are taken from phases of which the whole cost is known. */
function expected(type: SubtaskType, done: readonly PhaseCost[]): Cost {
  const alike = ofType(type, done);
  const priced = ofType(
    type,
    done.filter(({ usd }) => usd !== null),
  );
  return {
    tokens: mean(alike.map(({ tokens }) => tokens)),
    usd: priced.length === 0 ? null : mean(priced.map(({ knownUsd }) => knownUsd)),
    wallMs: mean(alike.map(({ wallMs }) => wallMs)),
    sessions: mean(alike.map(({ sessions }) => sessions)),
  };
}

function ofType(type: SubtaskType, done: readonly PhaseCost[]): readonly PhaseCost[] {
  const same = done.filter(cost => cost.type === type);
  return same.length > 0 ? same : done;
}

const lessTaken = (whole: Cost, taken: PhaseCost): Cost => ({
  tokens: Math.max(0, whole.tokens - taken.tokens),
  usd: whole.usd === null ? null : Math.max(0, whole.usd - taken.knownUsd),
  wallMs: Math.max(0, whole.wallMs - taken.wallMs),
  sessions: Math.max(0, whole.sessions - taken.sessions),
});

/** By how much phases side by side have shortened the run so far, from 0 to 1. */
function overlap({ tally }: RunState, costs: readonly Cost[]): number {
  const one = sum(costs.map(({ wallMs }) => wallMs));
  return one > 0 && tally.busyMs > 0 ? Math.min(1, tally.busyMs / one) : 1;
}

function exceeded(state: RunState, foreseen: Cost): Measure[] {
  const { used, limits } = runAccount(state);
  const foreseeable = ['tokens', 'usd', 'wallMs', 'sessions'] as const;
  return foreseeable.filter(measure => {
    const limit = limits[measure];
    const more = foreseen[measure];
    return limit !== null && more !== null && used[measure] + more > limit;
  });
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]): number => sum(values) / values.length;
