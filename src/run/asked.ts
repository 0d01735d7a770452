import { apply, type Entry } from './apply.ts';
import { decide } from './decide.ts';
import type { Effect } from './effect.ts';
import type { RunState } from './state.ts';

/** What is asked for next once this has happened; a session that was cut off is asked for again. */
const ASKED_AFTER = {
  run_session: 'workspace_opened',
  evaluate: 'review_ended',
} as const satisfies Partial<Record<Effect['kind'], Entry['event']['type']>>;

export interface Asked<K extends keyof typeof ASKED_AFTER> {
  /** The run as it stood then. */
  readonly state: RunState;
  readonly effect: Extract<Effect, { kind: K }>;
}

/** The last session of a kind that the journal led to for a phase; null where there was none. */
export function lastAsked<K extends keyof typeof ASKED_AFTER>(
  entries: readonly Entry[],
  kind: K,
  phase: string,
): Asked<K> | null {
  let state: RunState | null = null;
  let found: Asked<K> | null = null;
  for (const entry of entries) {
    state = apply(state, entry);
    const { event } = entry;
    if (event.type !== ASKED_AFTER[kind] || event.phase !== phase) continue;
    const effect = decide(state).find(
      (one): one is Extract<Effect, { kind: K }> =>
        one.kind === kind && 'phase' in one && one.phase === phase,
    );
    if (effect) found = { state, effect };
  }
  return found;
}
