import { splitAtNul, utf8 } from './changes.ts';
import { git } from './command.ts';
import type { Context } from './context.ts';
import { isLost } from './keep.ts';
import type { GitResult } from './port.ts';

/** The mode of an entry that stands for a commit of another repository. */
export const LINK = '160000';

/** The submodules that a tree links to. The first tree is read whole, others are compared with one that is known. */
export async function linksOf(
  context: Context,
  tree: string,
): Promise<GitResult<{ readonly links: ReadonlySet<string> }>> {
  const known = context.links.get(tree);
  if (known) return { ok: true, links: known };
  const [near] = [...context.links].slice(-1);
  const compared = near ? await comparedWith(context, near, tree) : null;
  // No ref need lead to the tree that is compared with.
  const isKnown = compared !== null && (compared.ok || !isLost(compared.failure));
  const links = isKnown ? compared : await readWhole(context, tree);
  if (!links.ok) return links;
  context.links.set(tree, links.links);
  if (context.links.size > MAX_KNOWN) context.links.delete(context.links.keys().next().value!);
  return links;
}

/** Of so many trees it is remembered. */
const MAX_KNOWN = 100;

type Links = GitResult<{ readonly links: ReadonlySet<string> }>;

async function comparedWith(
  context: Context,
  [from, before]: readonly [tree: string, links: ReadonlySet<string>],
  tree: string,
): Promise<Links> {
  const compared = await context.objects.compare(from, tree);
  if (!compared.ok) return compared;
  const links = new Set(before);
  for (const { oldMode, newMode, path, from: source } of compared.changes) {
    const name = utf8(path);
    const left = source === null ? name : utf8(source);
    if (oldMode === LINK && left !== null) links.delete(left);
    if (newMode === LINK && name !== null) links.add(name);
  }
  return { ok: true, links };
}

async function readWhole({ common }: Context, tree: string): Promise<Links> {
  const listed = await git(common, ['ls-tree', '-r', '-z', '--full-tree', tree]);
  return listed.ok ? { ok: true, links: linksIn(listed.stdout) } : listed;
}

/** The links in a listing of a tree or of an index. */
export function linksIn(listing: Buffer): ReadonlySet<string> {
  const links = new Set<string>();
  for (const entry of splitAtNul(listing)) {
    const isLink = entry.subarray(0, LINK.length).toString('latin1') === LINK;
    const name = isLink ? utf8(entry.subarray(entry.indexOf(0x09) + 1)) : null;
    if (name !== null) links.add(name);
  }
  return links;
}
