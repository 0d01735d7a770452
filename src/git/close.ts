import { readdir, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { removeCheckSlots } from './check-slot.ts';
import { git } from './command.ts';
import { type Context, keepCommit, treeOf } from './context.ts';
import { enter, pathIn } from './enter.ts';
import { guarded, refused } from './failure.ts';
import { isLost, KEPT_FOLDER } from './keep.ts';
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
import { dropOwnLock, isFolderAtFault, isSetAside, saveAside, setAside } from './set-aside.ts';
import { leaveSlot } from './slot.ts';
import { isCheckSlot, slotNamed } from './slot-name.ts';
import { dropEntries, entriesNaming, headsIn, removeFolder } from './worktree.ts';

type Closed = GitResult<Recorded & Tidied>;
type Rescued = GitResult<{ readonly rescued: readonly string[] }>;
type Tidied = Pick<ClosedRun, 'rescued' | 'untidied'>;

/** See `Workspaces.closeRun`. */
export const closeRun = (context: Context, request: CloseRequest): Promise<Closed> =>
  closing(context, request, false);

/** As `closeRun`, where objects are missing that trying again does not bring back: they are not waited for any more. */
export const closeRunAtLast = (context: Context, request: CloseRequest): Promise<Closed> =>
  closing(context, request, true);

const closing = (context: Context, request: CloseRequest, isLast: boolean): Promise<Closed> =>
  context.landingTurn(async () => {
    try {
      const closed = await close(context, request, isLast);
      // Where something was lost the copies are what it is written again from.
      if (closed.ok || !isLost(closed.failure)) await context.keep.end();
      return closed;
    } finally {
      await context.objects.end();
      await leaveFolder(context);
    }
  });

async function close(context: Context, request: CloseRequest, isLast: boolean): Promise<Closed> {
  // The workspaces go even where the single commit cannot be made, and it is made even where they cannot go.
  const removed = context.options.mode === 'here' ? null : await removeSlots(context, isLast);
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
 * be saved or removed stays, and holds nothing else up.
 */
async function removeSlots(context: Context, isLast: boolean): Promise<GitResult<Tidied>> {
  const stuck = new Map<string, GitFailure>(await removeCheckSlots(context));
  const numbers = (await readdir(context.folder).catch(() => []))
    .flatMap(name => slotNamed(name) ?? [])
    .filter(number => !isCheckSlot(number));
  const rescued: string[] = [];
  const slots = await Promise.all(numbers.map(number => saveOrSetAside(context, number, isLast)));
  for (const [index, result] of slots.entries()) {
    if (result.ok) rescued.push(...result.rescued);
    else if (isLost(result.failure) && !isLast) return result;
    else stuck.set(pathIn(context, numbers[index]!), result.failure);
  }
  const names = await readdir(context.folder).catch(() => []);
  for (const name of names.filter(isSetAside)) {
    const saved = await guarded(() => saveAside(context, name));
    if (saved.ok) rescued.push(...(saved.rescued === null ? [] : [saved.rescued]));
    else if (isLost(saved.failure) && !isLast) return saved;
    else stuck.set(join(context.folder, name), saved.failure);
  }
  const entered = new Set(numbers.map(number => context.slots.get(number)?.gitDir));
  const entries = await entriesNaming(context, context.folder, true);
  const going = entries.filter(({ path }) => !stuck.has(path));
  for (const entry of going) {
    if (entered.has(entry.gitDir)) continue;
    const number = Number.parseInt(entry.path.slice(context.folder.length + 1), 10) || 0;
    const saved = await rescueHeads(context, number, headsIn(entry));
    if (!saved.ok) return saved;
    if (saved.rescued !== null) rescued.push(saved.rescued);
  }
  const left = await removeAll(
    context,
    names.filter(name => !stuck.has(join(context.folder, name))),
  );
  await dropEntries(context, going);
  await leaveSlots(context);
  const problems = [...[...stuck].map(([path, failure]) => unsaved(path, failure)), ...left];
  return { ok: true, rescued, ...(problems.length > 0 ? { untidied: joined(problems) } : {}) };
}

/** Removes what is ours in the run's folder, and tells what stays there. */
async function removeAll({ folder }: Context, names: readonly string[]): Promise<readonly GitFailure[]> {
  const problems = await Promise.all(
    names.map(async (name): Promise<readonly GitFailure[]> => {
      const path = join(folder, name);
      if (!isOurs(name)) return name === KEPT_FOLDER ? [] : [notOurs(path)];
      const removed = await guarded(async () => {
        await removeFolder(path);
        return { ok: true };
      });
      if (removed.ok) return [];
      const { failure } = removed;
      return [{ ...failure, message: `${path} cannot be removed: ${shortened(failure.message)}` }];
    }),
  );
  return problems.flat();
}

const notOurs = (path: string): GitFailure => ({
  reason: 'other',
  message: `${path} was put there by somebody else and stays`,
  hint: 'Take out of it what is worth it, then delete it.',
});

const unsaved = (path: string, failure: GitFailure): GitFailure => ({
  ...failure,
  message: `the workspace ${path} cannot be saved and stays: ${shortened(failure.message)}`,
});

/** Of one problem so many characters are told, and so many problems. */
const MAX_PROBLEM_CHARACTERS = 300;
const MAX_PROBLEMS = 5;

const shortened = (message: string): string =>
  message.length <= MAX_PROBLEM_CHARACTERS ? message : `${message.slice(0, MAX_PROBLEM_CHARACTERS)}…`;

function joined(problems: readonly GitFailure[]): GitFailure {
  const [first] = problems;
  const more = problems.length - MAX_PROBLEMS;
  const messages = problems.slice(0, MAX_PROBLEMS).map(({ message }) => message);
  return { ...first!, message: [...messages, ...(more > 0 ? [`${more} more`] : [])].join('; ') };
}

/** Saves what lies in a slot; one that cannot be read as a workspace is set aside, to be saved byte by byte. */
async function saveOrSetAside(context: Context, number: number, isLast: boolean): Promise<Rescued> {
  const saved = await guarded(() => saveSlot(context, number));
  if (saved.ok || (isLost(saved.failure) && !isLast)) return saved;
  const failed = { slot: number, failure: saved.failure, commits: [] };
  if (dropOwnLock(context, failed)) {
    const again = await guarded(() => saveSlot(context, number));
    if (again.ok) return again;
  }
  if (!(await isFolderAtFault(context, failed))) return saved;
  const aside = await guarded(() => setAside(context, number));
  return aside.ok ? aside : saved;
}

async function saveSlot(context: Context, number: number): Promise<Rescued> {
  const entered = await enter(context, number, context.options.base);
  if (!entered.ok) return entered;
  const { slot } = entered;
  if (slot.fresh) return { ok: true, rescued: [] };
  const saved = await rescue(context, slot);
  if (!saved.ok) return saved;
  return { ok: true, rescued: saved.rescued === null ? [] : [saved.rescued] };
}

const isOurs = (name: string): boolean =>
  isSetAside(name) || /^(\d+|hooks|check-\d+)(\.new)?$|^commit-\d+\.draft$|^phasewright\./.test(name);

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
  await leaveSlots(context);
  await rmdir(context.folder).catch(() => {});
}

async function leaveSlots(context: Context): Promise<void> {
  await Promise.all([...context.slots.keys()].map(number => leaveSlot(context, number)));
}
