import { markerFrom } from '../../agent/process/marker.ts';
import type { Effect } from '../../run/effect.ts';
import { positionOf, workAt } from '../../run/queries.ts';
import type { Context } from '../perform.ts';

/**
 * Runs the checks that may change files where the agent worked, so that what they change is part of the work. How they
 * end counts for nothing here: they are checks like any other afterwards. Work that failed is kept as it is.
 */
export async function runFormatters(
  { phase, attempt, lane, slot }: Extract<Effect, { kind: 'capture' }>,
  { ports, state, signal }: Context,
): Promise<void> {
  const at = workAt(state, positionOf(state, phase)!)?.lanes[lane]?.at;
  if (at?.step !== 'capturing' || at.failure) return;
  for (const [index, check] of state.settings.checks.entries()) {
    if (check.mayChange !== true || signal.aborted) continue;
    await ports.checks.run(check, {
      cwd: ports.workspaces.pathOf(slot),
      environment: ports.environment,
      marker: markerFrom(state.origin.marker, phase, attempt, `format.${lane}`),
      outputFile: ports.records.file(phase, attempt, `format.${lane}.${index + 1}.log`),
      signal,
    });
  }
}
