import { describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/chunked.ts';
import type { GitFailure, GitResult, Workspaces } from '../../src/git/port.ts';
import { planOf } from '../run/plans.ts';
import { check, compare } from './check.ts';
import { tree, typesOf } from './tell.ts';
import { type Act, CHECKS, world } from './world.ts';

/** Both phases begin at the base; `a` lands first. */
const BESIDE = { plan: planOf('a; b'), takes: { a: 1, b: 2 } };

const writes =
  (contents: (phase: string, attempt: number) => Record<string, string>): Act =>
  (files, { assignment: { phase, attempt } }) => {
    for (const [path, text] of Object.entries(contents(phase, attempt))) files.set(path, text);
    return {};
  };

describe('landing', () => {
  it('sends a phase that conflicts back on the new head, and spends no attempt on it', async () => {
    const developer = writes((phase, attempt) => ({ 'shared.txt': `${phase}${attempt}` }));
    const { state, git, events, sessions } = await check(
      { ...BESIDE, developer, settings: { maxAttempts: 1 } },
      { status: 'completed', landed: 'a b' },
    );
    expect(tree(git)).toEqual({ 'shared.txt': 'b2' });
    expect(elementAt(state.phases, 1).spent).toMatchObject({ attempts: 0, landings: 1, infra: 0 });
    const [first, second] = events.flatMap(event =>
      event.type === 'phase_started' && event.phase === 'b' ? [event] : [],
    );
    expect(first?.base).toBe('c0');
    expect(git.commits.get(second!.base)?.message).toContain('Phasewright-Phase: a');
    const told = sessions.at(-2)!.prompt;
    expect(told).toContain('conflicts with what landed meanwhile in shared.txt');
    expect(told).toContain('`git diff c0 refs/phasewright/test/b/1`');
    expect(told).toContain(`\`git diff c0 ${second!.base}\``);
  });

  it('gives a phase up that never fits, under a budget of its own', async () => {
    // Every time that b is about to land, git says that something else is in the way.
    const through = (workspaces: Workspaces): Workspaces => ({
      ...workspaces,
      land: async request =>
        request.phase === 'b'
          ? { ok: true, outcome: 'conflict', files: ['x'], head: request.head }
          : workspaces.land(request),
    });
    const { state } = await check(
      { ...BESIDE, through, settings: { limits: { landingRetries: 2 } } },
      { status: 'halted', standings: 'a completed, b failed' },
    );
    expect(elementAt(state.phases, 1).spent).toMatchObject({ attempts: 0, landings: 3, infra: 0 });
  });

  it('runs the checks again on the combined tree where the head moved, and only there', async () => {
    const seen: string[] = [];
    const checked = (_: string, files: ReadonlyMap<string, string>): boolean =>
      seen.push([...files.keys()].sort().join(' ')) > 0;
    const { events } = await check(
      { ...BESIDE, check: checked, settings: { checks: CHECKS } },
      { status: 'completed', landed: 'a b' },
    );
    expect(seen).toEqual(['a.txt', 'b.txt', 'a.txt b.txt']);
    expect(typesOf(events).filter(type => type === 'landing_unchecked')).toHaveLength(1);
  });

  it('does not land what fails only together with others; it goes back on the new head with the reason', async () => {
    const check2 = (_: string, files: ReadonlyMap<string, string>): boolean =>
      !(files.get('a.txt') === '1' && files.get('b.txt') === '1');
    const { git, sessions, state } = await check(
      {
        ...BESIDE,
        developer: writes((phase, attempt) => ({ [`${phase}.txt`]: `${attempt}` })),
        check: check2,
        settings: { checks: CHECKS, maxAttempts: 1 },
      },
      { status: 'completed', landed: 'a b' },
    );
    expect(tree(git)).toEqual({ 'a.txt': '1', 'b.txt': '2' });
    expect(elementAt(state.phases, 1).spent).toMatchObject({ attempts: 0, landings: 1, infra: 0 });
    const again = sessions.find(({ assignment }) => assignment.phase === 'b' && assignment.attempt === 2);
    expect(again?.prompt).toContain('together with what landed meanwhile, checks fail');
  });

  it('does not land a phase twice that git had landed when it said that it failed', async () => {
    let failures = 1;
    const through = (workspaces: Workspaces): Workspaces => ({
      ...workspaces,
      async land(request) {
        const landing = await workspaces.land(request);
        failures -= 1;
        return failures < 0
          ? landing
          : { ok: false, failure: { reason: 'locked', message: 'late', hint: '' } };
      },
    });
    const { git } = await check({ plan: planOf('a; b: a'), through }, { status: 'completed', landed: 'a b' });
    expect(tree(git)['a.txt']).toBe('attempt 1');
  });

  it('lands several accepted phases one by one, in the order in which they were accepted', async () => {
    const { git } = await check(
      { plan: planOf('a; b; c'), takes: { a: 3, b: 1, c: 2 }, settings: { checks: CHECKS } },
      { status: 'completed', landed: 'b c a' },
    );
    expect(Object.keys(tree(git))).toEqual(['a.txt', 'b.txt', 'c.txt']);
  });
});

/** A git whose operation fails so many times with the reason. */
const failing =
  (
    operation: 'open' | 'capture' | 'land' | 'openRun',
    times: number,
    reason: 'locked' | 'disk_full' | 'branch_exists' | 'unstorable',
  ) =>
  (workspaces: Workspaces): Workspaces => {
    let left = times;
    const fails = async (...request: unknown[]) => {
      left -= 1;
      if (left >= 0) return { ok: false, failure: { reason, message: `it is ${reason}`, hint: 'Look.' } };
      return (workspaces[operation] as (...given: unknown[]) => Promise<unknown>)(...request);
    };
    return { ...workspaces, [operation]: fails };
  };

describe('git that fails', () => {
  for (const operation of ['open', 'capture', 'land'] as const) {
    it(`${operation} for a while is tried again and spends no attempt`, async () => {
      const { state } = await check(
        { plan: planOf('a; b: a'), through: failing(operation, 2, 'locked'), settings: { maxAttempts: 1 } },
        { status: 'completed', landed: 'a b' },
      );
      // What was accepted lands later; nothing else of it is repeated.
      const infra = operation === 'land' ? 0 : 2;
      const { spent, attempt } = elementAt(state.phases, 0);
      expect({ spent, attempt }).toMatchObject({
        spent: { attempts: 0, landings: 0, infra },
        attempt: infra + 1,
      });
    });

    it(`${operation} for a reason that a person must remove halts the run, which can be resumed then`, async () => {
      const made = await world({ plan: planOf('a; b: a'), through: failing(operation, 1, 'disk_full') });
      const halted = await made.go();
      await compare(made, halted, { status: 'halted', reason: 'it is disk_full. Look.', landed: '' });
      expect(elementAt(halted.phases, 0).spent).toMatchObject({ attempts: 0, landings: 0, infra: 0 });
      await compare(made, await made.go({ resume: true }), { status: 'completed', landed: 'a b' });
    });
  }

  it('finds that work cannot be stored, which is the attempt of whoever left it and told to the next', async () => {
    const { state, sessions } = await check(
      { plan: planOf('a'), through: failing('capture', 1, 'unstorable'), settings: { maxAttempts: 2 } },
      { status: 'completed', landed: 'a' },
    );
    expect(elementAt(state.phases, 0)).toMatchObject({
      attempt: 2,
      spent: { attempts: 1, landings: 0, infra: 0 },
    });
    expect(sessions.filter(({ prompt }) => prompt.includes('it is unstorable'))).toHaveLength(1);
  });

  it('opens the branch on resume where it could not be opened at first', async () => {
    const made = await world({ plan: planOf('a'), through: failing('openRun', 1, 'branch_exists') });
    const halted = await made.go();
    expect(halted).toMatchObject({ status: 'halted', head: null, reason: 'it is branch_exists. Look.' });
    await compare(made, await made.go({ resume: true }), { status: 'completed', landed: 'a' });
  });

  type Closing = Workspaces['closeRun'];
  const LOCKED: GitFailure = { reason: 'locked', message: 'a worktree is locked', hint: 'Remove it.' };
  const nothing = async (): Promise<GitResult<never>> => ({ ok: false, failure: LOCKED });
  it.each<[string, (closing: Closing) => Closing]>([
    ['nothing', () => nothing],
    ['a part', close => async request => ({ ...(await close(request)), untidied: LOCKED })],
  ])('says that it could tidy up %s, and the run has ended all the same', async (_, closing) => {
    const through = (workspaces: Workspaces): Workspaces => ({
      ...workspaces,
      closeRun: closing(workspaces.closeRun),
    });
    const { events } = await check({ plan: planOf('a'), through }, { status: 'completed', landed: 'a' });
    expect(events.at(-1)).toMatchObject({ type: 'run_ended', leftover: 'a worktree is locked. Remove it.' });
  });
});
