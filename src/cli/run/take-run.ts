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

/** Tells who drives the run, if somebody does. */
export async function assertFree(home: Home, run: string): Promise<void> {
  const holder = await home.store.holder(run);
  if (holder) throw drivenElsewhere(run, holder);
}

const drivenElsewhere = (run: string, { owner }: Holder): UsageError =>
  new UsageError(
    `run ${run} is driven by process ${owner.pid} on ${owner.host}`,
    `Be with it: phasewright attach ${run}. End it for good: phasewright cancel ${run}`,
    'One process at a time drives a run.',
  );
