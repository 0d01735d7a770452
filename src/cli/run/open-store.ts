import { statSync } from 'node:fs';
import { join } from 'node:path';
import { stateFolder } from '../../config/home.ts';
import type { Store } from '../../store/port.ts';
import { isAlive } from '../../store/process.ts';
import { openSqliteStore } from '../../store/sqlite.ts';
import { UsageError } from '../exit.ts';

/** The journals of this user, and the folder in which they and everything beside them lie. */
export interface Home {
  readonly folder: string;
  readonly store: Store;
}

/** Opens the journals for the time of a command. */
export async function withHome<T>(use: (home: Home) => Promise<T>): Promise<T> {
  const folder = stateFolder(process.env);
  assertOwn(folder);
  const store = await openSqliteStore({ file: join(folder, 'journal.db'), isAlive });
  try {
    return await use({ folder, store });
  } finally {
    await store.close();
  }
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

export const runFolder = (home: Home, run: string): string => join(home.folder, 'runs', run);
export const worktreeFolder = (home: Home, run: string): string => join(home.folder, 'worktrees', run);
