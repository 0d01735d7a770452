import { describe, expect, it } from 'vitest';
import type { RunState } from '../../../src/run/state.ts';
import { summaryText } from '../../../src/view/run/summary.ts';
import { uncoloured } from '../../../src/view/style.ts';
import { planOf } from '../../run/plans.ts';
import { completed, stateOf } from '../record/samples.ts';

const text = (more: Partial<RunState>, landed = false): string =>
  summaryText(
    { ...stateOf(planOf('a; b'), { phases: landed ? { a: completed('c1') } : {} }), head: 'c0ffee', ...more },
    uncoloured,
  );

describe('how a run ended', () => {
  it.each([
    ['halted', null, 'nothing landed'],
    ['cancelled', null, 'nothing landed'],
    ['failed', 'c0ffee', 'nothing landed; the record is kept on phasewright/k7m (c0ffee)'],
  ] as const)('%s, with record %s, says %s where nothing did', (status, record, words) => {
    expect(text({ status, record }).split('\n')).toContain(words);
    expect(text({ status, record })).not.toContain('what landed is kept');
  });

  it('names where what landed is', () => {
    expect(text({ status: 'halted' }, true)).toContain('what landed is kept on phasewright/k7m (c0ffee)\n');
  });
});
