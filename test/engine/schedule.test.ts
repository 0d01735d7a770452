import { describe, expect, it } from 'vitest';
import type { Phase } from '../../src/plan/model.ts';
import type { Overrides } from '../../src/run/settings.ts';
import { fold } from '../run/fold.ts';
import { planOf } from '../run/plans.ts';
import { check, compare } from './check.ts';
import { typesOf } from './tell.ts';
import { world } from './world.ts';

/** When each phase starts, as `phase@time`, given how long it takes. */
interface Case {
  readonly title: string;
  readonly plan: string;
  readonly details?: Readonly<Record<string, Partial<Phase>>>;
  readonly settings: Overrides;
  readonly takes: Readonly<Record<string, number>>;
  readonly durations?: Record<string, number>;
  readonly starts: string;
}

const estimates = (of: Readonly<Record<string, number>>): Record<string, Partial<Phase>> =>
  Object.fromEntries(Object.entries(of).map(([id, estimate]) => [id, { estimate }]));

const beside = (...groups: string[]): Record<string, Partial<Phase>> =>
  Object.fromEntries(
    groups.flatMap(group => {
      const ids = group.split(' ');
      return ids.map(id => [id, { parallelWith: ids.filter(other => other !== id) }] as const);
    }),
  );

const CASES: readonly Case[] = [
  {
    title:
      'starts a phase the moment its dependencies have landed, whatever else is under way [001-03] [001-05]',
    plan: 'a; b; c: a; d: b; e: c d',
    settings: { schedule: 'ready' },
    takes: { a: 10, b: 30, c: 10, d: 5, e: 1 },
    starts: 'a@0 b@0 c@10 d@30 e@35',
  },
  {
    title: 'picks the longest remaining path by estimates',
    plan: 'a; b; c; d: c',
    details: estimates({ a: 1, b: 3, c: 2, d: 2 }),
    settings: { schedule: 'ready', concurrency: 1 },
    takes: { a: 1, b: 1, c: 1, d: 1 },
    starts: 'c@0 b@1 d@2 a@3',
  },
  {
    title: 'picks by what earlier runs took where the plan has no estimates',
    plan: 'a; b; c',
    settings: { schedule: 'ready', concurrency: 1 },
    takes: { a: 1, b: 1, c: 1 },
    durations: { a: 5, c: 9, b: 7 },
    starts: 'c@0 b@1 a@2',
  },
  {
    title: 'puts estimates before what earlier runs took',
    plan: 'a; b',
    details: estimates({ a: 1, b: 2 }),
    settings: { schedule: 'ready', concurrency: 1 },
    takes: { a: 1, b: 1 },
    durations: { a: 100, b: 1 },
    starts: 'b@0 a@1',
  },
  {
    title: 'counts every phase as 1 where nothing is known, and keeps the order of the plan among equals',
    plan: 'a; b; c; d: c',
    settings: { schedule: 'ready', concurrency: 1 },
    takes: { a: 1, b: 1, c: 1, d: 1 },
    starts: 'c@0 a@1 b@2 d@3',
  },
  {
    title: 'counts a phase without an estimate as the mean of the others',
    plan: 'a; b; c',
    details: estimates({ a: 2, c: 6 }),
    settings: { schedule: 'ready', concurrency: 1 },
    takes: { a: 1, b: 1, c: 1 },
    starts: 'c@0 b@1 a@2',
  },
  {
    title: 'never has more sessions than it may',
    plan: 'a; b; c; d; e',
    settings: { schedule: 'ready', concurrency: 2 },
    takes: { a: 10, b: 4, c: 4, d: 4, e: 4 },
    starts: 'a@0 b@0 c@4 d@8 e@10',
  },
  {
    title: 'goes batch by batch, phases side by side only where the plan permits it [004-13]',
    plan: '0; 1: 0; 2a: 1; 2b: 1; 2c: 1; 3: 2a 2b 2c',
    details: beside('2a 2b 2c'),
    settings: { schedule: 'batches' },
    takes: { 0: 5, 1: 5, '2a': 10, '2b': 8, '2c': 5, 3: 1 },
    starts: '0@0 1@5 2a@10 2b@10 2c@10 3@20',
  },
  {
    title: 'does not put phases into one batch without permission, though both are ready',
    plan: 'a; b; c',
    details: beside('a c'),
    settings: { schedule: 'batches' },
    takes: { a: 5, b: 5, c: 5 },
    starts: 'a@0 c@0 b@5',
  },
  {
    title: 'waits at the barrier of a level for all of its phases [000-13]',
    plan: 'a; b; c: a; d: b',
    settings: { schedule: 'levels' },
    takes: { a: 10, b: 30, c: 10, d: 5 },
    starts: 'a@0 b@0 c@30 d@30',
  },
  {
    title: 'goes strictly one after the other in the order of the plan [002-03]',
    plan: 'a; b; c; d: a',
    settings: { schedule: 'serial', concurrency: 8 },
    takes: { a: 10, b: 4, c: 4, d: 4 },
    starts: 'a@0 b@10 c@14 d@18',
  },
  {
    title: 'takes phases that the plan marks as done for landed',
    plan: 'a; b: a; c: b',
    details: { a: { done: true }, b: { done: true } },
    settings: { schedule: 'ready' },
    takes: { c: 1 },
    starts: 'c@0',
  },
  {
    title: 'passes barriers behind which all is done',
    plan: 'a; b: a; c: b',
    details: { a: { done: true }, b: { done: true } },
    settings: { schedule: 'levels' },
    takes: { c: 1 },
    starts: 'c@0',
  },
];

describe('the schedule', () => {
  for (const { title, plan, details, starts, ...options } of CASES) {
    it(title, async () => {
      await check({ ...options, plan: planOf(plan, details) }, { status: 'completed', starts });
    });
  }

  it('follows from the plan and the settings alone: two runs are equal event for event [001-01] [001-02]', async () => {
    const run = async () => {
      const made = await world({ plan: planOf('a; b; c: a; d: a b'), takes: { a: 3, b: 2, c: 2, d: 1 } });
      await made.go();
      return (await made.journal()).filter(({ event }) => event.type !== 'session_started');
    };
    expect(await run()).toEqual(await run());
  });

  it('keeps as many sessions busy as it may, and no more', async () => {
    const { peak } = await check(
      {
        plan: planOf('a; b; c; d; e; f'),
        settings: { concurrency: 3 },
        takes: { a: 5, b: 3, c: 4, d: 1, e: 9 },
      },
      { status: 'completed' },
    );
    expect(peak()).toBe(3);
  });

  it('ends a plan without phases at once', async () => {
    const { events } = await check(
      { plan: { ...planOf('a'), phases: [] } },
      { status: 'completed', landed: '' },
    );
    expect(typesOf(events)).toEqual(['run_created', 'run_opened', 'run_ending', 'run_ended']);
  });

  it('runs a hundred tasks, each in a fresh session, one commit each [002-04] [002-11]', async () => {
    const ids = Array.from({ length: 120 }, (_, index) => `t${index + 1}`);
    const text = ids.map((id, index) => (index === 0 ? id : `${id}: ${ids[index - 1]}`)).join('; ');
    const { sessions } = await check(
      { plan: planOf(text), preset: 'tasks', settings: { review: { when: 'never' } } },
      { status: 'completed', landed: ids.join(' ') },
    );
    expect(sessions.map(({ assignment }) => assignment.phase)).toEqual(ids);
    expect(sessions.every(({ continues }) => continues === null)).toBe(true);
  });
});

describe('a gated phase', () => {
  it('lets the run wait while all else goes on, and starts once it is approved', async () => {
    const made = await world({ plan: planOf('a; b: a; c', { b: { gated: true } }) });
    const waiting = await made.go();
    await compare(made, waiting, {
      status: 'waiting',
      reason: 'waits for approval of b',
      standings: 'a completed, b pending, c completed',
    });
    await made.ask({ type: 'approve', phase: 'b' });
    const state = await made.go();
    await compare(made, state, { status: 'completed', landed: 'a c b' });
    const entries = await made.journal();
    const approved = entries.findIndex(({ event }) => event.type === 'phase_approved');
    expect(fold(entries.slice(0, approved + 1))).toMatchObject({ status: 'running', reason: '' });
  });

  it('may be approved before its turn', async () => {
    const made = await world({ plan: planOf('a; b: a', { b: { gated: true } }) });
    await made.ask({ type: 'approve', phase: 'b' });
    await compare(made, await made.go(), { status: 'completed', landed: 'a b' });
  });

  it('may be skipped instead', async () => {
    const made = await world({ plan: planOf('a; b: a; c: b', { b: { gated: true } }) });
    await made.go();
    await made.ask({ type: 'skip', phase: 'b' });
    await compare(made, await made.go(), {
      status: 'completed',
      standings: 'a completed, b skipped, c completed',
    });
  });

  it('waits again where a waiting run is resumed without a decision', async () => {
    const made = await world({ plan: planOf('a', { a: { gated: true } }) });
    await made.go();
    await compare(made, await made.go({ resume: true }), { status: 'waiting', standings: 'a pending' });
  });
});
