import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/run/apply.ts';
import type { RunEvent } from '../../../src/run/event.ts';
import type { Failure, FailureCategory } from '../../../src/run/failure.ts';
import { aboutProviders } from '../../../src/run/policy/providers.ts';
import { providerOf } from '../../../src/run/policy/worker.ts';
import type { Provider, RunState } from '../../../src/run/state.ts';
import { applied, session } from '../ladder/sessions.ts';
import { runWith } from './accounts.ts';

const WELL: Provider = { failures: [], asks: null, restsUntil: 0, isGone: false, rests: 0 };

const stateOf = (now: number, provider: Partial<Provider>): RunState => ({
  ...runWith({}),
  now,
  providers: { p: { ...WELL, ...provider } },
});

function check(now: number, provider: Partial<Provider>, expected: string | null): void {
  const event = aboutProviders(stateOf(now, provider));
  expect(event && told(event)).toBe(expected);
}

const told = (event: RunEvent): string =>
  event.type === 'provider_rested' ? `${event.provider} ${event.until} ${event.why.rule}` : event.type;

const MINUTE = 60_000;

describe('a provider', () => {
  it('is left alone after five failures in 300 seconds', () => {
    check(300_000, { failures: [1, 2, 3, 4] }, null);
    check(300_000, { failures: [1, 2, 3, 4, 5] }, 'p 600000 breaker.open');
    check(300_000, { failures: [0, 2, 3, 4, 5] }, null);
    check(300_004, { failures: [1, 2, 3, 4, 5, 6, 7, 8, 9] }, 'p 600004 breaker.open');
    check(300_005, { failures: [1, 2, 3, 4, 5, 6, 7, 8, 9] }, null);
  });

  it('for twice as long each time, six hours at most', () => {
    const failures = [1, 2, 3, 4, 5];
    check(5, { failures, rests: 1 }, `p ${5 + 10 * MINUTE} breaker.open`);
    check(5, { failures, rests: 2 }, `p ${5 + 20 * MINUTE} breaker.open`);
    check(5, { failures, rests: 7 }, `p ${5 + 360 * MINUTE} breaker.open`);
    check(5, { failures, rests: 2_000 }, `p ${5 + 360 * MINUTE} breaker.open`);
  });

  it('until the moment that it names, or for good where it grants no access', () => {
    const failure: Failure = { category: 'infra.quota', message: 'enough' };
    check(5, { asks: { until: 900, rule: 'provider.asks_to_wait', failure } }, 'p 900 provider.asks_to_wait');
    check(5, { asks: { until: null, rule: 'provider.no_access', failure } }, 'p null provider.no_access');
  });

  it('is well otherwise', () => {
    check(5, {}, null);
    expect(aboutProviders(runWith({}))).toBeNull();
  });
});

describe('what the end of a session tells about its provider', () => {
  const of = (category: FailureCategory, more: Partial<Failure> = {}): Failure => ({
    category,
    message: 'no',
    ...more,
  });
  const models = { developer: [{ agent: null, model: 'p/x', provider: null }] };
  const known = (failures: readonly (Failure | null)[], settings: object = {}): Provider =>
    providerOf(
      applied({ models, ...settings }, ...failures.map((failure, index) => session(index + 1, failure))),
      'p',
    );

  it('failures of its own are remembered until something goes well', () => {
    expect(known([of('infra.overload'), of('infra.network')]).failures).toEqual([1, 2]);
    expect(known([of('infra.overload'), null]).failures).toEqual([]);
    expect(known([of('infra.overload'), of('tests')]).failures).toEqual([]);
  });

  it('what this machine does wrong is not its fault', () => {
    expect(known([of('infra.disk'), of('infra.git')]).failures).toEqual([]);
  });

  it('a time that it names is asked for, one that has passed is not', () => {
    expect(known([of('infra.quota', { retryAt: 500 })]).asks).toMatchObject({ until: 500 });
    expect(known([of('infra.quota', { retryAt: 1 })]).asks).toBeNull();
  });

  it('a rest is not cut short by a shorter one that is decided later', () => {
    const rest = (until: number): Entry => ({
      at: 1,
      event: { type: 'provider_rested', provider: 'p', until, why: { rule: 'breaker.open', facts: {} } },
    });
    const restsUntil = (...entries: Entry[]): number =>
      providerOf(applied({ models }, ...entries), 'p').restsUntil;
    expect(restsUntil(rest(900), rest(500))).toBe(900);
    expect(restsUntil(rest(500), rest(900))).toBe(900);
  });

  it('without access it is given up only for another one', () => {
    expect(known([of('infra.auth')]).asks).toBeNull();
    const two = { developer: [...models.developer, { agent: null, model: 'q/y', provider: null }] };
    expect(known([of('infra.auth')], { models: two }).asks).toMatchObject({
      until: null,
      rule: 'provider.no_access',
    });
  });

  it('it is waited for also where nothing else is done about failures', () => {
    const off = { recovery: { enabled: false } };
    expect(known([of('infra.quota', { retryAt: 500 })], off).asks).toMatchObject({ until: 500 });
    expect(known([of('infra.auth')], off)).toEqual(WELL);
    expect(known(Array<Failure>(9).fill(of('infra.overload')), off)).toEqual(WELL);
  });
});
