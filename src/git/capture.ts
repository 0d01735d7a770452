import { summarised } from './changes.ts';
import { readContent } from './content.ts';
import { type Context, keepCommit } from './context.ts';
import { enterPresent, pathIn } from './enter.ts';
import { wholeHeads } from './heads.ts';
import { ignoredWork } from './ignored-work.ts';
import type { AttemptName, Captured, CaptureRequest, GitResult } from './port.ts';
import { attemptRef } from './ref-names.ts';
import { agentIndexMark } from './slot.ts';
import { misplaced } from './worktree.ts';

/** See `Workspaces.capture`. */
export async function capture(context: Context, request: CaptureRequest): Promise<GitResult<Captured>> {
  const entered = await enterPresent(context, request.slot);
  if (!entered.ok) return entered;
  const { slot } = entered;
  if (slot === null || slot.fresh) return misplaced(pathIn(context, request.slot));
  const [heads, content] = await Promise.all([
    wholeHeads(context, slot),
    readContent(context, slot, request.base),
  ]);
  if (!heads.ok) return heads;
  if (!content.ok) return content;
  const commits = [...(heads.head === null ? [] : [heads.head]), ...heads.pending];
  const kept = await keepCommit(context, attemptRef(context.options.run, request), {
    tree: content.tree,
    parents: [
      ...new Set([
        request.base,
        ...commits,
        ...content.histories,
        ...content.submodules.map(({ commit }) => commit),
      ]),
    ],
    message: attemptMessage(context.options.run, request),
  });
  if (!kept.ok) return kept;
  slot.known = {
    tree: content.indexTree,
    heads: [request.base, ...commits],
    nested: content.nested,
    submodules: content.submodules.map(({ path }) => path),
    agentIndex: agentIndexMark(slot),
  };
  const ignored = await ignoredWork(context, slot);
  const removed = context.removed.get(slot.number) ?? [];
  context.removed.delete(slot.number);
  const unfiltered = [...(context.unfiltered.get(slot.number) ?? [])];
  context.unfiltered.delete(slot.number);
  const left = {
    ...(removed.length > 0 ? { removed } : {}),
    ...(unfiltered.length > 0 ? { unfiltered } : {}),
  };
  return { ok: true, commit: kept.oid, ...summarised(content.changes), ignored, ...left };
}

export const attemptMessage = (run: string, { phase, attempt, lane }: AttemptName): string =>
  `Phase ${phase}, attempt ${attempt}${lane === null ? '' : `, part ${lane}`} of run ${run}`;
