import { type Entry, fold } from '../run/apply.ts';
import { decode } from '../run/journal.ts';
import type { RunState } from '../run/state.ts';
import { type Store, StoreError } from '../store/port.ts';

export interface LoadedRun {
  readonly state: RunState;
  readonly seq: number;
  readonly entries: readonly Entry[];
}

/** A run as its journal tells it; null where there is none of that id. */
export async function loadRun(store: Store, run: string): Promise<LoadedRun | null> {
  const stored = await store.read(run);
  const decoded = decode(stored);
  if (!decoded.ok) {
    throw decoded.reason === 'newer'
      ? new StoreError(
          'newer',
          `run ${run} was made by a newer version: ${decoded.message}`,
          'Update phasewright.',
        )
      : new StoreError(
          'corrupt',
          `the journal of run ${run} is damaged: ${decoded.message}`,
          'Its branch and refs are still in git.',
        );
  }
  const state = fold(decoded.entries);
  return state && { state, seq: stored.length, entries: decoded.entries };
}
