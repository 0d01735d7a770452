import type { Entry } from '../../run/apply.ts';
import type { Round, Spent } from './model.ts';
import { NOTHING, withUsage } from './spent.ts';

/** How a run that began with a goal came to its plan, and what that cost. */
export function planningOf(entries: readonly Entry[]): { rounds: readonly Round[]; spent: Spent } {
  const rounds: Round[] = [];
  let spent = NOTHING;
  let drafted = '';
  for (const { at, event } of entries) {
    switch (event.type) {
      case 'plan_drafted': {
        const { round, problems, plan } = event;
        rounds.push({ type: 'drafted', at, round, phases: plan?.phases.length ?? null, problems });
        spent = withUsage(spent, event.usage);
        drafted = event.text;
        break;
      }
      case 'draft_failed':
        rounds.push({ type: 'failed', at, round: event.round, failure: event.failure });
        spent = withUsage(spent, event.usage);
        break;
      case 'plan_rejected':
        rounds.push({ type: 'rejected', at, message: event.message });
        break;
      case 'plan_approved': {
        const edited = event.text !== drafted;
        rounds.push({ type: 'approved', at, phases: event.plan.phases.length, edited });
        break;
      }
      default:
    }
  }
  return { rounds, spent };
}
