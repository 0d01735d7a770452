import { counted } from '../../base/counted.ts';
import { printable } from '../../base/printable.ts';
import type { RunEvent } from '../../run/event.ts';
import type { Settings } from '../../run/settings.ts';

/** What a run is about to do, before it is approved; every command that the settings have it run is named. */
export function summaryLine(
  { plan, settings, origin }: Extract<RunEvent, { type: 'run_created' }>,
  file: string,
): string {
  const open = plan.phases.filter(({ done }) => !done).length;
  const how = `${settings.schedule}, ${settings.concurrency} at once, ${counted(settings.maxAttempts, 'attempt')} each`;
  const { checks, setup, commit, notify, recovery, agents } = settings;
  const what = origin.goal === null ? counted(open, 'phase') : 'what an architect plans';
  return [
    `${printable(file)}: ${what} with agent ${origin.agent} onto ${printable(origin.branch)} (${how})`,
    ...Object.entries(agents).flatMap(([name, { program, environment }]) => [
      ...(program === null ? [] : [`  ${printable(name)} is the program ${printable(program)}`]),
      ...(environment.length === 0 ? [] : [`  ${printable(name)} gets to see ${environment.join(', ')}`]),
    ]),
    ...setup.map(({ command }) => `  setup: ${printable(command)}`),
    ...checks.map(({ command }) => `  check: ${printable(command)}`),
    ...(checks.length === 0 ? [`  no checks are set: ${judgeWords(settings)}`] : []),
    ...recovery.doctor.fixes.map(command => `  a doctor may have this run: ${printable(command)}`),
    ...notify.commands.map(command => `  tells of the run: ${printable(command)}`),
    ...notify.webhooks.map(url => `  tells of the run: ${printable(new URL(url).origin)}`),
    ...(commit.hooks ? ["  the repository's commit hooks will run"] : []),
  ].join('\n');
}

/** Who is left to judge where there are no checks. */
export const judgeWords = ({ review }: Pick<Settings, 'review'>): string =>
  `${review.when === 'never' ? 'nobody will judge the work, since there is no review either' : 'only the review will judge'}; phasewright init proposes some`;
