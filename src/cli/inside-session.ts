import { MARKER_VARIABLE } from '../agent/process/marker.ts';
import { UsageError } from './exit.ts';

/** Commands by which somebody decides what is done, or lets it be forgotten. */
const DECIDING = new Set([
  ...['plan', 'run', 'resume', 'cancel', 'retry', 'skip', 'edit', 'approve', 'reject', 'clean', 'init'],
  ...['drive', 'watch', 'attach', 'pause'],
]);

/**
 * Keeps what a run starts from deciding about runs: an agent does not approve itself. A seat belt against agents that
 * are misled, not a wall: nothing stops one from dropping the variable.
 */
export function refuseInsideSession(command: string, environment: NodeJS.ProcessEnv): void {
  if (!environment[MARKER_VARIABLE] || !DECIDING.has(command)) return;
  throw new UsageError(
    `phasewright ${command} was called from inside a run`,
    'Decisions about runs are for people: call it from a terminal of your own.',
    `An agent or a check of the run called it: ${MARKER_VARIABLE} is set.`,
  );
}
