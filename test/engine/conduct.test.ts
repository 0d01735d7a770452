import { describe, expect, it } from 'vitest';
import { conduct, GitBusy, takeRun } from '../../src/engine/conduct.ts';
import type { Ports } from '../../src/engine/ports.ts';
import { encode } from '../../src/run/journal.ts';
import { settingsOf } from '../../src/run/settings.ts';
import { memoryStore } from '../../src/store/memory.ts';
import type { Store } from '../../src/store/port.ts';
import { planOf } from '../run/plans.ts';
import { owner, run } from '../store/samples.ts';
import { idlePorts } from './idle-ports.ts';
import { creation, ORIGIN } from './origin.ts';

const CREATOR = owner('creator');

/** A run in which nothing is left to do, and what its next driver does, in order. */
async function scene(busy: readonly number[] = []) {
  const store = memoryStore(() => true);
  const created = creation('r', planOf('a', { a: { done: true } }), settingsOf('phased', {}));
  await store.create(run('r'), [encode(created, 0)], CREATOR);
  const deeds: string[] = [];
  const did = <T>(deed: string, value: T): T => {
    deeds.push(deed);
    return value;
  };
  const ports: Ports = {
    ...idlePorts(store, CREATOR),
    processes: {
      gitAtRest: async () => did('waits for git', busy),
      sweep: async marker => did(`sweeps ${marker}`, []),
    },
    at: (moment, key) => did(`${moment} ${key}`, undefined),
  };
  return { store, ports, deeds };
}

async function driven({ store, ports }: { readonly store: Store; readonly ports: Ports }) {
  const taken = await takeRun(store, 'r', CREATOR, 0);
  if (!taken.ok) expect.fail(taken.reason);
  const { state, seq } = taken.loaded;
  return conduct({ state, seq, first: [], pause: new AbortController().signal, onEntry: () => {} }, ports);
}

describe('whoever drives a run', () => {
  it('first waits for git and ends the agents of whoever drove it before', async () => {
    const { deeds, ...made } = await scene();
    expect((await driven(made)).status).toBe('completed');
    expect(deeds.slice(0, 3)).toEqual(['waits for git', `sweeps ${ORIGIN.marker}`, 'before open_run']);
  });

  it('leaves the run to others although it lives on', async () => {
    const made = await scene();
    await driven(made);
    expect(await made.store.holder('r')).toBeNull();
    expect(await takeRun(made.store, 'r', owner('other'), 0)).toMatchObject({ ok: true });
  });

  it('does nothing where git does not come to rest, and leaves the run to others', async () => {
    const { deeds, ...made } = await scene([7, 8]);
    await expect(driven(made)).rejects.toThrow(GitBusy);
    expect(deeds).toEqual(['waits for git']);
    expect(await made.store.read('r')).toHaveLength(1);
    expect(await made.store.holder('r')).toBeNull();
  });

  it('reads the run only once nobody else can write to it', async () => {
    const { store } = await scene();
    const late = encode({ type: 'run_opened', head: 'c0' }, 0);
    const other = owner('other');
    const racing: Store = {
      ...store,
      async acquire(id, taker, now) {
        await store.append(id, 1, [late], CREATOR);
        await store.release(id, CREATOR);
        return store.acquire(id, taker, now);
      },
    };
    expect(await takeRun(racing, 'r', other, 0)).toMatchObject({ ok: true, loaded: { seq: 2 } });
  });

  it('does not take a run that another one drives, or that does not exist', async () => {
    const { store } = await scene();
    const other = owner('other');
    expect(await takeRun(store, 'r', other, 0)).toMatchObject({ ok: false, reason: 'held' });
    expect(await takeRun(store, 'none', other, 0)).toEqual({ ok: false, reason: 'unknown_run' });
  });
});
