import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isAside } from './aside.ts';
import { splitAtNul } from './changes.ts';
import { git } from './command.ts';
import type { Context } from './context.ts';
import type { GitResult } from './port.ts';
import type { Slot } from './slot.ts';
import { INSTALLED, MAX_FOLDERS } from './unblock.ts';

/**
 * Folders with a `.git` that git takes for plain ones, by their paths: what lies there is no repository any more, or git
 * knows files of the folder already. It says nothing of them, and leaves the `.git` where it is. Ignored ones are left
 * out, those that are `known`, and what lies in a submodule. None in the user's own checkout, where they stay.
 */
export async function overlooked(
  { options }: Context,
  slot: Slot,
  known: ReadonlySet<string>,
  submodules: readonly string[],
): Promise<GitResult<{ readonly paths: readonly string[] }>> {
  if (options.mode === 'here') return { ok: true, paths: [] };
  const isInSubmodule = (path: string): boolean => submodules.some(each => `${path}/`.startsWith(`${each}/`));
  const found = (await foldersWithGit(slot.path)).filter(
    path => !known.has(path) && !isInSubmodule(path) && !isAside(slot.record, path),
  );
  if (found.length === 0) return { ok: true, paths: [] };
  const listed = await git(slot.place, ['check-ignore', '--no-index', '-z', '--stdin'], {
    input: found.map(path => `${path}\0`).join(''),
    answers: [1],
  });
  if (!listed.ok) return listed;
  const ignored = new Set(splitAtNul(listed.stdout).map(path => path.toString('utf8')));
  return { ok: true, paths: found.filter(path => !ignored.has(path)) };
}

async function foldersWithGit(top: string): Promise<string[]> {
  const found: string[] = [];
  const folders = [''];
  for (let looked = 0; folders.length > 0 && looked < MAX_FOLDERS; looked += 1) {
    const folder = folders.pop()!;
    const entries = await readdir(join(top, folder), { withFileTypes: true }).catch(() => []);
    if (folder !== '' && entries.some(({ name }) => name === '.git')) found.push(folder);
    for (const entry of entries)
      if (entry.isDirectory() && !INSTALLED.has(entry.name)) folders.push(join(folder, entry.name));
  }
  return found.toSorted();
}
