import { describe, expect, it } from 'vitest';
import { planOf } from '../../run/plans.ts';
import { compare } from '../check.ts';
import { world } from '../world.ts';
import { failing, guarded, ladder, spentBy, TESTS } from './ladder.ts';

const STACK = failing('wrong_tech_stack', 'the project is written in another language');

describe('a run that ends while something is done about a failed attempt', () => {
  it('has counted that attempt, and gives the phase a new allowance when it is resumed', async () => {
    const made = await world(
      guarded({
        plan: planOf('a; b'),
        script: { a: [STACK, TESTS], b: ['fail'] },
        takes: { b: 10 },
        settings: {
          onFailure: 'halt',
          maxAttempts: 1,
          recovery: { doctor: { enabled: false }, replan: { perRun: 1 } },
        },
        replanner: () => new Promise(() => {}),
      }),
    );
    const halted = await made.go();
    await compare(made, halted, { status: 'halted', standings: 'a pending, b failed' });
    expect(spentBy(halted)).toBe('attempts 1, revisions 1');
    const state = await made.go({ resume: true });
    await compare(made, state, { status: 'halted' });
    expect(spentBy(state)).toBe('attempts 2, revisions 1, rounds 1');
    expect(ladder(made.events)).toMatch(
      /a #2, b #2, a STOP stuck.nothing_left, a failed stuck.nothing_left$/,
    );
  });
});
