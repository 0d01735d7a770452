import { type LoadedRun, loadRun } from '../../engine/load.ts';
import { openRepository, type Repository } from '../../git/repository.ts';
import { UsageError } from '../exit.ts';
import type { Home } from './open-store.ts';

/** The repository that the command was called in. */
export async function currentRepository(): Promise<Repository> {
  const found = await openRepository(process.cwd());
  if (!found.ok) throw new UsageError(found.failure.message, found.failure.hint);
  return found.repository;
}

/** Stands for the last run of this repository where a command wants one to be named. */
const LAST = 'last';

/** The run that the user means: by id or unique prefix, or else the last one of this repository. */
export async function findRun(home: Home, name: string | undefined): Promise<LoadedRun> {
  const id = name === undefined || name === LAST ? await lastRun(home) : await namedRun(home, name);
  const run = await loadRun(home.store, id);
  if (!run) throw new UsageError(`run ${id} has no journal`, 'phasewright status lists the runs.');
  return run;
}

async function lastRun(home: Home): Promise<string> {
  const { commonDir } = await currentRepository();
  const [last] = await home.store.runs({ repository: commonDir });
  if (last) return last.id;
  throw new UsageError('this repository has no runs', 'Begin one: phasewright run PLAN');
}

async function namedRun(home: Home, name: string): Promise<string> {
  const runs = await home.store.runs();
  const exact = runs.find(({ id }) => id === name);
  if (exact) return exact.id;
  const matching = runs.filter(({ id }) => id.startsWith(name.toLowerCase())).map(({ id }) => id);
  if (matching.length === 1) return matching[0]!;
  if (matching.length === 0)
    throw new UsageError(`there is no run ${name}`, 'phasewright status lists the runs.');
  throw new UsageError(`${name} could be ${matching.slice(0, 5).join(', ')}`, 'Give more letters.');
}
