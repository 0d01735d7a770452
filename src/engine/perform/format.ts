import { markerFrom } from '../../agent/process/marker.ts';
import type { Effect } from '../../run/effect.ts';
import { positionOf, workAt } from '../../run/queries.ts';
import type { Context } from '../perform.ts';
import type { Ports } from '../ports.ts';

/**
 * Runs the checks that may change files where the agent worked, so that what they change is part of the work. How they
 * end counts for nothing here: they are checks like any other afterwards. Work that failed is kept as it is, and where there
 * is none they make none.
 */
export async function runFormatters(
  { phase, attempt, lane, slot }: Extract<Effect, { kind: 'capture' }>,
  { ports, state, signal }: Context,
): Promise<void> {
  const at = workAt(state, positionOf(state, phase)!)?.lanes[lane]?.at;
  if (at?.step !== 'capturing' || at.failure) return;
  const formatters = [...state.settings.checks.entries()].filter(([, { mayChange }]) => mayChange === true);
  if (formatters.length === 0 || !(await mayHaveWork(slot, ports))) return;
  for (const [index, check] of formatters) {
    if (signal.aborted) return;
    await ports.checks.run(check, {
      cwd: ports.workspaces.pathOf(slot),
      environment: ports.environment,
      marker: markerFrom(state.origin.marker, phase, attempt, `format.${lane}`),
      outputFile: ports.records.file(phase, attempt, `format.${lane}.${index + 1}.log`),
      signal,
    });
  }
}

/** Whether anything in the workspace is not as it was opened, as far as that can be told. */
async function mayHaveWork(slot: number, { workspaces }: Ports): Promise<boolean> {
  const found = await workspaces.touched(slot);
  return (
    !found.ok || found.isUnknown === true || found.isMoved || found.changed.length + found.added.length > 0
  );
}
