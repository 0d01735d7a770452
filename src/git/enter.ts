import { lstatSync } from 'node:fs';
import { copyFile, lstat, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { git } from './command.ts';
import type { Context, WorkspacesOptions } from './context.ts';
import { keepForeign } from './foreign.ts';
import type { GitResult } from './port.ts';
import { rescueHeads } from './rescue.ts';
import { isRealFolder, leaveSlot, makeSlot, type Slot, takeIndex } from './slot.ts';
import { isCheckSlot, slotName } from './slot-name.ts';
import {
  addWorktree,
  adoptFolder,
  dropEntries,
  entriesNaming,
  headsIn,
  misplaced,
  removeFolder,
  soundWorktree,
} from './worktree.ts';

type Entered = GitResult<{ readonly slot: Slot }>;

/** Where a slot's files are. `folder` is the run's own. */
export function slotPath(
  { mode, repository, folder }: Pick<WorkspacesOptions, 'mode' | 'repository' | 'folder'>,
  number: number,
): string {
  if (mode === 'here') return repository.toplevel;
  return join(folder, slotName(number));
}

export const pathIn = ({ options, folder }: Context, number: number): string =>
  slotPath({ ...options, folder }, number);

/** The slot as it stands, made or mended where need be. Nothing that lies in it is lost. */
export async function enter(context: Context, number: number, base: string): Promise<Entered> {
  if (context.options.mode === 'here') return enterCheckout(context, number);
  const present = await enterPresent(context, number);
  if (!present.ok || present.slot !== null) return present as Entered;
  const path = pathIn(context, number);
  const made = isCheckSlot(number)
    ? await replaced(context, path, base)
    : (await isEmpty(path))
      ? await remade(context, number, base)
      : await mended(context, number, base);
  if (!made.ok) return made;
  return { ok: true, slot: await take(context, number, made.path, made.gitDir) };
}

/** The slot where its worktree is in order; null where it must be made or mended first. */
export async function enterPresent(
  context: Context,
  number: number,
): Promise<GitResult<{ readonly slot: Slot | null }>> {
  const path = pathIn(context, number);
  if (context.options.mode === 'here') return enterCheckout(context, number);
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return { ok: true, slot: null };
  if (!isRealFolder(path)) return misplaced(path);
  const worktree = soundWorktree(context, path);
  if (worktree === null) return { ok: true, slot: null };
  const known = context.slots.get(number);
  if (known?.gitDir === worktree.gitDir) return { ok: true, slot: known };
  return { ok: true, slot: await take(context, number, path, worktree.gitDir) };
}

async function take(context: Context, number: number, path: string, gitDir: string): Promise<Slot> {
  await leaveSlot(context, number);
  const index = await takeIndex(gitDir);
  const slot = makeSlot(context, { number, path, gitDir, index: index.path, fresh: !index.found });
  context.slots.set(number, slot);
  return slot;
}

/** A slot whose folder is gone, or holds nothing but the beginnings of a worktree. */
async function remade(context: Context, number: number, base: string): ReturnType<typeof addWorktree> {
  const path = pathIn(context, number);
  const entries = await entriesNaming(context, path);
  const saved = await rescueHeads(context, number, entries.flatMap(headsIn));
  if (!saved.ok) return saved;
  await removeFolder(path);
  await dropEntries(context, entries);
  return addWorktree(context, path, base);
}

/** A slot of which nothing is worth keeping. */
async function replaced(context: Context, path: string, base: string): ReturnType<typeof addWorktree> {
  await removeFolder(path);
  await dropEntries(context, await entriesNaming(context, path));
  return addWorktree(context, path, base);
}

/** A folder with files whose `.git` is gone or replaced. */
async function mended(context: Context, number: number, base: string): ReturnType<typeof addWorktree> {
  const path = pathIn(context, number);
  const dotGit = join(path, '.git');
  const foreign = await lstat(dotGit).catch(() => null);
  if (foreign?.isDirectory()) {
    const saved = await keepForeign(context, number, dotGit);
    if (!saved.ok) return saved;
  }
  return adoptFolder(context, path, base);
}

async function enterCheckout(context: Context, number: number): Promise<Entered> {
  const known = context.slots.get(number);
  if (known !== undefined) return { ok: true, slot: known };
  const { toplevel: path, gitDir } = context.repository;
  if (!isRealFolder(path)) return misplaced(path);
  // A folder of its own: git behind walls writes there, and no other slot takes the index.
  const folder = join(context.folder, `phasewright.here-${number}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const index = await takeIndex(folder);
  const slot = makeSlot(context, { number, path, gitDir, index: index.path, fresh: false });
  if (!index.found) {
    const copied = await copyFile(join(gitDir, 'index'), index.path).then(
      () => true,
      () => false,
    );
    const read = copied ? null : await git(slot.place, ['read-tree', context.options.base]);
    if (read !== null && !read.ok) return read;
  }
  context.slots.set(number, slot);
  return { ok: true, slot };
}

/** Whether a slot's folder is gone or holds at most a `.git` file. */
async function isEmpty(path: string): Promise<boolean> {
  const names = await readdir(path).catch(() => []);
  if (names.some(name => name !== '.git')) return false;
  const dotGit = await stat(join(path, '.git')).catch(() => null);
  return dotGit === null || dotGit.isFile();
}
