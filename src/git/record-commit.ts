import { type Context, treeOf, writeCommit } from './context.ts';
import { isLost } from './keep.ts';
import { commitsSince } from './land.ts';
import type { Closed, GitResult, RecordFiles } from './port.ts';
import { withRecordFiles } from './record-tree.ts';
import { branchRef, workRef } from './ref-names.ts';

/** Where a run ends, and what became of its record. */
export type Recorded = Omit<Closed, 'rescued' | 'untidied'>;

type Closing = GitResult<Recorded>;

/** Somebody else would have to move the branch this often in a row between our look and our move. */
const MAX_RACES = 8;

export const unrecorded = (head: string, recordProblem: string | null = null): Closing => ({
  ok: true,
  head,
  record: null,
  recordProblem,
});

/** A problem with the record does not keep a run from ending. What the user's git deleted is written again instead. */
const problemOf = (head: string, result: Closing): Closing =>
  result.ok || isLost(result.failure) ? result : unrecorded(head, result.failure.message);

/** One more commit on the run's branch, which the ref beside it goes along with, as with a landing. */
export async function recordOnBranch(context: Context, record: RecordFiles): Promise<Closing> {
  const { run, branch, base } = context.options;
  for (let race = 0; race < MAX_RACES; race += 1) {
    const [shown, work] = await Promise.all([
      context.objects.resolve(branchRef(branch)),
      context.objects.resolve(workRef(run)),
    ]);
    if (!shown.ok) return shown;
    if (!work.ok) return work;
    const ours = work.oid ?? base;
    if (shown.oid === null) return unrecorded(ours, `the branch ${branch} is gone`);
    const since =
      ours === shown.oid ? { ok: true as const, commits: [] } : await commitsSince(context, ours, shown.oid);
    if (!since.ok) return since;
    if (since.commits === null)
      return unrecorded(shown.oid, `${branch} does not contain the work of the run`);
    const made = await commitOn(context, shown.oid, record);
    if (!made.ok || made.head === shown.oid) return problemOf(shown.oid, made);
    const updated = await context.objects.update([
      { ref: branchRef(branch), to: made.head, from: shown.oid },
      { ref: workRef(run), to: made.head, from: null },
    ]);
    if (!updated.ok) return problemOf(shown.oid, updated);
    if (updated.moved === null) return since.commits.length > 0 ? { ...made, foreign: since.commits } : made;
  }
  const left = await context.objects.resolve(branchRef(branch));
  return left.ok ? unrecorded(left.oid ?? base, `${branch} does not stand still`) : left;
}

/** The last commit of a run whose work no branch shows. */
export async function recordOnWork(context: Context, record: RecordFiles): Promise<Closing> {
  const { run, base } = context.options;
  const work = await context.objects.resolve(workRef(run));
  if (!work.ok) return work;
  const parent = work.oid ?? base;
  return moveTo(
    context,
    workRef(run),
    parent,
    work.oid ?? 'nowhere',
    await commitOn(context, parent, record),
  );
}

/** On top of the run's only commit, where that was made by an earlier call which had another record. */
export const recordOnSingle = async (
  context: Context,
  parent: string,
  record: RecordFiles,
): Promise<Closing> =>
  moveTo(context, branchRef(context.options.branch), parent, parent, await commitOn(context, parent, record));

async function moveTo(
  context: Context,
  ref: string,
  parent: string,
  from: string | 'nowhere',
  made: Closing,
): Promise<Closing> {
  if (!made.ok || made.head === parent) return problemOf(parent, made);
  const updated = await context.objects.update([{ ref, to: made.head, from }]);
  if (!updated.ok) return problemOf(parent, updated);
  return updated.moved === null ? made : unrecorded(parent, `${ref} has moved`);
}

/** The parent itself where it holds the record already. No ref is moved yet. */
async function commitOn(context: Context, parent: string, record: RecordFiles): Promise<Closing> {
  const own = await treeOf(context, parent);
  if (!own.ok) return own;
  const made = await treeWithRecord(context, own.tree, record);
  if (!made.ok) return made;
  if (made.problem !== null) return unrecorded(parent, made.problem);
  if (made.tree === own.tree) return { ok: true, head: parent, record: parent, recordProblem: null };
  const written = await writeCommit(context, { tree: made.tree, parents: [parent], message: record.message });
  if (!written.ok) return written;
  return { ok: true, head: written.oid, record: written.oid, recordProblem: null };
}

/** The tree as it is, and why, where the record cannot be in it. */
export async function treeWithRecord(
  context: Context,
  tree: string,
  { files }: RecordFiles,
): Promise<GitResult<{ readonly tree: string; readonly problem: string | null }>> {
  const { record } = context.options;
  if (!record) return { ok: true, tree, problem: 'the run has no folder for its record' };
  const made = await withRecordFiles(context, tree, record, files);
  if (!made.ok) return made;
  const problem = made.blocked ? `something else than a folder is on the way to ${record}` : null;
  return { ok: true, tree: made.tree, problem };
}
