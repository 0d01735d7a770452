import { takeRun as take } from '../../engine/conduct.ts';
import type { LoadedRun } from '../../engine/load.ts';
import type { Holder } from '../../store/port.ts';
import { thisProcess } from '../../store/process.ts';
import { UsageError } from '../exit.ts';
import type { Home } from './open-store.ts';

/** Makes this process the run's only driver, or tells who is. */
export async function takeRun(home: Home, run: string): Promise<LoadedRun> {
  const taken = await take(home.store, run, thisProcess(), Date.now());
  if (taken.ok) return taken.loaded;
  if (taken.reason === 'held') throw drivenElsewhere(run, taken.holder);
  throw new UsageError(`there is no run ${run}`, 'phasewright status lists the runs.');
}

const drivenElsewhere = (run: string, { owner }: Holder): UsageError =>
  new UsageError(
    `run ${run} is driven by process ${owner.pid} on ${owner.host}`,
    `Watch it: phasewright logs ${run} --follow. Stop it: phasewright cancel ${run}`,
  );
