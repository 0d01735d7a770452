import { describe, expect, it } from 'vitest';
import type { Models } from '../../../src/run/policy/settings.ts';
import { chainOf, chooseWorker, levelFor, othersThan, providerOf } from '../../../src/run/policy/worker.ts';
import type { Provider, RunState } from '../../../src/run/state.ts';
import { runWith } from './accounts.ts';

const WELL: Provider = { failures: [], asks: null, restsUntil: 0, isGone: false, rests: 0 };
const model = (name: string) => ({ agent: null, model: name, provider: null });
const THREE: Models = { developer: ['p1/small', 'p2/medium', 'p3/large'].map(model) };

interface Given {
  readonly models?: Models;
  readonly now?: number;
  readonly providers?: Readonly<Record<string, Partial<Provider>>>;
}

const stateOf = ({ models = THREE, now = 0, providers = {} }: Given): RunState => ({
  ...runWith({ settings: { models } }),
  now,
  providers: Object.fromEntries(
    Object.entries(providers).map(([name, some]) => [name, { ...WELL, ...some }]),
  ),
});

describe('the models of a role', () => {
  const check = (models: Models, expected: readonly string[]): void => {
    const chain = chainOf(stateOf({ models }), 'developer', null);
    expect(chain.map(({ agent, model: name, provider }) => `${agent} ${name} ${provider}`)).toEqual(expected);
  };

  it('are those of the agent itself where none is named', () => {
    check({}, ['scripted null scripted']);
    check({ reviewer: [model('x')] }, ['scripted null scripted']);
  });

  it('are of the provider that is named, else of the one in front of the slash, else of the agent', () => {
    check({ developer: [{ agent: 'other', model: 'a/b', provider: 'mine' }] }, ['other a/b mine']);
    check({ developer: [{ agent: 'other', model: 'a/b/c', provider: null }] }, ['other a/b/c a']);
    check({ developer: [{ agent: 'other', model: 'plain', provider: null }] }, ['other plain other']);
    check({ developer: [model('/odd')] }, ['scripted /odd scripted']);
  });
});

describe('the models of a role in a phase', () => {
  const run = runWith({
    settings: {
      models: { developer: [model('x')], reviewer: [model('y')] },
      phases: { a: { developer: [{ agent: 'other', model: 'z', provider: null }] } },
    },
  });
  const namesIn = (phase: string | null, role: 'developer' | 'reviewer') =>
    chainOf(run, role, phase).map(({ agent, model: name }) => `${agent} ${name}`);

  it('are those of the phase where it has its own', () => {
    expect(namesIn('a', 'developer')).toEqual(['other z']);
  });

  it('are those of the run for any other role, phase, and for what belongs to no phase', () => {
    expect(namesIn('a', 'reviewer')).toEqual(['scripted y']);
    for (const phase of ['b', 'constructor', null])
      expect(namesIn(phase, 'developer')).toEqual(['scripted x']);
  });
});

describe('who plays a role', () => {
  const check = (level: number, given: Given, expected: string | number | null): void => {
    const chosen = chooseWorker(stateOf(given), 'developer', level, null);
    expect('worker' in chosen ? chosen.worker.model : chosen.wait).toBe(expected);
  };

  it('is the model at the level, and the last one above it [003-21]', () => {
    check(0, {}, 'p1/small');
    check(1, {}, 'p2/medium');
    check(2, {}, 'p3/large');
    check(9, {}, 'p3/large');
  });

  it('is the next one up while its provider rests, else the next one down', () => {
    check(0, { providers: { p1: { restsUntil: 5 } } }, 'p2/medium');
    check(0, { providers: { p1: { restsUntil: 5 }, p2: { restsUntil: 5 } } }, 'p3/large');
    check(2, { providers: { p3: { restsUntil: 5 } } }, 'p2/medium');
    check(1, { providers: { p2: { restsUntil: 5 }, p3: { restsUntil: 5 } } }, 'p1/small');
  });

  it('is the first one again when the rest is over', () => {
    check(0, { now: 4, providers: { p1: { restsUntil: 5 } } }, 'p2/medium');
    check(0, { now: 5, providers: { p1: { restsUntil: 5 } } }, 'p1/small');
  });

  it('is nobody of a provider that was given up, as long as there is another', () => {
    check(0, { providers: { p1: { isGone: true } } }, 'p2/medium');
    check(0, { providers: { p1: { isGone: true }, p2: { isGone: true }, p3: { isGone: true } } }, 'p1/small');
  });

  it('is waited for, until the first of them is there, where all rest', () => {
    const all = { p1: { restsUntil: 9 }, p2: { restsUntil: 7 }, p3: { restsUntil: 8 } };
    check(0, { providers: all }, 7);
    check(0, { now: 7, providers: all }, 'p2/medium');
    check(0, { providers: { ...all, p2: { restsUntil: 7, isGone: true } } }, 8);
  });

  it('is the agent itself where no model is named, and it is waited for', () => {
    check(3, { models: {} }, null);
    check(0, { models: {}, providers: { scripted: { restsUntil: 3 } } }, 3);
  });
});

describe('around it', () => {
  it('a cheap one is the first of the chain, a strong one the last', () => {
    expect(levelFor(stateOf({}), 'developer', 'cheap', null)).toBe(0);
    expect(levelFor(stateOf({}), 'developer', 'strong', null)).toBe(2);
    expect(levelFor(stateOf({}), 'doctor', 'strong', null)).toBe(0);
  });

  it('other providers are those that were not given up, each once', () => {
    const models: Models = { developer: ['p1/a', 'p2/a', 'p2/b', 'p3/a'].map(model) };
    expect(othersThan(stateOf({ models }), 'developer', 'p1', null)).toEqual(['p2', 'p3']);
    const gone = stateOf({ models, providers: { p2: { isGone: true } } });
    expect(othersThan(gone, 'developer', 'p1', null)).toEqual(['p3']);
    expect(othersThan(gone, 'reviewer', 'p1', null)).toEqual(['scripted']);
  });

  it('a provider of whom nothing is known is well, whatever its name', () => {
    for (const name of ['p1', 'constructor', '__proto__'])
      expect(providerOf(stateOf({}), name)).toEqual(WELL);
  });
});
