import { counted } from '../../base/counted.ts';
import { printable } from '../../base/printable.ts';
import type { RunEvent } from '../../run/event.ts';

/** What a run is about to do, before it is approved; every command that the settings have it run is named. */
export function summaryLine(
  { plan, settings, origin }: Extract<RunEvent, { type: 'run_created' }>,
  file: string,
): string {
  const open = plan.phases.filter(({ done }) => !done).length;
  const how = `${settings.schedule}, ${settings.concurrency} at once, ${settings.maxAttempts} attempts each`;
  const { checks, setup, commit } = settings;
  const what = origin.goal === null ? counted(open, 'phase') : 'what an architect plans';
  return [
    `${printable(file)}: ${what} with agent ${origin.agent} onto ${printable(origin.branch)} (${how})`,
    ...setup.map(({ command }) => `  setup: ${printable(command)}`),
    ...checks.map(({ command }) => `  check: ${printable(command)}`),
    ...(commit.hooks ? ["  the repository's commit hooks will run"] : []),
  ].join('\n');
}
