import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/chunked.ts';
import type { Command } from '../../../src/run/event.ts';
import { planAt } from '../../../src/run/queries.ts';
import { planOf, subtasks } from '../../run/plans.ts';
import { compare, type Expected } from '../check.ts';
import { type Act, type WorldOptions, world } from '../world.ts';
import {
  ANEW,
  advising,
  answering,
  climbs,
  eventsOf,
  failing,
  guarded,
  ladder,
  models,
  modelsOf,
  promptsOf,
  spentBy,
  TESTS,
} from './ladder.ts';

const NO_DOCTOR = { doctor: { enabled: false } } as const;

describe('a phase for which all that is cheaper is used up', () => {
  const ALL_MODELS = {
    developer: models('p/small', 'p/large'),
    reviewer: models('p/r1', 'p/r2'),
    replanner: models('p/n1', 'p/n2'),
  };

  it('is described anew, then gets stronger models, then fails: three counters [003-03] [003-19] [003-21]', async () => {
    const short = failing('tests', 'short');
    const made = await climbs(
      {
        plan: planOf('a'),
        script: { a: [TESTS, short, 'reject', short, TESTS] },
        settings: {
          maxAttempts: 2,
          models: ALL_MODELS,
          recovery: { ...NO_DOCTOR, replan: { afterSame: 9 } },
        },
        replanner: answering(ANEW),
      },
      '#1, retry retry.attempts, #2, REPLAN stuck.replan, revise replan.stuck, revised, retry retry.revised, ' +
        '#3, retry retry.attempts, #4, ESCALATE_MODEL stuck.escalate, level 1, retry retry.escalated, ' +
        '#5, retry retry.attempts, #6, STOP stuck.nothing_left, failed stuck.nothing_left',
      { status: 'halted', standings: 'a failed' },
    );
    const { attempt, revision, level } = elementAt(made.state.phases, 0);
    expect({ attempt, revision, level }).toEqual({ attempt: 6, revision: 1, level: 1 });
    expect(spentBy(made.state)).toBe('attempts 6, revisions 1, escalations 1, rounds 3');
    expect(modelsOf(made, 'developer')).toEqual([...Array(4).fill('p/small'), 'p/large', 'p/large']);
  });

  it('has stronger models for every role [003-21]', async () => {
    const made = await climbs(
      {
        plan: planOf('a'),
        script: { a: ['reject', 'reject', 'ok'] },
        settings: { models: ALL_MODELS, recovery: { ...NO_DOCTOR, replan: { enabled: false } } },
      },
      '#1, retry retry.attempts, #2, ESCALATE_MODEL stuck.escalate, level 1, retry retry.escalated, #3, completed',
    );
    expect(modelsOf(made, 'developer')).toEqual(['p/small', 'p/small', 'p/large']);
    expect(modelsOf(made, 'reviewer')).toEqual(['p/r1', 'p/r1', 'p/r2']);
  });

  it('gets stronger models as often as allowed', async () => {
    const made = await climbs(
      {
        plan: planOf('a'),
        script: { a: ['reject', 'reject', 'reject', 'ok'] },
        settings: {
          maxAttempts: 1,
          models: { developer: models('p/small', 'p/large', 'p/huge') },
          recovery: { ...NO_DOCTOR, replan: { enabled: false }, escalation: { perPhase: 2 } },
        },
      },
      null,
    );
    expect(modelsOf(made, 'developer')).toEqual(['p/small', 'p/large', 'p/huge']);
  });

  it('fails where there is no stronger model', async () => {
    await climbs(
      {
        plan: planOf('a'),
        script: { a: [TESTS] },
        settings: { recovery: { ...NO_DOCTOR, replan: { enabled: false } } },
      },
      '#1, retry retry.attempts, #2, STOP stuck.nothing_left, failed stuck.nothing_left',
    );
  });

  it('is tried again where the error was our own, three times at most [003-19]', async () => {
    const broken = failing('infra.git', 'the index is locked');
    const { state } = await climbs(
      {
        plan: planOf('a'),
        script: { a: [broken] },
        settings: { limits: { infraRetries: 1 }, recovery: NO_DOCTOR },
      },
      '#1, retry infra.wait, #2, CONTINUE stuck.own_error, retry retry.own_error, ' +
        '#3, CONTINUE stuck.own_error, retry retry.own_error, #4, CONTINUE stuck.own_error, retry retry.own_error, ' +
        '#5, STOP stuck.rounds, failed stuck.nothing_left',
    );
    expect(spentBy(state)).toBe('infra 5, rounds 4');
  });

  it('waits for a person where only one can help, though nothing was tried [003-19]', async () => {
    const { state } = await climbs(
      {
        plan: planOf('a'),
        script: { a: [failing('infra.crash', 'the agent cannot be started')] },
        settings: { limits: { infraRetries: 1 }, recovery: NO_DOCTOR },
      },
      '#1, retry infra.wait, #2, BLOCKED_NEEDS_HUMAN stuck.question, help stuck.question, run waiting',
      { status: 'waiting' },
    );
    expect(state.reason).toContain('the agent breaks down again and again');
  });
});

/** Lets a run come to rest, asks for something, and lets it go on. */
async function answered(options: WorldOptions, command: Command, story: string, expected: Expected) {
  const made = await world(guarded(options));
  const before = await made.go();
  expect(before.status).toBe('waiting');
  await made.ask(command);
  const state = await made.go();
  await compare(made, state, expected);
  expect(ladder(made.events)).toBe(story);
  return { ...made, before, state };
}

describe('a developer that says it is done and changes nothing', () => {
  /** Attempts of which these change nothing, with what their developer says of them. */
  const idle = (...says: readonly (string | null)[]): WorldOptions => ({
    plan: planOf('a'),
    developer: (files, { assignment: { attempt } }) => {
      const status = says[attempt - 1];
      if (status === undefined) files.set('a', '');
      return status ? { answer: { status, summary: 'nothing to do' } } : {};
    },
  });
  const ASKS =
    '#1, retry retry.attempts, #2, BLOCKED_NEEDS_HUMAN stuck.question, help stuck.question, run waiting';

  it('is tried once more, then a person is asked, with all the ways to go on', async () => {
    const { state } = await climbs(idle('completed', 'completed'), ASKS, { status: 'waiting' });
    for (const way of ['skip a', 'edit a', 'allowEmpty', 'retry a']) expect(state.reason).toContain(way);
  });

  it('has a new allowance where a person says to try again', async () => {
    await answered(
      idle('completed', 'completed', 'completed'),
      { type: 'retry', phase: 'a', message: 'The header is missing.' },
      `${ASKS}, reset, #3, retry retry.attempts, #4, completed`,
      { status: 'completed' },
    );
  });

  it('is done where a person allows it', async () => {
    const plan = { ...planOf('a').phases[0]!, allowEmpty: true as const };
    await answered(
      idle('completed', 'completed', 'completed'),
      { type: 'edit', phase: 'a', plan },
      `${ASKS}, edited, #3, completed`,
      { status: 'completed' },
    );
  });

  it.each([
    ['does not say so', idle('completed', null)],
    ['says otherwise', idle('partial', 'partial')],
    ['changed something between', idle('completed')],
  ])('is nobody’s business where it %s', async (_, options) => {
    const made = await world(guarded(options));
    await made.go();
    expect(eventsOf(made, 'help_asked')).toEqual([]);
  });
});

describe('a question of the developer', () => {
  const options: WorldOptions = {
    plan: planOf('a; b'),
    settings: { concurrency: 1 },
    developer: (files, { assignment: { phase, attempt } }) => {
      if (phase === 'a' && attempt === 1) {
        return { answer: { status: 'failed', summary: 'unclear', question: 'Which currency?' } };
      }
      files.set(phase, '');
      return {};
    },
  };
  const ASKS =
    'a #1, a BLOCKED_NEEDS_HUMAN stuck.question, a help stuck.question, b #1, b completed, run waiting';

  it('is put to a person while the others go on, and the answer to the next developer [003-19]', async () => {
    const made = await answered(
      options,
      { type: 'retry', phase: 'a', message: 'Swiss francs.' },
      `${ASKS}, a reset, a #2, a completed`,
      { status: 'completed' },
    );
    expect(made.before.reason).toContain('Which currency?');
    const prompts = promptsOf(made, 'developer');
    expect(prompts.map(prompt => prompt.includes('Swiss francs.'))).toEqual([false, false, true]);
    expect(spentBy(made.state)).toBe('attempts 1, rounds 1');
  });

  it('leaves no subtask at work', async () => {
    const plan = planOf('a', { a: { subtasks: subtasks('a.1', 'a.2') } });
    const { state } = await climbs({ ...options, plan }, null, { status: 'waiting' });
    expect(elementAt(state.phases, 0).subtasks.map(({ status }) => status)).toEqual(['pending', 'pending']);
  });

  it('is answered for one attempt: the next question has an answer of its own', async () => {
    const made = await world(
      guarded({
        plan: planOf('a'),
        developer: (files, { assignment: { attempt } }) => {
          if (attempt <= 2) return { answer: { status: 'failed', question: `Question ${attempt}?` } };
          files.set('a', '');
          return {};
        },
      }),
    );
    for (const message of ['Swiss francs.', 'Two decimals.']) {
      expect((await made.go()).status).toBe('waiting');
      await made.ask({ type: 'retry', phase: 'a', message });
    }
    await compare(made, await made.go(), { status: 'completed' });
    const prompts = promptsOf(made, 'developer');
    expect(prompts.map(prompt => prompt.includes('Swiss francs.'))).toEqual([false, true, false]);
    expect(prompts.map(prompt => prompt.includes('Two decimals.'))).toEqual([false, false, true]);
  });

  it('cannot be approved', async () => {
    const made = await answered(options, { type: 'approve', phase: 'a' }, ASKS, { status: 'waiting' });
    expect(eventsOf(made, 'command_refused')[0]!.reason).toContain('needs help, not approval');
  });

  it('can be answered by another description of the phase', async () => {
    const plan = { ...planOf('a; b').phases[0]!, description: 'In Swiss francs.' };
    const made = await answered(
      options,
      { type: 'edit', phase: 'a', plan },
      `${ASKS}, a edited, a #2, a completed`,
      { status: 'completed' },
    );
    expect(planAt(made.state, 0).description).toBe('In Swiss francs.');
  });
});

describe('a budget that runs out', () => {
  const DETAILS = { deliverables: ['x.txt', 'y.txt'], criteria: ['must be fast', 'is pretty'] };
  const smaller = {
    reason: 'the first half is of use by itself',
    dropped: [
      { what: 'y.txt', reason: 'too long' },
      { what: 'is pretty', reason: 'can wait' },
    ],
  };
  /** The first attempts use 850 of 1000 tokens, and the next one writes these files. */
  const writing =
    (...paths: readonly string[]): Act =>
    (files, { assignment: { attempt } }) => {
      const usage = { inputTokens: attempt === 2 ? 750 : 100, outputTokens: 0, costUsd: null };
      if (attempt <= 2) return { failure: failing('tests', `short ${attempt}`), usage };
      for (const path of paths) files.set(path, '');
      return { usage };
    };
  const options: WorldOptions = {
    plan: planOf('a', { a: DETAILS }),
    settings: {
      budgets: { phase: { tokens: 1_000 } },
      recovery: { ...NO_DOCTOR, replan: { afterSame: 9 } },
    },
    developer: writing('x.txt'),
    replanner: answering(smaller),
  };
  const PROPOSED =
    '#1, retry retry.attempts, #2, budget_warned a tokens, REDUCE_SCOPE stuck.budget, reduce scope.reduce, revised, ' +
    'help scope.reduce, run waiting';

  it('leads to the proposal of a smaller scope, which a person can approve [003-19]', async () => {
    const made = await answered(
      options,
      { type: 'approve', phase: 'a' },
      `${PROPOSED}, proposal accepted, retry retry.revised, #3, completed`,
      { status: 'completed' },
    );
    for (const part of ['too long', 'y.txt', 'can wait', 'approve a'])
      expect(made.before.reason).toContain(part);
    expect(planAt(made.state, 0)).toMatchObject({ deliverables: ['x.txt'], criteria: ['must be fast'] });
    expect(spentBy(made.state)).toBe('attempts 2, rounds 1');
  });

  it('or reject', async () => {
    await answered(
      options,
      { type: 'reject', phase: 'a', message: 'all or nothing' },
      `${PROPOSED}, proposal refused, failed scope.refused`,
      { status: 'halted', standings: 'a failed' },
    );
  });

  it('or have all of it tried again, with a new allowance', async () => {
    const made = await answered(
      { ...options, developer: writing(...DETAILS.deliverables) },
      { type: 'retry', phase: 'a' },
      `${PROPOSED}, reset, #3, completed`,
      { status: 'completed' },
    );
    expect(planAt(made.state, 0).deliverables).toEqual(DETAILS.deliverables);
  });

  it('is the end where there is nothing to leave out', async () => {
    await climbs(
      { ...options, plan: planOf('a') },
      '#1, retry retry.attempts, #2, budget_warned a tokens, STOP stuck.budget, failed stuck.nothing_left',
    );
  });

  it('is the end where no proposal comes about', async () => {
    await climbs(
      { ...options, replanner: () => ({}) },
      '#1, retry retry.attempts, #2, budget_warned a tokens, REDUCE_SCOPE stuck.budget, reduce scope.reduce, ' +
        'revision failed, revision failed, STOP stuck.budget, failed stuck.nothing_left',
    );
  });

  it('frees the workspace of a phase that waits for a person, also once it goes on', async () => {
    const made = await world(
      guarded({
        ...options,
        plan: planOf('a; b', { a: DETAILS }),
        settings: { ...options.settings, concurrency: 1 },
        developer: (files, session) => {
          if (session.assignment.phase === 'a') return writing('x.txt')(files, session);
          files.set('b.txt', '');
          return {};
        },
        takes: { b: 50 },
      }),
    );
    void made.clock.sleep(20).then(() => made.ask({ type: 'approve', phase: 'a' }));
    const state = await made.go();
    await compare(made, state, { status: 'completed', landed: 'b a' });
  });
});

describe('sessions that are cut off', () => {
  it('lead to the proposal of a smaller scope in the end', async () => {
    await climbs(
      {
        plan: planOf('a', { a: { deliverables: ['x', 'y'] } }),
        script: { a: [failing('truncated', 'the context is full')] },
        settings: { maxAttempts: 1, recovery: { ...NO_DOCTOR, replan: { enabled: false } } },
        replanner: answering({ reason: 'half of it', dropped: [{ what: 'y', reason: 'too much' }] }),
        doctor: advising({}),
      },
      '#1, REDUCE_SCOPE stuck.truncated, reduce scope.reduce, revised, help scope.reduce, run waiting',
      { status: 'waiting' },
    );
  });
});
