import { LostRun } from '../../engine/journal.ts';
import { type LoadedRun, loadRun } from '../../engine/load.ts';
import type { Holder } from '../../store/port.ts';
import { thisProcess } from '../../store/process.ts';
import { UsageError } from '../exit.ts';
import type { Home } from './open-store.ts';

/** Makes this process the run's only driver, and reads its journal again now that nobody else can write to it. */
export async function takeRun(home: Home, run: string): Promise<LoadedRun> {
  const lease = await home.store.acquire(run, thisProcess(), Date.now());
  if (!lease.ok) {
    if (lease.reason === 'held') throw drivenElsewhere(run, lease.holder);
    throw new UsageError(`there is no run ${run}`, 'phasewright status lists the runs.');
  }
  const loaded = await loadRun(home.store, run);
  if (!loaded) throw new LostRun(`run ${run} is gone`);
  return loaded;
}

const drivenElsewhere = (run: string, { owner }: Holder): UsageError =>
  new UsageError(
    `run ${run} is driven by process ${owner.pid} on ${owner.host}`,
    `Watch it: phasewright logs ${run} --follow. Stop it: phasewright cancel ${run}`,
  );
