import { markerFrom } from '../../agent/process/marker.ts';
import type { Effect } from '../../run/effect.ts';
import type { RunEvent } from '../../run/event.ts';
import { addFix } from '../check-slots.ts';
import type { Context } from '../perform.ts';
import { lookInto } from './look-into.ts';

/** How long a command may take that a doctor chose, in milliseconds. */
export const FIX_MS = 10 * 60_000;

/** One of the commands that the settings list. What it leaves in ignored files is there for the next attempt; check slots run it, too. */
export async function runFix(
  effect: Extract<Effect, { kind: 'run_fix' }>,
  context: Context,
): Promise<RunEvent[]> {
  const { phase, attempt, command } = effect;
  const { ports, state, signal } = context;
  const ended = (passed: boolean, outcome: string, tail = ''): RunEvent[] => [
    { type: 'fix_ended', phase, attempt, command, passed, outcome, tail },
  ];
  const opened = await lookInto(effect, context);
  if (signal.aborted) return [];
  if (!opened.ok) return ended(false, opened.failure.message);
  const result = await ports.checks.run(
    { command, timeoutMs: FIX_MS },
    {
      cwd: opened.path,
      environment: ports.environment,
      marker: markerFrom(state.origin.marker, phase, attempt, 'fix'),
      outputFile: ports.records.file(phase, attempt, 'fix.log'),
      signal,
    },
  );
  if (result === null) return [];
  if (!('notRun' in result) && result.passed) addFix(ports.workspaces, command);
  return 'notRun' in result ? ended(false, result.notRun) : ended(result.passed, result.outcome, result.tail);
}
