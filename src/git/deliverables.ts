import { globSet, isPattern, MAX_WILD_GLOBS } from '../base/glob.ts';
import type { FoundDeliverable } from '../run/gates.ts';
import { isAside } from './aside.ts';
import { quotedPath, splitAtNul } from './changes.ts';
import { git } from './command.ts';
import type { Context } from './context.ts';
import { ignoredIn } from './ignored.ts';
import type { GitResult, InspectRequest } from './port.ts';

const MAX_ELSEWHERE = 5;
/** In a larger listing of a repository's files not all are looked at for patterns and for another place. */
const MAX_LISTING_BYTES = 64 * 1024 * 1024;

type Found = GitResult<{ readonly found: readonly FoundDeliverable[] }>;

/** What the snapshot has at the path of each deliverable, and why or where else the missing ones may be. */
export async function findDeliverables(
  context: Context,
  { snapshot, deliverables, slot }: InspectRequest,
): Promise<Found> {
  if (deliverables.length === 0) return { ok: true, found: [] };
  const paths = deliverables.map(plainPath);
  const kinds = await kindsAt(context, snapshot, paths);
  if (!kinds.ok) return kinds;
  const missing = paths.filter((path, at) => path !== null && kinds.kinds[at] === 'nothing') as string[];
  const listed = missing.length === 0 ? NOTHING : await lookFor(context, snapshot, missing);
  if (!listed.ok) return listed;
  const gone = missing.filter(path => !listed.places.get(path)!.found);
  const ignored = slot === undefined ? NONE : await ignoredIn(context, slot, gone);
  const found = deliverables.map((path, at): FoundDeliverable => {
    const plain = paths[at] ?? null;
    const place = plain === null ? undefined : listed.places.get(plain);
    if (plain === null || place === undefined)
      return { path, found: kinds.kinds[at] ?? 'nothing', elsewhere: [] };
    if (place.found) return { path, found: place.found, elsewhere: [] };
    const ignoredBy = ignored.get(plain);
    const elsewhere = place.elsewhere;
    return { path, found: 'nothing', elsewhere, ...(ignoredBy === undefined ? {} : { ignoredBy }) };
  });
  return { ok: true, found };
}

const NONE: ReadonlyMap<string, string> = new Map();

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

/** What the listing of a snapshot tells about a path that names no object of it. */
interface Place {
  found: 'file' | 'folder' | null;
  readonly elsewhere: string[];
}

interface Listed {
  readonly ok: true;
  readonly places: ReadonlyMap<string, Place>;
}

const NOTHING: Listed = { ok: true, places: new Map() };

async function lookFor(
  { common, options }: Context,
  snapshot: string,
  missing: readonly string[],
): Promise<GitResult<Listed>> {
  const places = new Map(missing.map((path): [string, Place] => [path, { found: null, elsewhere: [] }]));
  const byName = grouped(places, lastName);
  const byLetters = grouped(places, path => path.toLowerCase());
  const patterns = missing
    .filter(isPattern)
    .slice(0, MAX_WILD_GLOBS)
    .map(path => ({ place: places.get(path)!, matches: globSet([path]) }));
  const words = ['ls-tree', '-r', '-t', '-z', '--full-tree', '--format=%(objecttype) %(path)', snapshot];
  const output = await git(common, words, { cutAtBytes: MAX_LISTING_BYTES });
  if (!output.ok) return output;
  for (const entry of splitAtNul(output.stdout)) {
    const space = entry.indexOf(' ');
    const isFolder = entry.toString('latin1', 0, space) === 'tree';
    const name = entry.subarray(space + 1);
    const path = name.toString('utf8');
    // A submodule is in the listing, but nothing of it is in this repository.
    const itself = places.get(path);
    if (itself && !isFolder) itself.found = 'folder';
    if (isAside(options.record, path)) continue;
    if (!isFolder) {
      const text = quotedPath(name);
      for (const { place, matches } of patterns) if (!place.found && matches(text)) place.found = 'file';
    }
    const alike = [...(byName.get(lastName(path)) ?? []), ...(byLetters.get(path.toLowerCase()) ?? [])];
    for (const { elsewhere } of alike) addTo(elsewhere, `${quotedPath(name)}${isFolder ? '/' : ''}`);
  }
  return { ok: true, places };
}

function addTo(elsewhere: string[], path: string): void {
  if (elsewhere.length < MAX_ELSEWHERE && !elsewhere.includes(path)) elsewhere.push(path);
}

function grouped(
  places: ReadonlyMap<string, Place>,
  keyOf: (path: string) => string,
): ReadonlyMap<string, readonly Place[]> {
  const groups = new Map<string, Place[]>();
  for (const [path, place] of places) groups.set(keyOf(path), [...(groups.get(keyOf(path)) ?? []), place]);
  return groups;
}

const lastName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
