import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { git } from './command.ts';
import { inside, isDirty } from './content.ts';
import { type Context, treeOf } from './context.ts';
import { enter } from './enter.ts';
import { placeCheckout } from './here.ts';
import { isLost } from './keep.ts';
import type { GitResult, OpenRequest } from './port.ts';
import { addRecord, withoutRecord } from './record.ts';
import { rescue } from './rescue.ts';
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
import { misplaced, removeFolder } from './worktree.ts';

type Opened = GitResult<{ readonly path: string; readonly rescued: readonly string[] }>;

/** See `Workspaces.open`; tells also what had to be saved. */
export async function open(context: Context, request: OpenRequest): Promise<Opened> {
  const entered = await enter(context, request.slot, request.base);
  if (!entered.ok) return entered;
  const { slot } = entered;
  const allowed = await context.programs.check(slot.place);
  if (!allowed.ok) return allowed;
  const saved = await saveFirst(context, slot);
  if (!saved.ok) return saved;
  const settled = await settle(context, slot, saved.heads, request);
  return settled.ok ? { ok: true, path: slot.path, rescued: saved.rescued } : settled;
}

interface Saved {
  /** Null for a worktree without files. */
  readonly heads: Heads | null;
  readonly rescued: readonly string[];
}

/** Makes sure that all the workspace holds is kept, and that our index mirrors it. */
async function saveFirst(context: Context, slot: Slot): Promise<GitResult<Saved>> {
  if (slot.fresh) return { ok: true, heads: null, rescued: [] };
  const { known } = slot;
  const inner = await populatedSubmodules(slot);
  if (!inner.ok) return inner;
  // Git does not say what changed inside a repository inside the workspace.
  const opaque = known === null || known.nested.length > 0 || inner.paths.length > 0;
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
