import { readdir, readFile, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { removeCheckSlots } from './check-slot.ts';
import { git } from './command.ts';
import { type Context, keepCommit, treeOf } from './context.ts';
import { enter, pathIn } from './enter.ts';
import { refused } from './failure.ts';
import { isLost } from './keep.ts';
import { type Merge, mergeTrees } from './merge.ts';
import { open } from './open.ts';
import { placeRecord } from './place-record.ts';
import type { Closed as ClosedRun, CloseRequest, GitFailure, GitResult, RecordFiles } from './port.ts';
import { withRecordOf } from './record.ts';
import {
  type Recorded,
  recordOnBranch,
  recordOnSingle,
  recordOnWork,
  treeWithRecord,
  unrecorded,
} from './record-commit.ts';
import { branchRef, singleRef, workRef } from './ref-names.ts';
import { rescue, rescueHeads } from './rescue.ts';
import { isCheckSlot, slotNamed } from './slot-name.ts';
import { dropEntries, entriesNaming, removeFolder } from './worktree.ts';

type Closed = GitResult<Recorded & Tidied>;
type Rescued = GitResult<{ readonly rescued: readonly string[] }>;
type Tidied = Pick<ClosedRun, 'rescued' | 'untidied'>;

/** See `Workspaces.closeRun`. */
export const closeRun = (context: Context, request: CloseRequest): Promise<Closed> =>
  context.landingTurn(async () => {
    try {
      const closed = await close(context, request);
      // Where something was lost the copies are what it is written again from.
      if (closed.ok || !isLost(closed.failure)) await context.keep.end();
      return closed;
    } finally {
      await context.objects.end();
      await leaveFolder(context);
    }
  });

async function close(context: Context, request: CloseRequest): Promise<Closed> {
  // The workspaces go even where the single commit cannot be made, and it is made even where they cannot go.
  const removed = context.options.mode === 'here' ? null : await removeSlots(context);
  if (removed !== null && !removed.ok) return removed;
  const finished = await finish(context, request);
  if (!finished.ok) return finished;
  if (removed !== null) return { ...finished, ...removed };
  const opened = await open(context, { slot: 0, base: finished.head, contents: null });
  if (!opened.ok)
    return isLost(opened.failure) ? opened : { ...finished, rescued: [], untidied: opened.failure };
  const { rescued } = opened;
  const { record } = request;
  if (finished.recordProblem !== null) return { ...finished, rescued };
  // In the user's checkout the files themselves are left, too, be they committed or not; none where none is wanted.
  const placed = await placeRecord(context, { slot: 0, files: record?.files ?? new Map() });
  if (!record) await removeEmptyFolders(context.repository.toplevel, context.options.record);
  return { ...finished, rescued, ...(placed.ok ? {} : { recordProblem: placed.failure.message }) };
}

/** Where the run ends: the single commit and that of the record made where they are wanted. */
async function finish(context: Context, { message, record }: CloseRequest): Promise<GitResult<Recorded>> {
  const { run, branch, base, commit, mode } = context.options;
  const [shown, work] = await Promise.all([
    context.objects.resolve(branchRef(branch)),
    context.objects.resolve(workRef(run)),
  ]);
  if (!shown.ok) return shown;
  if (!work.ok) return work;
  if (commit.mode === 'phase') {
    return record ? recordOnBranch(context, record) : unrecorded(shown.oid ?? work.oid ?? base);
  }
  if (commit.mode === 'message-only' || message === null) {
    return record && mode === 'worktree' ? recordOnWork(context, record) : unrecorded(work.oid ?? base);
  }
  if (work.oid === null && !record) return unrecorded(base);
  const from = shown.oid ?? 'nowhere';
  return singleCommit(context, shown.oid ?? base, from, work.oid ?? base, message, record ?? null);
}

async function singleCommit(
  context: Context,
  parent: string,
  from: string | 'nowhere',
  work: string,
  message: string,
  record: RecordFiles | null,
): Promise<GitResult<Recorded>> {
  const { run, branch } = context.options;
  const made = await context.objects.resolve(singleRef(run));
  if (!made.ok) return made;
  if (made.oid !== null) {
    const shown = await git(context.common, ['merge-base', '--is-ancestor', made.oid, parent], {
      answers: [1],
    });
    if (!shown.ok) return shown;
    if (shown.code === 0) return record ? recordOnSingle(context, parent, record) : unrecorded(parent);
  }
  const merged = await workOn(context, parent, work);
  if (!merged.ok) return merged;
  if (merged.outcome === 'conflict') return movedAway(branch, work);
  const recorded = record
    ? await treeWithRecord(context, merged.tree, record)
    : { ok: true as const, tree: merged.tree, problem: null };
  if (!recorded.ok && isLost(recorded.failure)) return recorded;
  const { tree, problem } = recorded.ok ? recorded : { tree: merged.tree, problem: recorded.failure.message };
  const kept = await keepCommit(context, singleRef(run), { tree, parents: [parent], message });
  if (!kept.ok) return kept;
  const updated = await context.objects.update([{ ref: branchRef(branch), to: kept.oid, from }]);
  if (!updated.ok) return updated;
  if (updated.moved !== null) return movedAway(branch, work);
  const holds = record !== null && problem === null;
  return { ok: true, head: kept.oid, record: holds ? kept.oid : null, recordProblem: problem };
}

/** All the work of the run on top of another commit, the record left aside. */
async function workOn(context: Context, parent: string, work: string): Promise<Merge> {
  const { base } = context.options;
  const [from, ours, theirs] = await Promise.all([base, parent, work].map(commit => treeOf(context, commit)));
  if (!from!.ok) return from!;
  if (!ours!.ok) return ours!;
  if (!theirs!.ok) return theirs!;
  const aside = await withRecordOf(context, theirs!.tree, from!.tree);
  if (!aside.ok) return aside;
  if (parent === base) return { ok: true, outcome: 'merged', tree: aside.tree };
  return mergeTrees(context, base, ours!.tree, aside.tree);
}

const movedAway = (branch: string, work: string): GitResult<never> =>
  refused(
    'branch_moved',
    `${branch} has moved, and the work of the run does not go on top of it`,
    `The work is kept; merge it yourself: git merge ${work}`,
  );

/**
 * Saves and removes every worktree of the run; those of others, stale ones included, are not looked at. One that cannot
 * be saved stays, and holds nothing else up.
 */
async function removeSlots(context: Context): Promise<GitResult<Tidied>> {
  const untidied = await removeCheckSlots(context);
  const names = await readdir(context.folder).catch(() => []);
  const numbers = names.flatMap(name => slotNamed(name) ?? []).filter(number => !isCheckSlot(number));
  const results = await Promise.all(numbers.map(number => saveSlot(context, number)));
  const rescued: string[] = [];
  const stuck = new Map<string, GitFailure>(untidied);
  for (const [index, result] of results.entries()) {
    if (result.ok) rescued.push(...result.rescued);
    else if (isLost(result.failure)) return result;
    else stuck.set(pathIn(context, numbers[index]!), result.failure);
  }
  const all = await entriesNaming(context, context.folder, true);
  const entries = all.filter(({ path }) => !stuck.has(path));
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
  const going = names.filter(isOurs).map(name => join(context.folder, name));
  await Promise.all(going.filter(path => !stuck.has(path)).map(removeFolder));
  await dropEntries(context, entries);
  context.slots.clear();
  const [first] = stuck;
  return first === undefined ? { ok: true, rescued } : { ok: true, rescued, untidied: kept(...first) };
}

const kept = (path: string, failure: GitFailure): GitFailure => ({
  ...failure,
  message: `the workspace ${path} cannot be saved and stays: ${failure.message}`,
});

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

/** The folder of a record that holds nothing, and those above it that were made for it. */
async function removeEmptyFolders(toplevel: string, record: string | null): Promise<void> {
  for (let path = record ?? '.'; path !== '.'; path = dirname(path)) {
    await rmdir(join(toplevel, path)).catch(() => {});
  }
}

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
