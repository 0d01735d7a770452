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
export const loadRun = (store: Store, run: string): Promise<LoadedRun | null> => readOn(store, run, null);

/** The run as it is now, reading only what was added since `before`, which is given back where that is nothing. */
export async function readOn(store: Store, run: string, before: LoadedRun | null): Promise<LoadedRun | null> {
  const seq = before?.seq ?? 0;
  const stored = await store.read(run, seq);
  if (stored.length === 0) return before;
  const decoded = decode(stored, seq);
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
  const state = replayed(run, entries, before);
  return { state, seq: seq + stored.length, entries: before ? [...before.entries, ...entries] : entries };
}

/** What happened between two readings of a journal, each event with the state that it led to. */
export function* since(
  before: LoadedRun | null,
  { entries }: LoadedRun,
): Generator<{ readonly entry: Entry; readonly state: RunState }> {
  let state = before?.state ?? null;
  for (const entry of entries.slice(before?.entries.length ?? 0)) {
    state = apply(state, entry);
    yield { entry, state };
  }
}

function replayed(run: string, entries: readonly Entry[], before: LoadedRun | null): RunState {
  let state = before?.state ?? null;
  for (const [index, entry] of entries.entries()) {
    const fits = state === null ? entry.event.type === 'run_created' : accepts(state, entry.event);
    if (!fits) throw damaged(run, `event ${(before?.seq ?? 0) + index + 1} does not fit those before it`);
    state = apply(state, entry);
  }
  return state!;
}

const damaged = (run: string, finding: string): StoreError =>
  new StoreError(
    'corrupt',
    `the journal of run ${run} is damaged: ${finding}`,
    'Its branch and refs are still in git.',
  );
