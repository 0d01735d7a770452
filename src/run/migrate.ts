import type { RunEvent } from './event.ts';

type Unknown = Readonly<Record<string, unknown>>;

/** For each older version what makes its events those of the next. */
const MIGRATIONS: Readonly<Record<number, (event: Unknown) => Unknown>> = {};

/** An event of an older schema as one of the present schema; null where it is none. */
export function migrate(event: unknown, version: number): RunEvent | null {
  if (!isEvent(event) || !Number.isInteger(version) || version < 1) return null;
  let migrated: Unknown = event;
  for (let from = version; MIGRATIONS[from]; from += 1) migrated = MIGRATIONS[from]!(migrated);
  return isKnown(migrated) ? migrated : null;
}

/** Names that a journal may hold; another one is damage, as a newer program would have raised the version. */
export const KNOWN_EVENTS: Readonly<Record<RunEvent['type'], true>> = {
  run_created: true,
  run_opened: true,
  run_resumed: true,
  run_paused: true,
  run_waiting: true,
  run_ending: true,
  run_ended: true,
  phase_started: true,
  lane_started: true,
  phase_retry: true,
  phase_completed: true,
  phase_failed: true,
  phase_blocked: true,
  phase_skipped: true,
  phase_reset: true,
  phase_approved: true,
  workspace_opened: true,
  session_started: true,
  subtask_started: true,
  subtask_completed: true,
  subtask_failed: true,
  session_ended: true,
  attempt_captured: true,
  lanes_combined: true,
  lanes_overlap: true,
  checks_ended: true,
  review_ended: true,
  review_failed: true,
  landing_unchecked: true,
  landing_conflict: true,
  phase_landed: true,
  operation_failed: true,
  time_passed: true,
  command_taken: true,
  command_refused: true,
  cancel_requested: true,
};

const isKnown = (event: Unknown): event is Unknown & RunEvent =>
  Object.hasOwn(KNOWN_EVENTS, String(event.type));

const isEvent = (value: unknown): value is Unknown =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
