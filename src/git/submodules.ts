import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isAside } from './aside.ts';
import { git, line } from './command.ts';
import { type Context, writeScaffold } from './context.ts';
import { entryAt } from './graft.ts';
import { committedIn, innerGitDir, innerPlace } from './inner-history.ts';
import { isLost } from './keep.ts';
import { LINK, linksIn, linksOf } from './links.ts';
import { filesOf, submodulePaths, type Tree } from './nested.ts';
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
export async function changedSubmodules(
  context: Context,
  slot: Slot,
  base: string,
  links: Iterable<string>,
): Promise<Changed> {
  const populated = await populatedAmong(slot, links);
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
  context: Context,
  slot: Slot,
): Promise<GitResult<{ readonly paths: readonly string[] }>> {
  const linked = await linksInIndex(context, slot);
  return linked.ok ? populatedAmong(slot, linked.links) : linked;
}

async function populatedAmong(
  slot: Slot,
  links: Iterable<string>,
): Promise<GitResult<{ readonly paths: readonly string[] }>> {
  const modules = await submodulePaths(slot);
  if (!modules.ok) return modules;
  const paths = new Set([...modules.paths, ...links]);
  const inside = [...paths].filter(path => !isAside(slot.record, path));
  return { ok: true, paths: inside.filter(path => isPopulated(resolve(join(slot.path, path)))) };
}

interface AlignedLinks {
  readonly links: Iterable<string>;
  readonly populated: readonly string[];
  readonly plain: readonly Tree[];
}

/**
 * Brings the links of our index to what their folders hold. Git itself would ask the repositories there what changed in
 * them, and run what their configuration names. `populated` are those that hold a repository, `plain` those that hold
 * files without one.
 */
export async function alignLinks(context: Context, slot: Slot): Promise<GitResult<AlignedLinks>> {
  const found = await linksInIndex(context, slot);
  if (!found.ok) return found;
  const populated: string[] = [];
  const plain: Tree[] = [];
  for (const path of found.links) {
    const folder = join(slot.path, path);
    if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) continue;
    if (lstatSync(join(folder, '.git'), { throwIfNoEntry: false }) === undefined) {
      const isFilled = (await readdir(folder).catch(() => [])).length > 0;
      const files = isFilled ? await filesOf(slot, path, 0) : null;
      if (files && !files.ok) return files;
      if (files) plain.push(files);
      if (isFilled) populated.push(path);
      continue;
    }
    populated.push(path);
    const head = await headOf(context, slot, path);
    if (!head.ok) return head;
    if (head.commit === null) continue;
    const words = ['update-index', '--cacheinfo', `${LINK},${head.commit},${path}`];
    const updated = await git(slot.place, words);
    if (!updated.ok) return updated;
  }
  return { ok: true, links: found.links, populated, plain };
}

async function linksInIndex(
  context: Context,
  slot: Slot,
): Promise<GitResult<{ readonly links: Iterable<string> }>> {
  const known = slot.known === null ? null : await linksOf(context, slot.known.tree);
  // No ref need lead to what our index holds.
  if (known?.ok || (known && !isLost(known.failure))) return known;
  const listed = await git(slot.place, ['ls-files', '--stage', '-z']);
  return listed.ok ? { ok: true, links: linksIn(listed.stdout) } : listed;
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
  const populated = await populatedSubmodules(context, slot);
  if (!populated.ok) return populated;
  for (const path of populated.paths) {
    const [head, target] = await Promise.all([headOf(context, slot, path), entryAt(context, tree, path)]);
    if (!head.ok) return head;
    if (!target.ok) return target;
    const { entry } = target;
    const isChanged = slot.known?.submodules.includes(path) === true;
    if (entry?.type === 'commit' && entry.oid === head.commit && !isChanged) continue;
    // What the tree has there has just been put there, beside the repository of somebody who called it a submodule.
    const isInTheWay = entry !== null && entry.type !== 'commit';
    await removeFolder(join(slot.path, path, ...(isInTheWay ? ['.git'] : [])));
    if (!isInTheWay) await mkdir(join(slot.path, path), { recursive: true });
  }
  return { ok: true };
}

async function headOf(
  context: Context,
  slot: Slot,
  path: string,
): Promise<GitResult<{ readonly commit: string | null }>> {
  const gitDir = innerGitDir(context, slot, path);
  if (gitDir === null) return { ok: true, commit: null };
  const words = ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'];
  const found = await git(innerPlace(slot, path, gitDir), words, { answers: [1, 128] });
  return found.ok ? { ok: true, commit: found.code === 0 ? line(found.stdout) : null } : found;
}

async function keepSubmodule(
  context: Context,
  slot: Slot,
  base: string,
  path: string,
): Promise<GitResult<{ readonly commit: string | null }>> {
  const [head, linked, files] = await Promise.all([
    headOf(context, slot, path),
    entryAt(context, base, path),
    filesOf(slot, path, 0),
  ]);
  if (!head.ok) return head;
  if (!linked.ok) return linked;
  if (!files.ok) return files;
  const gitDir = innerGitDir(context, slot, path);
  if (gitDir !== null && head.commit !== null && linked.entry?.oid === head.commit) {
    const own = await git(innerPlace(slot, path, gitDir), ['rev-parse', `${head.commit}^{tree}`]);
    if (!own.ok) return own;
    if (line(own.stdout) === files.tree) return { ok: true, commit: null };
  }
  const inner = await committedIn(context, slot, [path, ...files.inner]);
  if (!inner.ok) return inner;
  const written = await writeScaffold(context, files.tree, inner.commits);
  return written.ok ? { ok: true, commit: written.oid } : written;
}
