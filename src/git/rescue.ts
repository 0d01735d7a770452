import { git } from './command.ts';
import { readContent } from './content.ts';
import { type Context, treeOf, writeCommit } from './context.ts';
import { wholeHeads, wholeOf } from './heads.ts';
import type { GitResult } from './port.ts';
import { branchRef, rescuePrefix, runPrefix } from './ref-names.ts';
import { agentIndexMark, type Slot } from './slot.ts';

/** The ref that something was saved to, or null where all of it was kept already. */
export type Rescue = GitResult<{ readonly rescued: string | null }>;

/**
 * Saves what the workspace holds unless it is kept already: its files, the agent's own commits, and what unfinished
 * merges and rebases hold. Afterwards all that our index says about the workspace may be thrown away.
 */
export async function rescue(context: Context, slot: Slot): Promise<Rescue> {
  const heads = await wholeHeads(context, slot);
  if (!heads.ok) return heads;
  const base = heads.head ?? context.options.base;
  const content = await readContent(context, slot, base);
  if (!content.ok) return content;
  const inner = [...content.histories, ...content.submodules.map(({ commit }) => commit)];
  const commits = [...new Set([...(heads.head === null ? [] : [heads.head]), ...heads.pending, ...inner])];
  const saved = await saveUnlessKept(context, slot.number, content.tree, commits);
  if (!saved.ok) return saved;
  slot.known = {
    tree: content.indexTree,
    heads: commits,
    nested: content.nested,
    submodules: content.submodules.map(({ path }) => path),
    agentIndex: agentIndexMark(slot),
  };
  return saved;
}

/** Saves commits that a workspace stood at whose files are gone. */
export async function rescueHeads(context: Context, slot: number, heads: readonly string[]): Promise<Rescue> {
  const whole = await wholeOf(context, heads);
  if (!whole.ok) return whole;
  const [head] = whole.commits;
  if (head === undefined) return { ok: true, rescued: null };
  const found = await context.objects.resolve(`${head}^{tree}`);
  if (!found.ok) return found;
  if (found.oid === null) return { ok: true, rescued: null };
  return saveUnlessKept(context, slot, found.oid, whole.commits);
}

async function saveUnlessKept(
  context: Context,
  slot: number,
  tree: string,
  commits: readonly string[],
): Promise<Rescue> {
  const refs = await keptRefs(context);
  if (!refs.ok) return refs;
  const trees = new Set(refs.kept.map(kept => kept.tree));
  const unkept: string[] = [];
  for (const commit of commits) {
    const kept = await isKept(context, commit);
    if (!kept.ok) return kept;
    if (!kept.kept) {
      unkept.push(commit);
      continue;
    }
    const own = await treeOf(context, commit);
    if (!own.ok) return own;
    trees.add(own.tree);
  }
  if (unkept.length === 0 && trees.has(tree)) return { ok: true, rescued: null };
  const { run } = context.options;
  const prefix = `${rescuePrefix(run)}${slot}-`;
  const numbers = refs.kept.map(({ ref }) => (ref.startsWith(prefix) ? Number(ref.slice(prefix.length)) : 0));
  const rescued = `${prefix}${Math.max(0, ...numbers) + 1}`;
  const message = `Rescued from workspace ${slot} of run ${run}`;
  const written = await writeCommit(context, { tree, parents: commits, message });
  if (!written.ok) return written;
  const updated = await context.objects.update([{ ref: rescued, to: written.oid, from: null }]);
  return updated.ok ? { ok: true, rescued } : updated;
}

interface Kept {
  readonly ref: string;
  readonly tree: string;
}

async function keptRefs({
  common,
  options,
}: Context): Promise<GitResult<{ readonly kept: readonly Kept[] }>> {
  const { run, branch } = options;
  const output = await git(common, [
    ...['for-each-ref', '--format=%(refname) %(tree)'],
    ...[branchRef(branch), runPrefix(run), rescuePrefix(run)],
  ]);
  if (!output.ok) return output;
  const lines = output.stdout.toString('utf8').split('\n');
  const kept = lines.filter(Boolean).map(line => {
    const [ref = '', tree = ''] = line.split(' ');
    return { ref, tree };
  });
  return { ok: true, kept };
}

/** Whether the run's branch or any ref of ours leads to the commit. In the user's checkout the branch is not ours. */
const isKept = (context: Context, commit: string) => {
  const { mode, branch } = context.options;
  return keptUnder(context, commit, ['refs/phasewright/', ...(mode === 'here' ? [] : [branchRef(branch)])]);
};

/** Whether any of the refs leads to the commit. */
export async function keptUnder(
  { common }: Context,
  commit: string,
  refs: readonly string[],
): Promise<GitResult<{ readonly kept: boolean }>> {
  const words = ['for-each-ref', '--count=1', '--format=x', `--contains=${commit}`, ...refs];
  const output = await git(common, words);
  return output.ok ? { ok: true, kept: output.stdout.length > 0 } : output;
}
