import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { git, type Place } from './command.ts';
import type { Context } from './context.ts';
import { keepForeign } from './foreign.ts';
import { pointedAt, smallTextOf } from './pointer.ts';
import type { GitResult } from './port.ts';
import type { Slot } from './slot.ts';

/** A repository inside a workspace with more branches and tags is kept as one that somebody else made. */
const MAX_TIPS = 200;

/**
 * The git folder of a repository inside the workspace. Null where it is none of its own: an agent may have written a
 * `.git` that leads to a repository elsewhere, and what is kept of that one could be read by the next agent.
 */
export function innerGitDir(context: Context, slot: Slot, path: string): string | null {
  const dotGit = join(slot.path, path, '.git');
  const found = lstatSync(dotGit, { throwIfNoEntry: false });
  if (found?.isDirectory()) return isContained(context, slot, dotGit) ? dotGit : null;
  const gitDir = pointedAt(dotGit);
  if (gitDir === null) return null;
  if (lstatSync(gitDir, { throwIfNoEntry: false })?.isDirectory() !== true) return null;
  return isContained(context, slot, gitDir) ? gitDir : null;
}

/** Whether a git folder, and all that it borrows from others, lies in the workspace or below its own git folder. */
function isContained({ repository }: Context, slot: Slot, gitDir: string): boolean {
  const inside = (path: string, ...roots: readonly string[]): boolean => {
    const place = existsSync(path) ? realpathSync(path) : null;
    return place !== null && roots.some(root => place.startsWith(root + sep));
  };
  if (!inside(gitDir, slot.path, join(slot.gitDir, 'modules'))) return false;
  const objects = join(gitDir, 'objects');
  const common = linesOf(join(gitDir, 'commondir')).map(line => resolve(gitDir, line));
  const borrowed = linesOf(join(objects, 'info', 'alternates')).map(line => resolve(objects, line));
  const folders = [objects, join(gitDir, 'refs'), ...common].filter(path => lexists(path));
  // A clone of the workspace may borrow from the user's repository, which keeps what it has anyway.
  const own = `${repository.commonDir}${sep}`;
  return (
    folders.every(path => inside(path, gitDir, slot.path)) &&
    borrowed.every(path => inside(path, slot.path) || `${path}${sep}`.startsWith(own))
  );
}

const lexists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

const linesOf = (path: string): string[] => (smallTextOf(path) ?? '').split('\n').filter(Boolean);

/** Where git works on a repository inside the workspace. */
export const innerPlace = (slot: Slot, path: string, gitDir: string): Place => ({
  ...slot.place,
  cwd: join(slot.path, path),
  environment: {
    ...slot.place.environment,
    GIT_DIR: gitDir,
    GIT_WORK_TREE: join(slot.path, path),
  },
});

/** What repositories inside the workspace had committed themselves. */
export async function committedIn(
  context: Context,
  slot: Slot,
  paths: readonly string[],
): Promise<GitResult<{ readonly commits: readonly string[] }>> {
  const commits: string[] = [];
  for (const path of paths) {
    const found = await innerCommits(context, slot, path);
    if (!found.ok) return found;
    commits.push(...found.commits.filter(commit => !commits.includes(commit)));
  }
  return { ok: true, commits };
}

/**
 * Brings the commits of a repository inside the workspace into the user's, so that a ref can keep them, and tells its
 * branches and tags. None of one that is damaged, shallow, of another format, or has too many: it is kept by itself then.
 */
async function innerCommits(
  context: Context,
  slot: Slot,
  path: string,
): Promise<GitResult<{ readonly commits: readonly string[] }>> {
  const gitDir = innerGitDir(context, slot, path);
  if (gitDir === null) return { ok: true, commits: [] };
  const place = innerPlace(slot, path, gitDir);
  const options = { answers: [1, 128] };
  const [head, refs] = await Promise.all([
    git(place, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], options),
    git(place, ['for-each-ref', `--count=${MAX_TIPS + 1}`, `--format=${TIP}`], options),
  ]);
  if (!head.ok) return head;
  if (!refs.ok) return refs;
  const tips = refs.stdout.toString('latin1').split('\n').filter(Boolean);
  const stashes = tips.some(tip => tip.endsWith(' refs/stash'))
    ? await git(place, ['log', '--walk-reflogs', '--format=commit %H', 'refs/stash', '--'], options)
    : null;
  if (stashes && !stashes.ok) return stashes;
  const stashed = stashes?.stdout.toString('latin1') ?? '';
  const listed = [`commit ${head.stdout.toString('latin1')}`, ...tips, stashed].join('\n');
  const commits = [
    ...new Set([...listed.matchAll(/\bcommit ([0-9a-f]{40,64})\b/g)].map(([, oid = '']) => oid)),
  ];
  if (refs.code !== 0 || tips.length > MAX_TIPS) return keptBeside(context, slot, gitDir);
  if (commits.length === 0) return { ok: true, commits };
  const words = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--no-auto-gc', '--stdin', gitDir];
  const fetched = await git(
    { ...slot.place, environment: { ...slot.place.environment, GIT_DIR: context.repository.commonDir } },
    words,
    { input: `${commits.join('\n')}\n`, environment: { GIT_ALLOW_PROTOCOL: 'file' }, answers: [1, 128] },
  );
  if (!fetched.ok) return fetched;
  if (fetched.code === 0) return { ok: true, commits };
  return keptBeside(context, slot, gitDir);
}

/** What an object is, for a tag with words of its own what that stands for, and the name. */
const TIP = '%(objecttype) %(objectname) %(*objecttype) %(*objectname) %(refname)';

/** Keeps all of the repository under a ref of its own. */
async function keptBeside(
  context: Context,
  slot: Slot,
  gitDir: string,
): Promise<GitResult<{ readonly commits: readonly string[] }>> {
  const kept = await keepForeign(context, slot.number, gitDir);
  // One that cannot be read at all has no history; its files are kept with the others.
  return kept.ok || kept.failure.reason === 'unstorable' ? { ok: true, commits: [] } : kept;
}
