import { describe, expect, it } from 'vitest';
import { elements } from '../../src/base/chunked.ts';
import type { Phase } from '../../src/plan/model.ts';
import { planOf } from '../run/plans.ts';
import { check, compare, type Expected } from './check.ts';
import { tree } from './tell.ts';
import { type World, type WorldOptions, world } from './world.ts';

/** Phase `a` fails for good; the others are `ok`. */
interface Case extends Expected, Pick<WorldOptions, 'settings' | 'preset' | 'takes' | 'script'> {
  readonly title: string;
  readonly plan: string;
  readonly details?: Readonly<Record<string, Partial<Phase>>>;
}

const CASES: readonly Case[] = [
  {
    title:
      'drain keeps what is under way, starts nothing new, blocks all that waits for the failed phase [004-11] [004-15]',
    plan: 'a; b; c; d: a; e: d b; f: b',
    settings: { onFailure: 'drain', concurrency: 3 },
    takes: { a: 5, b: 20, c: 30 },
    status: 'halted',
    reason: 'failed: a',
    standings: 'a failed, b completed, c completed, d blocked by a, e blocked by a, f pending',
    landed: 'b c',
  },
  {
    title: 'drain lets phases that wait for a retry have it',
    plan: 'a; b',
    settings: { onFailure: 'drain' },
    script: { a: ['fail'], b: ['reject', 'ok'] },
    takes: { a: 5, b: 20 },
    status: 'halted',
    standings: 'a failed, b completed',
    landed: 'b',
  },
  {
    title: 'halt stops everything now; what was under way is pending again',
    plan: 'a; b; c: a',
    settings: { onFailure: 'halt' },
    takes: { a: 5, b: 100 },
    status: 'halted',
    reason: 'phase a failed',
    standings: 'a failed, b pending, c blocked by a',
    landed: '',
  },
  {
    title: 'continue goes on with all that does not depend on the failed phase',
    plan: 'a; b; c: a; d: b; e: c d',
    settings: { onFailure: 'continue' },
    takes: { a: 1, b: 5, d: 5 },
    status: 'failed',
    reason: 'failed: a',
    standings: 'a failed, b completed, c blocked by a, d completed, e blocked by a',
    landed: 'b d',
  },
  {
    title: 'continue passes the barrier behind a failed phase',
    plan: 'a; b; c: b',
    settings: { onFailure: 'continue', schedule: 'levels' },
    status: 'failed',
    standings: 'a failed, b completed, c completed',
  },
  {
    title: 'a batch ends with its siblings preserved, the failed one retried, then the run halts [004-15]',
    plan: '1; a: 1; 2b: 1; 2c: 1; 3: a 2b 2c',
    details: {
      a: { parallelWith: ['2b', '2c'] },
      '2b': { parallelWith: ['a', '2c'] },
      '2c': { parallelWith: ['a', '2b'] },
    },
    preset: 'autobuild',
    takes: { a: 15, '2b': 8, '2c': 5 },
    status: 'halted',
    standings: '1 completed, a failed, 2b completed, 2c completed, 3 blocked by a',
    starts: '1@0 a@0 2b@0 2c@0 a@15',
    landed: '1 2c 2b',
  },
  {
    title: 'a phase behind a skipped one is not blocked by what that one waited for',
    plan: 'a; b: a; c: b',
    details: { b: { done: true }, c: { estimate: 0 } },
    settings: { onFailure: 'continue', concurrency: 1 },
    status: 'failed',
    standings: 'a failed, b skipped, c completed',
  },
];

describe('a phase that fails for good', () => {
  for (const { title, plan, details, preset, settings, takes, script, ...expected } of CASES) {
    it(title, async () => {
      await check(
        {
          plan: planOf(plan, details),
          script: script ?? { a: ['fail'] },
          ...(preset && { preset }),
          ...(settings && { settings }),
          ...(takes && { takes }),
        },
        expected,
      );
    });
  }

  it('leaves the branch at what had landed, and no workspace [000-04]', async () => {
    const { git } = await check(
      { plan: planOf('z; a: z; b: a'), script: { a: ['fail'] } },
      { status: 'halted', standings: 'z completed, a failed, b blocked by a' },
    );
    expect(tree(git)).toEqual({ 'z.txt': 'attempt 1' });
    expect(git.slots.size).toBe(0);
  });

  it('on halt lets the landing under way come to its end and ends sessions', async () => {
    const landing = Promise.withResolvers<void>();
    const made: World = await world({
      plan: planOf('a; b; c'),
      settings: { onFailure: 'halt', maxAttempts: 1, review: { when: 'never' } },
      developer: async (files, { assignment: { phase } }) => {
        files.set(`${phase}.txt`, '');
        if (phase === 'b') return {};
        if (phase === 'c') return new Promise(() => {});
        await landing.promise;
        return { failure: { category: 'agent_error', message: 'no' } };
      },
      through: workspaces => ({
        ...workspaces,
        async land(request) {
          landing.resolve();
          while (!made.events.some(({ type }) => type === 'phase_failed')) await made.clock.turn();
          return workspaces.land(request);
        },
      }),
    });
    await compare(made, await made.go(), {
      status: 'halted',
      standings: 'a failed, b completed, c pending',
      landed: 'b',
    });
  });
});

describe('resume', () => {
  /** Fails until it is told to stop doing so. */
  const mendable = (options: Omit<WorldOptions, 'developer'>, failing: readonly string[]) => {
    const bad = new Set(failing);
    return {
      bad,
      made: world({
        ...options,
        developer: (files, { assignment: { phase, attempt } }) => {
          files.set(`${phase}.txt`, String(attempt));
          if (bad.has(phase)) return { failure: { category: 'agent_error', message: 'no' } };
          return {};
        },
      }),
    };
  };

  it('gives failed phases a new allowance, frees what they blocked, and repeats nothing that landed [004-10] [004-12]', async () => {
    const { bad, made: making } = mendable({ plan: planOf('a; b; c: a; d: c b') }, ['a']);
    const made = await making;
    await compare(made, await made.go(), {
      status: 'halted',
      standings: 'a failed, b completed, c blocked by a, d blocked by a',
      landed: 'b',
    });
    bad.clear();
    const state = await made.go({ resume: true });
    await compare(made, state, { status: 'completed', landed: 'b a c d' });
    expect(made.sessions.filter(({ assignment }) => assignment.phase === 'b')).toHaveLength(2);
    expect(elements(state.phases).map(({ attempt }) => attempt)).toEqual([3, 1, 1, 1]);
  });

  it('allows as many attempts again, and its counters go on [004-10]', async () => {
    const { made: making } = mendable({ plan: planOf('a') }, ['a']);
    const made = await making;
    await made.go();
    const state = await made.go({ resume: true });
    await compare(made, state, {
      status: 'halted',
      story: 'a started, a retry, a started, a failed, a started, a retry, a started, a failed',
    });
    expect(elements(state.phases)[0]).toMatchObject({
      attempt: 4,
      spent: { attempts: 4 },
      before: { attempts: 2 },
    });
  });

  it('begins a phase with a new allowance at the head, and tells what failed before', async () => {
    const { bad, made: making } = mendable({ plan: planOf('a; b'), takes: { a: 1, b: 9 } }, ['a']);
    const made = await making;
    await made.go();
    bad.clear();
    await compare(made, await made.go({ resume: true }), { status: 'completed', landed: 'b a' });
    const started = made.events.filter(event => event.type === 'phase_started' && event.phase === 'a').at(-1);
    expect(started).toMatchObject({ attempt: 3, contents: null, continues: null });
    expect(made.git.commits.get((started as { base: string }).base)?.message).toContain(
      'Phasewright-Phase: b',
    );
    const again = made.sessions.find(({ assignment }) => assignment.attempt === 3);
    expect(again?.prompt).toContain('Attempt 2 was not accepted');
  });

  it('starts at the first batch that is not complete [004-12]', async () => {
    const { bad, made: making } = mendable({ plan: planOf('a; b: a; c: b'), preset: 'autobuild' }, ['b']);
    const made = await making;
    await made.go();
    bad.clear();
    const before = made.events.length;
    await compare(made, await made.go({ resume: true }), { status: 'completed', landed: 'a b c' });
    const started = made.events.slice(before).flatMap(e => (e.type === 'phase_started' ? [e.phase] : []));
    expect(started).toEqual(['b', 'c']);
  });

  it('of a run that went on beside its failures gives all of them another chance', async () => {
    const { bad, made: making } = mendable(
      { plan: planOf('a; b; c: a b'), settings: { onFailure: 'continue' } },
      ['a', 'b'],
    );
    const made = await making;
    await compare(made, await made.go(), {
      status: 'failed',
      standings: 'a failed, b failed, c blocked by a',
    });
    bad.delete('a');
    await compare(made, await made.go({ resume: true }), {
      status: 'failed',
      standings: 'a completed, b failed, c blocked by b',
    });
    bad.clear();
    await compare(made, await made.go({ resume: true }), { status: 'completed' });
  });

  it('drops what was under way when the run halted without counting it', async () => {
    const { bad, made: making } = mendable(
      { plan: planOf('a; b'), takes: { a: 1, b: 50 }, settings: { onFailure: 'halt', maxAttempts: 1 } },
      ['a'],
    );
    const made = await making;
    await made.go();
    bad.clear();
    const state = await made.go({ resume: true });
    await compare(made, state, { status: 'completed' });
    expect(elements(state.phases)[1]?.spent).toMatchObject({ attempts: 0, landings: 0, infra: 0 });
  });

  it('of a completed or cancelled run changes nothing [004-12]', async () => {
    const done = await world({ plan: planOf('a') });
    await done.go();
    const before = await done.journal();
    expect((await done.go({ resume: true })).status).toBe('completed');
    expect(await done.journal()).toEqual(before);

    const cancelled = await world({ plan: planOf('a') });
    await cancelled.ask({ type: 'cancel' });
    expect((await cancelled.go()).status).toBe('cancelled');
    const length = (await cancelled.journal()).length;
    expect((await cancelled.go({ resume: true })).status).toBe('cancelled');
    expect(await cancelled.journal()).toHaveLength(length);
  });
});
