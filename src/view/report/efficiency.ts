import type { Entry } from '../../run/apply.ts';
import type { Worker } from '../../run/ladder-event.ts';
import { tokensOf } from '../../run/policy/budget.ts';
import { chainOf } from '../../run/policy/worker.ts';
import { ROLES, type Role } from '../../run/role.ts';
import type { RunState } from '../../run/state.ts';
import { sessionIn } from '../run/session-end.ts';
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
    const worker = by ?? chainOf(state, role, null)[0];
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
