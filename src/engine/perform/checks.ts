import { markerFrom } from '../../agent/process/marker.ts';
import type { GitFailure } from '../../git/port.ts';
import type { Effect } from '../../run/effect.ts';
import type { CheckResult, RunEvent } from '../../run/event.ts';
import type { Context } from '../perform.ts';
import type { CheckNotRun } from '../ports.ts';
import { operationFailed } from './git.ts';

/** The user's commands, one after the other, on exactly the files that are to land. The first that fails is the last. */
export async function runChecks(
  { phase, attempt, on, slot, base, contents }: Extract<Effect, { kind: 'run_checks' }>,
  { ports, state, signal }: Context,
): Promise<RunEvent[]> {
  const opened = await ports.workspaces.open({ slot, base, contents });
  if (!opened.ok) return [operationFailed('run_checks', phase, attempt, opened.failure)];
  const results: CheckResult[] = [];
  for (const [index, check] of state.settings.checks.entries()) {
    const result = await ports.checks.run(check, {
      cwd: opened.path,
      environment: ports.environment,
      marker: markerFrom(state.origin.marker, phase, attempt, 'check'),
      outputFile: ports.records.file(phase, attempt, `check.${on}.${index + 1}.log`),
      signal,
    });
    if (!result) return [];
    if ('notRun' in result) return [operationFailed('run_checks', phase, attempt, notRun(result))];
    results.push(result);
    if (!result.passed) break;
  }
  return [{ type: 'checks_ended', phase, attempt, on, results }];
}

const notRun = ({ notRun: why }: CheckNotRun): GitFailure => ({
  reason: 'misplaced',
  message: `the checks could not be run: ${why}`,
  hint: 'They are run again in a new attempt.',
});
