import { git } from './command.ts';
import type { Context, WorkspacesOptions } from './context.ts';
import { refused } from './failure.ts';
import type { GitResult } from './port.ts';
import { branchRef, runPrefix } from './ref-names.ts';
import { operationIn, type Repository } from './repository.ts';
import { keptUnder } from './rescue.ts';
import { agentIndexOf, type Heads, type Slot } from './slot.ts';

/** Whether a run may begin in the user's checkout. */
export async function checkoutReadiness({
  options,
  repository,
}: {
  readonly options: Pick<WorkspacesOptions, 'branch' | 'base'>;
  readonly repository: Repository;
}): Promise<GitResult<object>> {
  const operation = await operationIn(repository.gitDir);
  if (operation !== null) return busy(operation);
  if (repository.branch !== options.branch || repository.head !== options.base)
    return elsewhere(options.branch);
  const place = { cwd: repository.toplevel, environment: repository.environment };
  const status = await git(place, ['status', '--porcelain=v1', '-z', '--untracked-files=normal']);
  if (!status.ok) return status;
  if (status.stdout.length === 0) return { ok: true };
  const hint = 'Commit or stash them: git stash --include-untracked';
  return refused('dirty', 'the checkout has uncommitted changes', hint);
}

/**
 * Leaves the user's HEAD on the branch of the run. Commits that an attempt made there are kept with the attempt and
 * taken off the branch again; any others are a reason to stop. The user's index becomes that of the branch's commit.
 */
export async function placeCheckout(
  context: Context,
  slot: Slot,
  heads: Heads,
  base: string,
): Promise<GitResult<object>> {
  const { run, branch, commit } = context.options;
  const operation = await operationIn(slot.gitDir);
  if (operation !== null) return busy(operation);
  if (heads.branch !== branchRef(branch) || heads.head === null) return elsewhere(branch);
  const expected = commit.mode === 'phase' ? [base] : [base, context.options.base];
  if (!expected.includes(heads.head)) {
    const ours = await keptUnder(context, heads.head, [runPrefix(run)]);
    if (!ours.ok) return ours;
    if (!ours.kept) return foreignCommits(branch, heads.head, base);
    const to = commit.mode === 'phase' ? base : context.options.base;
    const updated = await context.objects.update([{ ref: branchRef(branch), to, from: heads.head }]);
    if (!updated.ok) return updated;
    if (updated.moved !== null) return foreignCommits(branch, heads.head, base);
  }
  return refreshIndex(slot);
}

/** Written only where it differs: a run that fails leaves the user's index as it was, to the byte. */
async function refreshIndex(slot: Slot): Promise<GitResult<object>> {
  const environment = { GIT_INDEX_FILE: agentIndexOf(slot) };
  const same = await git(slot.place, ['diff-index', '--cached', '--quiet', 'HEAD'], {
    environment,
    answers: [1],
  });
  if (!same.ok || same.code === 0) return same;
  // With `-m` git refuses where files differ from the index, and those that the attempt changed do.
  const read = await git(slot.place, ['read-tree', '--reset', 'HEAD'], { environment });
  if (!read.ok) return read;
  return git(slot.place, ['update-index', '-q', '--refresh'], { environment, answers: [1] });
}

const busy = (operation: string): GitResult<never> =>
  refused('in_progress', `a ${operation} is in progress`, `Finish it, or end it: git ${operation} --abort`);

const elsewhere = (branch: string): GitResult<never> =>
  refused(
    'misplaced',
    `the checkout is not on ${branch} where the run left it`,
    `Go back to it: git switch ${branch}`,
  );

const foreignCommits = (branch: string, head: string, base: string): GitResult<never> =>
  refused(
    'branch_moved',
    `${branch} is at ${head}, not at ${base}`,
    `Commits came onto ${branch} while the run was working on it. Move them to a branch of their own.`,
  );
