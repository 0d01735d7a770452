import { attemptMessage } from './capture.ts';
import { quotedPath, splitAtNul, summarised } from './changes.ts';
import { git } from './command.ts';
import { type Context, keepCommit, treeOf, writeScaffold } from './context.ts';
import { failureOf } from './failure.ts';
import type { Combination, CombineRequest, GitResult } from './port.ts';
import { attemptRef } from './ref-names.ts';

export type Merge = GitResult<
  | { readonly outcome: 'merged'; readonly tree: string }
  | { readonly outcome: 'conflict'; readonly files: readonly string[] }
>;

/** What both trees made of the base, joined without a checkout. */
export async function mergeTrees(
  context: Context,
  base: string,
  ours: string,
  theirs: string,
): Promise<Merge> {
  const allowed = await context.programs.check(context.common);
  if (!allowed.ok) return allowed;
  // Git looks for the base itself. These commits have no other than the one that is meant.
  const [left, right] = await Promise.all([
    writeScaffold(context, ours, [base]),
    writeScaffold(context, theirs, [base]),
  ]);
  if (!left.ok) return left;
  if (!right.ok) return right;
  const words = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', left.oid, right.oid];
  const output = await git(context.common, words, { answers: [1] });
  if (!output.ok) return output;
  // Of a conflict git tells at least the tree; without it the same exit code means that it could not read what to merge.
  if (output.stdout.length === 0) return lost(`${ours} or ${theirs}`);
  const whole = await arePresent(context, [`${base}^{tree}`, ours, theirs]);
  if (!whole.ok) return whole;
  const [tree, ...files] = splitAtNul(output.stdout);
  if (output.code === 0)
    return { ok: true, outcome: 'merged', tree: (tree ?? output.stdout).toString('latin1').trim() };
  return {
    ok: true,
    outcome: 'conflict',
    files: [...new Set(files.filter(file => file.length > 0).map(quotedPath))],
  };
}

/** Git before 2.44 takes a tree that is gone for an empty one, and merges all the same. */
async function arePresent({ common }: Context, trees: readonly string[]): Promise<GitResult<object>> {
  const output = await git(common, ['cat-file', '--batch-check'], { input: `${trees.join('\n')}\n` });
  if (!output.ok) return output;
  const [, gone] = /^(.+) missing$/m.exec(output.stdout.toString('utf8')) ?? [];
  return gone === undefined ? { ok: true } : lost(gone);
}

const lost = (tree: string): GitResult<never> => ({
  ok: false,
  failure: failureOf('merge-tree', `unable to read tree ${tree}`),
});

/** See `Workspaces.combine`. */
export async function combine(context: Context, request: CombineRequest): Promise<GitResult<Combination>> {
  const { base, commits } = request;
  const [from, first] = await Promise.all([treeOf(context, base), treeOf(context, commits[0] ?? base)]);
  if (!from.ok) return from;
  if (!first.ok) return first;
  let { tree } = first;
  for (const commit of commits.slice(1)) {
    const next = await treeOf(context, commit);
    if (!next.ok) return next;
    const merged = await mergeTrees(context, base, tree, next.tree);
    if (!merged.ok || merged.outcome === 'conflict') return merged as GitResult<Combination>;
    tree = merged.tree;
  }
  const message = attemptMessage(context.options.run, request);
  const draft = { tree, parents: [base], message };
  const [kept, compared] = await Promise.all([
    keepCommit(context, attemptRef(context.options.run, request), draft),
    context.objects.compare(from.tree, tree),
  ]);
  if (!kept.ok) return kept;
  if (!compared.ok) return compared;
  return { ok: true, outcome: 'combined', commit: kept.oid, ...summarised(compared.changes) };
}
