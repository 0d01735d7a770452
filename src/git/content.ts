import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { allBut, allButRecord, isAside } from './aside.ts';
import { type RawChange, splitAtNul } from './changes.ts';
import { git } from './command.ts';
import { type Context, treeOf } from './context.ts';
import { refused } from './failure.ts';
import { committedIn } from './inner-history.ts';
import { isLost } from './keep.ts';
import { flattened, mayBeAboutRepositories, nestedWithoutCommits, type Tree } from './nested.ts';
import { overlooked } from './overlooked.ts';
import type { GitResult } from './port.ts';
import { withoutRecord, withRecordOf, writeIndex } from './record.ts';
import { agentIndexMark, agentIndexOf, type Slot } from './slot.ts';
import { noteRemoved } from './slot-place.ts';
import { alignLinks, type ChangedSubmodule, changedSubmodules } from './submodules.ts';
import { makeReadable, removeSpecial } from './unblock.ts';

/** All that a workspace holds, ignored files excepted, with the record as the base has it. */
export interface Content {
  /** What is kept: repositories inside the workspace are plain folders in it. */
  readonly tree: string;
  /** What our index holds: such repositories are links in it, and the record is not there. */
  readonly indexTree: string;
  /** What goes before the next attempt: such repositories, and of folders that git knows their `.git`. */
  readonly nested: readonly string[];
  /** What such repositories had committed themselves. */
  readonly histories: readonly string[];
  readonly submodules: readonly ChangedSubmodule[];
  /** What differs from the base. */
  readonly changes: readonly RawChange[];
}

/** Reads the whole workspace into our index and from there into a tree. The workspace itself is not touched. */
export async function readContent(context: Context, slot: Slot, base: string): Promise<GitResult<Content>> {
  const content = await readOnce(context, slot, base);
  if (content.ok || !isLost(content.failure)) return content;
  // Files that our index knows are not read again, not even where git has lost them. So it must know none.
  const forgotten = await git(slot.place, ['read-tree', base]);
  return forgotten.ok ? readOnce(context, slot, base) : forgotten;
}

async function readOnce(context: Context, slot: Slot, base: string): Promise<GitResult<Content>> {
  const allowed = await context.programs.check(slot.place);
  if (!allowed.ok) return allowed;
  const staged = await stage(context, slot);
  if (!staged.ok) return staged;
  const [written, from] = await Promise.all([writeIndex(context, slot), treeOf(context, base)]);
  if (!written.ok) return written;
  if (!from.ok) return from;
  const bare = await withoutRecord(context, from.tree);
  if (!bare.ok) return bare;
  const compared = await context.objects.compare(bare.tree, written.tree);
  if (!compared.ok) return compared;
  const { changes } = compared;
  const inner = await changedSubmodules(context, slot, base, staged.links);
  if (!inner.ok) return inner;
  const { submodules } = inner;
  const flat = await flattened(context, slot, changes, staged.unlinked);
  if (!flat.ok) return flat;
  const whole = await withRecordOf(context, flat.tree ?? written.tree, from.tree);
  if (!whole.ok) return whole;
  const { tree } = whole;
  const inside = flat.nested.flatMap(({ path, inner: below }) => [path, ...below]);
  const known = new Set([...inside, ...submodules.map(({ path }) => path)]);
  const others = await overlooked(context, slot, known, [...staged.links]);
  if (!others.ok) return others;
  const committed = await committedIn(context, slot, [...inside, ...others.paths]);
  if (!committed.ok) return committed;
  const nested = [...flat.nested.map(({ path }) => path), ...others.paths.map(path => join(path, '.git'))];
  const common = { ok: true as const, tree, submodules, nested, histories: committed.commits };
  if (flat.tree === null && !whole.blocked) return { ...common, indexTree: written.tree, changes };
  // The links that were there are gone from it.
  const [index, again] = await Promise.all([
    writeIndex(context, slot),
    context.objects.compare(from.tree, tree),
  ]);
  if (!index.ok) return index;
  if (!again.ok) return again;
  return { ...common, indexTree: index.tree, changes: again.changes };
}

interface Staged {
  /** Submodules that our index linked to before. */
  readonly links: Iterable<string>;
  /** Repositories and folders that git cannot, or must not, link to. */
  readonly unlinked: readonly Tree[];
}

async function stage(context: Context, slot: Slot): Promise<GitResult<Staged>> {
  const links = await alignLinks(context, slot);
  if (!links.ok) return links;
  const aside = [...allButRecord(slot), ...links.populated.flatMap(allBut)];
  let unlinked = links.plain;
  let added = await addReadable(context, slot, aside);
  if (!added.ok && mayBeAboutRepositories(added.failure)) {
    const nested = await nestedWithoutCommits(context, slot);
    if (!nested.ok) return nested;
    if (nested.trees.length === 0) return added;
    unlinked = [...unlinked, ...nested.trees];
    added = await addAll(slot, [...aside, ...nested.trees.flatMap(({ path }) => allBut(path))]);
  }
  if (!added.ok) return added;
  const forced = await stageForced(slot);
  return forced.ok ? { ok: true, links: links.links, unlinked } : forced;
}

const addAll = (slot: Slot, paths: readonly string[]) =>
  git(slot.place, ['add', '--all', '--sparse', ...paths]);

/** What stands in the way of reading the workspace, and is no file or lacks a permission, is put out of the way. */
async function addReadable(context: Context, slot: Slot, paths: readonly string[]): ReturnType<typeof git> {
  const added = await addAll(slot, paths);
  const isWhole = added.ok && !UNREAD.test(added.stderr);
  if (isWhole) return added;
  if (!added.ok && /can only add regular files/.test(added.failure.message)) {
    const listed = await git(slot.place, ['ls-files', '-z']);
    if (!listed.ok) return listed;
    const removed = await removeSpecial(slot.path, splitAtNul(listed.stdout));
    noteRemoved(context, slot.number, removed);
    return removed.length > 0 ? addReadable(context, slot, paths) : added;
  }
  if (!added.ok && added.failure.reason !== 'read_only') return added;
  const again = (await makeReadable(slot.path)) ? await addAll(slot, paths) : added;
  const left = again.ok ? UNREAD.exec(again.stderr) : null;
  return left === null ? again : unread(left);
}

/** Git warns of a folder that it cannot read and goes on without it: what is in it would be lost. */
const UNREAD = /could not open directory '([^'\n]*)(?:': ([^\n]*))?/;
const MAX_SHOWN = 200;

/** Of a path that is too long git prints no end. */
const unread = ([, folder = '', why = 'its path is too long']: RegExpExecArray): GitResult<never> =>
  refused(
    'unstorable',
    `the folder ${folder.slice(0, MAX_SHOWN)} of the workspace cannot be read (${why})`,
    'Give your user the right to read it, or delete it.',
  );

/** Ignored files count where the agent itself put them under version control. */
async function stageForced(slot: Slot): Promise<GitResult<object>> {
  if (slot.known?.agentIndex === agentIndexMark(slot)) return { ok: true };
  const listed = await git(slot.place, ['ls-files', '--cached', '--ignored', '--exclude-standard', '-z'], {
    environment: { GIT_INDEX_FILE: agentIndexOf(slot) },
    answers: [128],
  });
  if (!listed.ok || listed.code !== 0) return listed;
  const present: Buffer[] = [];
  for (const path of splitAtNul(listed.stdout)) {
    if (isAside(slot.record, path.toString('utf8'))) continue;
    const full = Buffer.concat([Buffer.from(`${slot.path}/`), path]);
    if (await lstat(full).catch(() => null)) present.push(path, Buffer.from([0]));
  }
  if (present.length === 0) return { ok: true };
  const words = ['add', '--force', '--sparse', '--pathspec-from-file=-', '--pathspec-file-nul'];
  const environment = { GIT_LITERAL_PATHSPECS: '1' };
  return git(slot.place, words, { input: Buffer.concat(present), environment });
}

/** Whether any file differs from what our index holds. */
export async function isDirty(slot: Slot): Promise<GitResult<{ readonly dirty: boolean }>> {
  const found = await dirtyPaths(slot);
  return found.ok ? { ok: true, dirty: found.paths.length > 0 } : found;
}

/** The files, and folders of new files, that differ from what our index holds. */
export async function dirtyPaths(slot: Slot): Promise<GitResult<{ readonly paths: readonly string[] }>> {
  const words = ['status', '--porcelain=v1', '-z', '--untracked-files=normal', '--no-renames'];
  const output = await git(slot.place, [...words, '--ignore-submodules=dirty', '--', ...allButRecord(slot)]);
  if (!output.ok) return output;
  // The first letter compares HEAD with our index, which is not the question.
  const entries = splitAtNul(output.stdout).filter(entry => entry[1] !== 0x20);
  return { ok: true, paths: entries.map(entry => entry.subarray(STATUS_BYTES).toString('utf8')) };
}

/** Two letters and a blank before the path. */
const STATUS_BYTES = 3;

/** The full path of what lies in a workspace. */
export const inside = (slot: Slot, path: string): string => join(slot.path, path);
