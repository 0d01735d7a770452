import { describe, expect, it } from 'vitest';
import { planOf } from '../run/plans.ts';
import { check } from './check.ts';
import { type Act, CHECKS, world } from './world.ts';

const AT_THE_END = { review: { when: 'end' as const } };

/** Gives these verdicts one after the other. */
function verdicts(...answers: readonly unknown[]): Act {
  let asked = 0;
  return () => {
    asked += 1;
    return { answer: answers[Math.min(asked, answers.length) - 1] };
  };
}

const ask = (reviewer: Act) => ({ plan: planOf('a; b: a'), settings: AT_THE_END, reviewer });

describe('a review of the whole', () => {
  it('comes once, after everything has landed, over all that was done', async () => {
    const { sessions, events } = await check(ask(verdicts({ approved: true })), { status: 'completed' });
    const reviews = sessions.filter(({ role }) => role === 'reviewer');
    expect(reviews).toHaveLength(1);
    expect(reviews[0]).toMatchObject({
      permissions: 'read-only',
      prompt: expect.stringMatching(/a\.txt\nb\.txt/),
    });
    const types = events.map(({ type }) => type);
    expect(types.indexOf('run_reviewed')).toBeGreaterThan(types.lastIndexOf('phase_completed'));
  });

  it('is told of every phase, of the checks and of what was found, and speaks of no single phase', async () => {
    const plan = planOf('a; b: a; c: b', {
      a: { title: 'Lay the ground', description: 'Of stone.', deliverables: ['a.txt'] },
      b: { title: 'Build the house', files: ['x.txt'] },
      c: { title: 'Plant a tree', done: true },
    });
    const { sessions } = await check(
      { plan, settings: { ...AT_THE_END, checks: CHECKS }, reviewer: verdicts({ approved: true }) },
      { status: 'completed' },
    );
    const { prompt } = sessions.find(({ role }) => role === 'reviewer')!;
    for (const part of [
      'Phase a: Lay the ground\nOf stone.',
      'Must exist afterwards: a.txt',
      'Phase b: Build the house',
      'Phase c: Plant a tree (done before)',
      'when the last phase landed:\n- `test`: passed',
      'phase b: ',
    ])
      expect(prompt).toContain(part);
    for (const part of ['Only this phase', 'later phases', 'phase all', 'No checks were run'])
      expect(prompt).not.toContain(part);
  });

  it('that asks for changes halts the run with its words; resumed, it is held again', async () => {
    const made = await world(ask(verdicts({ approved: false, summary: 'Mend b.' }, { approved: true })));
    expect(await made.go()).toMatchObject({ status: 'halted', reason: expect.stringContaining('Mend b.') });
    expect(await made.go({ resume: true })).toMatchObject({ status: 'completed' });
    expect(made.git.log()).toHaveLength(3);
  });

  it('without a verdict is asked for once more, then halts the run: that is no approval', async () => {
    const { sessions } = await check(ask(verdicts('fine')), {
      status: 'halted',
      reason: 'the review of the whole gave no verdict',
    });
    expect(sessions.filter(({ role }) => role === 'reviewer')).toHaveLength(2);
    await check(ask(verdicts('fine', { approved: true })), { status: 'completed' });
  });

  it('is not held where nothing was done', async () => {
    const plan = planOf('a', { a: { done: true } });
    const { sessions } = await check({ plan, settings: AT_THE_END }, { status: 'completed' });
    expect(sessions).toEqual([]);
  });
});
