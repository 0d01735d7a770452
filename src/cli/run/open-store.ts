import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isWithin, realPlace } from '../../agent/sandbox/places.ts';
import { stateFolder } from '../../config/home.ts';
import type { Repository } from '../../git/repository.ts';
import type { Store } from '../../store/port.ts';
import { isAlive } from '../../store/process.ts';
import { openSqliteStore } from '../../store/sqlite.ts';
import { UsageError } from '../exit.ts';

/** The journals of this user, and the folder in which they and everything beside them lie. */
export interface Home {
  readonly folder: string;
  readonly store: Store;
}

/**
 * Opens the journals for the time of a command. One that begins or drives a run names the repository, which must not
 * hold them; neither are they begun in that of the working directory.
 */
export async function withHome<T>(
  use: (home: Home) => Promise<T>,
  repository: Repository | null = null,
): Promise<T> {
  const folder = stateFolder(process.env);
  const file = join(folder, 'journal.db');
  const other = repository ?? (existsSync(file) ? null : await repositoryHere());
  if (other !== null) assertOutside(folder, other);
  assertOwn(folder);
  const store = await openSqliteStore({ file, isAlive });
  try {
    return await use({ folder, store });
  } finally {
    await store.close();
  }
}

async function repositoryHere(): Promise<Repository | null> {
  const { openRepository } = await import('../../git/repository.ts');
  const found = await openRepository(process.cwd());
  return found.ok ? found.repository : null;
}

/** Journals hold the commands that `resume` runs: whoever can write them could have anything done in this user's name. */
function assertOwn(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found || process.getuid === undefined) return;
  if (found.uid !== process.getuid()) {
    throw new UsageError(`${folder} belongs to another user`, 'Name a folder of your own: PHASEWRIGHT_HOME.');
  }
  if ((found.mode & 0o002) !== 0) {
    throw new UsageError(
      `everybody may write to ${folder}`,
      `Make it yours alone: chmod 700 ${folder}`,
      'Journals hold commands that resume runs in your name.',
    );
  }
}

/** In a checkout, journals and workspaces would be taken for work of the user's; in a git folder git would clean them away. */
export function assertOutside(folder: string, { toplevel, commonDir, gitDir }: Repository): void {
  const place = realPlace(folder);
  const main = basename(commonDir) === '.git' ? [dirname(commonDir)] : [];
  const holder = [gitDir, commonDir, toplevel, ...main].find(each => isWithin(place, each));
  if (holder === undefined) return;
  throw new UsageError(
    `the state folder ${folder} is in ${holder === gitDir || holder === commonDir ? 'the git folder' : 'the checkout'} ${holder}`,
    'Name a folder outside of it: PHASEWRIGHT_HOME. What it holds can be moved there.',
    'Journals, outputs and workspaces of runs would be taken for work in the repository.',
  );
}

export const runFolder = (home: Home, run: string): string => join(home.folder, 'runs', run);
export const worktreeFolder = (home: Home, run: string): string => join(home.folder, 'worktrees', run);
