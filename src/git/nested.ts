import { lstatSync } from 'node:fs';
import { copyFile, readdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { isAside } from './aside.ts';
import { type RawChange, splitAtNul, utf8 } from './changes.ts';
import { type CommandOptions, git, line } from './command.ts';
import { refused } from './failure.ts';
import type { GitResult } from './port.ts';
import type { Slot } from './slot.ts';

/** A repository inside the workspace and the tree of its files. */
export interface Tree {
  readonly path: string;
  readonly tree: string;
}

const LINK = '160000';
const MAX_DEPTH = 4;

/**
 * Git would store a repository that an agent made inside the workspace as a link to a commit that nobody else has, and
 * its files would be lost. They become plain files instead, unless `.gitmodules` says that it is a submodule.
 * `tree` is null where there is nothing to do.
 */
export async function flattened(
  slot: Slot,
  changes: readonly RawChange[],
  unlinked: readonly Tree[],
): Promise<GitResult<{ readonly tree: string | null; readonly nested: readonly string[] }>> {
  const links = changes.filter(({ newMode, oldMode }) => newMode === LINK && oldMode !== LINK);
  if (links.length === 0 && unlinked.length === 0) return { ok: true, tree: null, nested: [] };
  const modules = await submodulePaths(slot);
  if (!modules.ok) return modules;
  const trees = [...unlinked];
  for (const { path } of links) {
    const name = utf8(path);
    if (name === null) return unreadable(path);
    if (modules.paths.has(name)) continue;
    const found = await filesOf(slot, name, 0);
    if (!found.ok) return found;
    trees.push(found);
  }
  if (trees.length === 0) return { ok: true, tree: null, nested: [] };
  const tree = await grafted(slot, slot.index, trees);
  return tree.ok ? { ok: true, tree: tree.tree, nested: trees.map(({ path }) => path) } : tree;
}

/** Repositories without a commit, which `git add` refuses, found by looking into every folder. */
export async function nestedWithoutCommits(
  slot: Slot,
): Promise<GitResult<{ readonly trees: readonly Tree[] }>> {
  const trees: Tree[] = [];
  for (const folder of await repositoriesBelow(slot.path)) {
    if (isAside(slot.record, relative(slot.path, folder))) continue;
    const place = { cwd: folder, environment: { ...slot.place.environment, GIT_DIR: join(folder, '.git') } };
    const head = await git(place, ['rev-parse', '--verify', '--quiet', 'HEAD'], { answers: [1, 128] });
    if (!head.ok) return head;
    if (head.code === 0) continue;
    const ignored = await git(slot.place, ['check-ignore', '--quiet', '--', relative(slot.path, folder)], {
      answers: [1],
    });
    if (!ignored.ok) return ignored;
    if (ignored.code === 0) continue;
    const found = await filesOf(slot, relative(slot.path, folder), 0);
    if (!found.ok) return found;
    trees.push(found);
  }
  return { ok: true, trees };
}

async function repositoriesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    if (!entry.isDirectory() || entry.name === '.git') continue;
    const path = join(folder, entry.name);
    const names: string[] = await readdir(path).catch(() => []);
    found.push(...(names.includes('.git') ? [path] : await repositoriesBelow(path)));
  }
  return found;
}

/** The files of a folder as a tree, read as if the folder were the whole worktree, so that its `.git` is no wall. */
export async function filesOf(slot: Slot, path: string, depth: number): Promise<GitResult<Tree>> {
  if (depth > MAX_DEPTH) return unreadable(Buffer.from(path));
  const index = `${slot.index}.nested${depth}`;
  const folder = join(slot.path, path);
  const options: CommandOptions = { environment: { GIT_WORK_TREE: folder, GIT_INDEX_FILE: index } };
  const place = { cwd: folder, environment: slot.place.environment };
  await rm(index, { force: true });
  try {
    const added = await git(place, ['add', '--all', '.'], options);
    if (!added.ok) return added;
    const listed = await git(place, ['ls-files', '--stage', '-z'], options);
    if (!listed.ok) return listed;
    const inner: Tree[] = [];
    for (const entry of splitAtNul(listed.stdout)) {
      if (!entry.toString('latin1').startsWith(LINK)) continue;
      const name = utf8(entry.subarray(entry.indexOf(0x09) + 1));
      if (name === null) return unreadable(entry);
      const found = await filesOf(slot, join(path, name), depth + 1);
      if (!found.ok) return found;
      inner.push({ path: name, tree: found.tree });
    }
    const written = await grafted(slot, index, inner);
    return written.ok ? { ok: true, path, tree: written.tree } : written;
  } finally {
    await rm(index, { force: true });
  }
}

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
  return { ok: true, paths: new Set(values) };
}

const unreadable = (path: Buffer): GitResult<never> =>
  refused(
    'other',
    `the repository at ${path.toString('latin1')} inside the workspace cannot be saved`,
    'Remove it, or turn it into a submodule.',
  );
