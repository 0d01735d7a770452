import { beforeAll, describe, expect, it } from 'vitest';
import { apply, type Entry } from '../../src/run/apply.ts';
import { conclude } from '../../src/run/conclude.ts';
import { decide } from '../../src/run/decide.ts';
import { keyOf } from '../../src/run/effect.ts';
import { decode, encode } from '../../src/run/journal.ts';
import type { RunState } from '../../src/run/state.ts';
import { fold } from './fold.ts';
import { deepFreeze } from './freeze.ts';
import { richJournal } from './journals.ts';
import { recoveredJournal } from './recovered.ts';

describe.each([
  { name: 'with every kind of retry', journalOf: richJournal, status: 'cancelled' },
  { name: 'with every rung of the ladder', journalOf: recoveredJournal, status: 'failed' },
])('the core, in a run $name,', ({ journalOf, status }) => {
  let entries: readonly Entry[];
  let states: readonly RunState[];

  beforeAll(async () => {
    entries = await journalOf();
    let state: RunState | null = null;
    states = entries.map(entry => {
      state = deepFreeze(apply(state, deepFreeze(entry)));
      return state;
    });
  });

  it('never changes a state or an event: frozen ones are as good as any [001-31]', () => {
    expect(states.at(-1)?.status).toBe(status);
    for (const state of states) {
      conclude(state);
      decide(state);
    }
  });

  it('gives equal states for equal journals', () => {
    expect(fold(entries)).toEqual(states.at(-1));
    expect(fold(structuredClone(entries))).toEqual(states.at(-1));
  });

  it('gives the same state for a journal that was written and read', () => {
    const decoded = decode(entries.map(({ at, event }) => encode(event, at)));
    if (!decoded.ok) expect.fail(decoded.message);
    expect(decoded.entries).toEqual(entries);
    expect(fold(decoded.entries)).toEqual(states.at(-1));
  });

  it('asks for the same in the same state, and for nothing twice', () => {
    for (const [index, state] of states.entries()) {
      const keys = decide(state).map(keyOf);
      expect(new Set(keys).size).toBe(keys.length);
      expect(decide(fold(entries.slice(0, index + 1))!)).toEqual(decide(state));
    }
  });

  it('lets time stand still rather than go back', () => {
    const late = entries.map(({ event }, index) => ({ at: index === 0 ? 1_000 : 10, event }));
    expect(fold(late)?.now).toBe(1_000);
  });

  it('refuses a journal without a beginning', () => {
    expect(() => fold(entries.slice(1))).toThrow('begins with run_created');
  });
});
