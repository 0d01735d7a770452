import type { RunEvent } from '../../run/event.ts';
import type { Worker } from '../../run/ladder-event.ts';
import type { Role } from '../../run/role.ts';
import type { Usage } from '../../run/usage.ts';

export interface SessionEnd {
  readonly role: Role;
  readonly usage: Usage;
  readonly by?: Worker;
}

/** Events with which sessions end, and whose they were. */
const ENDS: Readonly<Partial<Record<RunEvent['type'], Role>>> = {
  plan_drafted: 'architect',
  draft_failed: 'architect',
  session_ended: 'developer',
  review_ended: 'reviewer',
  review_failed: 'reviewer',
  run_reviewed: 'reviewer',
  run_review_failed: 'reviewer',
  evaluation_ended: 'evaluator',
  evaluation_failed: 'evaluator',
  doctor_answered: 'doctor',
  doctor_failed: 'doctor',
  phase_revised: 'replanner',
  revision_failed: 'replanner',
};

/** The session that ended with an event; null where none did. */
export function sessionIn(event: RunEvent): SessionEnd | null {
  const role = ENDS[event.type];
  if (role === undefined || !('usage' in event)) return null;
  const { usage } = event;
  return 'by' in event && event.by ? { role, usage, by: event.by } : { role, usage };
}
