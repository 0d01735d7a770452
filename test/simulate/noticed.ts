import type { RunEvent } from '../../src/run/event.ts';
import type { NoticeKind } from '../../src/run/policies.ts';
import type { Model } from './model.ts';

/** What people want to be told of. */
export function isNoticed({ created }: Model, event: RunEvent): boolean {
  const { commands, webhooks, on } = created.settings.notify;
  const kind = NOTICES[event.type];
  return commands.length + webhooks.length > 0 && kind !== undefined && on.includes(kind);
}

const NOTICES: { readonly [T in RunEvent['type']]?: NoticeKind } = {
  run_waiting: 'waiting',
  run_ended: 'ended',
  phase_failed: 'phase_failed',
  phase_completed: 'phase_completed',
  budget_warned: 'budget',
  budget_spent: 'budget',
  provider_rested: 'rest',
};
