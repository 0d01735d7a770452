import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/chunked.ts';
import { EMPTY_PLAN } from '../../../src/plan/model.ts';
import type { Failure } from '../../../src/run/failure.ts';
import { planOf } from '../../run/plans.ts';
import { check } from '../check.ts';
import { starts } from '../tell.ts';
import type { Act } from '../world.ts';
import {
  ANEW,
  advising,
  answering,
  climbs,
  eventsOf,
  failing,
  models,
  modelsOf,
  spentBy,
  usedBy,
} from './ladder.ts';

const quota = (retryAt: number): Failure => ({ ...failing('infra.quota', 'the quota is used up'), retryAt });
const OVERLOAD = failing('infra.overload', 'too many requests');

describe('a quota that is used up', () => {
  it('is waited for until its reset, and spends no attempt', async () => {
    const made = await climbs(
      { plan: planOf('a'), script: { a: [quota(5_000), 'ok'] }, settings: { maxAttempts: 1 } },
      '#1, scripted rests 5000 provider.asks_to_wait, retry quota.wait, #2, completed',
      { status: 'completed', starts: 'a@0 a@5000' },
    );
    expect(spentBy(made.state)).toBe('quota 1');
    expect(usedBy(made.state)).toBe('');
    expect(elementAt(made.state.phases, 0).busyMs).toBe(0);
  });

  it('is waited for by all phases together', async () => {
    const made = await climbs(
      {
        plan: planOf('a; b; c'),
        script: { a: [quota(5_000), 'ok'], b: ['ok'], c: ['ok'] },
        settings: { concurrency: 1 },
      },
      null,
      { status: 'completed', starts: 'a@0 a@5000 b@5000 c@5000' },
    );
    expect(made.sessions.filter(({ role }) => role === 'developer')).toHaveLength(4);
  });

  it('of two phases under way is waited for once, to the later moment', async () => {
    await climbs(
      {
        plan: planOf('a; b'),
        script: { a: [quota(5_000), 'ok'], b: [quota(7_000), 'ok'] },
        takes: { b: 10 },
      },
      null,
      { status: 'completed', starts: 'a@0 b@0 a@7000 b@7000' },
    );
  });

  it('is waited for also where nothing else is done about failures', async () => {
    const made = await check(
      { plan: planOf('a'), script: { a: [quota(5_000), 'ok'] } },
      { status: 'completed', starts: 'a@0 a@5000' },
    );
    expect(spentBy(made.state)).toBe('quota 1');
  });

  it('is gone round by a model of another provider', async () => {
    const made = await climbs(
      {
        plan: planOf('a'),
        script: { a: [quota(5_000), 'ok'] },
        settings: { models: { developer: models('p1/x', 'p2/y') } },
      },
      null,
      { starts: 'a@0 a@0' },
    );
    expect(modelsOf(made, 'developer')).toEqual(['p1/x', 'p2/y']);
  });

  it('is for a person to look at when it was waited for as often as allowed', async () => {
    const made = await climbs(
      {
        plan: planOf('a'),
        developer: (_, { assignment: { attempt } }) => ({ failure: quota(attempt * 1_000) }),
        settings: { limits: { quotaWaits: 2 } },
      },
      null,
      { status: 'waiting', starts: 'a@0 a@1000 a@2000' },
    );
    expect(spentBy(made.state)).toBe('quota 2, rounds 1');
  });

  it('holds an architect up, too, who has not tried then', async () => {
    let rounds = 0;
    const made = await check(
      {
        plan: EMPTY_PLAN,
        origin: { goal: 'a shop' },
        architect: () => {
          rounds += 1;
          return rounds <= 4 ? { failure: quota(rounds * 1_000) } : { answer: { plan: '' } };
        },
      },
      { status: 'halted' },
    );
    expect(rounds).toBe(7);
    expect(made.state.now).toBe(4_000);
  });
});

describe('a reviewer that cannot be asked', () => {
  /** How its sessions end, one after the other; once they are through it approves. */
  const reviewing = (...failures: readonly Failure[]): Act => {
    const left = [...failures];
    return () => {
      const failure = left.shift();
      return failure ? { failure } : { answer: { approved: true } };
    };
  };

  it('is asked again later; the work of the developer waits for it', async () => {
    const made = await climbs(
      { plan: planOf('a'), reviewer: reviewing(quota(4_000)) },
      '#1, scripted rests 4000 provider.asks_to_wait, postponed quota.wait, completed',
      { status: 'completed', landed: 'a' },
    );
    expect(modelsOf(made, 'developer')).toHaveLength(1);
    expect(made.state.now).toBe(4_000);
    expect(spentBy(made.state)).toBe('quota 1');
  });

  it('is asked as often as allowed, after a while each time', async () => {
    const made = await climbs(
      {
        plan: planOf('a'),
        reviewer: reviewing(OVERLOAD, OVERLOAD),
        settings: { limits: { backoffMs: 1_000, infraRetries: 2 } },
      },
      '#1, postponed infra.wait, postponed infra.wait, completed',
    );
    expect(made.state.now).toBeGreaterThan(0);
    expect(spentBy(made.state)).toBe('infra 2');
  });

  it('costs the attempt when that is used up', async () => {
    await climbs(
      {
        plan: planOf('a'),
        reviewer: reviewing(OVERLOAD, OVERLOAD, OVERLOAD, OVERLOAD),
        settings: { limits: { infraRetries: 1 } },
      },
      '#1, postponed infra.wait, BLOCKED_NEEDS_HUMAN stuck.question, help stuck.question, run waiting',
      { status: 'waiting' },
    );
  });
});

describe('a provider that fails five times in a short time', () => {
  const settings = { limits: { infraRetries: 9 } };

  it('is left alone for a while', async () => {
    await climbs(
      { plan: planOf('a'), script: { a: [...Array<Failure>(5).fill(OVERLOAD), 'ok'] }, settings },
      '#1, retry infra.wait, #2, retry infra.wait, #3, retry infra.wait, #4, retry infra.wait, ' +
        '#5, scripted rests 300000 breaker.open, retry infra.wait, #6, completed',
      { starts: 'a@0 a@0 a@0 a@0 a@0 a@300000' },
    );
  });

  it('gives way to the next one, and comes back when its rest is over', async () => {
    const made = await climbs(
      {
        plan: planOf('a; b: a; c: b'),
        script: { a: [...Array<Failure>(5).fill(OVERLOAD), 'ok'] },
        settings: { ...settings, models: { developer: models('p1/x', 'p2/y') } },
        takes: { a: 50_000, b: 300_000 },
      },
      null,
      { status: 'completed' },
    );
    expect(eventsOf(made, 'provider_rested')).toMatchObject([{ provider: 'p1', until: 550_000 }]);
    expect(modelsOf(made, 'developer')).toEqual([...Array(5).fill('p1/x'), 'p2/y', 'p2/y', 'p1/x']);
    expect(
      starts(await made.journal())
        .split(' ')
        .slice(-3),
    ).toEqual(['a@250000', 'b@300000', 'c@600000']);
  });

  it('is not given up for failures that are spread out', async () => {
    const made = await climbs(
      {
        plan: planOf('a'),
        script: { a: [...Array<Failure>(6).fill(OVERLOAD), 'ok'] },
        settings,
        takes: { a: 75_000 },
      },
      null,
      { status: 'completed' },
    );
    expect(eventsOf(made, 'provider_rested')).toEqual([]);
  });
});

describe('an agent that gets no access', () => {
  const AUTH = failing('infra.auth', 'the key is not valid');
  const script = { a: [AUTH, 'ok'] } as const;

  it('gives way to another provider for good', async () => {
    const made = await climbs(
      {
        plan: planOf('a; b: a'),
        script,
        settings: {
          models: { developer: models('p1/x', 'p2/y') },
          recovery: { doctor: { enabled: false } },
        },
      },
      'a #1, p1 rests for good provider.no_access, a retry infra.wait, a #2, a completed, b #1, b completed',
      { status: 'completed' },
    );
    expect(modelsOf(made, 'developer')).toEqual(['p1/x', 'p2/y', 'p2/y']);
  });

  it('needs a person where there is no other, and goes on where it was', async () => {
    const made = await climbs(
      { plan: planOf('a'), script, settings: { recovery: { doctor: { enabled: false } } } },
      '#1, BLOCKED_NEEDS_HUMAN stuck.question, help stuck.question, run waiting',
      { status: 'waiting' },
    );
    expect(made.state.reason).toContain('log it in, or give it a valid key');
    await made.ask({ type: 'retry', phase: 'a' });
    expect((await made.go()).status).toBe('completed');
    expect(starts(await made.journal())).toBe('a@0 a@0');
  });

  it('needs a person also where the doctor gets no access either', async () => {
    await climbs(
      { plan: planOf('a'), script, doctor: advising(AUTH) },
      '#1, cheap doctor 1 doctor.infra, doctor failed, BLOCKED_NEEDS_HUMAN stuck.question, help stuck.question, run waiting',
      { status: 'waiting' },
    );
  });
});

describe('somebody who is asked about a failure, and cannot be', () => {
  const FAILS_TWICE = { a: [failing('tests', 'short'), failing('lint', 'short'), 'ok'] } as const;

  it('is waited for where that is a doctor, whose call is spent once', async () => {
    const made = await climbs(
      { plan: planOf('a'), script: FAILS_TWICE, doctor: advising(OVERLOAD, quota(4_000), {}) },
      '#1, retry retry.attempts, #2, strong doctor 1 doctor.failures, doctor failed, postponed infra.wait, ' +
        'doctor failed, scripted rests 4000 provider.asks_to_wait, postponed quota.wait, ' +
        'says retry_with_fix, retry retry.advice, #3, completed',
      { status: 'completed', starts: 'a@0 a@0 a@4000' },
    );
    expect(spentBy(made.state)).toBe('attempts 2, infra 1, quota 1, doctor 1');
    expect(usedBy(made.state)).toBe('doctor 1, strong 1');
  });

  it('is waited for where that is a replanner, whose try is spent once', async () => {
    const made = await climbs(
      {
        plan: planOf('a'),
        script: { a: [failing('wrong_tech_stack'), 'ok'] },
        replanner: answering(OVERLOAD, OVERLOAD, OVERLOAD, ANEW),
      },
      '#1, revise replan.fatal, revision failed, postponed infra.wait, revision failed, postponed infra.wait, ' +
        'revision failed, postponed infra.wait, revised, retry retry.revised, #2, completed',
    );
    expect(spentBy(made.state)).toBe('attempts 1, infra 3, revisions 1');
  });

  it('is given up when it was waited for as often as allowed', async () => {
    await climbs(
      {
        plan: planOf('a'),
        script: FAILS_TWICE,
        doctor: advising(OVERLOAD),
        settings: { limits: { infraRetries: 1 }, recovery: { replan: { enabled: false } } },
      },
      '#1, retry retry.attempts, #2, strong doctor 1 doctor.failures, doctor failed, postponed infra.wait, ' +
        'doctor failed, STOP stuck.nothing_left, failed stuck.nothing_left',
      { status: 'halted' },
    );
  });

  it('is waited for where that is the reviewer of the whole', async () => {
    const { sessions } = await check(
      {
        plan: planOf('a'),
        reviewer: (() => {
          const answers = [{ failure: quota(3_000) }, { failure: quota(6_000) }, { failure: quota(9_000) }];
          return () => answers.shift() ?? { answer: { approved: true } };
        })(),
        settings: { review: { when: 'end' } },
      },
      { status: 'completed' },
    );
    expect(sessions.filter(({ role }) => role === 'reviewer')).toHaveLength(4);
  });
});
