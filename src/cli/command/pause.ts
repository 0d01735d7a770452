import { setTimeout as delay } from 'node:timers/promises';
import { loadRun } from '../../engine/load.ts';
import { condition } from '../../view/run/status.ts';
import { EXIT, type ExitCode, UsageError } from '../exit.ts';
import { stopDriver } from '../live/stop-driver.ts';
import { findRun } from '../run/find-run.ts';
import { withHome } from '../run/open-store.ts';
import type { Terminal } from '../terminal.ts';

const POLL_MS = 50;
/** How long a driver may take to stop: agents are given time to end. */
const STOP_MS = 60_000;

/** `phasewright pause`: stops a run that another process drives, so that it can be resumed. */
export function pause(name: string | undefined, { out }: Terminal): Promise<ExitCode> {
  return withHome(async home => {
    const { state } = await findRun(home, name);
    const { run } = state;
    if (!(await home.store.holder(run))) {
      throw new UsageError(
        `run ${run} is ${condition({ state, driver: null })}: no process drives it`,
        `There is nothing to stop. phasewright status ${run} tells how far it is.`,
      );
    }
    await stopDriver(home, run);
    for (let waited = 0; await home.store.holder(run); waited += POLL_MS) {
      if (waited >= STOP_MS)
        throw new UsageError(
          `the process that drives run ${run} has not stopped yet`,
          `It was asked to. Look: phasewright status ${run}`,
        );
      await delay(POLL_MS);
    }
    const { status } = (await loadRun(home.store, run))!.state;
    out(`run ${run} is ${status}${status === 'paused' ? `\ngo on: phasewright resume ${run}` : ''}\n`);
    return EXIT.completed;
  });
}
