import {
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { StoredChange } from './cassette.ts';

const FILE_MODE = 0o644;
const EXECUTABLE_MODE = 0o755;

/**
 * Makes the changes in a workspace, as far as the signal lets it. Nothing is written or deleted through a link, and no
 * folder that holds something is replaced. What goes wrong is told; then the workspace is as it is.
 */
export async function applyChanges(
  workspace: string,
  changes: readonly StoredChange[],
  signal: AbortSignal,
): Promise<string | null> {
  const isDeletion = (change: StoredChange): boolean => 'deleted' in change;
  // What is deleted may stand where a folder is to be, or the other way round.
  const ordered = [...changes.filter(isDeletion), ...changes.filter(change => !isDeletion(change))];
  for (const change of ordered) {
    if (signal.aborted) return null;
    try {
      if ('deleted' in change) remove(realpathSync(workspace), change.path);
      else put(realpathSync(workspace), change);
    } catch (error) {
      return `${change.path} cannot be replayed: ${(error as Error).message}`;
    }
    await turn();
  }
  return null;
}

function put(top: string, change: Exclude<StoredChange, { deleted: true }>): void {
  const place = placeOf(top, change.path, true)!;
  const there = lstatSync(place, { throwIfNoEntry: false });
  if (there?.isDirectory()) removeFolders(place);
  else if (there) unlinkSync(place);
  if (change.mode === 'link') {
    symlinkSync(change.text, place);
    return;
  }
  const content = 'text' in change ? change.text : Buffer.from(change.base64, 'base64');
  const mode = change.mode === 'executable' ? EXECUTABLE_MODE : FILE_MODE;
  writeFileSync(place, content, { flag: 'wx', mode });
}

function remove(top: string, path: string): void {
  const place = placeOf(top, path, false);
  const there = place === null ? undefined : lstatSync(place, { throwIfNoEntry: false });
  if (place === null || there === undefined) return;
  if (there.isDirectory()) throw new Error('it is a folder');
  unlinkSync(place);
  removeEmpty(dirname(place), top);
}

/** For git there are no empty folders, and a file may be to come in the place of one. */
function removeEmpty(folder: string, top: string): void {
  for (let at = folder; at !== top; at = dirname(at)) {
    try {
      rmdirSync(at);
    } catch {
      return;
    }
  }
}

/** The same for what is below it; refuses where there is a file. */
function removeFolders(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeFolders(join(folder, entry.name));
  rmdirSync(folder);
}

/** Where a path is, after a look at each folder on the way; null where one is not there and is not to be made. */
function placeOf(top: string, path: string, makes: boolean): string | null {
  const names = path.split('/');
  let at = top;
  for (const name of names.slice(0, -1)) {
    at = join(at, name);
    const there = lstatSync(at, { throwIfNoEntry: false });
    if (there?.isDirectory()) continue;
    if (there?.isSymbolicLink()) throw new Error('a link is on the way');
    if (!makes) return null;
    if (there) throw new Error('a file is on the way');
    mkdirSync(at);
  }
  return join(at, names.at(-1)!);
}
