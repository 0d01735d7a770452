import { accepts } from '../run/accepts.ts';
import { apply, type Entry } from '../run/apply.ts';
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
      : damaged(run, decoded.message);
  }
  const { entries } = decoded;
  const state = replayed(run, entries);
  return state && { state, seq: stored.length, entries };
}

function replayed(run: string, entries: readonly Entry[]): RunState | null {
  let state: RunState | null = null;
  for (const [index, entry] of entries.entries()) {
    const fits = state === null ? entry.event.type === 'run_created' : accepts(state, entry.event);
    if (!fits) throw damaged(run, `event ${index + 1} does not fit those before it`);
    state = apply(state, entry);
  }
  return state;
}

const damaged = (run: string, finding: string): StoreError =>
  new StoreError(
    'corrupt',
    `the journal of run ${run} is damaged: ${finding}`,
    'Its branch and refs are still in git.',
  );
