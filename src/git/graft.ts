import { splitAtNul } from './changes.ts';
import { git, line } from './command.ts';
import type { Context } from './context.ts';
import type { GitResult } from './port.ts';

/** What a tree has under one name. */
interface TreeEntry {
  readonly mode: string;
  readonly type: string;
  readonly oid: string;
}

export const folderEntry = (oid: string): TreeEntry => ({ mode: '040000', type: 'tree', oid });

/** Null where the tree has nothing at the path. */
export async function entryAt(
  { common }: Context,
  tree: string,
  path: string,
): Promise<GitResult<{ readonly entry: TreeEntry | null }>> {
  const output = await git(common, ['ls-tree', '-z', '--full-tree', tree, '--', path]);
  if (!output.ok) return output;
  const [first] = splitAtNul(output.stdout);
  return { ok: true, entry: first === undefined ? null : parsed(first).entry };
}

/**
 * The tree with something else, or nothing, at a path. Only the folders on the way are read and written, however many
 * files the tree has; those that would be left empty go. `blocked` where a file, a link or a submodule stands on the way,
 * and then the tree is as it was.
 */
export async function grafted(
  context: Context,
  tree: string,
  path: string,
  entry: TreeEntry | null,
): Promise<GitResult<{ readonly tree: string; readonly blocked: boolean }>> {
  const made = await graftBelow(context, tree, path.split('/'), entry);
  if (!made.ok) return made;
  if (made.tree === 'blocked') return { ok: true, tree, blocked: true };
  const whole = made.tree === null ? await makeTree(context, []) : { ok: true as const, tree: made.tree };
  return whole.ok ? { ok: true, tree: whole.tree, blocked: false } : whole;
}

/** Null stands for a tree without entries, which no other tree may hold. */
type Below = GitResult<{ readonly tree: string | null | 'blocked' }>;

async function graftBelow(
  context: Context,
  tree: string | null,
  [name = '', ...rest]: readonly string[],
  entry: TreeEntry | null,
): Promise<Below> {
  const listed = await entriesOf(context, tree);
  if (!listed.ok) return listed;
  const others = listed.entries.filter(other => parsed(other).name !== name);
  const found = listed.entries.find(other => parsed(other).name === name);
  if (rest.length === 0) return replaced(context, others, name, entry);
  const present = found === undefined ? null : parsed(found).entry;
  if (present !== null && present.type !== 'tree') return { ok: true, tree: 'blocked' };
  if (present === null && entry === null) return { ok: true, tree };
  const below = await graftBelow(context, present?.oid ?? null, rest, entry);
  if (!below.ok || below.tree === 'blocked') return below;
  return replaced(context, others, name, below.tree === null ? null : folderEntry(below.tree));
}

async function entriesOf(
  { common }: Context,
  tree: string | null,
): Promise<GitResult<{ readonly entries: readonly Buffer[] }>> {
  if (tree === null) return { ok: true, entries: [] };
  const listed = await git(common, ['ls-tree', '-z', '--full-tree', tree]);
  return listed.ok ? { ok: true, entries: splitAtNul(listed.stdout) } : listed;
}

async function replaced(
  context: Context,
  others: readonly Buffer[],
  name: string,
  entry: TreeEntry | null,
): Promise<Below> {
  const own = entry === null ? [] : [Buffer.from(`${entry.mode} ${entry.type} ${entry.oid}\t${name}`)];
  const entries = [...others, ...own];
  return entries.length === 0 ? { ok: true, tree: null } : makeTree(context, entries);
}

async function makeTree(
  { common }: Context,
  entries: readonly Buffer[],
): Promise<GitResult<{ readonly tree: string }>> {
  const input = Buffer.concat(entries.flatMap(entry => [entry, NUL]));
  // A partial clone need not have the files that the tree names.
  const made = await git(common, ['mktree', '-z', '--missing'], { input });
  return made.ok ? { ok: true, tree: line(made.stdout) } : made;
}

const NUL = Buffer.from([0]);

function parsed(listing: Buffer): { readonly entry: TreeEntry; readonly name: string } {
  const tab = listing.indexOf(0x09);
  const [mode = '', type = '', oid = ''] = listing.toString('latin1', 0, tab).split(' ');
  return { entry: { mode, type, oid }, name: listing.toString('utf8', tab + 1) };
}
