import { describe, expect, it } from 'vitest';
import type { Usage } from '../../../src/run/usage.ts';
import { planOf } from '../../run/plans.ts';
import { compare } from '../check.ts';
import { type Act, type WorldOptions, world } from '../world.ts';
import { advising, climbs, eventsOf, failing, guarded, ladder, spentBy, TESTS } from './ladder.ts';

const used = (inputTokens: number, costUsd: number | null = null): Usage => ({
  inputTokens,
  outputTokens: 0,
  costUsd,
});

/** Works and spends so much in each session. */
const spending =
  (usage: Usage): Act =>
  (files, { assignment: { phase } }) => {
    files.set(phase, '');
    return { usage };
  };

const budgets = (whose: 'run' | 'phase', limits: object): NonNullable<WorldOptions['settings']> => ({
  budgets: { [whose]: limits },
});

describe('a budget that is spent', () => {
  it('stops the run before the next session begins [003-07]', async () => {
    const made = await climbs(
      {
        plan: planOf('a; b: a'),
        developer: spending(used(1_000)),
        settings: budgets('run', { tokens: 1_000 }),
      },
      '#1, budget_spent run tokens',
      { status: 'halted', standings: 'a pending, b pending', landed: '' },
    );
    expect(made.state.reason).toBe(
      'the budget of the run is spent: 1,000 of 1,000 tokens; resume gives it the same again',
    );
    expect(made.sessions.map(({ role }) => role)).toEqual(['developer']);
  });

  it('lets what needs none any more be seen through', async () => {
    await climbs(
      {
        plan: planOf('a; b: a'),
        developer: spending(used(1_000)),
        settings: { ...budgets('run', { tokens: 1_000 }), review: { when: 'never' } },
      },
      '#1, completed, budget_spent run tokens',
      { status: 'halted', standings: 'a completed, b pending', landed: 'a' },
    );
  });

  it('of a phase ends that phase, and the others go on [003-07]', async () => {
    const made = await climbs(
      {
        plan: planOf('a; b; c: a'),
        developer: (files, session) =>
          spending(used(session.assignment.phase === 'a' ? 1_000 : 10))(files, session),
        settings: { ...budgets('phase', { tokens: 1_000 }), onFailure: 'continue' },
      },
      null,
      { status: 'failed', standings: 'a failed, b completed, c blocked by a' },
    );
    expect(eventsOf(made, 'budget_spent').map(({ phase }) => phase)).toEqual(['a']);
    expect(eventsOf(made, 'phase_failed')[0]).toMatchObject({
      why: { rule: 'budget.phase' },
      failure: { category: 'budget' },
    });
  });

  it('leaves out a session for which less is left than the shortest of its kind has taken', async () => {
    const made = await climbs(
      {
        plan: planOf('a; b: a; c: b'),
        developer: spending(used(400)),
        settings: { ...budgets('run', { tokens: 1_000 }), review: { when: 'never' } },
      },
      null,
      { status: 'halted', landed: 'a b' },
    );
    expect(made.state.usage.inputTokens).toBe(800);
  });

  it('counts sessions, doctors among them', async () => {
    const made = await climbs(
      {
        plan: planOf('a'),
        script: { a: [TESTS] },
        settings: budgets('phase', { sessions: 2 }),
        doctor: advising({}),
      },
      '#1, retry retry.attempts, #2, strong doctor 1 doctor.failures, budget_spent a sessions, failed budget.phase',
      { status: 'halted' },
    );
    expect(made.sessions.map(({ role }) => role)).toEqual(['developer', 'developer']);
  });

  it('of sessions lets those that began come to their end', async () => {
    const { sessions } = await climbs(
      {
        plan: planOf('a; b'),
        settings: { ...budgets('run', { sessions: 2 }), concurrency: 1 },
        reviewer: async () => {
          for (let round = 0; round < 20; round += 1) await new Promise(setImmediate);
          return { answer: { approved: true } };
        },
      },
      '#1, completed, budget_spent run sessions',
      { status: 'halted', standings: 'a completed, b pending' },
    );
    expect(sessions.map(({ signal }) => signal.aborted)).toEqual([false, false]);
  });

  it('counts failures: the phase ends at the last that is allowed', async () => {
    const { state } = await climbs(
      {
        plan: planOf('a'),
        script: { a: [failing('infra.overload')] },
        settings: { ...budgets('phase', { failures: 3 }), limits: { infraRetries: 50 } },
      },
      '#1, retry infra.wait, #2, retry infra.wait, #3, failed budget.phase',
    );
    expect(spentBy(state)).toBe('infra 3');
  });

  it('counts time in which something is done, and no other', async () => {
    const quota = { ...failing('infra.quota', 'enough'), retryAt: 1_000_000 };
    const made = await climbs(
      {
        plan: planOf('a'),
        script: { a: [quota, 'hang'] },
        takes: { a: 400 },
        settings: budgets('phase', { wallMs: 1_000 }),
      },
      null,
      { status: 'halted', starts: 'a@0 a@1000000' },
    );
    expect(ladder(made.events)).toContain('budget_spent a wallMs, failed budget.phase');
    expect(made.state.now).toBe(1_000_600);
  });

  it('is given once more when the run is resumed', async () => {
    const options = guarded({
      plan: planOf('a; b: a; c: b'),
      developer: spending(used(500)),
      settings: { ...budgets('run', { tokens: 1_000 }), review: { when: 'never' } },
    });
    const made = await world(options);
    await compare(made, await made.go(), { status: 'halted', landed: 'a b' });
    await compare(made, await made.go({ resume: true }), { status: 'completed', landed: 'a b c' });
    expect((await made.go()).usage.inputTokens).toBe(1_500);
  });
});

describe('a session that spends while it goes on', () => {
  const streaming: Act = () => ({ usages: Array<Usage>(20).fill(used(100)) });

  it('is stopped when a budget of the phase is spent [003-07]', async () => {
    const made = await climbs(
      { plan: planOf('a'), developer: streaming, settings: budgets('phase', { tokens: 1_000 }) },
      '#1, budget_warned a tokens, budget_spent a tokens, failed budget.phase',
      { status: 'halted', standings: 'a failed' },
    );
    const noted = eventsOf(made, 'usage_noted');
    expect(noted.map(({ usage }) => usage.inputTokens)).toEqual(Array(10).fill(100));
    expect(eventsOf(made, 'session_ended')).toEqual([]);
    expect(made.sessions[0]!.signal.aborted).toBe(true);
    expect(made.state.usage.inputTokens).toBe(1_000);
  });

  it('is stopped when a budget of the run is spent, with all others', async () => {
    const made = await climbs(
      {
        plan: planOf('a; b'),
        developer: (files, session) =>
          session.assignment.phase === 'a' ? streaming(files, session) : new Promise(() => {}),
        settings: budgets('run', { tokens: 1_000 }),
      },
      null,
      { status: 'halted', standings: 'a pending, b pending' },
    );
    expect(made.sessions.map(({ signal }) => signal.aborted)).toEqual([true, true]);
    expect(made.state.usage.inputTokens).toBe(1_000);
  });

  it('is stopped by its cost, too', async () => {
    const made = await climbs(
      {
        plan: planOf('a'),
        developer: () => ({ usages: Array<Usage>(20).fill(used(1, 0.5)) }),
        settings: budgets('phase', { usd: 2 }),
      },
      '#1, budget_spent a usd, failed budget.phase',
    );
    expect(made.state.usage.costUsd).toBe(2);
  });

  it('is counted once, whatever of it was told before', async () => {
    const made = await climbs(
      {
        plan: planOf('a'),
        developer: (files, session) => {
          files.set('a', '');
          return streaming(files, session);
        },
        settings: budgets('phase', { tokens: 10_000 }),
      },
      '#1, completed',
    );
    expect(eventsOf(made, 'usage_noted').length).toBeGreaterThan(0);
    expect(made.state.usage).toMatchObject({ inputTokens: 2_000, unpriced: 2 });
  });

  it('is not told of step by step where much is left', async () => {
    const made = await climbs(
      {
        plan: planOf('a'),
        developer: (files, session) => {
          files.set('a', '');
          return streaming(files, session);
        },
      },
      '#1, completed',
    );
    expect(eventsOf(made, 'usage_noted')).toEqual([]);
    expect(made.state.usage.inputTokens).toBe(2_000);
  });
});

describe('a budget that is nearly spent', () => {
  it('is told of once, at 80 % [003-07]', async () => {
    const options: WorldOptions = {
      plan: planOf('a; b: a; c: b; d: c; e: d'),
      developer: spending(used(100)),
      settings: { ...budgets('run', { tokens: 375 }), review: { when: 'never' } },
    };
    // After three of them exactly 80 % are used.
    const made = await climbs(options, null, { status: 'halted', landed: 'a b c' });
    expect(ladder(made.events)).toMatch(
      /c #1, budget_warned run tokens, c completed, budget_spent run tokens$/,
    );
    const wide = { ...options, settings: { ...options.settings, ...budgets('run', { tokens: 500 }) } };
    const through = await climbs(wide, null, { status: 'completed' });
    expect(ladder(through.events)).toContain(
      'd #1, budget_warned run tokens, d completed, e #1, e completed',
    );
    expect(eventsOf(through, 'budget_warned')).toMatchObject([{ phase: null, used: 400, limit: 500 }]);
  });

  it('is told of again after a new allowance', async () => {
    const made = await world(
      guarded({
        plan: planOf('a; b: a'),
        developer: spending(used(100)),
        settings: { ...budgets('run', { tokens: 125 }), review: { when: 'never' } },
      }),
    );
    await made.go();
    await made.go({ resume: true });
    expect(eventsOf(made, 'budget_warned')).toHaveLength(2);
  });
});
