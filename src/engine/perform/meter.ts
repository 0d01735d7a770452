import { withEstimate } from '../../config/prices/prices.ts';
import type { Worker } from '../../run/ladder-event.ts';
import { type Account, phaseAccount, runAccount } from '../../run/policy/budget.ts';
import { positionOf } from '../../run/queries.ts';
import type { Role } from '../../run/role.ts';
import { addUsage, NO_USAGE, type Usage } from '../../run/usage.ts';
import type { Context } from '../perform.ts';

interface Meter {
  /** The agent has spent this since the last time. */
  readonly note: (usage: Usage) => void;
  /** With an estimate of the cost where the agent tells none. */
  readonly priced: (usage: Usage) => Usage;
}

/** What may be spent before the journal hears of it; less where little is left. */
const STEP_TOKENS = 50_000;
const STEP_USD = 0.25;
/** The share of what is left that may be spent before the journal hears of it. */
const STEP_SHARE = 0.05;

/**
 * Tells the run what a session spends while it does, so that it can be stopped where a budget ends, and so that nothing
 * is forgotten if we are cut off.
 */
export function meterFor(
  { state: { settings }, current, report }: Context,
  name: { readonly phase: string; readonly attempt: number; readonly lane: number; readonly role: Role },
  { model }: Worker,
): Meter {
  const priced = (usage: Usage): Usage => withEstimate(usage, model, settings.prices);
  let untold = NO_USAGE;
  return {
    priced,
    note(usage) {
      untold = addUsage(untold, priced(usage));
      const state = current();
      const position = positionOf(state, name.phase);
      if (position === undefined) return;
      const accounts = [runAccount(state), phaseAccount(state, position)];
      const left = (measure: 'tokens' | 'usd'): number =>
        Math.min(...accounts.map(account => leftOf(account, measure)));
      const tokens = Math.min(STEP_TOKENS, STEP_SHARE * left('tokens'));
      const usd = Math.min(STEP_USD, STEP_SHARE * left('usd'));
      const spent = untold.inputTokens + untold.outputTokens;
      if (spent < tokens && (untold.costUsd ?? untold.estimatedUsd ?? 0) < usd) return;
      report({ type: 'usage_noted', ...name, usage: untold });
      untold = NO_USAGE;
    },
  };
}

const leftOf = ({ used, limits }: Account, measure: 'tokens' | 'usd'): number =>
  Math.max(0, (limits[measure] ?? Infinity) - used[measure]);
