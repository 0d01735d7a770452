import { git, type Place } from './command.ts';
import { type Context, treeOf } from './context.ts';
import { refused } from './failure.ts';
import { checkoutReadiness } from './here.ts';
import { branchGone } from './land.ts';
import type { GitResult } from './port.ts';
import { baseRef, branchRef, workRef } from './ref-names.ts';

type Begun = GitResult<{ readonly head: string }>;

/** See `Workspaces.openRun`. */
export async function openRun(context: Context): Promise<Begun> {
  const { run, base, branch } = context.options;
  const named = await checkBranchName(context.common, branch);
  if (!named.ok) return named;
  const [tree, marker] = await Promise.all([treeOf(context, base), context.objects.resolve(baseRef(run))]);
  if (!tree.ok) return tree;
  if (!marker.ok) return marker;
  if (marker.oid !== null && marker.oid !== base) {
    const hint = 'Every run needs an id of its own; `phasewright clean` removes what an old one kept.';
    return refused('branch_exists', `a run ${run} has begun at ${marker.oid}`, hint);
  }
  if (marker.oid === null) {
    const ready = await readiness(context);
    if (!ready.ok) return ready;
    // First the mark that the branch is ours, then the branch: a crash in between leaves no branch that seems foreign.
    const marked = await context.objects.update([{ ref: baseRef(run), to: base, from: null }]);
    if (!marked.ok) return marked;
  }
  return findHead(context);
}

/** Whether git, and whoever types it, can use the name. */
export async function checkBranchName(place: Place, branch: string): Promise<GitResult<object>> {
  const named = await git(place, ['check-ref-format', branchRef(branch)], { answers: [1] });
  if (!named.ok || (named.code === 0 && !branch.startsWith('-') && branch !== 'HEAD')) return named;
  return refused('other', `${JSON.stringify(branch)} cannot be the name of a branch`, 'Choose another name.');
}

/** Whether a run that has not begun yet may begin. */
async function readiness(context: Context): Promise<GitResult<object>> {
  const { mode, branch } = context.options;
  if (mode === 'here') return checkoutReadiness(context);
  if (!ownsBranch(context)) return { ok: true };
  const found = await context.objects.resolve(branchRef(branch));
  if (!found.ok) return found;
  return found.oid === null ? { ok: true } : branchExists(branch);
}

/** Whether the run shows its work on a branch that it makes itself. */
const ownsBranch = ({ options }: Context): boolean =>
  options.mode === 'worktree' && options.commit.mode !== 'message-only';

async function findHead(context: Context): Promise<Begun> {
  const { run, base, branch, commit } = context.options;
  const [shown, work] = await Promise.all([
    context.objects.resolve(branchRef(branch)),
    context.objects.resolve(workRef(run)),
  ]);
  if (!shown.ok) return shown;
  if (!work.ok) return work;
  if (ownsBranch(context) && shown.oid === null) {
    if (work.oid !== null) return branchGone(context);
    const made = await context.objects.update([{ ref: branchRef(branch), to: base, from: 'nowhere' }]);
    if (!made.ok) return /exists; cannot create/.test(made.failure.message) ? branchExists(branch) : made;
    if (made.moved !== null) return branchExists(branch);
  }
  return { ok: true, head: (commit.mode === 'phase' ? shown.oid : work.oid) ?? base };
}

export const branchExists = (branch: string): GitResult<never> =>
  refused(
    'branch_exists',
    `a branch ${branch}, or one whose name begins or ends where it does, exists already`,
    'Choose another name with --branch, or rename the one that is there.',
  );
