import { type LoadedRun, readOn } from '../../engine/load.ts';
import type { Home } from './open-store.ts';

/** A run as it stands, and which process drives it. */
export interface Looked {
  readonly loaded: LoadedRun;
  readonly driver: number | null;
}

/** Looks at a run again, reading only what is new. */
export async function lookAgain({ store }: Home, before: LoadedRun): Promise<Looked> {
  const { run } = before.state;
  // Asked before the journal is read, so that the last words of a driver are never missed.
  const driver = (await store.holder(run))?.owner.pid ?? null;
  return { loaded: (await readOn(store, run, before))!, driver };
}
