import { describe, expect, it } from 'vitest';
import { type CheckSlot, withCheckSlot } from '../../src/engine/check-slots.ts';
import { isCheckSlot } from '../../src/git/slot-name.ts';
import { planOf } from '../run/plans.ts';
import { check } from './check.ts';
import { fakeGit, IGNORED } from './fake-git.ts';
import { CHECKS } from './world.ts';

/** Verifications that each hold a slot until they are told to give it back. */
function verifications(limit: number) {
  const { workspaces } = fakeGit();
  const held = new Map<string, { readonly slot: CheckSlot; readonly leave: () => void }>();
  const ask = (name: string, wanted: readonly string[] = []) => {
    const stop = new AbortController();
    const result = withCheckSlot(workspaces, limit, wanted, stop.signal, slot => {
      const { promise, resolve } = Promise.withResolvers<string>();
      held.set(name, { slot, leave: () => resolve(name) });
      return promise.finally(() => held.delete(name));
    });
    return { result, stop: () => stop.abort() };
  };
  const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));
  const leave = async (name: string): Promise<number> => {
    const { slot, leave: go } = held.get(name)!;
    go();
    await turn();
    return slot.number;
  };
  return { ask, leave, turn, held };
}

describe('check slots', () => {
  it('are lent to as many as the limit says, and then in turn', async () => {
    const { ask, leave, held } = verifications(2);
    for (const name of ['a', 'b', 'c', 'd']) ask(name);
    expect([...held.keys()]).toEqual(['a', 'b']);
    const freed = await leave('b');
    expect([...held.keys()]).toEqual(['a', 'c']);
    expect(held.get('c')!.slot.number).toBe(freed);
    // Whoever comes in the moment in which one is given back does not come before those who wait.
    held.get('a')!.leave();
    ask('e');
    await leave('c');
    expect([...held.keys()]).toEqual(['d', 'e']);
    const numbers = [...held.values()].map(({ slot }) => slot.number);
    expect(new Set(numbers).size).toBe(2);
    expect(numbers.every(isCheckSlot)).toBe(true);
  });

  it('are not held by whoever is stopped while waiting, or when its turn comes', async () => {
    const { ask, leave, held, turn } = verifications(1);
    ask('a');
    const [b, c] = [ask('b'), ask('c')];
    b.stop();
    expect(await b.result).toBeNull();
    held.get('a')!.leave();
    await turn();
    expect([...held.keys()]).toEqual(['c']);
    const d = ask('d');
    ask('e');
    await Promise.all([leave('c'), Promise.resolve().then(d.stop)]);
    expect(await c.result).toBe('c');
    await turn();
    expect([...held.keys()]).toEqual(['e']);
    const stopped = new AbortController();
    stopped.abort();
    const late = ask('f');
    late.stop();
    expect(await late.result).toBeNull();
  });

  it('are given back by work that fails', async () => {
    const { workspaces } = fakeGit();
    const { signal } = new AbortController();
    const failing = withCheckSlot(workspaces, 1, [], signal, () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await withCheckSlot(workspaces, 1, [], signal, async () => 'lent')).toBe('lent');
  });

  it('that were used for a wanted commit come first', async () => {
    const { ask, leave, held } = verifications(2);
    ask('a');
    ask('b');
    const ready = { ignored: new Map(), setUp: new Map(), fixes: 0, lost: [], used: null };
    held.get('a')!.slot.ready = { ...ready, commit: 'old' };
    held.get('b')!.slot.ready = { ...ready, commit: 'near' };
    const near = held.get('b')!.slot.number;
    await leave('a');
    await leave('b');
    ask('c', ['near']);
    expect(held.get('c')!.slot.number).toBe(near);
  });
});

describe('a run', () => {
  const plan = planOf('a; b; c; d');

  it('has no more of them than it may, and none of an agent', async () => {
    const { git, sessions } = await check(
      {
        plan,
        settings: { checks: CHECKS, concurrency: 4, checkSlots: 2 },
        takes: { a: 5, b: 5, c: 5, d: 5 },
      },
      { status: 'completed' },
    );
    const slots = [...git.opened.keys()].filter(isCheckSlot);
    expect(slots.length).toBeLessThanOrEqual(2);
    expect(slots.length).toBeGreaterThan(0);
    expect(sessions.filter(({ cwd }) => isCheckSlot(Number(cwd.split('/').at(-1))))).toEqual([]);
  });

  it.each<[place: 'here' | 'worktree', verify: 'clean' | 'workspace']>([
    ['here', 'clean'],
    ['worktree', 'workspace'],
  ])('has none in %s with %s', async (place, verify) => {
    const { git } = await check(
      { plan: planOf('a'), settings: { checks: CHECKS, verify }, origin: { place } },
      { status: 'completed' },
    );
    expect([...git.opened.keys()].filter(isCheckSlot)).toEqual([]);
  });

  it('lets a formatter work before the capture, but not after a session that failed', async () => {
    const formatted: string[] = [];
    const format = (command: string, files: Map<string, string>): boolean => {
      if (command !== 'format') return true;
      formatted.push([...files.keys()].join());
      if (files.has('a.txt')) files.set('a.txt', 'formatted');
      return true;
    };
    const checks = [{ command: 'format', kind: 'other' as const, timeoutMs: 1, mayChange: true }];
    const { git } = await check(
      { plan: planOf('a'), settings: { checks }, script: { a: ['fail', 'ok'] }, check: format },
      { status: 'completed' },
    );
    expect(git.commits.get(git.head())!.tree.get('a.txt')).toBe('formatted');
    // Once where the agent worked and once as a check.
    expect(formatted).toHaveLength(2);
  });

  it('counts a setup command that fails on the work alone against the work', async () => {
    const setup = [{ command: 'install', timeoutMs: 1 }];
    const { events } = await check(
      {
        plan: planOf('a'),
        settings: { setup, checks: CHECKS, maxAttempts: 2 },
        developer: (files, { assignment }) => {
          files.set('package.json', assignment.attempt === 1 ? 'broken' : 'whole');
          return {};
        },
        check: (command, files) => command !== 'install' || files.get('package.json') !== 'broken',
      },
      { status: 'completed' },
    );
    expect(events.filter(({ type }) => type === 'operation_failed')).toEqual([]);
    const ended = events.flatMap(event => (event.type === 'checks_ended' ? event.results : []));
    expect(ended.map(({ command, passed }) => `${command} ${passed}`)).toEqual([
      'install false',
      'test true',
    ]);
  });

  it('fails work that damages packages, by a baseline with all that earlier checks leave', async () => {
    const [left, installed] = [`${IGNORED}out`, `${IGNORED}node_modules/p`];
    const isLeft: string[] = [];
    const run = (command: string, files: Map<string, string>): boolean => {
      if (command === 'install') files.set(installed, 'whole');
      if (command === 'build') files.set(left, '');
      if (command === 'build' && files.has('bad')) files.set(installed, 'spoilt');
      if (command !== 'test') return true;
      isLeft.push(`${files.has('bad')} ${files.has(left)} ${files.get(installed)}`);
      return files.has(left);
    };
    const build = { command: 'build', kind: 'other' as const, timeoutMs: 1 };
    const setup = [{ command: 'install', timeoutMs: 1 }];
    const { events } = await check(
      {
        plan: planOf('a'),
        settings: { setup, checks: [build, ...CHECKS], baseline: true, maxAttempts: 1 },
        developer: files => {
          files.set('bad', '');
          return {};
        },
        check: run,
      },
      { standings: 'a failed' },
    );
    expect(isLeft).toEqual(['true false whole', 'false true whole']);
    const before = events.flatMap(event => (event.type === 'baseline_ended' ? event.results : []));
    expect(before).toMatchObject([{ command: 'test', passed: true }]);
  });
});
