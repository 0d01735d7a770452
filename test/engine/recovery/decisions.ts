import { isDeepStrictEqual } from 'node:util';
import { apply, type Entry } from '../../../src/run/apply.ts';
import { conclude } from '../../../src/run/conclude.ts';
import type { RunEvent } from '../../../src/run/event.ts';
import type { RunState } from '../../../src/run/state.ts';

/** What is decided by rule alone; `phase_skipped` may also be a person's word. */
const DECISIONS: readonly RunEvent['type'][] = [
  'phase_started',
  'lane_started',
  'phase_retry',
  'phase_failed',
  'phase_blocked',
  'phase_completed',
  'session_postponed',
  'doctor_called',
  'doctor_recalled',
  'fix_called',
  'replan_called',
  'phase_stuck',
  'phase_escalated',
  'help_asked',
  'provider_rested',
  'budget_warned',
  'budget_spent',
  'approval_asked',
  'run_waiting',
  'run_ending',
];

/** Decisions in a journal that do not follow from what stands before them; equal journals decide equally. */
export function undecided(entries: readonly Entry[]): readonly string[] {
  let state: RunState | null = null;
  return entries.flatMap((entry, index) => {
    const { event } = entry;
    const before = state;
    state = apply(state, entry);
    if (!before || !DECISIONS.includes(event.type)) return [];
    const [follows] = conclude(before);
    const isSame = follows !== undefined && isDeepStrictEqual(plain(follows), plain(event));
    return isSame ? [] : [`event ${index + 1}, ${event.type}: ${follows?.type ?? 'nothing'} follows`];
  });
}

const plain = (event: RunEvent): unknown => JSON.parse(JSON.stringify(event));
