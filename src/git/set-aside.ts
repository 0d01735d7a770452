import { accessSync, constants, lstatSync, rmSync } from 'node:fs';
import { lstat, readdir, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { git } from './command.ts';
import type { Context } from './context.ts';
import { pathIn } from './enter.ts';
import { isLost } from './keep.ts';
import { plainTree } from './plain-tree.ts';
import type { GitFailure, GitResult } from './port.ts';
import { type Rescue, rescueHeads, saveUnlessKept } from './rescue.ts';
import { leaveSlot } from './slot.ts';
import { slotNamed } from './slot-name.ts';
import { dropEntries, entriesNaming, headsIn } from './worktree.ts';

/** A workspace that was set aside is called as its slot was, and this with a number. */
const SET_ASIDE = /^(\d+|hooks)\.aside-(\d{1,9})$/;

export const isSetAside = (name: string): boolean => SET_ASIDE.test(name);

/** What failed in a slot, and the commits that it was about. */
export interface SlotFailure {
  readonly slot: number;
  readonly failure: GitFailure;
  readonly commits: readonly string[];
}

/**
 * Whether it is the slot's folder that keeps something from being done, and not what all slots share: the disk, the
 * repository, a branch. Such a folder fails whoever comes next in the same way.
 */
export async function isFolderAtFault(
  context: Context,
  { slot, failure, commits }: SlotFailure,
): Promise<boolean> {
  const { reason, message } = failure;
  const path = pathIn(context, slot);
  if (context.options.mode === 'here' || !lstatSync(path, { throwIfNoEntry: false })) return false;
  // Objects that are missing may be those of the repository.
  if (isLost(failure) && !(await areThere(context, commits))) return false;
  switch (reason) {
    case 'misplaced':
    case 'unstorable':
    case 'other':
      return true;
    case 'read_only':
      return !/repository database/.test(message) && isWritable(context);
    default:
      return false;
  }
}

/** Whether the commits are there with all their files. */
async function areThere({ common, options }: Context, commits: readonly string[]): Promise<boolean> {
  const words = ['rev-list', '--objects', '--no-walk', '--quiet', options.base, ...commits, '--'];
  return (await git(common, words)).ok;
}

/** Whether we may write where all slots do. */
function isWritable({ folder, repository }: Context): boolean {
  try {
    for (const path of [folder, repository.commonDir, join(repository.commonDir, 'objects')])
      accessSync(path, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** After a failure our index of a slot may hold what is kept nowhere, so that the workspace only seems to be clean. */
export function distrust({ slots }: Context, number: number): void {
  const slot = slots.get(number);
  if (slot) slot.known = null;
}

/** Removes the lock of our own index, which nobody else takes, after it was waited for. Tells whether there was one. */
export function dropOwnLock(context: Context, { slot, failure }: SlotFailure): boolean {
  const index = context.slots.get(slot)?.index;
  if (failure.reason !== 'locked' || index === undefined) return false;
  const lock = `${index}.lock`;
  if (!lstatSync(lock, { throwIfNoEntry: false })) return false;
  rmSync(lock, { recursive: true, force: true });
  return true;
}

/** Renames the folder of a slot and forgets its worktree, whose commits are saved first. Its files wait for `saveAside`. */
export async function setAside(
  context: Context,
  slot: number,
): Promise<GitResult<{ readonly path: string; readonly rescued: readonly string[] }>> {
  const path = pathIn(context, slot);
  const entries = await entriesNaming(context, path);
  const saved = await rescueHeads(context, slot, entries.flatMap(headsIn));
  if (!saved.ok) return saved;
  const taken = (await readdir(context.folder)).map(name => Number(SET_ASIDE.exec(name)?.[2] ?? 0));
  const to = join(context.folder, `${basename(path)}.aside-${Math.max(0, ...taken) + 1}`);
  await rename(path, to);
  await leaveSlot(context, slot);
  await dropEntries(context, entries);
  return { ok: true, path: to, rescued: saved.rescued === null ? [] : [saved.rescued] };
}

/** Saves the files of what was set aside, as far as git does not ignore them. Afterwards the folder may go. */
export async function saveAside(context: Context, name: string): Promise<Rescue> {
  const path = join(context.folder, name);
  const found = await lstat(path);
  // A link holds nothing itself, and neither does a pipe.
  if (!found.isDirectory() && !found.isFile()) return { ok: true, rescued: null };
  const { base, record } = context.options;
  const files = await plainTree(context, { folder: path, ignoreAsIn: base, without: record });
  if (!files.ok) return files;
  if (files.files === 0) return { ok: true, rescued: null };
  const of = SET_ASIDE.exec(name)?.[1] ?? '0';
  const slot = slotNamed(of) ?? 0;
  const what = 'It was set aside, for it could not be brought back. These are its files, byte by byte.';
  return saveUnlessKept(context, slot, { tree: files.tree, commits: [], what });
}
