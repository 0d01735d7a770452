import { describe, expect, it } from 'vitest';
import { elements } from '../../../src/base/chunked.ts';
import { END_STATUSES } from '../../../src/run/event.ts';
import type { RunState } from '../../../src/run/state.ts';
import { fold } from '../../run/fold.ts';
import { planOf } from '../../run/plans.ts';
import { compare } from '../check.ts';
import { survives } from '../crash.ts';
import { tree } from '../tell.ts';
import { type GoOptions, type World, type WorldOptions, world } from '../world.ts';
import { ANEW, advising, answering, failing, guarded, models, OTHER_TESTS, TESTS } from './ladder.ts';

const STACK = failing('wrong_tech_stack', 'the project is written in another language');
const CRASH = failing('infra.crash', 'the agent ended by itself with the exit code 134');
const NO_DOCTOR = { enabled: false } as const;

/** One story for each rung. What agents answer hangs on what they are asked, not on how often. */
const STORIES: Readonly<Record<string, WorldOptions>> = {
  'a hint of a doctor, and a second opinion': {
    plan: planOf('a'),
    script: { a: [TESTS, TESTS, 'ok'] },
    doctor: advising({ confidence: 0.3 }, {}),
  },
  'an answer that is known from another phase': {
    plan: planOf('a; b: a'),
    script: { a: [TESTS, TESTS, 'ok'], b: [TESTS, TESTS, 'ok'] },
    doctor: advising({}),
  },
  'a doctor about what is around the work': {
    plan: planOf('a'),
    script: { a: [CRASH, CRASH, 'ok'] },
    doctor: advising({}),
  },
  'a command that a doctor chose': {
    plan: planOf('a'),
    script: { a: [TESTS, OTHER_TESTS, 'ok'] },
    settings: { recovery: { doctor: { fixes: ['npm ci'] } } },
    doctor: advising({ action: 'execute_fix', command: 'npm ci' }),
  },
  'a phase that a doctor leaves out, and another provider': {
    plan: planOf('a; b: a', { b: { optional: true } }),
    script: { a: [TESTS, OTHER_TESTS, 'ok'], b: [TESTS] },
    settings: { models: { developer: models('p1/x', 'p2/y') } },
    doctor: (_, session) =>
      advising({ action: session.assignment.phase === 'a' ? 'rollback_provider' : 'skip_phase' })(_, session),
  },
  'another description, the first of which will not do': {
    plan: planOf('a', { a: { criteria: ['it is fast'] } }),
    script: { a: [STACK, TESTS, 'ok'] },
    replanner: answering({ ...ANEW, criteria: [] }, ANEW),
  },
  'a phase that is stuck, described anew, handed to stronger models, and given up': {
    plan: planOf('a; b'),
    script: { a: [TESTS] },
    settings: {
      maxAttempts: 1,
      models: { developer: models('p/small', 'p/large') },
      recovery: { doctor: NO_DOCTOR },
    },
    replanner: answering(ANEW),
  },
  'a smaller scope that waits for a person': {
    plan: planOf('a', { a: { deliverables: ['x', 'y'] } }),
    script: { a: [failing('truncated', 'the context is full')] },
    settings: { maxAttempts: 1, recovery: { doctor: NO_DOCTOR, replan: { enabled: false } } },
    replanner: answering({ reason: 'half of it', dropped: [{ what: 'y', reason: 'too much' }] }),
  },
  'errors of our own': {
    plan: planOf('a'),
    script: { a: [failing('infra.git', 'the index is locked')] },
    settings: { limits: { infraRetries: 1 }, recovery: { doctor: NO_DOCTOR } },
  },
  'a quota that is used up': {
    plan: planOf('a; b'),
    script: { a: [{ ...failing('infra.quota', 'enough'), retryAt: 500 }, 'ok'] },
    settings: { concurrency: 1 },
  },
  'a budget that is spent': {
    plan: planOf('a; b: a'),
    developer: (files, { assignment: { phase } }) => {
      files.set(phase, '');
      return { usage: { inputTokens: 600, outputTokens: 0, costUsd: null } };
    },
    settings: { review: { when: 'never' }, budgets: { run: { tokens: 1_000 } } },
  },
};

/** More kills than any of the stories has points means that they never end. */
const MAX_KILLS = 150;
const AT_REST: readonly string[] = [...END_STATUSES, 'waiting'];

async function finish(made: World): Promise<RunState> {
  const left = fold(await made.journal())!;
  return AT_REST.includes(left.status) ? left : made.go({ resume: true });
}

/** What must not depend on how often the process died. */
const account = (state: RunState) => ({
  status: state.status,
  used: state.used,
  failures: state.tally.failures,
  phases: elements(state.phases).map(phase => {
    const { spent, before, attempt, revision, level, intent, hints, startsAnew, begunAfter } = phase;
    const { consultations, revisions, revised } = phase;
    const counters = { spent, before, attempt, revision, level, begunAfter };
    return { ...counters, intent, hints, startsAnew, consultations, revisions, revised };
  }),
});

async function killEach(options: WorldOptions, way: (index: number) => GoOptions): Promise<number> {
  const sound = await world(options);
  const expected = account(await sound.go());
  for (let index = 1; index <= MAX_KILLS; index += 1) {
    const made = await world(options);
    if (await survives(made.go(way(index)))) return index - 1;
    const state = await finish(made);
    await compare(made, state, {});
    expect(account(state)).toEqual(expected);
    expect(tree(made.git)).toEqual(tree(sound.git));
  }
  return MAX_KILLS;
}

describe.each(Object.entries(STORIES))('killed in a run with %s', (_, story) => {
  const options = guarded(story);

  it('before or after any write to its journal, it comes to the same counters, nothing spent twice [003-06]', async () => {
    const kills = [
      await killEach(options, write => ({ crash: { write, when: 'before' } })),
      await killEach(options, write => ({ crash: { write, when: 'after' } })),
    ];
    for (const count of kills) {
      expect(count).toBeGreaterThan(4);
      expect(count).toBeLessThan(MAX_KILLS);
    }
  });
});
