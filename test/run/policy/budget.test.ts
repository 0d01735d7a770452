import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type Account,
  fits,
  leftShare,
  measureWords,
  nearest,
  phaseAccount,
  runAccount,
  spentMeasure,
  warnings,
} from '../../../src/run/policy/budget.ts';
import { MEASURES, type Measure } from '../../../src/run/policy/measure.ts';
import { type Budgets, DEFAULT_BUDGETS, type Limits } from '../../../src/run/policy/settings.ts';
import type { PastAttempt } from '../../../src/run/state.ts';
import { planOf } from '../plans.ts';
import { allowance, NO_LIMITS, runWith, spending, typed } from './accounts.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;

describe('the account of a run', () => {
  const usage = spending({ inputTokens: 900, outputTokens: 100, costUsd: 2, estimatedUsd: 1.5, unpriced: 3 });
  const tally = { busyMs: 60_000, sessions: 7, failures: 2 };

  it('counts tokens, cost, time, sessions and failures [003-07]', () => {
    expect(runAccount(runWith({ run: { usage, tally } }))).toEqual({
      used: { tokens: 1_000, usd: 3.5, wallMs: 60_000, sessions: 7, failures: 2 },
      limits: DEFAULT_BUDGETS.run,
    });
  });

  it('counts only what came after the last allowance [003-07]', () => {
    const given = allowance(
      { busyMs: 50_000, sessions: 4, failures: 2 },
      { inputTokens: 500, outputTokens: 60, costUsd: 1.9, estimatedUsd: 0.5 },
    );
    expect(runAccount(runWith({ run: { usage, tally, allowance: given } })).used).toEqual({
      tokens: 440,
      usd: 1.1,
      wallMs: 10_000,
      sessions: 3,
      failures: 0,
    });
  });

  it('has no cents too few because fractions were added', () => {
    const settings = { budgets: { run: { usd: 0.8 } } };
    const account = runAccount(
      runWith({ settings, run: { usage: spending({ costUsd: 0.7, estimatedUsd: 0.1 }) } }),
    );
    expect(0.7 + 0.1).toBeLessThan(0.8);
    expect(spentMeasure(account)).toBe('usd');
  });
});

describe('the account of a phase', () => {
  const failed = (attempt: number): PastAttempt => ({
    attempt,
    base: 'c0',
    snapshot: null,
    lanes: [],
    change: null,
    failure: { category: 'logic', message: 'no' },
    review: null,
    evaluation: null,
    endedAt: 0,
  });

  it('counts its own spending, with the attempt under way [003-07]', () => {
    const state = runWith({
      plan: 'a; b',
      run: { now: 10_000, usage: spending({ inputTokens: 99_999 }) },
      phases: {
        b: {
          usage: spending({ inputTokens: 10, outputTokens: 5, costUsd: 0.25 }),
          busyMs: 2_000,
          busySince: 7_000,
          sessions: 4,
          attempts: [failed(1), failed(2), failed(3)],
          allowance: allowance({ busyMs: 500, sessions: 1, failures: 2 }, { inputTokens: 1 }),
        },
      },
    });
    expect(phaseAccount(state, 1)).toEqual({
      used: { tokens: 14, usd: 0.25, wallMs: 4_500, sessions: 3, failures: 1 },
      limits: DEFAULT_BUDGETS.phase,
    });
    expect(phaseAccount(state, 0).used).toEqual({ tokens: 0, usd: 0, wallMs: 0, sessions: 0, failures: 0 });
  });

  const phase: Limits = { tokens: 1_000, usd: 0.3, wallMs: 2_000, sessions: 3, failures: null };
  const limitsOf = (types: Parameters<typeof typed>, multipliers: Partial<Budgets['multipliers']>) =>
    phaseAccount(
      runWith({
        details: { a: { subtasks: typed(...types) } },
        settings: { budgets: { phase, multipliers } },
      }),
      0,
    ).limits;

  const FACTORS: readonly (readonly [types: Parameters<typeof typed>, factor: number])[] = [
    [[], 2],
    [['task'], 2],
    [['test'], 3],
    [['impl'], 5],
    [['test', 'impl', 'refactor'], 5],
    [['refactor', 'test'], 3],
  ];
  for (const [types, factor] of FACTORS) {
    it(`has ${factor} times the limits where the subtasks are ${types.join(', ') || 'none'}`, () => {
      expect(limitsOf(types, { task: 2, test: 3, impl: 5, refactor: 1 })).toEqual({
        tokens: 1_000 * factor,
        usd: Math.round(3 * factor) / 10,
        wallMs: 2_000 * factor,
        sessions: 3 * factor,
        failures: null,
      });
    });
  }

  it('goes by what the phase is now, once it is described anew', () => {
    const revised = { ...planOf('a').phases[0]!, subtasks: typed('impl') };
    const settings = { budgets: { phase, multipliers: { impl: 4 } } };
    expect(phaseAccount(runWith({ settings, phases: { a: { revised } } }), 0).limits.sessions).toBe(12);
  });

  it('keeps whole limits whole, and leaves something of them', () => {
    expect(limitsOf([], { task: 1.1 })).toEqual({ ...phase, tokens: 1_100, usd: 0.33, wallMs: 2_200 });
    expect(limitsOf([], { task: 1e-9 })).toEqual({
      tokens: 1,
      usd: 0.000001,
      wallMs: 1,
      sessions: 1,
      failures: null,
    });
    expect(limitsOf([], { task: 1e300 }).tokens).toBe(Number.MAX_SAFE_INTEGER);
  });
});

const NOTHING = { tokens: 0, usd: 0, wallMs: 0, sessions: 0, failures: 0 };
const account = (used: Partial<Account['used']>, limits: Partial<Limits>): Account => ({
  used: { ...NOTHING, ...used },
  limits: { ...NO_LIMITS, ...limits },
});

describe('what is left', () => {
  const CASES: readonly (readonly [Account, share: number, nearest: Measure | null])[] = [
    [account({ tokens: 1e12 }, {}), 1, null],
    [account({}, { tokens: 100 }), 1, 'tokens'],
    [account({ tokens: 80 }, { tokens: 100 }), 0.2, 'tokens'],
    [account({ usd: 0.4 }, { usd: 0.5 }), 0.2, 'usd'],
    [account({ tokens: 10, sessions: 3 }, { tokens: 100, sessions: 4 }), 0.25, 'sessions'],
    [account({ failures: 9, wallMs: 80 }, { failures: 10, wallMs: 100 }), 0.1, 'failures'],
    [account({ tokens: 300 }, { tokens: 100 }), 0, 'tokens'],
  ];
  for (const [given, share, measure] of CASES) {
    it(`is ${share} of ${measure ?? 'everything'}`, () => {
      expect(leftShare(given)).toBe(share);
      expect(nearest(given)?.measure ?? null).toBe(measure);
    });
  }

  it('comes with its figures; the share is that which is used', () => {
    const given = account({ tokens: 150, usd: 1 }, { tokens: 100, usd: 2 });
    expect(nearest(given)).toEqual({ measure: 'tokens', used: 150, limit: 100, share: 1.5 });
  });
});

describe('a limit', () => {
  for (const measure of MEASURES) {
    it(`of ${measure} is warned of once, and then spent [003-07]`, () => {
      const at = (used: number) => account({ [measure]: used }, { [measure]: 10 });
      const said = (used: number, warned: readonly Measure[] = []) => [
        warnings(at(used), 0.8, warned),
        spentMeasure(at(used)),
      ];
      expect(said(7)).toEqual([[], null]);
      expect(said(8)).toEqual([[measure], null]);
      expect(said(8, [measure])).toEqual([[], null]);
      expect(
        said(
          9,
          MEASURES.filter(other => other !== measure),
        ),
      ).toEqual([[measure], null]);
      expect(said(10)).toEqual([[], measure]);
      expect(said(11)).toEqual([[], measure]);
    });
  }

  it('that is spent does not hide the warnings about others', () => {
    const given = account({ tokens: 10, usd: 9, sessions: 9 }, { tokens: 10, usd: 10, sessions: 10 });
    expect(spentMeasure(given)).toBe('tokens');
    expect(warnings(given, 0.8, [])).toEqual(['usd', 'sessions']);
    expect(warnings(given, 1, [])).toEqual([]);
  });
});

describe('another session', () => {
  const CASES: readonly (readonly [title: string, Account, least: number | undefined, Measure | null])[] = [
    ['fits where nothing is limited', account({ tokens: 1e12, sessions: 1e6 }, {}), 5, null],
    ['fits where as much is left as the cheapest took', account({ tokens: 60 }, { tokens: 100 }), 40, null],
    ['does not with a token less', account({ tokens: 61 }, { tokens: 100 }), 40, 'tokens'],
    [
      'fits as long as nothing is known of its kind',
      account({ tokens: 99 }, { tokens: 100 }),
      undefined,
      null,
    ],
    ['does not without tokens', account({ tokens: 100 }, { tokens: 100 }), undefined, 'tokens'],
    [
      'does not where none were told and none are left',
      account({ tokens: 100 }, { tokens: 100 }),
      0,
      'tokens',
    ],
    ['fits with the last session', account({ sessions: 11 }, { sessions: 12 }), undefined, null],
    ['does not after it', account({ sessions: 12 }, { sessions: 12 }), undefined, 'sessions'],
    ['fits with a cent', account({ usd: 4.99 }, { usd: 5 }), undefined, null],
    ['does not without money', account({ usd: 5 }, { usd: 5 }), undefined, 'usd'],
    ['does not without time', account({ wallMs: 6 }, { wallMs: 5 }), undefined, 'wallMs'],
    [
      'fits though no failure is allowed any more',
      account({ failures: 3 }, { failures: 3 }),
      undefined,
      null,
    ],
  ];
  for (const [title, given, least, expected] of CASES) {
    it(title, () => expect(fits(given, least)).toBe(expected));
  }
});

describe('the words', () => {
  const CASES: readonly (readonly [Measure, used: number, limit: number, words: string])[] = [
    ['tokens', 1_200_000, 5_000_000, '1.2M of 5M tokens'],
    ['tokens', 4_999_999, 5_000_000, '4.9M of 5M tokens'],
    ['tokens', 950, 12_500, '950 of 12.5k tokens'],
    ['tokens', 9_999, 2_500_000_000, '9,999 of 2.5B tokens'],
    ['usd', 4.1, 5, '$4.10 of $5'],
    ['usd', 4.999, 5, '$4.99 of $5'],
    ['usd', 0, 1_250.5, '$0 of $1,250.50'],
    ['usd', 0.0042, 0.05, '$0.0042 of $0.05'],
    ['wallMs', 2 * HOUR + 5 * MINUTE, 3 * HOUR, '2 h 5 min of 3 h'],
    ['wallMs', 999, MINUTE, '0 s of 1 min'],
    ['wallMs', 5 * MINUTE + 3_400, 36 * HOUR, '5 min 3 s of 36 h'],
    ['wallMs', 53 * HOUR, 7 * 24 * HOUR, '2 days 5 h of 7 days'],
    ['sessions', 12, 12, '12 of 12 sessions'],
    ['sessions', 0, 1, '0 of 1 session'],
    ['sessions', 1_200, 5_000, '1,200 of 5,000 sessions'],
    ['failures', 3, 20, '3 of 20 failed attempts'],
  ];
  for (const [measure, used, limit, words] of CASES) {
    it(words, () => expect(measureWords(measure, used, limit)).toBe(words));
  }
});

describe('docs/budgets.md', () => {
  const text = readFileSync(new URL('../../../docs/budgets.md', import.meta.url), 'utf8');
  const rows = [...text.matchAll(/^\| `(\w+)` \| [^|]+ \| ([^|]+) \| ([^|]+) \|$/gm)].map(row =>
    row.slice(1, 4),
  );

  it('has the limits that hold by default', () => {
    const limitWords = (measure: Measure, limit: number | null): string =>
      limit === null ? 'none' : measureWords(measure, 0, limit).replace(/^.* of /, '');
    expect(rows).toEqual(
      MEASURES.map(measure => [
        measure,
        limitWords(measure, DEFAULT_BUDGETS.run[measure]),
        limitWords(measure, DEFAULT_BUDGETS.phase[measure]),
      ]),
    );
  });

  it('has the other defaults', () => {
    const { warnAt, multipliers } = DEFAULT_BUDGETS;
    expect(text).toContain(`\`warnAt\` (${warnAt})`);
    for (const [type, factor] of Object.entries(multipliers)) expect(text).toContain(`${type}: ${factor}`);
  });
});
