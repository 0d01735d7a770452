import { describe, expect, it } from 'vitest';
import { grouped } from '../../../src/base/counted.ts';
import { NO_USAGE, type Usage } from '../../../src/run/usage.ts';
import type { Spent } from '../../../src/view/report/model.ts';
import { reportOf } from '../../../src/view/report/report.ts';
import { costWords, tokenWords } from '../../../src/view/report/spent.ts';
import { efficiencyWords, factsOf } from '../../../src/view/report/words.ts';
import { deepFreeze } from '../../run/freeze.ts';
import { attemptOn, hash, type Journal, journal, planOf, usd } from './story.ts';

const told = ({ entries, state }: Journal) => reportOf(deepFreeze([...entries]), deepFreeze(state()));

describe('figures', () => {
  const spent = (more: Partial<Spent>): Spent => ({
    sessions: 2,
    inputTokens: 1_234_567,
    outputTokens: 890,
    costUsd: 1.999,
    estimatedUsd: 0,
    unpriced: 0,
    untold: 0,
    lost: 0,
    open: 0,
    ...more,
  });

  it.each<[string, Partial<Spent>]>([
    ['$2.00', {}],
    ['at least $2.00', { unpriced: 1 }],
    ['at least $2.00', { lost: 1 }],
    ['at least $2.00', { open: 1 }],
    ['unknown', { open: 1, costUsd: 0 }],
    ['unknown', { unpriced: 2, costUsd: 0 }],
    ['unknown', { unpriced: 1, costUsd: 0 }],
    ['unknown', { lost: 2, costUsd: 0 }],
    ['$0.00', { costUsd: 0 }],
    ['$0.0042', { costUsd: 0.0042 }],
    ['$0.03', { costUsd: 0.03 }],
    ['$12,345.60', { costUsd: 12_345.6 }],
    ['none', { sessions: 0, costUsd: 0 }],
    ['≈ $1.20 estimated', { costUsd: 0, estimatedUsd: 1.2 }],
    ['$2.00 and ≈ $1.20 estimated', { estimatedUsd: 1.2 }],
    ['at least $2.00 and ≈ $1.20 estimated', { estimatedUsd: 1.2, unpriced: 1 }],
    ['at least ≈ $1.20 estimated', { costUsd: 0, estimatedUsd: 1.2, lost: 1 }],
  ])('a cost is %s, never zero for unknown', (expected, more) => {
    expect(costWords(spent(more))).toBe(expected);
  });

  it.each<[string, Partial<Spent>]>([
    ['1,234,567 in, 890 out', {}],
    ['at least 1,234,567 in, 890 out', { lost: 1 }],
    ['at least 1,234,567 in, 890 out', { untold: 1 }],
    ['at least 1,234,567 in, 890 out', { open: 1 }],
    ['unknown', { inputTokens: 0, outputTokens: 0 }],
    ['none', { sessions: 0 }],
  ])('tokens are %s', (expected, more) => {
    expect(tokenWords(spent(more))).toBe(expected);
  });

  it('groups digits', () => {
    expect([0, 12, 999, 1_000, 123_456, 1_234_567.4].map(grouped)).toEqual([
      '0',
      '12',
      '999',
      '1,000',
      '123,456',
      '1,234,567',
    ]);
  });
});

describe('what budgets have seen of', () => {
  const factOf = (report: ReturnType<typeof told>, label: string): string =>
    factsOf(report).find(([name]) => name === label)![1];
  const landed = (usage: Usage): Journal => {
    const made = journal(planOf('a; b'), { review: { when: 'never' } });
    const attempt = attemptOn(made, 'a', 1);
    attempt.begin();
    attempt.session(1, usage);
    attempt.inspected();
    attempt.landed(hash('b'));
    return made;
  };

  it.each<[string, Usage, string, string]>([
    ['all', usd(1.5), '12.8k of 500M tokens (0 %)', '$1.50 of $500 (0 %)'],
    ['nothing', NO_USAGE, 'unknown of 500M tokens', 'unknown of $500'],
    ['the tokens', usd(null), '12.8k of 500M tokens (0 %)', 'unknown of $500'],
  ])('%s is told as that', (_, usage, tokens, cost) => {
    const words = factOf(told(landed(usage)), 'Budgets').split(', ');
    expect(words).toEqual(expect.arrayContaining([tokens, cost]));
  });

  it('a part is told as such', () => {
    const made = landed(usd(1.5));
    const second = attemptOn(made, 'b', 1);
    second.begin();
    second.session(1);
    const words = factOf(told(made), 'Budgets').split(', ');
    expect(words).toContain('at least 12.8k of 500M tokens (0 %)');
    expect(words).toContain('at least $1.50 of $500 (0 %)');
    expect(factOf(told(made), 'Tokens')).toBe('at least 12,000 in, 800 out');
    expect(efficiencyWords(told(made))).toMatch(/^at least 12,800 tokens for each phase that landed, /);
  });

  it('the time since the run was taken on again is told as that', () => {
    const made = landed(usd(1.5));
    expect(factOf(told(made), 'Budgets')).not.toContain('taken on again');
    made.add(0, { type: 'run_paused', reason: 'interrupted' });
    made.add(1, { type: 'run_resumed' });
    expect(told(made).allowedAt).toBeNull();
    made.add(0, { type: 'run_ending', status: 'halted', reason: 'failed: b' });
    made.add(1, {
      ...{ type: 'run_ended', status: 'halted', head: hash('b') },
      leftover: null,
      record: null,
    });
    expect(factOf(told(made), 'Result')).toBe('halted: b failed');
    made.add(2, { type: 'run_resumed' });
    const report = told(made);
    expect(report.allowedAt).toBe(made.state().now);
    expect(factOf(report, 'Budgets')).toMatch(
      /\$0 of \$500 \(0 %\).*; since the run was taken on again at 2026-03-14 09:06:00 UTC$/,
    );
    expect(factOf(report, 'Cost')).toBe('$1.50');
  });
});
