import type { RunEvent } from '../event.ts';
import { isAsleep, phaseAt, planAt, workAt } from '../queries.ts';
import type { Role } from '../role.ts';
import type { RunState, Work } from '../state.ts';
import type { Step } from '../step.ts';
import { type Account, fits, phaseAccount, runAccount, warnings } from './budget.ts';
import { isBusy } from './busy.ts';
import type { Measure } from './measure.ts';

/**
 * Whether a budget is spent, or nearly. Nobody begins a session, or goes on with one, for which there is nothing left;
 * what needs none any more is seen through.
 */
export function aboutBudgets(state: RunState): RunEvent | null {
  if (state.stop && state.stop.mode !== 'drain') return null;
  const run = runAccount(state);
  const short = tooManyFailures(run) ?? shortForNext(state, run);
  if (short !== null) return eventOf('budget_spent', null, run, short);
  const [near] = warnings(run, state.settings.budgets.warnAt, state.warned);
  if (near !== undefined && state.open > 0) return eventOf('budget_warned', null, run, near);
  for (const position of state.active) {
    const event = aboutPhase(state, position);
    if (event) return event;
  }
  return null;
}

const tooManyFailures = ({ used, limits }: Account): Measure | null =>
  limits.failures !== null && used.failures >= limits.failures ? 'failures' : null;

/** What the run has too little of for those at work, or for whoever would be next. */
function shortForNext(state: RunState, run: Account): Measure | null {
  for (const position of state.active) {
    const role = roleAt(workAt(state, position)!);
    const short = role === null ? null : shortOf(state, run, role, isLive(state, position, role));
    if (short !== null) return short;
  }
  // Whoever is at work comes to an end first: nobody else begins meanwhile.
  const isMore = state.retrying.length > 0 || (state.stop === null && state.ready.length > 0);
  const isAlone = state.active.every(position => isAsleep(state, position));
  return isMore && isAlone ? shortOf(state, run, 'developer', false) : null;
}

/** Whether too little is left for a session that belongs to no phase. What one under way spends is counted at its end. */
export function spentFor(state: RunState, role: 'architect' | 'reviewer'): RunEvent[] {
  const run = runAccount(state);
  const short = fits(run, state.least[role]);
  return short === null ? [] : [eventOf('budget_spent', null, run, short)];
}

/** Whether the run has enough left for another attempt. */
export const isAffordable = (state: RunState): boolean =>
  fits(runAccount(state), state.least.developer) === null;

function aboutPhase(state: RunState, position: number): RunEvent | null {
  const account = phaseAccount(state, position);
  const { id } = planAt(state, position);
  const work = workAt(state, position)!;
  const role = roleAt(work);
  const short = role === null ? null : shortOf(state, account, role, isLive(state, position, role));
  if (short !== null) return eventOf('budget_spent', id, account, short);
  const [near] = warnings(account, state.settings.budgets.warnAt, phaseAt(state, position).warned);
  return near === undefined || SETTLED.includes(work.step.step)
    ? null
    : eventOf('budget_warned', id, account, near);
}

/** In these steps nothing is spent any more. */
const SETTLED: readonly Step['step'][] = ['accepted', 'landed', 'rejected', 'asking'];

/** What a session under way goes on spending; how many there may be is asked before it begins. */
const STREAMING: readonly Measure[] = ['tokens', 'usd', 'wallMs'];

/** What there is too little of: of anything, or of tokens for the shortest session that this role has held. */
function shortOf(state: RunState, account: Account, role: Role, isUnderWay: boolean): Measure | null {
  if (!isUnderWay) return fits(account, state.least[role]);
  return STREAMING.find(measure => account.used[measure] >= (account.limits[measure] ?? Infinity)) ?? null;
}

/** Of several lanes one that has begun stands for all. */
const isLive = (state: RunState, position: number, role: Role): boolean =>
  phaseAt(state, position).live.some(key => key.startsWith(`${role}.`));

const eventOf = (
  type: 'budget_warned' | 'budget_spent',
  phase: string | null,
  { used, limits }: Account,
  measure: Measure,
): RunEvent => ({ type, phase, measure, used: used[measure], limit: limits[measure] ?? 0 });

/** Who is at work in this step, or would be next. A developer that is through needs nothing more. */
function roleAt({ step: { step }, lanes }: Work): Role | null {
  switch (step) {
    case 'lanes':
      return lanes.some(({ at }) => at.step !== 'capturing' && at.step !== 'captured') ? 'developer' : null;
    case 'reviewing':
      return 'reviewer';
    case 'evaluating':
      return 'evaluator';
    case 'consulting':
      return 'doctor';
    case 'replanning':
      return 'replanner';
    default:
      return null;
  }
}

/** When the time budgets of those at work end, where that is before their sessions would be ended anyway. */
export function deadlines(state: RunState): readonly number[] {
  const { now, settings } = state;
  if (!isBusy(state)) return [];
  const accounts = state.active.flatMap(position => {
    const { busySince } = phaseAt(state, position);
    const isTimed = busySince !== null && busySince <= now;
    return isTimed && roleAt(workAt(state, position)!) !== null ? [phaseAccount(state, position)] : [];
  });
  return [runAccount(state), ...accounts].flatMap(({ used, limits }) => {
    if (limits.wallMs === null) return [];
    const left = limits.wallMs - used.wallMs;
    return left > 0 && left < settings.limits.sessionMs ? [now + left] : [];
  });
}
