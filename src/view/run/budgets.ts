import { shortCount, shortDollars, shortTime } from '../../base/amounts.ts';
import { counted } from '../../base/counted.ts';
import { measureWords, runAccount } from '../../run/policy/budget.ts';
import { type Forecast, forecast } from '../../run/policy/forecast.ts';
import { MEASURES, type Measure } from '../../run/policy/measure.ts';
import type { RunState } from '../../run/state.ts';
import { moment } from '../time.ts';
import { type Allowed, FIRST_ALLOWANCE } from './allowance.ts';

/** A limit of the run and how much of it is used since the last allowance. */
export interface BudgetUse {
  readonly measure: Measure;
  readonly used: number;
  readonly limit: number;
  /** Whether more was spent than is known. */
  readonly isLeast: boolean;
}

/** Of all measures with a limit, the one that is nearest to its end first. */
export function budgetsOf(state: RunState, allowed: Allowed = FIRST_ALLOWANCE): readonly BudgetUse[] {
  const { used, limits } = runAccount(state);
  return MEASURES.flatMap(measure => {
    const limit = limits[measure];
    return limit === null
      ? []
      : [{ measure, used: used[measure], limit, isLeast: isLeast(measure, state, allowed) }];
  }).toSorted((a, b) => b.used / b.limit - a.used / a.limit);
}

function isLeast(measure: Measure, { usage, allowance }: RunState, { untold, unended }: Allowed): boolean {
  if (measure === 'usd') return usage.unpriced - allowance.usage.unpriced + unended > 0;
  return measure === 'tokens' && untold + unended > 0;
}

/** What is not known is not nothing. Time is what counts as used: that in which something is done. */
export function budgetWords({ measure, used, limit, isLeast: isPart }: BudgetUse): string {
  const words = `${measureWords(measure, used, limit)}${measure === 'wallMs' ? ' busy' : ''}`;
  if (isPart && used === 0) return words.replace(/^.* of /, 'unknown of ');
  return `${isPart ? 'at least ' : ''}${words} (${Math.floor((100 * used) / limit)} %)`;
}

/** Since when the amounts count; nothing where that is the beginning. */
export const sinceWords = ({ at }: Allowed): string =>
  at === null ? '' : ` since the run was taken on again at ${moment(at)} UTC`;

/** Used share of a limit from which on it is worth a line. */
const WORTH_TELLING = 0.5;

/** What is used of the run's budgets, on a line; none where it is little, unless all is asked for. */
export function budgetLine(state: RunState, isAll: boolean, allowed: Allowed = FIRST_ALLOWANCE): string[] {
  const told = budgetsOf(state, allowed).filter(({ used, limit }) => isAll || used / limit >= WORTH_TELLING);
  return told.length === 0 ? [] : [`used${sinceWords(allowed)}: ${told.map(budgetWords).join(', ')}`];
}

/** What the phases that are open will probably take, on a line. */
export function forecastLine(state: RunState): string[] {
  const foreseen = isOver(state) ? null : forecast(state);
  return foreseen ? [`left: about ${forecastWords(foreseen)}`] : [];
}

const isOver = ({ status }: RunState): boolean => status === 'completed' || status === 'cancelled';

function forecastWords({ tokens, usd, wallMs, phases, basis, exceeds }: Forecast): string {
  const amounts = [
    shortTime(wallMs),
    ...(tokens > 0 ? [`${shortCount(tokens)} tokens`] : []),
    ...(usd !== null && usd > 0 ? [shortDollars(usd)] : []),
  ];
  const over =
    exceeds.length === 0 ? '' : `; that is more than the budget has of ${exceeds.map(nameOf).join(', ')}`;
  return `${amounts.join(', ')} for ${counted(phases, 'phase')} (judging by ${basis})${over}`;
}

const NAMES: Readonly<Record<Measure, string>> = {
  tokens: 'tokens',
  usd: 'money',
  wallMs: 'time',
  sessions: 'sessions',
  failures: 'failed attempts',
};
const nameOf = (measure: Measure): string => NAMES[measure];
