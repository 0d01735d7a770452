import { describe, expect, it } from 'vitest';
import { RULES, type Rule, type Why } from '../../../src/run/policy/why.ts';
import { settingsOf } from '../../../src/run/settings.ts';
import { because } from '../../../src/view/why/because.ts';
import { climbing } from './drama.ts';

const SETTINGS = settingsOf('phased', {});
const check = (rule: Rule, facts: Why['facts'], expected: string): void =>
  expect(because({ rule, facts }, SETTINGS)).toBe(`${RULES[rule]}${expected}`);

const GRAVITY = { category: 'import', categories: 2, attempts: 4, budgetUsed: 0.85, inPhase: 1, inRun: 7 };
const PREDICAMENT = { rounds: 1, budgetLeft: 0.15, replanned: true, escalated: true, truncated: true };

describe('the reason of a decision', () => {
  it.each<[Rule, Why['facts'], string]>([
    ['retry.attempts', { attempt: 1, allowed: 2 }, ' (1 of 2 attempts)'],
    ['retry.exhausted', { attempt: 2, allowed: 2 }, ' (2 of 2 attempts)'],
    ['retry.landing', { used: 0, allowed: 3 }, ' (0 of 3 landings used)'],
    ['infra.exhausted', { used: 5, allowed: 5 }, ' (5 of 5 retries used)'],
    ['quota.wait', { used: 1, allowed: 50 }, ' (1 of 50 waits used)'],
    ['retry.advice', { confidence: 0.75 }, ' (75 % sure)'],
    ['retry.revised', {}, ''],
    [
      'breaker.open',
      { failures: 5, limit: 5, windowMs: 300_000, rests: 0 },
      ' (5 failures in 5 min, 5 are enough)',
    ],
    ['provider.no_access', { category: 'infra.auth', message: 'no key\nat all' }, ' (infra.auth, no key)'],
    ['provider.rolled_back', { phase: '2', others: 'one, two' }, ' (for phase 2, others: one, two)'],
    [
      'doctor.failures',
      { ...GRAVITY, complication: null },
      ' (4 failed attempts, asked 1 of 2 times in the phase, 7 of 10 in the run)',
    ],
    [
      'doctor.failures',
      { ...GRAVITY, complication: 'risk' },
      ' (4 failed attempts, asked 1 of 2 times in the phase, 7 of 10 in the run, failures of this kind are risky: import)',
    ],
    [
      'doctor.infra',
      { ...GRAVITY, attempts: 1, complication: 'budget' },
      ' (1 failed attempt, asked 1 of 2 times in the phase, 7 of 10 in the run, 85 % of a budget used)',
    ],
    ['doctor.unsure', { confidence: 0.4, minConfidence: 0.7 }, ' (40 % sure, 70 % are wanted)'],
    [
      'doctor.skips',
      { policy: 'optional', optional: false, confidence: 0.9 },
      ' (the setting is optional, the plan does not call the phase optional, 90 % sure)',
    ],
    ['replan.same', { category: 'tests', same: 2 }, ' (tests, 2 times in a row, 2 are enough)'],
    [
      'stuck.nothing_left',
      PREDICAMENT,
      ' (1 of 3 rounds used, 15 % of a budget left, another description was asked for before, stronger models tried, the last session ended before it was done)',
    ],
    ['scope.reduce', { budgetLeft: 0.184 }, ' (18 % of a budget left)'],
  ])('%s', check);

  it('does without figures that a journal does not have, or has otherwise', () => {
    for (const rule of Object.keys(RULES) as Rule[]) {
      check(rule, {}, '');
      const odd = { used: 'many', allowed: null, confidence: 'much', rounds: true, category: '' };
      expect(because({ rule, facts: odd }, SETTINGS)).toMatch(/^[^(]*$/);
    }
  });

  it('does not repeat a message at length', () => {
    const facts = { category: 'infra.quota', message: 'x'.repeat(10_000) };
    expect(because({ rule: 'provider.asks_to_wait', facts }, SETTINGS).length).toBeLessThan(400);
  });

  it('names figures for all that the rules really look at', () => {
    const { entries } = climbing();
    const told = entries.flatMap(({ event }) => ('why' in event ? [event.why] : []));
    expect(new Set(told.map(({ rule }) => rule)).size).toBeGreaterThanOrEqual(9);
    const silent = told.filter(
      why => Object.keys(why.facts).length > 0 && because(why, SETTINGS) === RULES[why.rule],
    );
    expect(silent.map(({ rule, facts }) => [rule, facts])).toEqual([['stuck.escalate', { level: 1 }]]);
  });
});
