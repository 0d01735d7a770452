import { shortCount, shortDollars, shortTime, tidyUsd } from '../../base/amounts.ts';
import { counted, grouped } from '../../base/counted.ts';
import { unreachable } from '../../base/unreachable.ts';
import type { Phase } from '../../plan/model.ts';
import { phaseAt, planAt } from '../queries.ts';
import type { Allowance, PhaseState, RunState, Tally } from '../state.ts';
import type { Spending } from '../usage.ts';
import { MEASURES, type Measure } from './measure.ts';
import type { Limits } from './settings.ts';

/** What a run or phase has used since its last allowance, and what it may use. */
export interface Account {
  readonly used: Readonly<Record<Measure, number>>;
  readonly limits: Limits;
}

/** Of the run as a whole. A cost that is neither told nor estimated counts for nothing: it is not known. */
export const runAccount = ({ usage, tally, allowance, settings }: RunState): Account => ({
  used: usedSince(allowance, usage, tally),
  limits: settings.budgets.run,
});

/** Of a phase, with the attempt under way. */
export function phaseAccount(state: RunState, position: number): Account {
  const phase = phaseAt(state, position);
  const { budgets } = state.settings;
  const factor = factorOf(planAt(state, position), budgets.multipliers);
  return {
    used: usedSince(phase.allowance, phase.usage, {
      busyMs: busyMsOf(phase, state.now),
      sessions: phase.sessions,
      failures: phase.attempts.length,
    }),
    limits: multiplied(budgets.phase, factor),
  };
}

/** Time that the attempts of a phase took, up to now. */
export const busyMsOf = ({ busyMs, busySince }: PhaseState, now: number): number =>
  busyMs + (busySince === null ? 0 : Math.max(0, now - busySince));

export const tokensOf = ({ inputTokens, outputTokens }: Spending): number => inputTokens + outputTokens;
export const usdOf = ({ costUsd, estimatedUsd }: Spending): number => costUsd + estimatedUsd;

function usedSince(before: Allowance, usage: Spending, tally: Tally): Account['used'] {
  return {
    tokens: Math.max(0, tokensOf(usage) - tokensOf(before.usage)),
    usd: tidyUsd(Math.max(0, usdOf(usage) - usdOf(before.usage))),
    wallMs: Math.max(0, tally.busyMs - before.busyMs),
    sessions: Math.max(0, tally.sessions - before.sessions),
    failures: Math.max(0, tally.failures - before.failures),
  };
}

type Multipliers = RunState['settings']['budgets']['multipliers'];

const factorOf = ({ subtasks }: Phase, multipliers: Multipliers): number =>
  subtasks.length === 0
    ? multipliers.task
    : subtasks.reduce((largest, { type }) => Math.max(largest, multipliers[type]), 0);

const LEAST_USD = 0.000001;

/** However small the factor is, something is left of a limit, and however large, it stays a number that can be counted to. */
function multiplied(limits: Limits, factor: number): Limits {
  const times = (limit: number | null, step: number): number | null =>
    limit === null ? null : Math.min(Number.MAX_SAFE_INTEGER, Math.max(step, limit * factor));
  const whole = (limit: number | null): number | null => {
    const exact = times(limit, 1);
    return exact === null ? null : Math.round(exact);
  };
  const usd = times(limits.usd, LEAST_USD);
  return {
    tokens: whole(limits.tokens),
    usd: usd === null ? null : tidyUsd(usd),
    wallMs: whole(limits.wallMs),
    sessions: whole(limits.sessions),
    failures: whole(limits.failures),
  };
}

/** A measure that has a limit. `share` is the used share of it, above 1 where it is overrun. */
export interface Level {
  readonly measure: Measure;
  readonly used: number;
  readonly limit: number;
  readonly share: number;
}

const levels = ({ used, limits }: Account): readonly Level[] =>
  MEASURES.flatMap(measure => {
    const limit = limits[measure];
    return limit === null ? [] : [{ measure, used: used[measure], limit, share: used[measure] / limit }];
  });

/** The measure of which the largest share is used; null where nothing is limited. */
export const nearest = (account: Account): Level | null =>
  levels(account).reduce<Level | null>(
    (most, level) => (most === null || level.share > most.share ? level : most),
    null,
  );

/** The smallest share of any limit that is left, from 0 to 1; 1 where nothing is limited. */
export function leftShare(account: Account): number {
  const level = nearest(account);
  return level ? Math.max(0, leftOf(level) / level.limit) : 1;
}

/** Worked out without `share`: 1 - 0.8 is less than 0.2, and shares are compared with such limits. */
const leftOf = ({ measure, used, limit }: Level): number =>
  measure === 'usd' ? tidyUsd(limit - used) : limit - used;

const isSpent = ({ used, limit }: Level): boolean => used >= limit;

/** The first measure that is used up; null where none is. */
export const spentMeasure = (account: Account): Measure | null =>
  levels(account).find(isSpent)?.measure ?? null;

/** Measures that are nearly used up and about which there was no warning yet. */
export const warnings = (account: Account, warnAt: number, warned: readonly Measure[]): Measure[] =>
  levels(account)
    .filter(level => level.share >= warnAt && !isSpent(level) && !warned.includes(level.measure))
    .map(({ measure }) => measure);

/**
 * The measure in which another session does not fit; null where it does. `leastTokens` is what the cheapest session of its
 * kind has taken so far: with less than that left it could only be cut off. Failures are no matter of sessions.
 */
export function fits(account: Account, leastTokens: number | undefined): Measure | null {
  const needed = { tokens: Math.max(1, leastTokens ?? 1), usd: 0, wallMs: 0, sessions: 1 };
  const tight = levels(account).find(level => {
    if (level.measure === 'failures') return false;
    return isSpent(level) || leftOf(level) < needed[level.measure];
  });
  return tight?.measure ?? null;
}

/** `1.2M of 5M tokens`, `$4.10 of $5`, `2 h 5 min of 3 h`, `12 of 12 sessions`. */
export function measureWords(measure: Measure, used: number, limit: number): string {
  switch (measure) {
    case 'tokens':
      return `${shortCount(used)} of ${shortCount(limit)} tokens`;
    case 'usd':
      return `${shortDollars(used)} of ${shortDollars(limit)}`;
    case 'wallMs':
      return `${shortTime(used)} of ${shortTime(limit)}`;
    case 'sessions':
      return `${grouped(used)} of ${counted(limit, 'session')}`;
    case 'failures':
      return `${grouped(used)} of ${counted(limit, 'failed attempt')}`;
    default:
      return unreachable(measure);
  }
}
