import type { FoundDeliverable } from '../run/gates.ts';
import { isAside } from './aside.ts';
import { quotedPath, splitAtNul } from './changes.ts';
import { git } from './command.ts';
import type { Context } from './context.ts';
import type { GitResult, InspectRequest } from './port.ts';

const MAX_ELSEWHERE = 5;
/** In a larger listing of a repository's files not all are looked at for another place. */
const MAX_LISTING_BYTES = 64 * 1024 * 1024;

type Found = GitResult<{ readonly found: readonly FoundDeliverable[] }>;

/** What the snapshot has at the path of each deliverable, and where else the missing ones may be. */
export async function findDeliverables(
  context: Context,
  { snapshot, deliverables }: InspectRequest,
): Promise<Found> {
  if (deliverables.length === 0) return { ok: true, found: [] };
  const paths = deliverables.map(plainPath);
  const kinds = await kindsAt(context, snapshot, paths);
  if (!kinds.ok) return kinds;
  const missing = paths.filter((path, at) => path !== null && kinds.kinds[at] === 'nothing') as string[];
  const others = missing.length === 0 ? NOWHERE : await placesOf(context, snapshot, missing);
  if (!others.ok) return others;
  const found = deliverables.map((path, at): FoundDeliverable => {
    const plain = paths[at] ?? null;
    const kind = kinds.kinds[at] ?? 'nothing';
    if (plain === null || kind !== 'nothing') return { path, found: kind, elsewhere: [] };
    // A submodule is in the listing, but nothing of it is in this repository.
    if (others.links.has(plain)) return { path, found: 'folder', elsewhere: [] };
    return { path, found: 'nothing', elsewhere: others.places.get(lastName(plain)) ?? [] };
  });
  return { ok: true, found };
}

/** From the top, without `./` and a slash at the end; null for what is not inside the repository. */
function plainPath(path: string): string | null {
  const names = path.split('/').filter(name => name !== '' && name !== '.');
  const outside = path.startsWith('/') || names.includes('..') || path.includes('\0');
  return outside || names.length === 0 ? null : names.join('/');
}

async function kindsAt(
  { common }: Context,
  snapshot: string,
  paths: readonly (string | null)[],
): Promise<GitResult<{ readonly kinds: readonly FoundDeliverable['found'][] }>> {
  // The id of no object stands for what need not be looked for, so that there is one answer for each question.
  const input = paths.map(path => `${path === null ? '0' : `${snapshot}:${path}`}\0`).join('');
  const format = '--batch-check=%(objecttype) %(objectsize)';
  const output = await git(common, ['cat-file', '-z', format], { input });
  if (!output.ok) return output;
  const kinds: FoundDeliverable['found'][] = [];
  let rest = output.stdout.toString('utf8');
  for (const path of paths) {
    // Git repeats the question where there is nothing, line breaks included.
    const question = path === null ? '0' : `${snapshot}:${path}`;
    const answer = rest.startsWith(`${question} missing\n`)
      ? `${question} missing`
      : rest.slice(0, rest.indexOf('\n'));
    rest = rest.slice(answer.length + 1);
    kinds.push(kindOf(answer));
  }
  return { ok: true, kinds };
}

function kindOf(answer: string): FoundDeliverable['found'] {
  const [, type, size] = /^(blob|tree) (\d+)$/.exec(answer) ?? [];
  if (type === 'blob') return 'file';
  if (type !== 'tree') return 'nothing';
  return size === '0' ? 'empty' : 'folder';
}

interface Places {
  readonly ok: true;
  /** By last name. */
  readonly places: ReadonlyMap<string, readonly string[]>;
  readonly links: ReadonlySet<string>;
}

const NOWHERE: Places = { ok: true, places: new Map(), links: new Set() };

async function placesOf(
  { common, options }: Context,
  snapshot: string,
  missing: readonly string[],
): Promise<GitResult<Places>> {
  const wanted = new Set(missing);
  const places = new Map<string, string[]>(missing.map(path => [lastName(path), []]));
  const links = new Set<string>();
  const words = ['ls-tree', '-r', '-z', '--full-tree', '--name-only', snapshot];
  const output = await git(common, words, { cutAtBytes: MAX_LISTING_BYTES });
  if (!output.ok) return output;
  for (const listed of splitAtNul(output.stdout)) {
    const path = listed.toString('utf8');
    const others = places.get(lastName(path));
    if (others === undefined) continue;
    if (wanted.has(path)) links.add(path);
    else if (others.length < MAX_ELSEWHERE && !isAside(options.record, path)) others.push(quotedPath(listed));
  }
  return { ok: true, places, links };
}

const lastName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
