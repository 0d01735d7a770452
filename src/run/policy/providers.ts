import type { RunEvent } from '../event.ts';
import type { Provider, RunState } from '../state.ts';

/** Longest rest, in milliseconds. */
const MAX_REST_MS = 6 * 60 * 60_000;

/** Whether a provider is left alone for a while: because it asks for that, or because it fails too often. */
export function aboutProviders(state: RunState): RunEvent | null {
  for (const [provider, known] of Object.entries(state.providers)) {
    const decision = aboutProvider(state, provider, known);
    if (decision) return decision;
  }
  return null;
}

function aboutProvider(
  { now, settings }: RunState,
  provider: string,
  { asks, failures, rests }: Provider,
): RunEvent | null {
  if (asks) {
    const { until, rule, failure } = asks;
    const facts = { category: failure.category, message: failure.message };
    return { type: 'provider_rested', provider, until, why: { rule, facts } };
  }
  const { failures: limit, windowMs, restMs } = settings.recovery.breaker;
  const recent = failures.filter(at => at > now - windowMs).length;
  if (recent < limit) return null;
  const until = now + Math.min(restMs * 2 ** rests, MAX_REST_MS);
  return {
    type: 'provider_rested',
    provider,
    until,
    why: { rule: 'breaker.open', facts: { failures: recent, limit, windowMs, rests } },
  };
}
