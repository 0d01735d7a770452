import { killGroupsNow } from '../../agent/process/live.ts';
import { printable } from '../../base/printable.ts';
import { conduct, GitBusy } from '../../engine/conduct.ts';
import { LostRun } from '../../engine/journal.ts';
import type { Entry } from '../../run/apply.ts';
import type { RunEvent } from '../../run/event.ts';
import type { RunState } from '../../run/state.ts';
import { summaryText } from '../../view/run/summary.ts';
import { EXIT, type ExitCode, UsageError } from '../exit.ts';
import { whenOutputIsLost } from '../lost-output.ts';
import type { Terminal } from '../terminal.ts';
import { forgetAgents } from './drivers.ts';
import { embeddedPorts } from './embedded-ports.ts';
import type { Home } from './open-store.ts';
import { exitCodeOf, type Telling, telling } from './telling.ts';

export interface DriveRequest extends Telling {
  readonly state: RunState;
  readonly seq: number;
  /** What is recorded before anything else. */
  readonly first: readonly RunEvent[];
  /** Folder in which sessions are recorded; they are not unless given. */
  readonly record?: string;
  /** What is to be done with the state in which the drive leaves the run. */
  readonly onRest?: (state: RunState) => void;
}

/** Drives a run in the foreground, as its only driver, and tells what happens. The caller holds the lease. */
export async function driveRun(home: Home, request: DriveRequest, terminal: Terminal): Promise<ExitCode> {
  // Should whoever reads our output go away, the process ends at once, and its run can be resumed.
  process.exitCode = EXIT.interrupted;
  const { run } = request.state;
  whenOutputIsLost(`The run is kept: phasewright resume ${run}`, EXIT.interrupted);
  const stop = new AbortController();
  const forget = onInterrupt(stop, terminal);
  try {
    const ports = await embeddedPorts(home, request.state, request.record ?? null);
    const tell = telling(request.state, request, terminal);
    let endedAt: number | undefined;
    const onEntry = (entry: Entry, state: RunState): void => {
      if (entry.event.type === 'run_ended') endedAt = entry.at;
      tell(entry, state);
    };
    const end = await conduct({ ...request, pause: stop.signal, onEntry }, ports);
    whenOutputIsLost(`The run is at rest: phasewright status ${run}`, EXIT.failed);
    request.onRest?.(end);
    const isOver = end.status === 'completed' || end.status === 'cancelled';
    const left = isOver ? await forgetAgents(home, end.run) : null;
    if (left !== null) terminal.err(`${printable(left)}\n`);
    (request.json ? terminal.err : terminal.out)(
      summaryText(end, request.json ? terminal.errStyle : terminal.outStyle, endedAt),
    );
    return exitCodeOf(end.status);
  } catch (error) {
    throw explained(error, run);
  } finally {
    forget();
  }
}

/** Ctrl-C once stops cleanly, twice at once. Both leave a run that can be resumed. */
function onInterrupt(stop: AbortController, { err }: Terminal): () => void {
  const interrupt = (): void => {
    if (stop.signal.aborted) {
      killGroupsNow();
      process.exit(EXIT.interrupted);
    }
    err('stopping; once more stops at once\n');
    stop.abort();
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, interrupt);
  return () => {
    for (const signal of signals) process.off(signal, interrupt);
  };
}

function explained(error: unknown, run: string): unknown {
  if (error instanceof GitBusy) return new UsageError(error.message, 'Wait for them to end, then resume.');
  if (!(error instanceof LostRun)) return error;
  return new UsageError(error.message, `Watch it: phasewright watch ${run}`);
}
