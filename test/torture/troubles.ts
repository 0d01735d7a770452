import { execFile } from 'node:child_process';
import { globSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Workshop } from '../cli/workshop.ts';
import type { Random } from '../fuzz/random.ts';

/** Locks in `.git` of what is the user's own, as patterns. */
export const USERS_LOCKS = ['index.lock', 'HEAD.lock', 'config.lock', 'packed-refs.lock', 'shallow.lock'];
/** Locks of what the run alone writes. */
export const OUR_LOCKS = ['refs/heads/work.lock', 'worktrees/*/index.lock', 'worktrees/*/HEAD.lock'];

/** Takes the lock as git does; null where somebody else has it, or there is nothing to lock. */
export function hold({ repository }: Workshop, name: string): string | null {
  const folder = join(repository, '.git');
  const [parent] = globSync(dirname(name), { cwd: folder });
  const lock = join(folder, parent ?? dirname(name), name.slice(name.lastIndexOf('/') + 1));
  try {
    writeFileSync(lock, '', { flag: 'wx' });
    return lock;
  } catch {
    return null;
  }
}

/** Each takes something from the run that belongs to its worktrees; false where there was nothing to take. */
export const loseFolder = ({ home }: Workshop, next: Random): boolean =>
  lose(globSync(join(home, 'worktrees', '*', '*')), home, next);

export const loseFolders = ({ home }: Workshop): boolean => remove(join(home, 'worktrees'), home);

export const loseEntry = ({ repository }: Workshop, next: Random): boolean =>
  lose(pathsIn(join(repository, '.git', 'worktrees')), join(repository, '.git'), next);

export const loseEntries = ({ repository }: Workshop): boolean =>
  remove(join(repository, '.git', 'worktrees'), join(repository, '.git'));

const lose = (paths: readonly string[], by: string, next: Random): boolean =>
  paths.length > 0 && remove(next.pick(paths), by);

/** At one stroke, by a detour through a folder on the same disk: whoever looks finds all of it or nothing. */
function remove(path: string, by: string): boolean {
  const aside = join(by, 'gone');
  try {
    renameSync(path, aside);
  } catch {
    return false;
  }
  rmSync(aside, { recursive: true, force: true });
  return true;
}

function pathsIn(folder: string): string[] {
  try {
    return readdirSync(folder).map(name => join(folder, name));
  } catch {
    return [];
  }
}

const run = promisify(execFile);

/** Without the list of refs for dumb servers, which would be a change in `.git/info`. */
const QUIETLY = ['-c', 'repack.updateServerInfo=false'];

/** A git command of the user's; false where it failed, as it may for what the run does at that moment. */
export const tidy = ({ repository }: Workshop, words: string): Promise<boolean> =>
  run('git', [...QUIETLY, ...words.split(' ')], { cwd: repository }).then(
    () => true,
    () => false,
  );
