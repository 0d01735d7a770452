import { printable } from '../../base/printable.ts';
import type { RunEvent } from '../../run/event.ts';

/** What a run is about to do, before it is approved. */
export function summaryLine(
  { plan, settings, origin }: Extract<RunEvent, { type: 'run_created' }>,
  file: string,
): string {
  const open = plan.phases.filter(({ done }) => !done).length;
  const how = `${settings.schedule}, ${settings.concurrency} at once, ${settings.maxAttempts} attempts each`;
  return `${printable(file)}: ${open} phases with agent ${origin.agent} onto ${printable(origin.branch)} (${how})`;
}
