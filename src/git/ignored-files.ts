import { type Dirent, lstatSync, readdirSync, type Stats } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { splitAtNul } from './changes.ts';
import { git } from './command.ts';
import type { Context } from './context.ts';
import { enterPresent } from './enter.ts';
import type { GitResult, IgnoredFiles } from './port.ts';
import type { Slot } from './slot.ts';
import { removeFolder } from './worktree.ts';

/** Folders that are read before others get their turn. */
const FOLDERS_AT_ONCE = 100;

/** See `Workspaces.ignoredFiles`. */
export async function ignoredFiles(
  context: Context,
  number: number,
): Promise<GitResult<{ readonly files: IgnoredFiles }>> {
  const entered = await enterPresent(context, number);
  if (!entered.ok) return entered;
  return entered.slot === null ? { ok: true, files: new Map() } : unseen(entered.slot);
}

/** See `Workspaces.restoreIgnored`. */
export async function restoreIgnored(
  context: Context,
  { slot: number, to }: { readonly slot: number; readonly to: IgnoredFiles },
): Promise<GitResult<{ readonly isIntact: boolean }>> {
  const entered = await enterPresent(context, number);
  if (!entered.ok) return entered;
  const { slot } = entered;
  if (slot === null) return { ok: true, isIntact: to.size === 0 };
  const found = await unseen(slot);
  if (!found.ok) return found;
  const isIntact = [...to].every(([path, mark]) => found.files.get(path) === mark);
  const staying = isIntact ? foldersOf(to.keys()) : new Set<string>();
  const going = [...found.files.keys()].filter(path => !isIntact || !(to.has(path) || staying.has(path)));
  await remove(slot, going);
  return { ok: true, isIntact };
}

/** See `Workspaces.removeIgnored`. */
export async function removeIgnored(
  context: Context,
  { slot: number, paths }: { readonly slot: number; readonly paths: readonly string[] },
): Promise<GitResult<object>> {
  const entered = await enterPresent(context, number);
  if (!entered.ok) return entered;
  if (entered.slot !== null) await remove(entered.slot, paths);
  return { ok: true };
}

/** Folders come before what is in them, which goes with them. */
async function remove(slot: Slot, paths: readonly string[]): Promise<void> {
  const gone = new Set<string>();
  for (const path of paths) {
    if (!gone.has(path.slice(0, Math.max(0, path.lastIndexOf('/'))))) await removeFolder(placeOf(slot, path));
    gone.add(path);
  }
}

/** The folders that the paths are in, at any depth. */
export function foldersOf(paths: Iterable<string>): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      const folder = path.slice(0, at);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return folders;
}

/**
 * All that git does not see in a workspace, by path as Latin-1: what it ignores, and repositories inside, submodules
 * included, with all that is in them.
 */
async function unseen(slot: Slot): Promise<GitResult<{ readonly files: IgnoredFiles }>> {
  const words = ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z'];
  const listed = await git(slot.place, words);
  if (!listed.ok) return listed;
  const roots = new Set(splitAtNul(listed.stdout).map(path => path.toString('latin1').replace(/\/$/, '')));
  const files = new Map<string, string>();
  const linked = new Map<number, Linked>();
  const folders: { readonly path: string; readonly isRoot: boolean }[] = [{ path: '', isRoot: false }];
  for (let read = 0; folders.length > 0; read += 1) {
    if (read % FOLDERS_AT_ONCE === 0) await setImmediate();
    const { path, isRoot } = folders.pop()!;
    const entries = entriesIn(placeOf(slot, path));
    const isRepository = path !== '' && entries.some(({ name }) => name === '.git');
    const isAllOfIt = isRoot || isRepository;
    if (isAllOfIt) files.set(path, 'folder');
    for (const entry of entries) {
      const below = path === '' ? entry.name : `${path}/${entry.name}`;
      if (below === '.git') continue;
      const counts = isAllOfIt || roots.has(below);
      if (entry.isDirectory()) folders.push({ path: below, isRoot: counts });
      else if (counts) files.set(below, noted(below, placeOf(slot, below), linked));
    }
  }
  for (const { found, paths } of linked.values()) {
    if (found.nlink > paths.length) for (const path of paths) files.set(path, unchangedMark(found));
  }
  return { ok: true, files };
}

/** Names are Latin-1 here, since a name need not be text. */
const placeOf = (slot: Slot, path: string): Buffer =>
  Buffer.concat([Buffer.from(`${slot.path}/`), Buffer.from(path, 'latin1')]);

/** None where the folder cannot be read. */
function entriesIn(path: Buffer): readonly Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true, encoding: 'latin1' });
  } catch {
    return [];
  }
}

/** A file that has several names, and those of them that lie in the slot. */
interface Linked {
  readonly found: Stats;
  readonly paths: string[];
}

/** Differs once anything about the file was changed: nobody sets the time of its last change at will. */
function noted(path: string, place: Buffer, linked: Map<number, Linked>): string {
  const found = lstatSync(place, { throwIfNoEntry: false });
  if (!found) return 'gone';
  if (found.nlink > 1) {
    const names = linked.get(found.ino) ?? { found, paths: [] };
    names.paths.push(path);
    linked.set(found.ino, names);
  }
  return `${unchangedMark(found)} ${found.ctimeMs}`;
}

/**
 * All that counts of a file that has a name outside of the slot, too, as in the store of pnpm or uv: the time of its last
 * change is another one whenever somebody links to it elsewhere. Setting it up anew would bring back the same file.
 */
const unchangedMark = ({ ino, size, mode, mtimeMs }: Stats): string => `${ino} ${size} ${mode} ${mtimeMs}`;
