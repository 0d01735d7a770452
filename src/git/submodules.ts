import { existsSync, realpathSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isAside } from './aside.ts';
import { git, line, type Place } from './command.ts';
import { type Context, writeScaffold } from './context.ts';
import { filesOf, submodulePaths } from './nested.ts';
import type { GitResult } from './port.ts';
import type { Slot } from './slot.ts';
import { removeFolder } from './worktree.ts';

/** A submodule with files, as an attempt left it. */
export interface ChangedSubmodule {
  readonly path: string;
  /** Its files and commits, in the repository itself: the submodule's own folder goes with the workspace. */
  readonly commit: string;
}

type Changed = GitResult<{ readonly submodules: readonly ChangedSubmodule[] }>;

/** Submodules that are not as the base links them. A commit can hold only their links; this keeps what they link to. */
export async function changedSubmodules(context: Context, slot: Slot, base: string): Promise<Changed> {
  const populated = await populatedSubmodules(slot);
  if (!populated.ok) return populated;
  const submodules: ChangedSubmodule[] = [];
  for (const path of populated.paths) {
    const kept = await keepSubmodule(context, slot, base, path);
    if (!kept.ok) return kept;
    if (kept.commit !== null) submodules.push({ path, commit: kept.commit });
  }
  return { ok: true, submodules };
}

/** Those that have been fetched and filled, which ours never are until an agent or a setup command does it. */
export async function populatedSubmodules(
  slot: Slot,
): Promise<GitResult<{ readonly paths: readonly string[] }>> {
  const modules = await submodulePaths(slot);
  if (!modules.ok) return modules;
  const inside = [...modules.paths].filter(
    path => path !== '' && !path.split('/').includes('..') && !isAside(slot.record, path),
  );
  return { ok: true, paths: inside.filter(path => isPopulated(resolve(join(slot.path, path)))) };
}

/** No link on the way may lead elsewhere: the folder is read, and emptied. */
const isPopulated = (folder: string): boolean =>
  existsSync(join(folder, '.git')) && realpathSync(folder) === folder;

/**
 * Empties the submodules that an attempt changed or that another commit is linked for, so that the next attempt does
 * not take them over; a setup command fills them again.
 */
export async function alignSubmodules(
  context: Context,
  slot: Slot,
  tree: string,
): Promise<GitResult<object>> {
  const populated = await populatedSubmodules(slot);
  if (!populated.ok) return populated;
  for (const path of populated.paths) {
    const [head, linked] = await Promise.all([headOf(slot, path), linkIn(context, tree, path)]);
    if (!head.ok) return head;
    if (!linked.ok) return linked;
    const same = line(head.stdout) === line(linked.stdout) && !slot.known?.submodules.includes(path);
    if (same) continue;
    await removeFolder(join(slot.path, path));
    await mkdir(join(slot.path, path), { recursive: true });
  }
  return { ok: true };
}

const linkIn = (context: Context, tree: string, path: string) =>
  git(context.common, ['ls-tree', '--object-only', '--full-tree', tree, '--', path]);

const innerPlace = (slot: Slot, path: string): Place => {
  const folder = join(slot.path, path);
  return { cwd: folder, environment: { ...slot.place.environment, GIT_DIR: join(folder, '.git') } };
};

const headOf = (slot: Slot, path: string) =>
  git(innerPlace(slot, path), ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], { answers: [1, 128] });

async function keepSubmodule(
  context: Context,
  slot: Slot,
  base: string,
  path: string,
): Promise<GitResult<{ readonly commit: string | null }>> {
  const [state, linked, files] = await Promise.all([
    headOf(slot, path),
    linkIn(context, base, path),
    filesOf(slot, path, 0),
  ]);
  if (!state.ok) return state;
  if (!linked.ok) return linked;
  if (!files.ok) return files;
  if (state.code !== 0) return writtenAs(context, files.tree, []);
  const head = line(state.stdout);
  const own = await git(innerPlace(slot, path), ['rev-parse', `${head}^{tree}`]);
  if (!own.ok) return own;
  if (line(linked.stdout) === head && line(own.stdout) === files.tree) return { ok: true, commit: null };
  const words = [
    'fetch',
    '--quiet',
    '--no-tags',
    '--no-write-fetch-head',
    '--no-auto-gc',
    join(slot.path, path),
    'HEAD',
  ];
  const fetched = await git(context.common, words, { environment: { GIT_ALLOW_PROTOCOL: 'file' } });
  // A shallow submodule cannot be fetched from; its files alone are kept then.
  return writtenAs(context, files.tree, fetched.ok ? [head] : []);
}

async function writtenAs(context: Context, tree: string, parents: readonly string[]) {
  const written = await writeScaffold(context, tree, parents);
  return written.ok ? { ok: true as const, commit: written.oid } : written;
}
