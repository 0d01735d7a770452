import { lstatSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const MAX_BYTES = 64 * 1024;

/** The text of a small file that an agent may have put there; null where it is none, or a link. */
export function smallTextOf(path: string): string | null {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() && found.size <= MAX_BYTES ? readFileSync(path, 'utf8') : null;
}

/** Where a `.git` that is a file says that the git folder is; null where it says nothing. */
export function pointedAt(dotGit: string): string | null {
  try {
    const target = /^gitdir: ([^\n]+)\n*$/.exec(smallTextOf(dotGit) ?? '')?.[1];
    return target === undefined ? null : resolve(dirname(dotGit), target);
  } catch {
    // Git cannot read it either.
    return null;
  }
}
