import { chmodSync } from 'node:fs';
import { readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeAccessible } from './accessible.ts';
import { git } from './command.ts';
import type { Context } from './context.ts';
import { refused } from './failure.ts';
import type { GitResult } from './port.ts';
import { PENDING, readText, takeIndex } from './slot.ts';

/** A folder with files and the folder below `.git/worktrees` that belongs to it. */
export interface Worktree {
  readonly path: string;
  readonly gitDir: string;
}

/** The worktree at `path` where all is as git left it; null where anything is missing, half made or points elsewhere. */
export function soundWorktree(context: Context, path: string): Worktree | null {
  const pointer = readText(join(path, '.git'));
  const target = /^gitdir: ([^\n]+)\n*$/.exec(pointer ?? '')?.[1];
  if (target === undefined) return null;
  const gitDir = resolve(path, target);
  if (resolve(gitDir, '..') !== join(context.repository.commonDir, 'worktrees')) return null;
  return belongsTo(context, gitDir, path) ? { path, gitDir } : null;
}

/** Whether an entry of `.git/worktrees` is complete and that of the folder. */
function belongsTo(context: Context, gitDir: string, path: string): boolean {
  const [back, common, head, lock] = ['gitdir', 'commondir', 'HEAD', 'locked'].map(name =>
    readText(join(gitDir, name)),
  );
  return (
    resolve(gitDir, (back ?? '').trimEnd()) === join(path, '.git') &&
    resolve(gitDir, (common ?? '').trimEnd()) === context.repository.commonDir &&
    /^(ref: refs\/.+|[0-9a-f]{40,64})\n?$/.test(head ?? '') &&
    // Git keeps this lock from the first to the last step of making a worktree.
    (lock ?? '').trim() !== 'initializing'
  );
}

/** The entries of `.git/worktrees` that name `path` or, with `below`, anything in it. */
export async function entriesNaming(
  { repository }: Pick<Context, 'repository'>,
  path: string,
  below = false,
): Promise<Worktree[]> {
  const all = join(repository.commonDir, 'worktrees');
  const names = await readdir(all).catch(() => []);
  const found: Worktree[] = [];
  for (const name of names) {
    const gitDir = join(all, name);
    const back = backOf(gitDir);
    if (back === null) continue;
    const named = resolve(gitDir, back.trimEnd(), '..');
    if (named === path || (below && named.startsWith(`${path}/`))) found.push({ path: named, gitDir });
  }
  return found;
}

/** What the entry names, also where an agent took away the rights: one entry must not keep others from being found. */
function backOf(gitDir: string): string | null {
  const file = join(gitDir, 'gitdir');
  try {
    return readText(file);
  } catch {
    try {
      chmodSync(gitDir, 0o700);
      chmodSync(file, 0o600);
      return readText(file);
    } catch {
      return null;
    }
  }
}

/** The commits that the entry of a worktree stands at, as far as files tell. */
export const headsIn = ({ gitDir }: Worktree): readonly string[] =>
  HEADS.flatMap(name => {
    try {
      return readText(join(gitDir, name))?.match(/^[0-9a-f]{40,64}$/gm) ?? [];
    } catch {
      return [];
    }
  });

const HEADS = ['HEAD', ...PENDING];

/** A new worktree without files, its HEAD detached at the base. The folder must not exist. */
export const addWorktree = (context: Context, path: string, base: string): Promise<GitResult<Worktree>> =>
  context.worktreeTurn(async () => {
    const { repository } = context;
    // From the user's own checkout, whose sparse patterns the new one is to have.
    const place = {
      cwd: repository.toplevel,
      environment: { ...repository.environment, GIT_DIR: repository.gitDir },
    };
    const added = await git(place, [
      'worktree',
      'add',
      '--quiet',
      '--force',
      '--detach',
      '--no-checkout',
      path,
      base,
    ]);
    if (!added.ok) return added;
    const worktree = soundWorktree(context, path);
    return worktree === null ? misplaced(path) : { ok: true, ...worktree };
  });

/**
 * Makes a folder a worktree again whose `.git` is gone or not ours. Its files stay, to be saved by the caller, who has
 * also saved what a foreign `.git` held.
 */
export async function adoptFolder(
  context: Context,
  path: string,
  base: string,
): Promise<GitResult<Worktree>> {
  await removeFolder(join(path, '.git'));
  const entries = await entriesNaming(context, path);
  for (const entry of entries) {
    if (belongsTo(context, entry.gitDir, path)) {
      await writeFile(join(path, '.git'), `gitdir: ${entry.gitDir}\n`);
      return { ok: true, ...entry };
    }
  }
  await dropEntries(context, entries);
  const beside = `${path}.new`;
  await dropEntries(context, await entriesNaming(context, beside));
  await removeFolder(beside);
  const made = await addWorktree(context, beside, base);
  if (!made.ok) return made;
  const { gitDir } = made;
  const { path: index } = await takeIndex(gitDir);
  const environment = { GIT_DIR: gitDir, GIT_WORK_TREE: beside, GIT_INDEX_FILE: index };
  const place = { cwd: beside, environment: { ...context.repository.environment, ...environment } };
  const read = await git(place, ['read-tree', base]);
  if (!read.ok) return read;
  // Either step may be the last before a crash: the entry alone is enough to come back here.
  await writeFile(join(gitDir, 'gitdir'), `${join(path, '.git')}\n`);
  await rename(join(beside, '.git'), join(path, '.git'));
  await rmdir(beside);
  return { ok: true, path, gitDir };
}

/** Forgets worktrees as `git worktree remove` does, but only those that are given. */
export async function dropEntries(
  { repository }: Pick<Context, 'repository'>,
  entries: readonly Worktree[],
): Promise<void> {
  await Promise.all(entries.map(({ gitDir }) => removeFolder(gitDir)));
  if (entries.length > 0) await rmdir(join(repository.commonDir, 'worktrees')).catch(() => {});
}

/** Somebody may put a file, such as a lock of git's, into a folder that is being removed. The waits grow by the delay. */
const REMOVAL = { recursive: true, force: true, maxRetries: 6, retryDelay: 20 } as const;
/** Node still removes in the background when it has failed, so that the ways may cross. */
const MAX_REMOVALS = 4;
const HELPED = ['EACCES', 'EPERM', 'ENAMETOOLONG', 'ENOTEMPTY', 'ENOENT'];

/** Removes a file or a folder with all that is in it, also without any rights and however deep. */
export async function removeFolder(path: string | Buffer): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await rm(path, REMOVAL);
    } catch (error) {
      if (tries === MAX_REMOVALS || !HELPED.includes((error as NodeJS.ErrnoException).code ?? ''))
        throw error;
      await makeAccessible(path);
    }
  }
}

export const misplaced = (path: string): GitResult<never> =>
  refused(
    'misplaced',
    `${path} is not the workspace that it should be`,
    'Something has replaced the workspace. Move it away, then resume the run.',
  );
