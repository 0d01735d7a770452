import { nearest } from '../../base/nearest.ts';
import { type LoadedRun, loadRun } from '../../engine/load.ts';
import { openRepository, type Repository } from '../../git/repository.ts';
import { positionOf } from '../../run/queries.ts';
import type { RunRecord } from '../../store/port.ts';
import { UsageError } from '../exit.ts';
import { gitError } from './git-error.ts';
import type { Home } from './open-store.ts';

/** The repository that the command was called in. */
export async function currentRepository(): Promise<Repository> {
  const found = await openRepository(process.cwd());
  if (!found.ok) throw gitError(found.failure);
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
  if (matching.length === 0) throw new UsageError(`there is no run ${name}`, await hintFor(home, name, runs));
  throw new UsageError(`${name} could be ${matching.slice(0, 5).join(', ')}`, 'Give more letters.');
}

/** Who leaves out the run often means a phase of the last one. */
async function hintFor(home: Home, name: string, runs: readonly RunRecord[]): Promise<string> {
  const found = await openRepository(process.cwd());
  const [last] = found.ok ? await home.store.runs({ repository: found.repository.commonDir }) : [];
  const run = last ? await loadRun(home.store, last.id) : null;
  if (run && positionOf(run.state, name) !== undefined)
    return `Phase ${name} of the last run is: ${LAST} ${name}`;
  const meant = nearest(
    name.toLowerCase(),
    runs.map(({ id }) => id),
  );
  const all = 'phasewright status lists the runs.';
  return meant === null ? all : `Did you mean ${meant}? ${all}`;
}
