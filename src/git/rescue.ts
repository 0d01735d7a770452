import { git } from './command.ts';
import { readContent } from './content.ts';
import { type Context, treeOf, writeCommit } from './context.ts';
import { refused } from './failure.ts';
import { wholeHeads, wholeOf } from './heads.ts';
import type { GitResult } from './port.ts';
import { branchRef, nextRescueRef, rescuePrefix, runPrefix } from './ref-names.ts';
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
  const saved = await saveUnlessKept(context, slot.number, { tree: content.tree, commits });
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
  return saveUnlessKept(context, slot, { tree: found.oid, commits: whole.commits });
}

/** What is to be kept: files, and commits which become parents of theirs. */
interface Find {
  readonly tree: string;
  readonly commits: readonly string[];
  /** What it is; absent for what lay in the workspace. */
  readonly what?: string;
}

/** Keeps it under a ref of its own, unless all of it is kept already. */
export async function saveUnlessKept(context: Context, slot: number, find: Find): Promise<Rescue> {
  const { tree, commits } = find;
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
  const message = `Rescued from workspace ${slot} of run ${context.options.run}`;
  const written = await writeCommit(context, {
    tree,
    parents: commits,
    message: find.what === undefined ? message : `${message}\n\n${find.what}`,
  });
  if (!written.ok) return written;
  return createRef(context, slot, written.oid, new Set(refs.kept.map(({ ref }) => ref)));
}

/** Names that somebody else takes between our look and our try, in a row. */
const MAX_COLLISIONS = 20;

/** Rescue refs are only ever created, never moved: what one of them holds stays. */
async function createRef(
  context: Context,
  slot: number,
  commit: string,
  known: ReadonlySet<string>,
): Promise<Rescue> {
  const taken = new Set(known);
  for (let tries = 1; ; tries += 1) {
    const ref = nextRescueRef(context.options.run, slot, taken);
    const updated = await context.objects.update([{ ref, to: commit, from: 'nowhere' }]);
    if (updated.ok && updated.moved === null) return { ok: true, rescued: ref };
    // A ref below the name is in its way as well.
    const isTaken = updated.ok || / exists; cannot create /.test(updated.failure.message);
    if (isTaken && tries < MAX_COLLISIONS) taken.add(ref);
    else if (!updated.ok) return updated;
    else return refused('locked', `no name for what is rescued: ${updated.moved}`, 'Resume the run.');
  }
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
