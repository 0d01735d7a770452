import { readdir, readFile, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { git } from './command.ts';
import { type Context, keepCommit, treeOf } from './context.ts';
import { enter, HOOKS_FOLDER, HOOKS_SLOT } from './enter.ts';
import { refused } from './failure.ts';
import { mergeTrees } from './merge.ts';
import { open } from './open.ts';
import type { CloseRequest, GitResult } from './port.ts';
import { branchRef, singleRef, workRef } from './ref-names.ts';
import { rescue, rescueHeads } from './rescue.ts';
import { dropEntries, entriesNaming, removeFolder } from './worktree.ts';

type Closed = GitResult<{ readonly head: string; readonly rescued: readonly string[] }>;
type Rescued = GitResult<{ readonly rescued: readonly string[] }>;

/** See `Workspaces.closeRun`. */
export const closeRun = (context: Context, request: CloseRequest): Promise<Closed> =>
  context.landingTurn(async () => {
    try {
      // The workspaces go even where the single commit cannot be made.
      const removed = context.options.mode === 'here' ? null : await removeSlots(context);
      if (removed !== null && !removed.ok) return removed;
      const finished = await finish(context, request);
      if (!finished.ok) return finished;
      const { head } = finished;
      const closed = removed ?? (await open(context, { slot: 0, base: head, contents: null }));
      return closed.ok ? { ok: true, head, rescued: closed.rescued } : closed;
    } finally {
      await context.objects.end();
      await context.keep.end();
      await leaveFolder(context);
    }
  });

/** Where the run ends, the single commit made where that is wanted. */
async function finish(
  context: Context,
  { message }: CloseRequest,
): Promise<GitResult<{ readonly head: string }>> {
  const { run, branch, base, commit } = context.options;
  const [shown, work] = await Promise.all([
    context.objects.resolve(branchRef(branch)),
    context.objects.resolve(workRef(run)),
  ]);
  if (!shown.ok) return shown;
  if (!work.ok) return work;
  if (commit.mode === 'phase') return { ok: true, head: shown.oid ?? work.oid ?? base };
  if (commit.mode === 'message-only' || message === null || work.oid === null) {
    return { ok: true, head: work.oid ?? base };
  }
  return singleCommit(context, shown.oid ?? base, shown.oid ?? 'nowhere', work.oid, message);
}

async function singleCommit(
  context: Context,
  parent: string,
  from: string | 'nowhere',
  work: string,
  message: string,
): Promise<GitResult<{ readonly head: string }>> {
  const { run, branch, base } = context.options;
  const made = await context.objects.resolve(singleRef(run));
  if (!made.ok) return made;
  if (made.oid !== null) {
    const shown = await git(context.common, ['merge-base', '--is-ancestor', made.oid, parent], {
      answers: [1],
    });
    if (!shown.ok) return shown;
    if (shown.code === 0) return { ok: true, head: parent };
  }
  const [ours, theirs] = await Promise.all([treeOf(context, parent), treeOf(context, work)]);
  if (!ours.ok) return ours;
  if (!theirs.ok) return theirs;
  const merged =
    parent === base
      ? { ok: true as const, outcome: 'merged' as const, tree: theirs.tree }
      : await mergeTrees(context, base, ours.tree, theirs.tree);
  if (!merged.ok) return merged;
  if (merged.outcome === 'conflict') return movedAway(branch, work);
  const kept = await keepCommit(context, singleRef(run), { tree: merged.tree, parents: [parent], message });
  if (!kept.ok) return kept;
  const updated = await context.objects.update([{ ref: branchRef(branch), to: kept.oid, from }]);
  if (!updated.ok) return updated;
  return updated.moved === null ? { ok: true, head: kept.oid } : movedAway(branch, work);
}

const movedAway = (branch: string, work: string): GitResult<never> =>
  refused(
    'branch_moved',
    `${branch} has moved, and the work of the run does not go on top of it`,
    `The work is kept; merge it yourself: git merge ${work}`,
  );

/** Saves and removes every worktree of the run; those of others, stale ones included, are not looked at. */
async function removeSlots(context: Context): Promise<Rescued> {
  const names = await readdir(context.folder).catch(() => []);
  const numbers = names.flatMap(name =>
    name === HOOKS_FOLDER ? [HOOKS_SLOT] : /^\d+$/.test(name) ? [Number(name)] : [],
  );
  const results = await Promise.all(numbers.map(number => saveSlot(context, number)));
  const rescued: string[] = [];
  for (const result of results) {
    if (!result.ok) return result;
    rescued.push(...result.rescued);
  }
  const entries = await entriesNaming(context, context.folder, true);
  const entered = new Set(numbers.map(number => context.slots.get(number)?.gitDir));
  for (const { gitDir, path } of entries) {
    if (entered.has(gitDir)) continue;
    const head =
      (await readFile(join(gitDir, 'HEAD'), 'utf8').catch(() => '')).match(/^[0-9a-f]{40,64}$/gm) ?? [];
    const saved = await rescueHeads(
      context,
      Number.parseInt(path.slice(context.folder.length + 1), 10) || 0,
      head,
    );
    if (!saved.ok) return saved;
    if (saved.rescued !== null) rescued.push(saved.rescued);
  }
  await Promise.all(names.filter(isOurs).map(name => removeFolder(join(context.folder, name))));
  await dropEntries(context, entries);
  context.slots.clear();
  return { ok: true, rescued };
}

async function saveSlot(context: Context, number: number): Promise<Rescued> {
  const entered = await enter(context, number, context.options.base);
  // A link in the place of a workspace holds nothing itself.
  if (!entered.ok) return entered.failure.reason === 'misplaced' ? { ok: true, rescued: [] } : entered;
  if (entered.slot.fresh) return { ok: true, rescued: [] };
  const saved = await rescue(context, entered.slot);
  if (!saved.ok) return saved;
  return { ok: true, rescued: saved.rescued === null ? [] : [saved.rescued] };
}

const isOurs = (name: string): boolean =>
  /^(\d+|hooks)(\.new)?$|^commit-\d+\.draft$|^phasewright\./.test(name);

/** The folder goes where it is empty; what others put there stays. */
async function leaveFolder(context: Context): Promise<void> {
  const names = await readdir(context.folder).catch(() => []);
  await Promise.all(
    names
      .filter(name => /^phasewright\.|\.draft$/.test(name))
      .map(name => removeFolder(join(context.folder, name))),
  );
  context.slots.clear();
  await rmdir(context.folder).catch(() => {});
}
