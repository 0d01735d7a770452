import type { RunEvent } from '../../src/run/event.ts';
import type { Failure } from '../../src/run/failure.ts';
import type { Worker } from '../../src/run/ladder-event.ts';
import type { RunState } from '../../src/run/state.ts';
import type { Model } from './model.ts';

/** What is known of somebody whose services sessions use. */
export interface ProviderModel {
  /** When it failed, with nothing that went well since. */
  failures: readonly number[];
  /** The moment until which it wants to be left alone, as long as nobody has decided about that. */
  wish: number | null;
  restsUntil: number;
  isGone: boolean;
  rests: number;
}

const known = ({ providers }: Model, name: string): ProviderModel => {
  const found = providers.get(name) ?? { failures: [], wish: null, restsUntil: 0, isGone: false, rests: 0 };
  providers.set(name, found);
  return found;
};

/** How a session of whatever role ended; null where the event does not tell of one. */
function endIn(event: RunEvent): { readonly by: Worker; readonly failure: Failure | null } | null {
  if (!('usage' in event) || !('by' in event) || !event.by) return null;
  return { by: event.by, failure: 'failure' in event ? event.failure : null };
}

const OUR_OWN: readonly string[] = ['infra.disk', 'infra.git', 'infra.setup'];

export function followProviders(model: Model, event: RunEvent): void {
  const { created, now } = model;
  if (event.type === 'provider_rested') {
    const provider = known(model, event.provider);
    provider.failures = [];
    provider.wish = null;
    provider.restsUntil = Math.max(provider.restsUntil, event.until ?? 0);
    provider.isGone ||= event.until === null;
    provider.rests += event.why.rule === 'breaker.open' ? 1 : 0;
  }
  const end = endIn(event);
  if (!end) return;
  const provider = known(model, end.by.provider);
  if (OUR_OWN.includes(end.failure?.category ?? '')) return;
  const isItsFault = end.failure?.category.startsWith('infra.');
  const { retryAt } = end.failure ?? {};
  if (isItsFault && retryAt !== undefined && retryAt > now) provider.wish = retryAt;
  if (created.settings.recovery.enabled) provider.failures = isItsFault ? [...provider.failures, now] : [];
}

/** Whether it may be left alone. */
export function restPermitted(
  model: Model,
  { provider, until, why }: Extract<RunEvent, { type: 'provider_rested' }>,
): string | null {
  const { failures, wish, isGone, rests } = known(model, provider);
  const { breaker } = model.created.settings.recovery;
  switch (why.rule) {
    case 'provider.asks_to_wait':
      return until !== null && until === wish ? null : `it asked to be left alone until ${wish}`;
    case 'breaker.open': {
      const recent = failures.filter(at => at > model.now - breaker.windowMs).length;
      if (recent < breaker.failures) return `it failed ${recent} times`;
      const wanted = model.now + breaker.restMs * 2 ** rests;
      return until === wanted ? null : `it rests until ${until}, not until ${wanted}`;
    }
    case 'provider.no_access':
    case 'provider.rolled_back':
      return until === null && !isGone ? null : 'it was given up before';
    default:
      return `${why.rule} is no reason`;
  }
}

/** Somebody who asked to be left alone and about whom nothing was decided before something else began. */
export function ignoredWish({ providers }: Model): string | null {
  const [name] = [...providers].find(([, { wish }]) => wish !== null) ?? [];
  return name === undefined ? null : `nobody lets ${name} rest`;
}

/** Whether somebody has failed so often that it must rest first. */
export function overworked({ providers, now, created }: Model): string | null {
  const { breaker, enabled } = created.settings.recovery;
  if (!enabled) return null;
  const [name] =
    [...providers].find(
      ([, { failures }]) => failures.filter(at => at > now - breaker.windowMs).length >= breaker.failures,
    ) ?? [];
  return name === undefined ? null : `${name} failed too often`;
}

export function providersDiffer({ providers }: Model, state: RunState): string | null {
  for (const [name, { restsUntil, isGone }] of providers) {
    const told = state.providers[name];
    if ((told?.restsUntil ?? 0) !== restsUntil)
      return `${name} rests until ${told?.restsUntil}, not ${restsUntil}`;
    if ((told?.isGone ?? false) !== isGone) return `${name} is ${isGone ? '' : 'not '}given up`;
  }
  return null;
}
