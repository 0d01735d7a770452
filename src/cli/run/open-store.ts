import { join } from 'node:path';
import { stateFolder } from '../../config/home.ts';
import type { Store } from '../../store/port.ts';
import { isAlive } from '../../store/process.ts';
import { openSqliteStore } from '../../store/sqlite.ts';

/** The journals of this user, and the folder in which they and everything beside them lie. */
export interface Home {
  readonly folder: string;
  readonly store: Store;
}

/** Opens the journals for the time of a command. */
export async function withHome<T>(use: (home: Home) => Promise<T>): Promise<T> {
  const folder = stateFolder(process.env);
  const store = await openSqliteStore({ file: join(folder, 'journal.db'), isAlive });
  try {
    return await use({ folder, store });
  } finally {
    await store.close();
  }
}

export const runFolder = (home: Home, run: string): string => join(home.folder, 'runs', run);
export const worktreeFolder = (home: Home, run: string): string => join(home.folder, 'worktrees', run);
