import { git, line } from './command.ts';
import type { Context } from './context.ts';
import { entryAt, grafted } from './graft.ts';
import type { GitResult } from './port.ts';
import type { Slot } from './slot.ts';

/**
 * The record is a folder that we write into every workspace and that no phase's commit holds. Our index never has it,
 * so that nothing which git does to the files of a workspace reaches it; trees get it back from the base.
 */
export async function withoutRecord(
  context: Context,
  tree: string,
): Promise<GitResult<{ readonly tree: string }>> {
  const { record } = context.options;
  const known = context.bare.get(tree);
  if (!record || known !== undefined) return { ok: true, tree: known ?? tree };
  const found = await context.objects.resolve(`${tree}:${record}`);
  if (!found.ok) return found;
  const bare = found.oid === null ? { ok: true as const, tree } : await grafted(context, tree, record, null);
  if (bare.ok) context.bare.set(tree, bare.tree);
  return bare;
}

/**
 * The tree with what the base has at the path of the record. Where the attempt put a file or a link in the place of a
 * folder above it there is no such place, and the tree stays as it is.
 */
export async function withRecordOf(
  context: Context,
  tree: string,
  base: string,
): Promise<GitResult<{ readonly tree: string; readonly blocked: boolean }>> {
  const { record } = context.options;
  if (!record) return { ok: true, tree, blocked: false };
  const [mine, bases] = await Promise.all(
    [tree, base].map(each => context.objects.resolve(`${each}:${record}`)),
  );
  if (!mine!.ok) return mine!;
  if (!bases!.ok) return bases!;
  if (mine!.oid === bases!.oid) return { ok: true, tree, blocked: false };
  const found = await entryAt(context, base, record);
  return found.ok ? grafted(context, tree, record, found.entry) : found;
}

/** The tree of our index, from which the record is taken out where something else than `open` had filled it. */
export async function writeIndex(
  context: Context,
  slot: Slot,
): Promise<GitResult<{ readonly tree: string }>> {
  const written = await git(slot.place, ['write-tree']);
  if (!written.ok) return written;
  const tree = line(written.stdout);
  const bare = await withoutRecord(context, tree);
  if (!bare.ok || bare.tree === tree || slot.record === null) return bare;
  const words = ['rm', '-r', '--force', '--cached', '--quiet', '--sparse', '--ignore-unmatch'];
  const dropped = await git(slot.place, [...words, '--', slot.record], {
    environment: { GIT_LITERAL_PATHSPECS: '1' },
  });
  return dropped.ok ? bare : dropped;
}

/** Completes a copy of our index by what the tree has at the path of the record. */
export async function addRecord(
  context: Context,
  slot: Slot,
  index: string,
  tree: string,
): Promise<GitResult<object>> {
  const bare = await withoutRecord(context, tree);
  if (!bare.ok || bare.tree === tree || slot.record === null) return bare;
  const found = await entryAt(context, tree, slot.record);
  if (!found.ok || found.entry === null) return found;
  const { mode, type, oid } = found.entry;
  const words =
    type === 'tree'
      ? ['read-tree', `--prefix=${slot.record}/`, oid]
      : ['update-index', '--add', '--cacheinfo', `${mode},${oid},${slot.record}`];
  return git(slot.place, words, { environment: { GIT_INDEX_FILE: index } });
}
