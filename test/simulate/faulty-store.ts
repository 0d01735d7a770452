import { memoryStore } from '../../src/store/memory.ts';
import { type Store, StoreError, type StoreFailureReason } from '../../src/store/port.ts';
import { oneIn, oneOf } from './chance.ts';
import { crossing, type Life, never } from './life.ts';
import type { World } from './world.ts';

const FAULTS: readonly StoreFailureReason[] = ['full', 'io', 'read_only', 'locked'];

/** The journal as a process sees it: on a disk that may be full or fail, and that tears what is written at a death. */
export function faultyStore(world: World, life: Life, isRobber: boolean): Store {
  const { chance, disk, loop } = world;
  const { weather } = life;
  const store = memoryStore(
    ({ id }) => !isRobber && world.lives.some(({ owner, isAlive }) => owner.id === id && isAlive()),
    disk.memory,
  );
  const fault = (): StoreError => {
    const reason = oneOf(chance, FAULTS);
    return new StoreError(reason, `simulated: ${reason}`, '');
  };
  const through =
    <A extends unknown[], R>(method: (...args: A) => Promise<R>) =>
    (...args: A): Promise<R> =>
      crossing(world, life, async () => {
        disk.mend();
        if (oneIn(chance, weather.store)) throw fault();
        return method(...args);
      });
  return {
    create: through(store.create),
    append: (run, after, events, owner) =>
      crossing(world, life, async () => {
        disk.mend();
        if (oneIn(chance, weather.store * 2)) throw fault();
        if (oneIn(chance, weather.death * 2)) {
          disk.tear(run, events);
          life.die();
          return never();
        }
        if (oneIn(chance, 4)) await loop.sleep(1);
        const result = await store.append(run, after, events, owner);
        // A disk may fail and have kept what was written all the same.
        if (oneIn(chance, weather.store * 4)) throw fault();
        if (!result.ok) world.told(`append refused: ${result.reason}`, life);
        return result;
      }),
    read: through(store.read),
    runs: through(store.runs),
    acquire: through(async (run, owner, now) => {
      const result = await store.acquire(run, owner, now);
      if (result.ok && result.from && isRobber) world.robbed();
      return result;
    }),
    heartbeat: through(store.heartbeat),
    release: through(store.release),
    holder: through(store.holder),
    post: through(store.post),
    commands: through(async (run, after) => {
      const list = await store.commands(run, after);
      return oneIn(chance, weather.echo) ? [...list, ...list] : list;
    }),
    remove: through(store.remove),
    close: store.close,
  };
}
