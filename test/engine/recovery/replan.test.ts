import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/chunked.ts';
import { planAt } from '../../../src/run/queries.ts';
import { planOf } from '../../run/plans.ts';
import {
  ANEW,
  advising,
  answering,
  climbs,
  eventsOf,
  failing,
  LINT,
  OTHER_TESTS,
  promptsOf,
  spentBy,
  TESTS,
  usedBy,
} from './ladder.ts';

const STACK = failing('wrong_tech_stack', 'the project is written in another language');
const DETAILS = {
  description: 'Sum up the basket.',
  deliverables: ['src/sum.ts', 'docs/sum.md'],
  criteria: ['an empty basket costs nothing'],
};

describe('another description', () => {
  it('comes at once with a failure that is a flaw of the approach [003-14]', async () => {
    const { state, events } = await climbs(
      { plan: planOf('a'), script: { a: [STACK, 'ok'] }, replanner: answering(ANEW) },
      '#1, revise replan.fatal, revised, retry retry.revised, #2, completed',
    );
    expect(spentBy(state)).toBe('attempts 1, revisions 1');
    expect(planAt(state, 0).description).toBe('Use the list that is there.');
    expect(eventsOf({ events }, 'phase_started').map(({ base }) => base)).toEqual(['c0', 'c0']);
  });

  it('comes after the same failure again, once a doctor had a look at it [003-14] [003-18]', async () => {
    const { state } = await climbs(
      {
        plan: planOf('a'),
        script: { a: [TESTS, TESTS, TESTS, 'ok'] },
        settings: { maxAttempts: 9 },
        doctor: advising({}),
        replanner: answering(ANEW),
      },
      '#1, retry retry.attempts, #2, cheap doctor 1 doctor.failures, says retry_with_fix, retry retry.advice, ' +
        '#3, revise replan.same, revised, retry retry.revised, #4, completed',
    );
    expect(spentBy(state)).toBe('attempts 3, doctor 1, revisions 1');
    expect(usedBy(state)).toBe('doctor 1, replans 1');
  });

  it('comes without a doctor where none may be asked: the two have limits of their own [003-18]', async () => {
    const story =
      '#1, retry retry.attempts, #2, revise replan.same, revised, retry retry.revised, #3, completed';
    for (const doctor of [{ enabled: false }, { perPhase: 0 }, { perRun: 0 }]) {
      const { state } = await climbs(
        {
          plan: planOf('a'),
          script: { a: [TESTS, TESTS, 'ok'] },
          settings: { recovery: { doctor } },
          replanner: answering(ANEW),
        },
        story,
      );
      expect(usedBy(state)).toBe('replans 1');
    }
  });

  it('does not come for failures that differ, and a doctor is asked all the same [003-18]', async () => {
    const { state } = await climbs(
      {
        plan: planOf('a'),
        script: { a: [TESTS, OTHER_TESTS, 'ok'] },
        settings: { recovery: { replan: { perRun: 0 } } },
        doctor: advising({}),
      },
      '#1, retry retry.attempts, #2, cheap doctor 1 doctor.failures, says retry_with_fix, retry retry.advice, #3, completed',
    );
    expect(usedBy(state)).toBe('doctor 1');
  });

  it('gives the phase all its attempts again', async () => {
    const { state } = await climbs(
      { plan: planOf('a'), script: { a: [STACK, TESTS, 'ok'] }, replanner: answering(ANEW) },
      '#1, revise replan.fatal, revised, retry retry.revised, #2, retry retry.attempts, #3, completed',
    );
    expect(spentBy(state)).toBe('attempts 2, revisions 1');
  });

  it('is had once in a phase [003-16]', async () => {
    const { state } = await climbs(
      {
        plan: planOf('a'),
        script: { a: [STACK] },
        settings: { recovery: { doctor: { enabled: false }, escalation: { enabled: false } } },
        replanner: answering(ANEW),
      },
      '#1, revise replan.fatal, revised, retry retry.revised, #2, retry retry.attempts, ' +
        '#3, STOP stuck.nothing_left, failed stuck.nothing_left',
      { standings: 'a failed' },
    );
    expect(spentBy(state)).toBe('attempts 3, revisions 1, rounds 1');
  });

  it('is had five times in a run [003-16]', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const { state, events } = await climbs(
      {
        plan: planOf(ids.join('; ')),
        script: Object.fromEntries(ids.map(id => [id, [STACK, 'ok'] as const])),
        settings: { schedule: 'serial' },
        replanner: answering(ANEW),
      },
      null,
      { status: 'completed' },
    );
    expect(usedBy(state)).toBe('replans 5');
    expect(eventsOf({ events }, 'replan_called').map(({ phase }) => phase)).toEqual(ids.slice(0, 5));
    expect(eventsOf({ events }, 'phase_retry').map(({ why }) => why.rule)).toEqual([
      ...Array(5).fill('retry.revised'),
      ...Array(2).fill('retry.attempts'),
    ]);
  });

  it('is worked out from the intent, which is written down first and quoted word for word [003-04] [003-17]', async () => {
    const made = await climbs(
      {
        plan: planOf('a', { a: DETAILS }),
        settings: { checks: [] },
        script: { a: [STACK, 'ok'] },
        developer: (files, { assignment: { attempt } }) => {
          if (attempt === 1) return { failure: STACK };
          for (const path of DETAILS.deliverables) files.set(path, '');
          return {};
        },
        replanner: answering(ANEW),
      },
      '#1, revise replan.fatal, revised, retry retry.revised, #2, completed',
    );
    const types = made.events.map(({ type }) => type);
    expect(types.indexOf('replan_called')).toBeLessThan(types.indexOf('phase_revised'));
    const [{ intent } = { intent: '' }] = eventsOf(made, 'replan_called');
    for (const word of ['Sum up the basket.', 'src/sum.ts', 'docs/sum.md', 'an empty basket costs nothing']) {
      expect(intent).toContain(word);
      expect(promptsOf(made, 'replanner')[0]).toContain(word);
    }
    expect(elementAt(made.state.phases, 0).intent).toBe(intent);
  });

  it('that leaves out a deliverable is asked for once more, then there is none [003-17]', async () => {
    const less = { ...ANEW, deliverables: ['src/sum.ts'] };
    const made = await climbs(
      {
        plan: planOf('a', { a: DETAILS }),
        script: { a: [STACK] },
        settings: { maxAttempts: 1, recovery: { doctor: { enabled: false } } },
        replanner: answering(less),
      },
      '#1, revise replan.fatal, revision failed, revision failed, STOP stuck.nothing_left, failed stuck.nothing_left',
      { standings: 'a failed' },
    );
    const prompts = promptsOf(made, 'replanner');
    expect(prompts.map(prompt => prompt.includes('none may be removed'))).toEqual([false, true]);
    expect(prompts[1]).toContain('docs/sum.md');
    expect(planAt(made.state, 0)).toEqual(made.state.plan.phases[0]);
    expect(spentBy(made.state)).toBe('attempts 1, revisions 1, rounds 1');
  });

  it('that is right the second time is taken', async () => {
    const less = { ...ANEW, deliverables: [] };
    await climbs(
      {
        plan: planOf('a', { a: { criteria: ['it is fast'] } }),
        script: { a: [STACK, 'ok'] },
        replanner: answering({ ...less, criteria: [] }, ANEW),
      },
      '#1, revise replan.fatal, revision failed, revised, retry retry.revised, #2, completed',
    );
  });

  it('by a replanner that says nothing leaves the other rungs', async () => {
    await climbs(
      { plan: planOf('a'), script: { a: [STACK, 'ok'] } },
      '#1, revise replan.fatal, revision failed, revision failed, retry retry.attempts, #2, completed',
    );
  });

  it('is told to the next developer in place of the old one', async () => {
    const made = await climbs(
      {
        plan: planOf('a', { a: { description: 'The old way.' } }),
        script: { a: [STACK, 'ok'] },
        settings: { prompt: 'full' },
        replanner: answering(ANEW),
      },
      '#1, revise replan.fatal, revised, retry retry.revised, #2, completed',
    );
    const prompts = promptsOf(made, 'developer');
    expect(prompts.map(prompt => prompt.includes('The old way.'))).toEqual([true, false]);
    expect(prompts[1]).toContain('Use the list that is there.');
  });
});

describe('failures before another description', () => {
  it('say nothing about what is tried now', async () => {
    // Before it, two tests failed; after it, one test and the doctor would be due if that counted.
    await climbs(
      {
        plan: planOf('a'),
        script: { a: [TESTS, STACK, LINT, 'ok'] },
        settings: { maxAttempts: 3 },
        replanner: answering(ANEW),
        doctor: advising({}),
      },
      '#1, retry retry.attempts, #2, revise replan.fatal, revised, retry retry.revised, ' +
        '#3, retry retry.attempts, #4, completed',
    );
  });
});
