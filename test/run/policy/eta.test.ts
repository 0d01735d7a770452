import { describe, expect, it } from 'vitest';
import { apply } from '../../../src/run/apply.ts';
import { timeLeft } from '../../../src/run/policy/eta.ts';
import { settingsOf } from '../../../src/run/settings.ts';
import type { PhaseState, RunState } from '../../../src/run/state.ts';
import { creation } from '../../engine/origin.ts';
import { planOf } from '../plans.ts';
import { runWith, typed } from './accounts.ts';

const done = (busyMs: number): Partial<PhaseState> => ({
  busyMs,
  standing: { status: 'completed', commit: 'c1' },
});

const check = (title: string, state: RunState, expected: number | null): void =>
  it(title, () => expect(timeLeft(state)).toBe(expected));

describe('the time that is left', () => {
  check('is not known before a phase is completed', runWith({ plan: 'a; b: a' }), null);
  check('is not told once no phase is open', { ...runWith({ phases: { a: done(60) } }), open: 0 }, null);
  check(
    'is that of the longest chain',
    // b, d and e take 60 each one after the other, c 60 beside them.
    runWith({ plan: 'a; b: a; c: a; d: b; e: d', phases: { a: done(60) } }),
    180,
  );
  check(
    'takes off what a phase under way has taken',
    runWith({
      plan: 'a; b: a; c: b',
      run: { now: 1_000 },
      phases: { a: done(60), b: { busyMs: 10, busySince: 985 } },
    }),
    60 - 10 - 15 + 60,
  );
  check(
    'counts a phase that takes longer than expected as nearly done, not as time gained',
    runWith({ plan: 'a; b: a; c: b', phases: { a: done(60), b: { busyMs: 500 } } }),
    60,
  );
  check(
    'is never less than all of it in as many slots as there are',
    // Five phases of 60 beside each other in two slots.
    runWith({ plan: 'a; b; c; d; e; f', settings: { concurrency: 2 }, phases: { a: done(60) } }),
    150,
  );
  check(
    'is all of it one after the other where the schedule is serial',
    runWith({ plan: 'a; b; c', settings: { schedule: 'serial', concurrency: 4 }, phases: { a: done(60) } }),
    120,
  );
  const details = {
    a: { subtasks: typed('test') },
    b: { subtasks: typed('impl') },
    c: { subtasks: typed('test') },
    d: { subtasks: typed('impl') },
  };
  check(
    'goes by phases of the same type',
    runWith({ plan: 'a; b; c: b; d: c', details, phases: { a: done(20), b: done(100) } }),
    20 + 100,
  );
  check(
    'leaves out what is skipped, failed or blocked',
    runWith({
      plan: 'a; b: a; c: b; d: a',
      phases: {
        a: done(60),
        b: { standing: { status: 'failed', failure: { category: 'tests', message: '' } } },
        c: { standing: { status: 'blocked', by: 'b' } },
      },
    }),
    60,
  );

  describe('before a phase is completed', () => {
    const begun = (durations: Readonly<Record<string, number>>): RunState => {
      const event = { ...creation('run', planOf('a; b: a; c: b'), settingsOf('phased', {})), durations };
      return apply(null, { at: 0, event });
    };
    check('goes by what earlier runs took', begun({ a: 10, b: 20, c: 30 }), 60);
    check('takes their mean for a phase that they did not have', begun({ a: 10, b: 30 }), 60);
    check('is not known where there were none with these phases', begun({ x: 10 }), null);
  });
});
