import { shortCount, shortDollars } from '../../base/amounts.ts';
import { tokensOf, usdOf } from '../../run/policy/budget.ts';
import { timeLeft } from '../../run/policy/eta.ts';
import { isAsleep, slotsOf, workAt } from '../../run/queries.ts';
import type { RunState } from '../../run/state.ts';
import { type BudgetUse, budgetsOf, budgetWords } from '../run/budgets.ts';
import type { RunView } from '../run/status.ts';
import type { Part } from './parts.ts';
import type { Pen } from './pen.ts';

/** How far the run has come. */
export function progressParts(state: RunState, pen: Pen): readonly Part[] {
  const left = state.status === 'running' && !state.draft ? timeLeft(state) : null;
  const busy = state.active
    .filter(position => !isAsleep(state, position))
    .reduce((count, position) => count + slotsOf(workAt(state, position)!).length, 0);
  const isGoing = state.status === 'running' && !state.draft;
  return [
    { text: left === null ? '' : leftWords(left), worth: 6 },
    { text: isGoing ? `${busy} of ${state.shape.slots} at work` : '', worth: 4 },
    { text: pen.text(state.origin.branch), worth: 1 },
  ];
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** What is only guessed is told in large units. */
function leftWords(ms: number): string {
  if (ms < MINUTE_MS) return 'under 1 min left';
  const minutes = Math.round(ms / MINUTE_MS);
  if (ms < HOUR_MS) return `about ${minutes} min left`;
  return `about ${Math.floor(minutes / 60)} h ${minutes % 60} min left`;
}

/** What it has spent. */
export function spendingParts({ allowed }: RunView, state: RunState, pen: Pen): readonly Part[] {
  const nearest = worthiest(budgetsOf(state, allowed));
  return [
    { text: nearest?.measure === 'tokens' ? '' : tokenWords(state), worth: 3 },
    { text: nearest?.measure === 'usd' ? '' : costWords(state), worth: 3 },
    { text: nearest ? barWords(nearest, state.settings.budgets.warnAt, pen) : '', worth: 5 },
  ];
}

/** Used share from which on a budget is shown whatever it is of. */
const MUCH = 0.5;

/** Used share from which on time is worth a bar: by itself a run has days. */
const SOME = 0.01;

/** The one that is nearest to its end; as long as none is near, one that somebody set and cares about. */
function worthiest(budgets: readonly BudgetUse[]): BudgetUse | undefined {
  const [nearest] = budgets;
  if (nearest && nearest.used / nearest.limit >= MUCH) return nearest;
  return budgets.find(
    ({ measure, used, limit }) =>
      ((measure === 'tokens' || measure === 'usd') && used > 0) ||
      (measure === 'wallMs' && used / limit >= SOME),
  );
}

function tokenWords({ usage, tally }: RunState): string {
  const tokens = tokensOf(usage);
  return tokens === 0 && tally.sessions > 0 ? 'tokens unknown' : `${shortCount(tokens)} tokens`;
}

/** A cost that nobody told is not nothing. */
function costWords({ usage, tally }: RunState): string {
  const usd = usdOf(usage);
  if (usd === 0) return usage.unpriced > 0 || tally.sessions > 0 ? 'cost unknown' : '$0';
  if (usage.unpriced > 0) return `at least ${shortDollars(usd)}`;
  return `${usage.estimatedUsd > 0 ? 'about ' : ''}${shortDollars(usd)}`;
}

const BAR = 12;

function barWords(budget: BudgetUse, warnAt: number, { style, marks, text }: Pen): string {
  const share = budget.used / budget.limit;
  const full = Math.min(BAR, Math.floor(share * BAR));
  const bar = `${marks.left}${marks.full.repeat(full)}${marks.empty.repeat(BAR - full)}${marks.right}`;
  const colour = share >= 1 ? style.red : share >= warnAt ? style.yellow : style.green;
  return `${colour(bar)} ${text(budgetWords(budget))}`;
}
