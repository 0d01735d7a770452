import { lstatSync } from 'node:fs';
import { copyFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { allBut, isAside } from './aside.ts';
import { type RawChange, splitAtNul, utf8 } from './changes.ts';
import { type CommandOptions, git, line, type Place } from './command.ts';
import type { Context } from './context.ts';
import { refused } from './failure.ts';
import { innerGitDir, innerPlace } from './inner-history.ts';
import { isLost } from './keep.ts';
import { LINK } from './links.ts';
import type { GitFailure, GitResult } from './port.ts';
import type { Slot } from './slot.ts';

/** A repository inside the workspace and the tree of its files. */
export interface Tree {
  readonly path: string;
  readonly tree: string;
  /** Repositories in it, at any depth, by their paths in the workspace. */
  readonly inner: readonly string[];
}

/** Repositories in repositories; an agent that makes more of them than this has lost its way. */
const MAX_DEPTH = 50;

/**
 * Git would store a repository that an agent made inside the workspace as a link to a commit that nobody else has, and
 * its files would be lost. They become plain files instead, unless `.gitmodules` says that it is a submodule. Our index
 * does not hold such links: git asks the repository of one that it knows, with whatever that configures, what changed.
 */
export async function flattened(
  context: Context,
  slot: Slot,
  changes: readonly RawChange[],
  unlinked: readonly Tree[],
): Promise<GitResult<{ readonly tree: string | null; readonly nested: readonly Tree[] }>> {
  const links = changes.filter(({ newMode, oldMode }) => newMode === LINK && oldMode !== LINK);
  if (links.length === 0 && unlinked.length === 0) return { ok: true, tree: null, nested: [] };
  const modules = await submodulePaths(slot);
  if (!modules.ok) return modules;
  const trees = [...unlinked];
  const linked: Buffer[] = [];
  for (const { path } of links) {
    const name = utf8(path);
    if (name === null) return unreadable(path);
    if (modules.paths.has(name) && innerGitDir(context, slot, name) !== null) continue;
    const found = await filesOf(slot, name, 0);
    if (!found.ok) return found;
    trees.push(found);
    linked.push(path, NUL);
  }
  if (trees.length === 0) return { ok: true, tree: null, nested: [] };
  const tree = await grafted(slot, slot.index, trees);
  if (!tree.ok) return tree;
  if (linked.length > 0) {
    const input = Buffer.concat(linked);
    const dropped = await git(slot.place, ['update-index', '-z', '--force-remove', '--stdin'], { input });
    if (!dropped.ok) return dropped;
  }
  return { ok: true, tree: tree.tree, nested: trees };
}

const NUL = Buffer.from([0]);

/** Repositories without a commit, which `git add` refuses, found by looking into every folder. */
export async function nestedWithoutCommits(
  context: Context,
  slot: Slot,
): Promise<GitResult<{ readonly trees: readonly Tree[] }>> {
  const trees: Tree[] = [];
  for (const path of await repositoriesBelow(slot.path, '')) {
    if (isAside(slot.record, path)) continue;
    const gitDir = innerGitDir(context, slot, path);
    const head =
      gitDir === null
        ? null
        : await git(innerPlace(slot, path, gitDir), ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], {
            answers: [1, 128],
          });
    if (head && !head.ok) return head;
    if (head?.code === 0) continue;
    const ignored = await git(slot.place, ['check-ignore', '--quiet', '--', path], { answers: [1, 128] });
    if (!ignored.ok) return ignored;
    if (ignored.code === 0) continue;
    const found = await filesOf(slot, path, 0);
    if (!found.ok) return found;
    trees.push(found);
  }
  return { ok: true, trees };
}

/** The topmost folders that have a `.git`, by their paths below the folder. */
async function repositoriesBelow(top: string, first: string): Promise<string[]> {
  const found: string[] = [];
  const folders = [first];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await readdir(join(top, folder), { withFileTypes: true }).catch(() => []);
    if (folder !== first && entries.some(({ name }) => name === '.git')) {
      found.push(folder);
      continue;
    }
    for (const entry of entries) {
      if (entry.isDirectory() && entry.name !== '.git') folders.push(join(folder, entry.name));
    }
  }
  return found.toSorted();
}

/** The files of a folder as a tree, read as if the folder were the whole worktree, so that its `.git` is no wall. */
export async function filesOf(slot: Slot, path: string, depth: number): Promise<GitResult<Tree>> {
  if (depth > MAX_DEPTH) return unreadable(Buffer.from(path));
  const index = `${slot.index}.nested${depth}`;
  const folder = join(slot.path, path);
  const options: CommandOptions = { environment: { GIT_WORK_TREE: folder, GIT_INDEX_FILE: index } };
  const place = { ...slot.place, cwd: folder };
  await rm(index, { force: true });
  try {
    // Of a folder without files git would write no index.
    const emptied = await git(place, ['read-tree', '--empty'], options);
    if (!emptied.ok) return emptied;
    const unlinked = await addInner(place, folder, options);
    if (!unlinked.ok) return unlinked;
    const listed = await git(place, ['ls-files', '--stage', '-z'], options);
    if (!listed.ok) return listed;
    const inner: Tree[] = [];
    const below: string[] = [];
    const names = splitAtNul(listed.stdout)
      .filter(entry => entry.toString('latin1').startsWith(LINK))
      .map(entry => utf8(entry.subarray(entry.indexOf(0x09) + 1)));
    for (const name of [...names, ...unlinked.paths]) {
      if (name === null) return unreadable(Buffer.from(path));
      const found = await filesOf(slot, join(path, name), depth + 1);
      if (!found.ok) return found;
      inner.push({ ...found, path: name });
      below.push(found.path, ...found.inner);
    }
    const written = await grafted(slot, index, inner);
    return written.ok ? { ok: true, path, tree: written.tree, inner: below } : written;
  } finally {
    await rm(index, { force: true });
  }
}

/** Adds all files of a folder but those of repositories in it that have no commit to link to. */
async function addInner(
  place: Place,
  folder: string,
  options: CommandOptions,
): Promise<GitResult<{ readonly paths: readonly string[] }>> {
  const added = await git(place, ['add', '--all', '.'], options);
  if (added.ok || !mayBeAboutRepositories(added.failure)) return added.ok ? { ok: true, paths: [] } : added;
  const paths = await repositoriesBelow(folder, '');
  const rest = await git(place, ['add', '--all', '.', ...paths.flatMap(allBut)], options);
  return rest.ok ? { ok: true, paths } : rest;
}

/** Git has many words for a repository in a workspace that it can make no link of. */
export const mayBeAboutRepositories = (failure: GitFailure): boolean =>
  ['other', 'not_a_repository', 'misplaced'].includes(failure.reason) && !isLost(failure);

/** The tree of an index with other trees put in the place of the links. The index itself stays as it is. */
async function grafted(
  slot: Slot,
  index: string,
  trees: readonly Tree[],
): Promise<GitResult<{ readonly tree: string }>> {
  const copy = `${index}.grafted`;
  const options: CommandOptions = { environment: { GIT_INDEX_FILE: copy } };
  await copyFile(index, copy);
  try {
    for (const { path, tree } of trees) {
      const listed = await git(slot.place, ['ls-tree', '-r', '-z', '--full-tree', tree]);
      if (!listed.ok) return listed;
      const input = Buffer.concat([gone(path, tree.length), ...moved(listed.stdout, path)]);
      const updated = await git(slot.place, ['update-index', '-z', '--index-info'], { ...options, input });
      if (!updated.ok) return updated;
    }
    const written = await git(slot.place, ['write-tree'], options);
    return written.ok ? { ok: true, tree: line(written.stdout) } : written;
  } finally {
    await rm(copy, { force: true });
  }
}

const gone = (path: string, digits: number): Buffer => Buffer.from(`0 ${'0'.repeat(digits)}\t${path}\0`);

const moved = (listing: Buffer, folder: string): Buffer[] =>
  splitAtNul(listing).flatMap(entry => {
    const tab = entry.indexOf(0x09) + 1;
    return [entry.subarray(0, tab), Buffer.from(`${folder}/`), entry.subarray(tab), Buffer.from([0])];
  });

export async function submodulePaths(
  slot: Slot,
): Promise<GitResult<{ readonly paths: ReadonlySet<string> }>> {
  const file = join(slot.path, '.gitmodules');
  // As for git itself, a link is not the file; and a pipe would be waited for.
  if (!lstatSync(file, { throwIfNoEntry: false })?.isFile()) return { ok: true, paths: new Set() };
  const words = ['config', '-z', '--file', file, '--get-regexp', '^submodule\\..*\\.path$'];
  const output = await git(slot.place, words, { answers: [1] });
  if (!output.ok) return output;
  const values = splitAtNul(output.stdout).map(entry => entry.toString('utf8').split('\n')[1] ?? '');
  return { ok: true, paths: new Set(values.filter(isBelow)) };
}

/** As git writes the path of a submodule: a folder below the workspace, which is neither that itself nor outside of it. */
const isBelow = (path: string): boolean => path.split('/').every(part => !['', '.', '..'].includes(part));

const unreadable = (path: Buffer): GitResult<never> =>
  refused(
    'other',
    `the repository at ${path.toString('latin1')} inside the workspace cannot be saved`,
    'Remove it, or turn it into a submodule.',
  );
