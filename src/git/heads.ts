import type { Context } from './context.ts';
import { isLost } from './keep.ts';
import type { GitResult } from './port.ts';
import { type Heads, headsOf, type Slot } from './slot.ts';

/**
 * As `headsOf`, without commits of which git has deleted a part: an agent's own that were never kept have no copy, so
 * nothing brings them back. What they held is still in the files of the workspace.
 */
export async function wholeHeads(context: Context, slot: Slot): Promise<GitResult<Heads>> {
  const heads = await headsOf(context, slot);
  // In the user's checkout HEAD is the user's, whatever it leads to.
  if (!heads.ok || context.options.mode === 'here') return heads;
  const { head, branch, pending } = heads;
  const kept = new Set([context.options.base, ...(slot.known?.heads ?? [])]);
  const commits = [...(head === null ? [] : [head]), ...pending];
  const whole = await wholeOf(
    context,
    commits.filter(commit => !kept.has(commit)),
  );
  if (!whole.ok) return whole;
  const stays = (commit: string): boolean => kept.has(commit) || whole.commits.includes(commit);
  return {
    ok: true,
    head: head !== null && stays(head) ? head : null,
    branch,
    pending: pending.filter(stays),
  };
}

/** Those of the commits that are there with all that they are made of. */
export async function wholeOf(
  { keep }: Context,
  commits: readonly string[],
): Promise<GitResult<{ readonly commits: readonly string[] }>> {
  const whole: string[] = [];
  for (const commit of new Set(commits)) {
    const walked = await keep.walk([commit]);
    if (walked.ok) whole.push(commit);
    else if (!isLost(walked.failure)) return walked;
  }
  return { ok: true, commits: whole };
}
