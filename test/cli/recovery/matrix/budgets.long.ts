import { describe, expect } from 'vitest';
import { failing, landing, scenario } from '../scenario.ts';
import { fail, WORK } from '../steps.ts';

const HOUR_MS = 3_600_000;
const spends = (costUsd: number, input = 600, output = 0): object => ({ usage: { input, output, costUsd } });
/** Spends, and would then go on for an hour. */
const greedy = [spends(0.6), spends(0.6), { sleep: HOUR_MS }];
const SPENT = ['budget.phase'];

describe('the budget of a phase', () => {
  const rows: readonly [measure: string, limit: object, first: readonly object[]][] = [
    ['tokens', { tokens: 1_000 }, greedy],
    ['usd', { usd: 1 }, greedy],
    ['wallMs', { wallMs: 6_000 }, [{ sleep: HOUR_MS }]],
  ];
  for (const [measure, limit, first] of rows) {
    scenario(
      `in ${measure} ends a session under way; retry gives it the same again`,
      {
        script: { developer: { 1: [first, [WORK]] } },
        settings: { budgets: { phase: limit } },
        people: [['retry', '1']],
      },
      landing({ codes: [1, 0], spent: { 1: { attempts: 1 } }, rules: { 1: SPENT } }),
      ({ of }) => {
        expect(of('budget_spent')).toMatchObject([{ phase: '1', measure }]);
        expect(of('phase_failed')).toMatchObject([
          {
            failure: {
              category: 'budget',
              message: expect.stringContaining('the budget of the phase is spent'),
            },
          },
        ]);
      },
    );
  }

  scenario(
    'in sessions ends it before another one begins',
    {
      script: { developer: { 1: [[fail('tests')], [WORK]] } },
      settings: { budgets: { phase: { sessions: 1 } } },
      people: [['retry', '1']],
    },
    landing({ codes: [1, 0], spent: { 1: { attempts: 2 } }, rules: { 1: ['retry.attempts', ...SPENT] } }),
    ({ of, shop }) => {
      expect(of('budget_spent')).toMatchObject([{ phase: '1', measure: 'sessions', used: 1, limit: 1 }]);
      expect(shop.git('show', 'work:1.txt')).toBe('1 3 \n');
    },
  );
  scenario(
    'in failures ends it with the last of them',
    {
      script: { developer: { 1: [[fail('tests')], [fail('infra.overload')], [fail('tests')], [WORK]] } },
      settings: {
        budgets: { phase: { failures: 3 } },
        recovery: { doctor: { afterFailures: 9 } },
        maxAttempts: 9,
      },
    },
    failing({
      spent: { 1: { attempts: 2, infra: 1 } },
      rules: { 1: ['retry.attempts', 'infra.wait', ...SPENT] },
    }),
  );
  scenario(
    'of tokens is not begun with where the shortest session so far would not fit',
    {
      phases: [
        { id: '1', title: 'First' },
        { id: '2', title: 'Second', dependsOn: ['1'] },
      ],
      script: { developer: { 1: [[spends(0, 700), WORK]], 2: [[spends(0, 700), fail('tests')], [WORK]] } },
      settings: { budgets: { phase: { tokens: 1_000 } } },
    },
    failing({
      phases: { 1: 'completed', 2: 'failed' },
      landed: ['1'],
      spent: { 2: { attempts: 2 } },
      rules: { 2: ['retry.attempts', ...SPENT] },
    }),
    ({ of }) => {
      expect(of('session_started').filter(({ phase }) => phase === '2')).toHaveLength(1);
      expect(of('budget_spent')).toMatchObject([{ phase: '2', measure: 'tokens', used: 700, limit: 1_000 }]);
    },
  );
  scenario(
    'is larger for work of a kind that needs more',
    {
      phases: [{ id: '1', title: 'First', subtasks: [{ id: '1.1', title: 'Tidy', type: 'refactor' }] }],
      script: { developer: { 1: [[spends(0.6), spends(0.6), WORK]] } },
      settings: { budgets: { phase: { usd: 1 }, multipliers: { refactor: 2 } } },
    },
    landing({}),
  );
  scenario(
    'is warned of once for each measure',
    {
      script: { developer: { 1: [[...Array(9).fill(spends(0.1, 50, 50)), spends(0.05, 25, 25), WORK]] } },
      settings: { budgets: { phase: { usd: 1, tokens: 1_000 } } },
    },
    landing({}),
    ({ of }) => {
      const measures = of('budget_warned').map(({ phase, measure }) => `${phase} ${measure}`);
      expect(measures.toSorted()).toEqual(['1 tokens', '1 usd']);
      expect(of('budget_spent')).toEqual([]);
    },
  );
});

describe('the budget of the run', () => {
  const phases = [
    { id: '1', title: 'First' },
    { id: '2', title: 'Second', dependsOn: ['1'] },
  ];
  const both = { phases: { 1: 'completed', 2: 'completed' }, landed: ['1', '2'] };
  const rows: readonly [measure: string, limit: object, first: readonly object[]][] = [
    ['tokens', { tokens: 1_000 }, greedy],
    ['usd', { usd: 1 }, greedy],
    ['wallMs', { wallMs: 10_000 }, [{ sleep: HOUR_MS }]],
  ];
  for (const [measure, limit, first] of rows) {
    scenario(
      `in ${measure} ends everything, sessions under way included; resume gives it the same again`,
      {
        phases,
        script: { developer: { 1: [[WORK]], 2: [first, [WORK]] } },
        settings: { budgets: { run: limit } },
        people: [['resume']],
      },
      landing({ ...both, codes: [1, 0] }),
      ({ of, shop, drives }) => {
        expect(of('budget_spent')).toMatchObject([{ phase: null, measure }]);
        expect(drives[0]!.of('run_ending')).toMatchObject([
          { status: 'halted', reason: expect.stringContaining('the budget of the run is spent') },
        ]);
        expect(shop.git('show', 'work:2.txt')).toBe('2 2 \n');
      },
    );
  }
  scenario(
    'in sessions ends it before another one begins',
    {
      phases,
      script: { developer: { '*': [[WORK]] } },
      settings: { budgets: { run: { sessions: 1 } } },
      people: [['resume']],
    },
    landing({ ...both, codes: [1, 0] }),
    ({ of, shop }) => {
      expect(of('budget_spent')).toMatchObject([{ phase: null, measure: 'sessions', used: 1, limit: 1 }]);
      expect(shop.git('show', 'work:2.txt')).toMatch(/^2 \d \n$/);
    },
  );
  scenario(
    'in failures ends it',
    {
      phases: [
        { id: '1', title: 'First' },
        { id: '2', title: 'Second' },
      ],
      script: { developer: { 1: [[fail('tests')], [WORK]], 2: [[fail('tests')], [WORK]] } },
      settings: {
        budgets: { run: { failures: 2 } },
        schedule: 'serial',
        maxAttempts: 1,
        onFailure: 'continue',
        recovery: 'off',
      },
      people: [['resume']],
    },
    landing({
      ...both,
      codes: [1, 0],
      spent: { 1: { attempts: 1 }, 2: { attempts: 1 } },
      rules: { 1: ['retry.exhausted'], 2: ['retry.exhausted'] },
    }),
    ({ of }) =>
      expect(of('budget_spent')).toMatchObject([{ phase: null, measure: 'failures', used: 2, limit: 2 }]),
  );
  scenario(
    'counts what a model costs by its price where the agent tells nothing',
    {
      script: {
        developer: {
          1: [
            [
              { usage: { input: 600_000, output: 0 } },
              { usage: { input: 600_000, output: 0 } },
              { sleep: HOUR_MS },
            ],
          ],
        },
      },
      settings: {
        models: { developer: 'own-model' },
        prices: { 'own-model': { input: 1, output: 1 } },
        budgets: { run: { usd: 1 } },
      },
    },
    failing({ phases: { 1: 'pending' } }),
    ({ of }) =>
      expect(of('budget_spent')).toMatchObject([{ phase: null, measure: 'usd', used: 1.2, limit: 1 }]),
  );
});
