import { expect, it } from 'vitest';
import { planOf } from '../run/plans.ts';
import { check } from './check.ts';

const SETUP = [{ command: 'install', timeoutMs: 1 }];

/** How often the setup command ran, and how the run ended. */
async function installs(concurrency: number, fails: (times: number) => boolean = () => false) {
  let times = 0;
  const { events } = await check(
    {
      plan: planOf('a; b; c: a b'),
      settings: { setup: SETUP, concurrency, limits: { infraRetries: 1, backoffMs: 0 } },
      takes: { a: 5, b: 5 },
      check: command => {
        times += command === 'install' ? 1 : 0;
        return !fails(times);
      },
    },
    {},
  );
  return { times, events };
}

it('setup commands run once in each workspace, before the first session in it', async () => {
  expect((await installs(1)).times).toBe(1);
  expect((await installs(2)).times).toBe(2);
});

it('a setup command that fails spends no attempt, and is tried again', async () => {
  const { times, events } = await installs(1, ran => ran === 1);
  expect(times).toBe(2);
  const failed = events.filter(({ type }) => type === 'operation_failed');
  expect(failed).toMatchObject([
    {
      failure: { category: 'infra.setup', message: expect.stringContaining('`install`: exit status 1') },
      fatal: false,
    },
  ]);
  expect(events.filter(({ type }) => type === 'phase_retry')).toMatchObject([{ spends: 'infra' }]);
});

it('a setup command that goes on failing is shown to a person', async () => {
  const { state } = await check(
    {
      plan: planOf('a'),
      settings: {
        setup: SETUP,
        limits: { infraRetries: 1, backoffMs: 0 },
        recovery: { doctor: { enabled: false } },
      },
      check: command => command !== 'install',
    },
    { status: 'waiting', landed: '' },
  );
  expect(state.reason).toContain('mend the setup command');
});

it('what a setup command leaves outside of ignored files is no part of the work', async () => {
  const { git } = await check(
    {
      plan: planOf('a'),
      settings: { setup: SETUP },
      check: (_, files) => Boolean(files.set('left-by-setup.txt', 'x')),
    },
    { status: 'completed' },
  );
  expect([...git.commits.get(git.head())!.tree.keys()]).toEqual(['a.txt']);
});

it('setup commands run again in a workspace that had to be made anew', async () => {
  let times = 0;
  const bases = new Set<string>();
  const told = 'it cannot be read; what it holds is elsewhere';
  const { events } = await check(
    {
      plan: planOf('a; b'),
      settings: { setup: SETUP, concurrency: 1 },
      check: command => {
        times += command === 'install' ? 1 : 0;
        return true;
      },
      through: workspaces => ({
        ...workspaces,
        open: async request => {
          const isSecond = bases.size === 1 && !bases.has(request.base);
          bases.add(request.base);
          const result = await workspaces.open(request);
          return result.ok && isSecond ? { ...result, anew: true, setAside: told } : result;
        },
      }),
    },
    { status: 'completed' },
  );
  expect(times).toBe(2);
  const asides = events.flatMap(event => (event.type === 'workspace_opened' ? [event.setAside] : []));
  expect(asides.filter(Boolean)).toEqual([told]);
});
