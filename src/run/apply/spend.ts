import type { RunEvent } from '../event.ts';
import { type Failure, isInfra } from '../failure.ts';
import type { Worker } from '../ladder-event.ts';
import { chainOf, othersThan, providerOf } from '../policy/worker.ts';
import { phaseAt, planAt } from '../queries.ts';
import { type Role, sessionKey } from '../role.ts';
import type { Provider, RunState } from '../state.ts';
import { addUsage, NO_USAGE, spend, spendPart, type Usage, withoutPart } from '../usage.ts';
import { withPhase } from './settle.ts';

/** How a session of whatever role ended, for the accounts. */
interface SessionEnd {
  readonly usage: Usage;
  readonly by?: Worker;
  readonly failure?: Failure | null;
}

/** Counts what a session of a phase has spent, but for what was counted while it went on. */
export function spent(
  before: RunState,
  position: number,
  role: Role,
  lane: number,
  { usage, by, failure }: SessionEnd,
): RunState {
  const phase = phaseAt(before, position);
  const key = sessionKey(role, lane);
  const { [key]: part, ...noted } = phase.noted;
  const rest = part ? withoutPart(usage, part) : usage;
  const { id } = planAt(before, position);
  const worker = by ?? chainOf(before, role, id)[0];
  const state = withPhase(before, position, {
    usage: spend(phase.usage, rest),
    live: phase.live.filter(other => other !== key),
    noted,
    by: isToBlame(role, failure) ? worker : phase.by,
    developedBy: role === 'developer' ? worker : phase.developedBy,
  });
  const counted = measured({ ...state, usage: spend(state.usage, rest) }, role, usage);
  return treated(counted, { role, phase: id }, worker, failure);
}

/** The work is its developer's, however it was judged; whoever could not be asked to judge it is in its way. */
const isToBlame = (role: Role, failure: Failure | null | undefined): boolean =>
  role === 'developer' || ((role === 'reviewer' || role === 'evaluator') && !!failure && isInfra(failure));

/** The same for a session that belongs to no phase. */
export function spentByRun(state: RunState, role: Role, { usage, by, failure }: SessionEnd): RunState {
  const tally = { ...state.tally, sessions: state.tally.sessions + 1 };
  const counted = measured({ ...state, tally, usage: spend(state.usage, usage) }, role, usage);
  return treated(counted, { role, phase: null }, by ?? chainOf(state, role, null)[0], failure);
}

/** Counts what a session under way has spent so far. */
export function noted(
  state: RunState,
  position: number,
  { role, lane, usage }: Extract<RunEvent, { type: 'usage_noted' }>,
): RunState {
  const phase = phaseAt(state, position);
  const key = sessionKey(role, lane);
  return {
    ...withPhase(state, position, {
      usage: spendPart(phase.usage, usage),
      noted: { ...phase.noted, [key]: addUsage(phase.noted[key] ?? NO_USAGE, usage) },
    }),
    usage: spendPart(state.usage, usage),
  };
}

function measured(state: RunState, role: Role, { inputTokens, outputTokens }: Usage): RunState {
  const tokens = inputTokens + outputTokens;
  const least = state.least[role];
  if (tokens === 0 || (least !== undefined && least <= tokens)) return state;
  return { ...state, least: { ...state.least, [role]: tokens } };
}

/** How many failures of a provider are remembered. */
const MAX_REMEMBERED = 100;

/** These are of this machine, and say nothing about whoever was asked. */
const OUR_OWN: readonly Failure['category'][] = ['infra.disk', 'infra.git', 'infra.setup'];

/** What somebody was asked to be, and for which phase; null for the run as a whole. */
interface Post {
  readonly role: Role;
  readonly phase: string | null;
}

/** What the end of a session tells about the provider. */
function treated(
  state: RunState,
  post: Post,
  { provider }: Worker,
  failure: Failure | null | undefined,
): RunState {
  const known = providerOf(state, provider);
  if (!state.settings.recovery.enabled) {
    // What it asks for is done all the same: to try again before is of no use.
    const asks = failure ? timeAsked(state, failure) : null;
    return asks ? withProvider(state, provider, { ...known, asks }) : state;
  }
  if (failure && OUR_OWN.includes(failure.category)) return state;
  if (!failure || !isInfra(failure)) {
    if (known.failures.length === 0) return state;
    return withProvider(state, provider, { ...known, failures: [] });
  }
  return withProvider(state, provider, {
    ...known,
    failures: [...known.failures, state.now].slice(-MAX_REMEMBERED),
    asks: wishOf(state, post, provider, failure) ?? known.asks,
  });
}

function wishOf(
  state: RunState,
  { role, phase }: Post,
  provider: string,
  failure: Failure,
): Provider['asks'] {
  const asks = timeAsked(state, failure);
  // Several sessions may meet the same closed door.
  const isKnown = failure.category !== 'infra.auth' || providerOf(state, provider).isGone;
  if (asks || isKnown || othersThan(state, role, provider, phase).length === 0) return asks;
  return { until: null, rule: 'provider.no_access', failure };
}

/** Longest wait that a provider can ask for, in milliseconds: a bit more than the longest window of a quota. */
const MAX_REST_MS = 8 * 24 * 60 * 60_000;

const timeAsked = ({ now }: RunState, failure: Failure): Provider['asks'] =>
  isInfra(failure) && failure.retryAt !== undefined && failure.retryAt > now
    ? { until: Math.min(failure.retryAt, now + MAX_REST_MS), rule: 'provider.asks_to_wait', failure }
    : null;

const withProvider = (state: RunState, name: string, provider: Provider): RunState => ({
  ...state,
  providers: { ...state.providers, [name]: provider },
});

/** It was decided to leave a provider alone. */
export function rested(
  state: RunState,
  { provider, until, why }: Extract<RunEvent, { type: 'provider_rested' }>,
): RunState {
  const known = providerOf(state, provider);
  return withProvider(state, provider, {
    failures: [],
    asks: null,
    restsUntil: until === null ? known.restsUntil : Math.max(known.restsUntil, until),
    isGone: known.isGone || until === null,
    rests: known.rests + (why.rule === 'breaker.open' ? 1 : 0),
  });
}
