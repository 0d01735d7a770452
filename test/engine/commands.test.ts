import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/run/event.ts';
import { planOf } from '../run/plans.ts';
import { compare, type Expected } from './check.ts';
import { tree } from './tell.ts';
import { type World, type WorldOptions, world } from './world.ts';

const PLAN = planOf('a; b: a; c: b; d', { d: { gated: true } });

const retry = (phase: string): Command => ({ type: 'retry', phase });
const skip = (phase: string): Command => ({ type: 'skip', phase });
const approve = (phase: string): Command => ({ type: 'approve', phase });

/** A run to which something is said after so many milliseconds of its time. */
interface Case extends Expected, Partial<WorldOptions> {
  readonly title: string;
  readonly say: readonly (readonly [after: number, command: Command])[];
}

const DURING: readonly Case[] = [
  {
    title: 'cancel ends sessions at once; what landed stays',
    plan: planOf('a; b: a; c: b'),
    takes: { a: 10, b: 100 },
    say: [[50, { type: 'cancel' }]],
    status: 'cancelled',
    reason: 'cancelled by request',
    standings: 'a completed, b pending, c pending',
    landed: 'a',
  },
  {
    title: 'cancel before anything began',
    plan: planOf('a'),
    say: [[0, { type: 'cancel' }]],
    status: 'cancelled',
    landed: '',
    script: { a: ['hang'] },
  },
  {
    title: 'cancel twice is cancel',
    plan: planOf('a'),
    script: { a: ['hang'] },
    say: [
      [5, { type: 'cancel' }],
      [5, { type: 'cancel' }],
    ],
    status: 'cancelled',
  },
  {
    title: 'pause leaves a run that can be resumed',
    plan: planOf('a; b: a'),
    takes: { a: 10, b: 100 },
    say: [[50, { type: 'pause' }]],
    status: 'paused',
    reason: 'paused by request',
    standings: 'a completed, b running',
  },
  {
    title: 'skip of a phase under way ends its session; what depends on it starts',
    plan: planOf('a; b: a'),
    script: { a: ['hang'] },
    say: [[5, skip('a')]],
    status: 'completed',
    standings: 'a skipped, b completed',
    landed: 'b',
  },
  {
    title: 'skip of a phase that is pending',
    plan: planOf('a; b: a; c: b'),
    takes: { a: 10 },
    say: [[5, skip('b')]],
    status: 'completed',
    standings: 'a completed, b skipped, c completed',
  },
  {
    title: 'skip of a phase that waits for its retry',
    plan: planOf('a; b: a'),
    script: { a: ['infra'] },
    settings: { limits: { backoffMs: 100 } },
    say: [[50, skip('a')]],
    status: 'completed',
    standings: 'a skipped, b completed',
  },
  {
    title: 'skip of a failed phase lets a draining run go on',
    plan: planOf('a; b; c: a; d: b'),
    script: { a: ['fail'] },
    takes: { b: 50 },
    say: [[20, skip('a')]],
    status: 'completed',
    standings: 'a skipped, b completed, c completed, d completed',
  },
  {
    title: 'skip of a blocked phase frees what waits for it alone',
    plan: planOf('a; b: a; c: b; d: a; e'),
    script: { a: ['fail'] },
    settings: { onFailure: 'continue' },
    takes: { e: 50 },
    say: [[20, skip('b')]],
    status: 'failed',
    standings: 'a failed, b skipped, c completed, d blocked by a, e completed',
  },
  {
    title: 'retry of a failed phase while others go on',
    plan: planOf('a; b; c: a'),
    script: { a: ['fail', 'fail', 'ok'] },
    takes: { b: 50 },
    say: [[20, retry('a')]],
    status: 'completed',
    standings: 'a completed, b completed, c completed',
  },
  {
    title: 'retry of one of two failed phases: what both block waits for the other, by name',
    plan: planOf('a; b; c: a b; z'),
    script: { a: ['fail', 'fail', 'ok'], b: ['fail'] },
    settings: { onFailure: 'continue' },
    takes: { z: 50 },
    say: [[20, retry('a')]],
    status: 'failed',
    standings: 'a completed, b failed, c blocked by b, z completed',
  },
];

describe('a request during a run', () => {
  for (const { title, say, plan = PLAN, status, reason, standings, landed, ...options } of DURING) {
    it(title, async () => {
      const made = await world({ ...options, plan });
      for (const [after, command] of say) void made.clock.sleep(after).then(() => made.ask(command));
      const expected = { status, reason, standings, landed };
      const given = Object.fromEntries(Object.entries(expected).filter(([, value]) => value !== undefined));
      await compare(made, await made.go(), given);
      expect(made.events.filter(({ type }) => type === 'command_taken').length).toBeGreaterThan(0);
    });
  }

  it('that skips a phase leaves nothing of it behind, also where its result comes at the same time', async () => {
    const made = await world({ plan: planOf('a; b: a'), takes: { a: 10 } });
    void made.clock.sleep(10).then(() => made.ask(skip('a')));
    const state = await made.go();
    await compare(made, state, { status: 'completed', standings: 'a skipped, b completed', landed: 'b' });
    expect(tree(made.git)).toEqual({ 'b.txt': 'attempt 1' });
  });
});

describe('a request that cannot be followed', () => {
  const CASES: readonly (readonly [title: string, command: Command, reason: string])[] = [
    [
      'retry of a phase that did not fail',
      retry('b'),
      'phase b is pending; only a phase that failed or waits for help can be retried',
    ],
    ['retry of an unknown phase', retry('x'), 'there is no phase x'],
    ['skip of an unknown phase', skip('x'), 'there is no phase x'],
    ['skip of a completed phase', skip('z'), 'phase z is completed'],
    ['a request of another kind', { type: 'unknown' }, 'there is no such request'],
    ['approval of a phase that needs none', approve('b'), 'phase b waits for no approval'],
  ];
  for (const [title, command, reason] of CASES) {
    it(title, async () => {
      const made = await world({ plan: planOf('z; a: z; b: a'), takes: { a: 10 } });
      void made.clock.sleep(5).then(() => made.ask(command));
      await compare(made, await made.go(), { status: 'completed', landed: 'z a b' });
      expect(made.events).toContainEqual({ type: 'command_refused', number: 1, reason });
    });
  }

  it('skip of a phase that is just landing', async () => {
    const made: World = await world({
      plan: planOf('a'),
      through: workspaces => ({
        ...workspaces,
        async land(request) {
          await made.ask(skip('a'));
          while (!made.events.some(({ type }) => type === 'command_taken')) await made.clock.turn();
          return workspaces.land(request);
        },
      }),
    });
    await compare(made, await made.go(), { status: 'completed', standings: 'a completed', landed: 'a' });
    expect(made.events).toContainEqual({
      type: 'command_refused',
      number: 1,
      reason: 'phase a is just landing',
    });
  });

  it('a second approval', async () => {
    const made = await world({ plan: planOf('a; b: a', { b: { gated: true } }), takes: { a: 10 } });
    void made.clock.sleep(2).then(() => made.ask(approve('b')));
    void made.clock.sleep(4).then(() => made.ask(approve('b')));
    await compare(made, await made.go(), { status: 'completed' });
    expect(made.events).toContainEqual(expect.objectContaining({ reason: 'phase b is approved already' }));
  });

  for (const command of [{ type: 'cancel' }, { type: 'pause' }, retry('a'), skip('a')] as const) {
    it(`${command.type} of a run that is over`, async () => {
      const made = await world({ plan: planOf('a') });
      await made.go();
      await made.ask(command);
      const state = await made.go();
      await compare(made, state, { status: 'completed', landed: 'a' });
      expect(made.events.at(-1)).toMatchObject({ type: 'command_refused', reason: 'the run is completed' });
    });
  }
});

describe('a request delivered twice', () => {
  it('is followed once', async () => {
    const made = await world({ plan: planOf('a; b: a'), script: { a: ['fail', 'fail', 'ok'] } });
    await made.go();
    await made.ask(retry('a'));
    // The mailbox hands in the same requests each time that the run is driven.
    await made.go();
    const state = await made.go({ resume: true });
    await compare(made, state, { status: 'completed', landed: 'a b' });
    expect(made.events.filter(({ type }) => type === 'phase_reset')).toHaveLength(1);
    expect(made.events.filter(({ type }) => type === 'command_taken')).toHaveLength(1);
  });
});

describe('requests that come together', () => {
  it('skip and retry of the same failed phase: the phase stays skipped', async () => {
    const made = await world({
      plan: planOf('a; b; c: a'),
      script: { a: ['fail'] },
      settings: { onFailure: 'continue' },
      takes: { b: 50 },
    });
    void made.clock.sleep(20).then(async () => {
      await made.ask(skip('a'));
      await made.ask(retry('a'));
    });
    await compare(made, await made.go(), {
      status: 'completed',
      standings: 'a skipped, b completed, c completed',
    });
  });
});

describe('a request to a halted run', () => {
  it('retry frees the phase and what it blocked; the run goes on when it is resumed', async () => {
    const made = await world({ plan: planOf('a; b: a'), script: { a: ['fail', 'fail', 'ok'] } });
    await made.go();
    await made.ask(retry('a'));
    await compare(made, await made.go(), { status: 'halted', standings: 'a pending, b pending' });
    await compare(made, await made.go({ resume: true }), { status: 'completed', landed: 'a b' });
  });

  it('skip leaves the failed phase out', async () => {
    const made = await world({ plan: planOf('a; b: a'), script: { a: ['fail'] } });
    await made.go();
    await made.ask(skip('a'));
    await compare(made, await made.go(), { status: 'halted', standings: 'a skipped, b pending' });
    await compare(made, await made.go({ resume: true }), { status: 'completed', landed: 'b' });
  });

  it('cancel of a paused run ends it', async () => {
    const made = await world({ plan: planOf('a'), script: { a: ['hang'] } });
    void made.clock.sleep(5).then(() => made.ask({ type: 'pause' }));
    await made.go();
    await made.ask({ type: 'cancel' });
    await compare(made, await made.go(), { status: 'cancelled', standings: 'a pending' });
  });

  it('a fault while a cancelled run lands does not hide the cancellation', async () => {
    const made = await world({
      plan: planOf('a'),
      through: workspaces => ({
        ...workspaces,
        async land() {
          await made.ask({ type: 'cancel' });
          while (!made.events.some(({ type }) => type === 'cancel_requested')) await made.clock.turn();
          return { ok: false, failure: { reason: 'disk_full', message: 'full', hint: '' } };
        },
      }),
    });
    await compare(made, await made.go(), { status: 'cancelled', reason: 'cancelled by request' });
  });
});
