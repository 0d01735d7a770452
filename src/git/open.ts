import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { git } from './command.ts';
import { inside, isDirty } from './content.ts';
import { type Context, treeOf } from './context.ts';
import { enter } from './enter.ts';
import { guarded } from './failure.ts';
import { placeCheckout } from './here.ts';
import { isLost } from './keep.ts';
import { overlooked } from './overlooked.ts';
import type { GitFailure, GitResult, Opened, OpenRequest } from './port.ts';
import { fetchPromised } from './promised.ts';
import { addRecord, withoutRecord } from './record.ts';
import { rescue } from './rescue.ts';
import { distrust, dropOwnLock, isFolderAtFault, setAside } from './set-aside.ts';
import {
  agentIndexMark,
  agentIndexOf,
  copyIndex,
  dropUnfinished,
  type Heads,
  headsOf,
  moveDetachedHead,
  readText,
  type Slot,
} from './slot.ts';
import { alignSubmodules, populatedSubmodules } from './submodules.ts';
import { permitFolders } from './unblock.ts';
import { misplaced, removeFolder } from './worktree.ts';

type OpenedSlot = GitResult<Opened & Required<Pick<Opened, 'rescued'>>>;

/** See `Workspaces.open`; tells also what had to be saved. */
export async function open(context: Context, request: OpenRequest): Promise<OpenedSlot> {
  const entered = await enter(context, request.slot, request.base);
  if (!entered.ok) return entered;
  const { slot } = entered;
  const allowed = await context.programs.check(slot.place);
  if (!allowed.ok) return allowed;
  const saved = await saveFirst(context, slot);
  if (!saved.ok) return saved;
  const anew = slot.fresh;
  const settled = await settle(context, slot, saved.heads, request);
  if (!settled.ok) return settled;
  return { ok: true, path: slot.path, rescued: saved.rescued, ...(anew ? { anew } : {}) };
}

/**
 * What is done where a slot does not open: a folder that cannot be brought back is set aside and made anew, so that it
 * costs nobody else anything. Any other failure stays what it is.
 */
export async function openAnew(
  context: Context,
  { request, failure }: { readonly request: OpenRequest; readonly failure: GitFailure },
): Promise<OpenedSlot> {
  const { slot, base, contents } = request;
  const failed = { slot, failure, commits: contents === null ? [base] : [base, contents] };
  distrust(context, slot);
  if (dropOwnLock(context, failed)) return open(context, request);
  const asBefore: OpenedSlot = { ok: false, failure: ofOurs(failure) };
  if (!(await isFolderAtFault(context, failed))) return asBefore;
  const aside = await guarded(() => setAside(context, slot));
  if (!aside.ok) return asBefore;
  const opened = await open(context, request);
  if (!opened.ok) return { ok: false, failure: ofOurs(opened.failure) };
  const rescued = [...aside.rescued, ...opened.rescued];
  return { ...opened, rescued, setAside: `${failure.message}; what it holds is in ${aside.path}` };
}

/** What an attempt left behind is no fault of the next one's. */
const ofOurs = (failure: GitFailure): GitFailure =>
  failure.reason === 'unstorable' ? { ...failure, reason: 'other' } : failure;

interface Saved {
  /** Null for a worktree without files. */
  readonly heads: Heads | null;
  readonly rescued: readonly string[];
}

/** Makes sure that all the workspace holds is kept, and that our index mirrors it. */
async function saveFirst(context: Context, slot: Slot): Promise<GitResult<Saved>> {
  if (slot.fresh) return { ok: true, heads: null, rescued: [] };
  // Git does not keep the rights of folders, and whoever comes next may write in them.
  if (context.options.mode === 'worktree') await permitFolders(slot.path);
  const { known } = slot;
  const inner = await populatedSubmodules(context, slot);
  if (!inner.ok) return inner;
  const isKnown = known === null || known.nested.length > 0 || inner.paths.length > 0;
  const others = isKnown ? { ok: true as const, paths: [] } : await overlooked(context, slot, new Set(), []);
  if (!others.ok) return others;
  // Git does not say what changed inside a repository inside the workspace.
  const opaque = isKnown || others.paths.length > 0;
  const [heads, status] = await Promise.all([
    headsOf(context, slot),
    opaque ? { ok: true as const, dirty: true } : isDirty(slot),
  ]);
  if (!heads.ok) return heads;
  // Where git has deleted what HEAD leads to it cannot compare with it.
  if (!status.ok && !isLost(status.failure)) return status;
  const commits = [...(heads.head === null ? [] : [heads.head]), ...heads.pending];
  if (status.ok && !status.dirty && commits.every(commit => known?.heads.includes(commit))) {
    return { ok: true, heads, rescued: [] };
  }
  const saved = await rescue(context, slot);
  if (!saved.ok) return saved;
  return { ok: true, heads, rescued: saved.rescued === null ? [] : [saved.rescued] };
}

/** Puts the files, HEAD and the agent's index where the request wants them. All that this overwrites is kept. */
export async function settle(
  context: Context,
  slot: Slot,
  heads: Heads | null,
  request: OpenRequest,
): Promise<GitResult<object>> {
  const { base, contents } = request;
  const wanted = await treeOf(context, contents ?? base);
  if (!wanted.ok) return wanted;
  const target = await withoutRecord(context, wanted.tree);
  if (!target.ok) return target;
  const here = context.options.mode === 'here';
  const placed =
    here && heads !== null
      ? await placeCheckout(context, slot, heads, base)
      : await placeHead(context, slot, base);
  if (!placed.ok) return placed;
  for (const path of slot.known?.nested ?? []) await removeFolder(inside(slot, path));
  if (slot.known?.tree !== target.tree || slot.known.nested.length > 0) {
    const promised = await fetchPromised(context, target.tree);
    if (!promised.ok) return promised;
    const read = await git(slot.place, ['read-tree', '--reset', '-u', target.tree]);
    if (!read.ok) return read;
  }
  if (!here) {
    const aligned = await alignSubmodules(context, slot, target.tree);
    if (!aligned.ok) return aligned;
    const given = await giveIndex(context, slot, base, contents);
    if (!given.ok) return given;
  }
  slot.fresh = false;
  context.removed.delete(slot.number);
  context.unfiltered.delete(slot.number);
  // The user's own index is older than this moment; the agent's was just written.
  slot.openedAt = here
    ? Date.now()
    : (statSync(agentIndexOf(slot), { throwIfNoEntry: false })?.ctimeMs ?? null);
  slot.known = {
    tree: target.tree,
    heads: [base],
    nested: [],
    submodules: [],
    agentIndex: agentIndexMark(slot),
  };
  return { ok: true };
}

/** Detaches HEAD at the base, whatever an agent did to it, without touching the branch that it may have been on. */
async function placeHead(context: Context, slot: Slot, base: string): Promise<GitResult<object>> {
  await dropUnfinished(slot);
  if (!moveDetachedHead(slot, base)) {
    const ref = `worktrees/${basename(slot.gitDir)}/HEAD`;
    const updated = await context.objects.update([{ ref, to: base, from: null }]);
    if (!updated.ok) return updated;
  }
  const stored = readText(join(slot.gitDir, 'HEAD'))?.trim();
  // Repositories with reftables keep HEAD elsewhere and only a stub in this file.
  if (stored === base || stored === 'ref: refs/heads/.invalid') return { ok: true };
  return misplaced(slot.path);
}

async function giveIndex(
  context: Context,
  slot: Slot,
  base: string,
  contents: string | null,
): Promise<GitResult<object>> {
  if (contents === null) {
    const from = await treeOf(context, base);
    if (!from.ok) return from;
    copyIndex(slot);
    return addRecord(context, slot, agentIndexOf(slot), from.tree);
  }
  const environment = { GIT_INDEX_FILE: agentIndexOf(slot) };
  return git(slot.place, ['read-tree', '--reset', base], { environment });
}
