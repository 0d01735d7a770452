import type { Store } from '../../src/store/port.ts';

/** The process dies at its n-th write to the journal, before or after the write became durable. */
export interface Crash {
  readonly write: number;
  readonly when: 'before' | 'after';
}

export class Died extends Error {}

export function crashing(store: Store, { write, when }: Crash): Store {
  let writes = 0;
  return {
    ...store,
    async append(run, after, events, owner) {
      writes += 1;
      if (writes >= write && when === 'before') throw new Died();
      const result = await store.append(run, after, events, owner);
      if (writes >= write) throw new Died();
      return result;
    },
  };
}

/** Whether it came to its end, rather than dying on the way. */
export async function survives(drive: Promise<unknown>): Promise<boolean> {
  try {
    await drive;
    return true;
  } catch (error) {
    if (error instanceof Died) return false;
    throw error;
  }
}
