// Small reads of git's own files are many times faster without a turn of the event loop for each.
import {
  constants,
  copyFileSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { git, line, type Place } from './command.ts';
import type { Context } from './context.ts';
import { isLost } from './keep.ts';
import type { GitResult } from './port.ts';
import { isCheckSlot } from './slot-name.ts';
import { slotPlace } from './slot-place.ts';

/**
 * A workspace that we know our way around. We look at it through an index of our own beside the agent's: what an agent
 * does to its index, flags and locks included, neither hides changes from us nor stops us.
 */
export interface Slot {
  readonly number: number;
  readonly path: string;
  readonly gitDir: string;
  /** Where the run's record is, from `path`; null for none. */
  readonly record: string | null;
  /** Our own index, not the agent's. */
  readonly index: string;
  /** Commands work on the slot's files with our own index, and behind walls where they can be had. */
  readonly place: Place;
  /** Ends what stays up for such commands. */
  readonly leave: () => Promise<void>;
  /** Null for a workspace that was never handed out, or where an earlier process of ours knew. */
  known: Known | null;
  /** True from the making of a worktree until files are in it. */
  fresh: boolean;
  /** When `open` was done with it, in milliseconds by the file system's clock; null where this process did not open it. */
  openedAt: number | null;
  /** The files of the record as we left them, by their path below it. */
  readonly placed: Map<string, string>;
}

/** What our index holds, all of it kept under some ref. */
interface Known {
  readonly tree: string;
  /** The commits that HEAD and unfinished operations stood at. */
  readonly heads: readonly string[];
  /** Repositories inside the workspace that were saved as plain folders; of folders that git knows their `.git`. */
  readonly nested: readonly string[];
  /** Submodules that an attempt changed. */
  readonly submodules: readonly string[];
  /** The agent's index as we left it. */
  readonly agentIndex: string;
}

const OUR_INDEX = /^phasewright\.[\w-]+\.index$/;
const OUR_LOCK = /^phasewright\.[\w-]+\.index\.lock$/;

let count = 0;

/**
 * Finds our index in `folder` and makes it this process's own under a new name: a git process that outlived an earlier
 * process of ours may still write under the old one.
 */
export async function takeIndex(folder: string): Promise<{ readonly path: string; readonly found: boolean }> {
  const names = await readdir(folder);
  count += 1;
  const path = join(folder, `phasewright.${process.pid}-${count}.index`);
  const [newest, ...older] = names.filter(name => OUR_INDEX.test(name));
  if (newest !== undefined) await rename(join(folder, newest), path);
  const stale = [...older, ...names.filter(name => OUR_LOCK.test(name))];
  await Promise.all(stale.map(name => rm(join(folder, name), { force: true })));
  return { path, found: newest !== undefined };
}

export function makeSlot(
  context: Context,
  slot: Pick<Slot, 'number' | 'path' | 'gitDir' | 'index' | 'fresh'>,
): Slot {
  const { place, leave } = slotPlace(context, slot);
  // What checks see is what a clone has: the run's record is no part of that.
  const record = isCheckSlot(slot.number) ? null : (context.options.record ?? null);
  return { ...slot, record, placed: new Map(), known: null, openedAt: null, place, leave };
}

/** Forgets a slot, and with it what stays up for it. */
export async function leaveSlot(context: Context, number: number): Promise<void> {
  const slot = context.slots.get(number);
  context.slots.delete(number);
  await slot?.leave();
}

export const agentIndexOf = ({ gitDir }: Slot): string => join(gitDir, 'index');

/** Tells whether the agent's index is still the file that we left. */
export function agentIndexMark(slot: Slot): string {
  const found = statSync(agentIndexOf(slot), { throwIfNoEntry: false });
  return found === undefined ? 'none' : `${found.ino} ${found.size} ${found.mtimeMs}`;
}

/** Gives the agent a copy of our index. */
export function copyIndex(slot: Slot): void {
  const draft = join(slot.gitDir, 'phasewright.copy');
  // The agent may write here, too: a link in the draft's place would lead the copy elsewhere.
  rmSync(draft, { recursive: true, force: true });
  copyFileSync(slot.index, draft, constants.COPYFILE_EXCL);
  renameSync(draft, agentIndexOf(slot));
}

export interface Heads {
  /** Null where HEAD names a branch that does not exist yet. */
  readonly head: string | null;
  /** The full name of the branch that HEAD is on; null where it is detached, as we leave it. */
  readonly branch: string | null;
  /** What unfinished merges and rebases hold and nothing else may. */
  readonly pending: readonly string[];
}

export const PENDING = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'rebase-merge/orig-head', 'rebase-apply/orig-head'];

/** The commits that the workspace stands at. */
export async function headsOf(context: Context, slot: Slot): Promise<GitResult<Heads>> {
  const [text, ...others] = ['HEAD', ...PENDING].map(name => readText(join(slot.gitDir, name)) ?? '');
  const head = (text ?? '').trim();
  const pending = others.flatMap(other => other.match(/^[0-9a-f]{40,64}$/gm) ?? []);
  if (/^[0-9a-f]{40,64}$/.test(head)) return { ok: true, head, branch: null, pending };
  const branch = /^ref: (.+)$/.exec(head)?.[1] ?? null;
  if (branch?.startsWith('refs/heads/') && !branch.endsWith('/.invalid') && !/\s/.test(branch)) {
    const found = await context.objects.resolve(branch);
    if (found.ok) return { ok: true, head: found.oid, branch, pending };
    // The commit of an agent's own branch is gone for good; that of the user's checkout may be written again.
    const gone = context.options.mode === 'worktree' && isLost(found.failure);
    return gone ? { ok: true, head: null, branch, pending } : found;
  }
  const output = await git(slot.place, ['rev-parse', '--verify', '--quiet', 'HEAD'], { answers: [1, 128] });
  if (!output.ok) return output;
  const name = await git(slot.place, ['symbolic-ref', '--quiet', 'HEAD'], { answers: [1, 128] });
  if (!name.ok) return name;
  return { ok: true, head: line(output.stdout) || null, branch: line(name.stdout) || null, pending };
}

/** A detached HEAD is a file with an id in it. Git itself would wait for the disk, which nothing here needs. False where HEAD is no such file. */
export function moveDetachedHead({ gitDir }: Slot, commit: string): boolean {
  const head = join(gitDir, 'HEAD');
  if (!/^[0-9a-f]{40,64}\n?$/.test(readText(head) ?? '')) return false;
  writeFileSync(`${head}.lock`, `${commit}\n`);
  renameSync(`${head}.lock`, head);
  return true;
}

const UNFINISHED = [
  ...['MERGE_HEAD', 'MERGE_MSG', 'MERGE_MODE', 'AUTO_MERGE', 'SQUASH_MSG', 'CHERRY_PICK_HEAD', 'REVERT_HEAD'],
  ...[
    'rebase-merge',
    'rebase-apply',
    'sequencer',
    'BISECT_LOG',
    'BISECT_START',
    'BISECT_NAMES',
    'BISECT_TERMS',
  ],
  ...['BISECT_EXPECTED_REV', 'index.lock', 'HEAD.lock'],
];

/** Ends whatever git operation an agent left behind, and drops the locks of its killed git processes. */
export async function dropUnfinished({ gitDir }: Slot): Promise<void> {
  const present = new Set(readdirSync(gitDir));
  const found = UNFINISHED.filter(name => present.has(name));
  await Promise.all(found.map(name => rm(join(gitDir, name), { recursive: true, force: true })));
}

/** Whether the path is a folder and no link to elsewhere. */
export const isRealFolder = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Null where there is no such file, or something else than a file. */
export function readText(path: string): string | null {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return null;
  return readFileSync(path, 'utf8');
}
