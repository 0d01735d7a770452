import type { Entry } from '../../run/apply.ts';
import type { RunEvent } from '../../run/event.ts';
import type { Worker } from '../../run/ladder-event.ts';
import { tokensOf } from '../../run/policy/budget.ts';
import { chainOf } from '../../run/policy/worker.ts';
import { ROLES, type Role } from '../../run/role.ts';
import type { RunState } from '../../run/state.ts';
import type { Usage } from '../../run/usage.ts';
import type { Efficiency, Spent, Totals } from './model.ts';
import { NOTHING, withUsage } from './spent.ts';

/** What sessions of each role and model took, and how many tokens what landed has cost. Sessions that were cut off are not told apart. */
export function efficiencyOf(entries: readonly Entry[], state: RunState, totals: Totals): Efficiency {
  const roles = new Map<Role, Spent>();
  const models = new Map<string, { worker: Worker; spent: Spent }>();
  for (const { event } of entries) {
    const session = sessionIn(event);
    if (!session) continue;
    const { role, usage, by } = session;
    const worker = by ?? chainOf(state, role)[0];
    const name = JSON.stringify([worker.agent, worker.model]);
    roles.set(role, withUsage(roles.get(role) ?? NOTHING, usage));
    models.set(name, { worker, spent: withUsage(models.get(name)?.spent ?? NOTHING, usage) });
  }
  const tokens = tokensOf(totals.spent);
  return {
    byRole: ROLES.flatMap(role => {
      const spent = roles.get(role);
      return spent ? [{ role, spent }] : [];
    }),
    byModel: [...models.values()]
      .map(({ worker: { agent, model }, spent }) => ({ agent, model, spent }))
      .toSorted((a, b) => tokensOf(b.spent) - tokensOf(a.spent)),
    tokensPerPhase: per(tokens, totals.phases.completed),
    tokensPerLine: per(tokens, totals.added + totals.deleted),
  };
}

const per = (tokens: number, things: number): number | null =>
  tokens === 0 || things === 0 ? null : Math.round(tokens / things);

interface Session {
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

function sessionIn(event: RunEvent): Session | null {
  const role = ENDS[event.type];
  if (role === undefined || !('usage' in event)) return null;
  const { usage } = event;
  return 'by' in event && event.by ? { role, usage, by: event.by } : { role, usage };
}
