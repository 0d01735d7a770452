import { apply, type Entry } from '../../src/run/apply.ts';
import type { RunState } from '../../src/run/state.ts';

/** The state that a journal tells. The program itself looks at each event before it applies it, see `loadRun`. */
export function fold(entries: Iterable<Entry>): RunState | null {
  let state: RunState | null = null;
  for (const entry of entries) state = apply(state, entry);
  return state;
}
