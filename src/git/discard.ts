import { lstatSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { guarded } from './failure.ts';
import type { GitResult } from './port.ts';
import type { Repository } from './repository.ts';
import { dropEntries, entriesNaming, removeFolder } from './worktree.ts';

/** Removes a run's folder with all workspaces in it, and what the repository knows of them, without saving anything. */
export const discardWorkspaces = (repository: Repository, folder: string): Promise<GitResult<object>> =>
  guarded(async () => {
    if (!lstatSync(folder, { throwIfNoEntry: false })) return { ok: true };
    const entries = await entriesNaming({ repository }, await realpath(folder), true);
    await removeFolder(folder);
    await dropEntries({ repository }, entries);
    return { ok: true };
  });
