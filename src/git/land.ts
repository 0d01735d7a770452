import type { LandedChange } from '../run/attempt-event.ts';
import { linesIn } from '../run/gates.ts';
import { git } from './command.ts';
import type { Commit } from './commit.ts';
import { type Context, type Draft, keepCommit, treeOf, writeCommit } from './context.ts';
import { refused } from './failure.ts';
import { commitHooks } from './hooks.ts';
import { changesBetween } from './inspect.ts';
import { type Merge, mergeTrees } from './merge.ts';
import { open } from './open.ts';
import { type GitResult, type Landing, type LandRequest, MAX_CHANGES } from './port.ts';
import { branchRef, combinedRef, workRef } from './ref-names.ts';
import { namesPhase } from './trailers.ts';

/** Somebody else would have to move the branch this often in a row between our look and our move. */
const MAX_RACES = 8;

/** See `Workspaces.land`. */
export const land = (context: Context, request: LandRequest): Promise<GitResult<Landing>> =>
  context.landingTurn(async () => {
    for (let race = 0; race < MAX_RACES; race += 1) {
      const landing = await tryToLand(context, request);
      if (landing === null) continue;
      if (!landing.ok || landing.outcome !== 'landed') return landing;
      if (context.options.mode === 'here') {
        const settled = await open(context, { slot: 0, base: landing.head, contents: null });
        if (!settled.ok) return settled;
      }
      const made = await changeOf(context, request, landing.commit);
      return made.ok && made.change ? { ...landing, change: made.change } : made.ok ? landing : made;
    }
    const hint = 'Something keeps moving the branch of the run. Stop it, then resume the run.';
    return refused('branch_moved', `${context.options.branch} does not stand still`, hint);
  });

/** What the commit changes, where that is not just what the attempt did: on other ground, or after hooks had their way. */
async function changeOf(
  context: Context,
  { base, snapshot }: LandRequest,
  oid: string,
): Promise<GitResult<{ readonly change: LandedChange | null }>> {
  const [found, attempted] = await Promise.all([context.objects.commit(oid), treeOf(context, snapshot)]);
  if (!found.ok) return found;
  if (!attempted.ok) return attempted;
  const parent = found.commit?.parents[0];
  if (parent === undefined || (parent === base && found.commit?.tree === attempted.tree)) {
    return { ok: true, change: null };
  }
  const compared = await changesBetween(context, parent, oid);
  if (!compared.ok) return compared;
  const files = compared.changes.map(({ file }) => file);
  const change = { parent, files: files.slice(0, MAX_CHANGES), changed: files.length, ...linesIn(files) };
  return { ok: true, change };
}

/** Where the phase goes: `parent` is what it is put on, `from` where the ref stands. */
interface Ground {
  readonly parent: string;
  readonly from: string | 'nowhere';
  /** What lies on the branch by now and was not put there by us. */
  readonly foreign: readonly string[];
}

/** Null where the branch moved between the look and the move. */
async function tryToLand(context: Context, request: LandRequest): Promise<GitResult<Landing> | null> {
  const { run } = context.options;
  const found = await groundFor(context, request);
  if (!found.ok || 'outcome' in found) return found;
  const { parent } = found;
  const snapshot = await treeOf(context, request.snapshot);
  if (!snapshot.ok) return snapshot;
  if (request.checked !== null) {
    const checked = await context.objects.commit(request.checked);
    if (!checked.ok) return checked;
    if (checked.commit?.parents.join() === parent) return advance(context, found, checked.commit.oid);
  }
  const merged = await treeOn(context, request, snapshot.tree, parent);
  if (!merged.ok) return merged;
  if (merged.outcome === 'conflict') return { ...merged, head: parent };
  const { tree } = merged;
  const draft: Draft = { tree, parents: [parent], message: request.message };
  if (request.checkCombined && tree !== snapshot.tree) {
    const kept = await keepCommit(context, combinedRef(run, request.phase, request.attempt), draft);
    return kept.ok ? { ok: true, outcome: 'unchecked', commit: kept.oid, head: parent } : kept;
  }
  const hooked = context.options.commit.hooks
    ? await commitHooks(context, request, draft)
    : { ok: true as const, draft };
  if (!hooked.ok) return hooked;
  const written = await writeCommit(context, hooked.draft);
  return written.ok ? advance(context, found, written.oid) : written;
}

/** The files of the attempt on top of another commit than the one it began at. */
async function treeOn(
  context: Context,
  { base }: LandRequest,
  snapshot: string,
  parent: string,
): Promise<Merge> {
  if (parent === base) return { ok: true, outcome: 'merged', tree: snapshot };
  const head = await treeOf(context, parent);
  return head.ok ? mergeTrees(context, base, head.tree, snapshot) : head;
}

/** Moves the run forward to the commit; null where it no longer stands where it was seen. */
async function advance(
  context: Context,
  { from, foreign }: Ground,
  commit: string,
): Promise<GitResult<Landing> | null> {
  const { run, branch, commit: settings } = context.options;
  const work = workRef(run);
  const updated = await context.objects.update(
    settings.mode === 'phase'
      ? [
          { ref: branchRef(branch), to: commit, from },
          { ref: work, to: commit, from: null },
        ]
      : [{ ref: work, to: commit, from }],
  );
  if (!updated.ok) return updated;
  if (updated.moved !== null) return null;
  return { ok: true, outcome: 'landed', commit, head: commit, ...(foreign.length > 0 ? { foreign } : {}) };
}

/** The ground to land on, or the landing where an earlier call had already done it. */
async function groundFor(
  context: Context,
  request: LandRequest,
): Promise<GitResult<Ground | Extract<Landing, { outcome: 'landed' }>>> {
  const { run, branch, base, commit, mode } = context.options;
  const ref = commit.mode === 'phase' ? branchRef(branch) : workRef(run);
  const found = await context.objects.resolve(ref);
  if (!found.ok) return found;
  const current = found.oid ?? (commit.mode === 'phase' ? null : base);
  if (current === null) return branchGone(context);
  const from = found.oid ?? 'nowhere';
  if (current === request.head) return groundAt(context, current, from);
  const since = await commitsSince(context, request.head, current);
  if (!since.ok) return since;
  if (since.commits === null) return rewound(branch, current, request.head);
  for (const oid of since.commits) {
    const candidate = await context.objects.commit(oid);
    if (!candidate.ok) return candidate;
    if (candidate.commit === null || !namesPhase(candidate.commit.message, run, request.phase)) continue;
    const ours = await holdsAttempt(context, request, candidate.commit);
    if (!ours.ok) return ours;
    if (ours.holds) return { ok: true, outcome: 'landed', commit: oid, head: current };
  }
  if (mode === 'here' && commit.mode === 'phase') {
    // In the user's checkout an agent's own commits are on the branch itself; they are folded into the phase's one.
    const snapshot = await context.objects.commit(request.snapshot);
    if (!snapshot.ok) return snapshot;
    if (snapshot.commit?.parents.slice(1).includes(current)) {
      return { ok: true, parent: request.head, from, foreign: [] };
    }
  }
  return groundAt(context, current, from);
}

/** Our own landings move the branch and the ref beside it together: what only the branch has is somebody else's. */
async function groundAt(context: Context, parent: string, from: Ground['from']): Promise<GitResult<Ground>> {
  const { run, base, commit } = context.options;
  const work = await context.objects.resolve(workRef(run));
  if (!work.ok) return work;
  const ours = work.oid ?? base;
  if (commit.mode !== 'phase' || ours === parent) return { ok: true, parent, from, foreign: [] };
  const beyond = await commitsSince(context, ours, parent);
  return beyond.ok ? { ok: true, parent, from, foreign: beyond.commits ?? [parent] } : beyond;
}

/**
 * Whether a commit that names the phase also holds what was accepted. Anybody can write a trailer; an agent that puts a
 * commit with ours on the branch has not landed its phase.
 */
async function holdsAttempt(
  context: Context,
  request: LandRequest,
  { oid, tree, parents: [parent, ...others] }: Commit,
): Promise<GitResult<{ readonly holds: boolean }>> {
  if (oid === request.checked) return { ok: true, holds: true };
  if (parent === undefined || others.length > 0) return { ok: true, holds: false };
  // Hooks may have changed the files, so that only the trailers are left to go by.
  if (context.options.commit.hooks) return { ok: true, holds: true };
  const snapshot = await treeOf(context, request.snapshot);
  if (!snapshot.ok) return snapshot;
  if (request.checkCombined && tree !== snapshot.tree) return { ok: true, holds: false };
  const expected = await treeOn(context, request, snapshot.tree, parent);
  if (!expected.ok) return expected;
  return { ok: true, holds: expected.outcome === 'merged' && expected.tree === tree };
}

/** The commits after `from` up to `to`, newest first; null where `from` is not behind `to`. */
export async function commitsSince(
  { common }: Context,
  from: string,
  to: string,
): Promise<GitResult<{ readonly commits: readonly string[] | null }>> {
  const [ancestor, listed] = await Promise.all([
    git(common, ['merge-base', '--is-ancestor', from, to], { answers: [1] }),
    git(common, ['rev-list', to, `^${from}`, '--']),
  ]);
  if (!ancestor.ok) return ancestor;
  if (!listed.ok) return listed;
  if (ancestor.code !== 0) return { ok: true, commits: null };
  return { ok: true, commits: listed.stdout.toString('latin1').split('\n').filter(Boolean) };
}

export async function branchGone(context: Context): Promise<GitResult<never>> {
  const { run, branch } = context.options;
  const work = await context.objects.resolve(workRef(run));
  const last = (work.ok ? work.oid : null) ?? context.options.base;
  return refused('branch_gone', `the branch ${branch} is gone`, `Restore it: git branch ${branch} ${last}`);
}

const rewound = (branch: string, current: string, head: string): GitResult<never> =>
  refused(
    'branch_moved',
    `${branch} is at ${current}, which does not contain ${head}`,
    `Put it back: git branch --force ${branch} ${head}. To keep what is there now, give it another branch first.`,
  );
