import { describe, expect, it } from 'vitest';
import { type Forecast, forecast } from '../../../src/run/policy/forecast.ts';
import type { Limits } from '../../../src/run/policy/settings.ts';
import type { PhaseState, RunState } from '../../../src/run/state.ts';
import { allowance, NO_LIMITS, runWith, spending, typed } from './accounts.ts';

interface Taken {
  readonly tokens?: number;
  readonly usd?: number;
  readonly estimated?: number;
  readonly unpriced?: number;
  readonly ms?: number;
  readonly sessions?: number;
}

const taken = ({ tokens = 0, usd = 0, estimated = 0, unpriced = 0, ms = 0, sessions = 0 }: Taken) => ({
  usage: spending({ inputTokens: tokens, costUsd: usd, estimatedUsd: estimated, unpriced }),
  busyMs: ms,
  sessions,
});

const done = (cost: Taken): Partial<PhaseState> => ({
  ...taken(cost),
  standing: { status: 'completed', commit: 'c1' },
});

const MEAN = { tokens: 100, usd: 1, ms: 1_000, sessions: 2 };

function check(title: string, state: RunState, expected: Partial<Forecast> | null): void {
  it(title, () => {
    if (expected === null) expect(forecast(state)).toBeNull();
    else expect(forecast(state)).toMatchObject(expected);
  });
}

describe('a forecast', () => {
  check('is not made before a phase is completed', runWith({ plan: 'a; b' }), null);
  check('is not made once no phase is open', runWith({ phases: { a: done(MEAN) } }), null);

  it('expects of each open phase what completed ones took on average [003-24]', () => {
    const phases = { a: done(MEAN), b: done({ tokens: 300, usd: 2, estimated: 1, ms: 3_000, sessions: 4 }) };
    expect(forecast(runWith({ plan: 'a; b; c; d', phases }))).toEqual({
      tokens: 400,
      usd: 4,
      wallMs: 4_000,
      sessions: 6,
      phases: 2,
      basis: 2,
      exceeds: [],
    });
  });

  const details = {
    a: { subtasks: typed('test') },
    b: { subtasks: typed('impl') },
    c: { subtasks: typed('test', 'test') },
    d: { subtasks: typed('impl', 'test') },
    e: { subtasks: typed('refactor') },
  };
  const phases = { a: done({ tokens: 100 }), b: done({ tokens: 700 }) };
  const of = (plan: string) => runWith({ plan, details, phases });
  check('goes by those of the same type [003-24]', of('a; b; c'), { tokens: 100, phases: 1, basis: 2 });
  check('takes a mixed phase for what weighs most in it', of('a; b; d'), { tokens: 700 });
  check('goes by all where none is of the type', of('a; b; e'), { tokens: 400 });
  check('sums up over types', of('a; b; c; d; e'), { tokens: 1_200, phases: 3 });

  check(
    'takes off what a phase under way has taken, but not more than all of it',
    runWith({
      plan: 'a; b; c',
      run: { now: 5_000 },
      phases: {
        a: done(MEAN),
        b: { ...taken({ tokens: 30, usd: 0.25, ms: 200, sessions: 1 }), busySince: 4_900 },
        c: taken({ tokens: 5_000, usd: 50, ms: 90_000, sessions: 9 }),
      },
    }),
    { tokens: 70, usd: 0.75, wallMs: 700, sessions: 1, phases: 2 },
  );

  check(
    'leaves out phases that are settled',
    runWith({
      plan: 'a; b; c; d; e',
      phases: {
        a: done(MEAN),
        b: {
          ...taken({ tokens: 9_000 }),
          standing: { status: 'failed', failure: { category: 'logic', message: '' } },
        },
        c: { standing: { status: 'blocked', by: 'b' } },
        d: { standing: { status: 'skipped', reason: '' } },
      },
    }),
    { tokens: 100, phases: 1, basis: 1 },
  );
});

describe('a forecast of the cost', () => {
  const left = (...costs: Taken[]) =>
    runWith({
      plan: `${costs.map((_, index) => `p${index}`).join('; ')}; last`,
      phases: Object.fromEntries(costs.map((cost, index) => [`p${index}`, done(cost)])),
    });
  check('is unknown where no cost is known [003-24]', left({ tokens: 10, unpriced: 1 }), {
    tokens: 10,
    usd: null,
  });
  check('is unknown where a part of it is', left({ usd: 3, unpriced: 1 }), { usd: null });
  check('goes by the phases of which it is known', left({ usd: 3 }, { usd: 1, unpriced: 2 }), { usd: 3 });
  check('is nothing where phases really cost nothing', left({ tokens: 10 }), { usd: 0 });
});

describe('a forecast of limits', () => {
  const within = (limits: Partial<Limits>, run: Partial<RunState> = {}) =>
    runWith({
      plan: 'a; b; c',
      settings: { budgets: { run: { ...NO_LIMITS, ...limits } } },
      run: { usage: spending({ inputTokens: 100, costUsd: 1 }), ...run, tally: TALLY },
      phases: { a: done(MEAN) },
    });
  const TALLY = { busyMs: 1_000, sessions: 2, failures: 5 };

  const tight = { tokens: 299, usd: 2.99, wallMs: 2_999, sessions: 5, failures: 5 };
  check('tells which would be overrun [003-24]', within(tight), {
    exceeds: ['tokens', 'usd', 'wallMs', 'sessions'],
  });
  const enough = { tokens: 300, usd: 3, wallMs: 3_000, sessions: 6, failures: 5 };
  check('has no objection to what just suffices', within(enough), { exceeds: [] });
  check('has none where nothing is limited', within({}), { exceeds: [] });
  const given = { allowance: allowance({}, { inputTokens: 50 }) };
  check('counts from the last allowance on', within({ tokens: 250, usd: 2 }, given), { exceeds: ['usd'] });

  check(
    'says nothing of a cost that is not known',
    runWith({
      plan: 'a; b',
      settings: { budgets: { run: { ...NO_LIMITS, usd: 0.01 } } },
      phases: { a: done({ unpriced: 1 }) },
    }),
    { usd: null, exceeds: [] },
  );

  const sideBySide = (wallMs: number) =>
    runWith({
      plan: 'a; b; c; d',
      settings: { budgets: { run: { ...NO_LIMITS, wallMs } } },
      run: { tally: { ...TALLY, busyMs: 1_000 } },
      phases: { a: done(MEAN), b: done(MEAN) },
    });
  check('allows for phases side by side', sideBySide(2_000), { wallMs: 2_000, exceeds: [] });
  check('and not for more than there were', sideBySide(1_999), { wallMs: 2_000, exceeds: ['wallMs'] });
});
