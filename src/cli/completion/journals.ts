import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { stateFolder } from '../../config/home.ts';
import type { Home } from '../run/open-store.ts';
import type { Candidate, Journals } from './candidates.ts';

/** Runs that are offered, the newest first. */
const MAX_RUNS = 30;

/** The runs of this repository, and their phases. Nothing is made where there are no journals yet. */
export const storedJournals: Journals = {
  runs: () =>
    whereKept(async home => {
      const { openRepository } = await import('../../git/repository.ts');
      const { loadRun } = await import('../../engine/load.ts');
      const found = await openRepository(process.cwd());
      const filter = found.ok ? { repository: found.repository.commonDir } : {};
      const records = (await home.store.runs(filter)).slice(0, MAX_RUNS);
      return Promise.all(
        records.map(async ({ id, title }) => {
          // A journal that cannot be read still has a name.
          const loaded = await loadRun(home.store, id).catch(() => null);
          const status = loaded === null ? [] : [loaded.state.status];
          return { word: id, meaning: [...status, title].join(': ') };
        }),
      );
    }),
  phases: run =>
    whereKept(async home => {
      const { findRun } = await import('../run/find-run.ts');
      const { phaseAt } = await import('../../run/queries.ts');
      const { state } = await findRun(home, run);
      return state.plan.phases.map(({ id, title }, position) => {
        const { status } = phaseAt(state, position).standing;
        return { word: id, meaning: `${status}: ${title}` };
      });
    }),
};

async function whereKept(look: (home: Home) => Promise<readonly Candidate[]>): Promise<readonly Candidate[]> {
  if (!existsSync(join(stateFolder(process.env), 'journal.db'))) return [];
  const { withHome } = await import('../run/open-store.ts');
  // A run that there is not has no phases.
  return withHome(look).catch(() => []);
}
