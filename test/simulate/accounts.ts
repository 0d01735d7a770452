import { elements } from '../../src/base/chunked.ts';
import type { Entry } from '../../src/run/apply.ts';
import type { RunEvent } from '../../src/run/event.ts';
import { BUDGETS } from '../../src/run/ladder-event.ts';
import type { Role } from '../../src/run/role.ts';
import type { PhaseState, RunState } from '../../src/run/state.ts';
import type { Usage } from '../../src/run/usage.ts';
import type { Invariant } from '../engine/invariants.ts';
import { TALKATIVE } from './agents.ts';
import { MESSAGE_TOKENS } from './recovery.ts';
import type { Weather } from './scenario.ts';

/** A second account of what a run spends, in tokens and in the money that agents tell. */

interface Account {
  tokens: number;
  usd: number;
  /** What of it was spent when the last allowance was given. */
  granted: number;
  warned: string[];
}

interface PhaseAccount extends Account {
  /** By role and lane, what sessions under way have told. */
  noted: Map<string, { tokens: number; usd: number }>;
}

const fresh = (): Account => ({ tokens: 0, usd: 0, granted: 0, warned: [] });

/** Who spent what an event tells, and in which lane; null where it tells nothing of the kind. */
function spenderOf(event: RunEvent): { readonly role: Role; readonly lane: number } | null {
  switch (event.type) {
    case 'session_ended':
      return { role: 'developer', lane: event.lane };
    case 'review_ended':
    case 'review_failed':
    case 'run_reviewed':
    case 'run_review_failed':
      return { role: 'reviewer', lane: 0 };
    case 'evaluation_ended':
    case 'evaluation_failed':
      return { role: 'evaluator', lane: 0 };
    case 'doctor_answered':
    case 'doctor_failed':
      return { role: 'doctor', lane: 0 };
    case 'phase_revised':
    case 'revision_failed':
      return { role: 'replanner', lane: 0 };
    case 'plan_drafted':
    case 'draft_failed':
      return { role: 'architect', lane: 0 };
    default:
      return null;
  }
}

const tokensOf = ({ inputTokens, outputTokens }: Usage): number => inputTokens + outputTokens;
const usdOf = ({ costUsd, estimatedUsd }: Usage): number => costUsd ?? estimatedUsd ?? 0;

/** What a run and its phases have spent must be what their events tell, and no more than their budgets allow. */
export function accounted({ freeze, echo, store }: Weather): Invariant {
  const messages = freeze + echo + store > 0 ? MESSAGES.unheard : MESSAGES.heard;
  const run = fresh();
  const phases = new Map<string, PhaseAccount>();
  const accountOf = (phase: string): PhaseAccount => {
    const known = phases.get(phase) ?? { ...fresh(), noted: new Map() };
    phases.set(phase, known);
    return known;
  };
  const add = (account: Account, tokens: number, usd: number): void => {
    account.tokens += tokens;
    account.usd += usd;
  };
  const spend = (event: RunEvent & { readonly usage: Usage }): void => {
    const { role, lane } = spenderOf(event)!;
    const [tokens, usd] = [tokensOf(event.usage), usdOf(event.usage)];
    if (!('phase' in event) || event.phase === null) {
      add(run, tokens, usd);
      return;
    }
    const account = accountOf(event.phase);
    const key = `${role}.${lane}`;
    const told = account.noted.get(key) ?? { tokens: 0, usd: 0 };
    account.noted.delete(key);
    const rest = [Math.max(0, tokens - told.tokens), Math.max(0, usd - told.usd)] as const;
    add(account, ...rest);
    add(run, ...rest);
  };
  const note = ({ phase, role, lane, usage }: Extract<RunEvent, { type: 'usage_noted' }>): void => {
    const account = accountOf(phase);
    const key = `${role}.${lane}`;
    const told = account.noted.get(key) ?? { tokens: 0, usd: 0 };
    const [tokens, usd] = [tokensOf(usage), usdOf(usage)];
    account.noted.set(key, { tokens: told.tokens + tokens, usd: told.usd + usd });
    add(account, tokens, usd);
    add(run, tokens, usd);
  };
  const grant = (account: Account): void => {
    account.granted = account.tokens;
    account.warned = [];
  };
  return ({ before, entry: { event }, after }) => {
    if (event.type === 'usage_noted') note(event);
    else if ('usage' in event) spend(event);
    if (event.type === 'phase_started') accountOf(event.phase).noted.clear();
    if (event.type === 'run_resumed') {
      for (const { noted } of phases.values()) noted.clear();
      if (before.status === 'halted' || before.status === 'failed') grant(run);
    }
    for (const phase of grantedBy(event, before)) grant(accountOf(phase));
    if (event.type !== 'budget_warned' && event.type !== 'budget_spent') {
      return 'usage' in event || event.type === 'run_resumed'
        ? differs(run, phases, after, messages * MESSAGE_TOKENS)
        : null;
    }
    return budgetFault(event, event.phase === null ? run : accountOf(event.phase), before);
  };
}

/** The phases that get a new allowance. */
function grantedBy(event: RunEvent, before: RunState): readonly string[] {
  const statusOf = (phase: string): string =>
    elements(before.phases)[before.shape.graph.indexOf.get(phase)!]!.standing.status;
  switch (event.type) {
    case 'phase_reset':
      return [event.phase];
    case 'phase_edited':
      return ['failed', 'running'].includes(statusOf(event.phase)) ? [event.phase] : [];
    case 'run_resumed':
      if (before.status !== 'halted' && before.status !== 'failed') return [];
      return before.shape.graph.ids.filter((_, position) => isGivenUp(elements(before.phases)[position]!));
    default:
      return [];
  }
}

const isGivenUp = ({ standing: { status }, spent, before }: PhaseState): boolean =>
  status === 'failed' || (status === 'pending' && BUDGETS.some(budget => spent[budget] > before[budget]));

/** A billionth of a cent is a matter of rounding. */
const NEARLY_NOTHING = 1e-9;
/** Sessions of nobody's: the architect's, and those that look at the whole. */
const OF_THE_RUN = 4;
/** Messages of one session: those that come before it can be ended, or all where nobody listens. */
const MESSAGES = { heard: 2, unheard: TALKATIVE + 2 };

function differs(
  run: Account,
  phases: ReadonlyMap<string, PhaseAccount>,
  state: RunState,
  slack: number,
): string | null {
  const spent = tokensOf({ ...state.usage, costUsd: null });
  if (spent !== run.tokens) return `the run has spent ${run.tokens} tokens, not ${spent}`;
  const usd = state.usage.costUsd + state.usage.estimatedUsd;
  if (Math.abs(usd - run.usd) > NEARLY_NOTHING) return `the run has spent $${run.usd}, not $${usd}`;
  const granted = tokensOf({ ...state.allowance.usage, costUsd: null });
  if (granted !== run.granted) return `the allowance of the run began at ${run.granted}, not at ${granted}`;
  const limit = state.settings.budgets.run.tokens ?? Number.POSITIVE_INFINITY;
  const { review, concurrency } = state.settings;
  const isWhole = review.when === 'end' || state.origin.goal !== null;
  const sessions = concurrency + (isWhole ? OF_THE_RUN : 0);
  if (run.tokens - run.granted > limit + sessions * slack) return 'the budget is overrun';
  for (const [position, phase] of elements(state.phases).entries()) {
    const known = phases.get(state.shape.graph.ids[position]!);
    const told = tokensOf({ ...phase.usage, costUsd: null });
    if (told !== (known?.tokens ?? 0)) return `a phase has spent ${known?.tokens ?? 0} tokens, not ${told}`;
    const from = tokensOf({ ...phase.allowance.usage, costUsd: null });
    if (known && from !== known.granted) return `its allowance began at ${known.granted}, not at ${from}`;
    if (known && known.tokens - known.granted > phaseLimit(state, slack))
      return 'the budget of a phase is overrun';
  }
  return null;
}

const phaseLimit = ({ settings: { budgets, session, concurrency } }: RunState, slack: number): number =>
  (budgets.phase.tokens ?? Number.POSITIVE_INFINITY) + (session === 'subtask' ? concurrency : 1) * slack;

function budgetFault(
  { type, phase, measure, used, limit }: Extract<RunEvent, { type: 'budget_warned' | 'budget_spent' }>,
  account: Account,
  { settings: { budgets }, least }: RunState,
): string | null {
  const wanted = budgets[phase === null ? 'run' : 'phase'][measure];
  if (limit !== wanted) return `the limit is ${wanted}, not ${limit}`;
  if (measure === 'tokens' && used !== account.tokens - account.granted)
    return `${account.tokens - account.granted} tokens are used, not ${used}`;
  if (type === 'budget_warned') {
    if (used < limit * budgets.warnAt || used >= limit) return `it warns at ${used} of ${limit}`;
    if (account.warned.includes(measure)) return 'it warns twice';
    account.warned.push(measure);
    return null;
  }
  const shortest = measure === 'tokens' ? Math.max(1, ...Object.values(least)) : 0;
  return limit - used < Math.max(shortest, Number.EPSILON) ? null : `${used} of ${limit} are used`;
}

/** The entries of a run whose agents tell nothing are not worth the time. */
export const isWorthAccounting = (entries: readonly Entry[]): boolean =>
  entries.some(({ event }) => 'usage' in event && tokensOf(event.usage) > 0);
