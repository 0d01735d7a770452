import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';

/*
 * What we write into an agent's home, read there and remove. The agent may have put anything in there, and others of its
 * kind may be at work in there now: no link in it is followed, nothing in it that is no file is opened, and what stands
 * in our way is put aside. Only the home itself is taken for what it is.
 */

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants;
/** A folder that is open stays the same one whatever becomes of its name. https://man7.org/linux/man-pages/man5/proc_pid_fd.5.html */
const HANDLES = '/proc/self/fd';
const HAS_HANDLES = existsSync(HANDLES);
/** How often something may be put in our way while a folder is made. */
const MAX_TRIES = 10;
const OURS = 0o700;
/** Larger files are none of ours. */
const MAX_BYTES = 16 << 20;

/** Does something in a folder below the home, by a path that leads there and nowhere else. Makes the folder. */
export const inFolder = <T>(home: string, folder: string, use: (place: string) => T): T =>
  reached(home, folder, openedOrMade, use);

/** The same, where there is such a folder; else null. */
function inFolderThere<T>(home: string, folder: string, use: (place: string) => T): T | null {
  try {
    return reached(home, folder, openedAsItIs, use);
  } catch {
    return null;
  }
}

function reached<T>(
  home: string,
  folder: string,
  opened: (folder: string) => number,
  use: (place: string) => T,
): T {
  // The agent may have shut it.
  if ((statSync(home).mode & OURS) !== OURS) chmodSync(home, OURS);
  let handle = openSync(home, O_RDONLY | O_DIRECTORY);
  try {
    let place = placeOf(handle, home);
    for (const name of namesBelow(home, folder)) {
      const child = join(place, name);
      const next = opened(child);
      closeSync(handle);
      handle = next;
      if ((fstatSync(handle).mode & OURS) !== OURS) fchmodSync(handle, OURS);
      place = placeOf(handle, child);
    }
    return use(place);
  } finally {
    closeSync(handle);
  }
}

const placeOf = (handle: number, path: string): string =>
  HAS_HANDLES ? join(HANDLES, String(handle)) : path;

function namesBelow(home: string, path: string): readonly string[] {
  const way = relative(home, path);
  const names = way === '' ? [] : way.split(sep);
  if (names.includes('..')) throw new Error(`${path} is not below ${home}`);
  return names;
}

const openedAsItIs = (folder: string): number => openSync(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);

function openedOrMade(folder: string): number {
  for (let tries = 1; ; tries += 1) {
    try {
      return openedAsItIs(folder);
    } catch (error) {
      if (tries === MAX_TRIES) throw error;
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') putAside(folder);
      makeUnlessThere(folder);
    }
  }
}

function makeUnlessThere(folder: string): void {
  try {
    mkdirSync(folder, { mode: OURS });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** What is in the way keeps what it holds, under another name. `place` is one that `inFolder` gave, and a name in it. */
export function putAside(place: string): void {
  try {
    renameSync(place, `${place}.aside-${randomUUID()}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Makes a folder below the home. */
export const makeFolder = (home: string, folder: string): void => inFolder(home, folder, () => {});

/** Makes a folder below another one that nobody else has, and tells its path. */
export const makeOwnFolder = (home: string, folder: string, prefix: string): string =>
  join(folder, basename(inFolder(home, folder, place => mkdtempSync(join(place, prefix)))));

/** Puts a file into an agent's home, whole, unless it is there: sessions side by side share it. */
export function putFile(home: string, file: string, text: string, mode = 0o600): void {
  inFolder(home, dirname(file), folder => {
    const place = join(folder, basename(file));
    if (plainFile(place)?.toString() === text) return;
    const beside = `${place}.${randomUUID()}`;
    writeFileSync(beside, text, { mode, flag: 'wx' });
    if (lstatSync(place, { throwIfNoEntry: false })?.isFile() === false) putAside(place);
    renameSync(beside, place);
  });
}

/** What a file in an agent's home holds; null for what is no file, or is too large for one of ours. */
export const readFile = (home: string, file: string): string | null =>
  inFolderThere(home, dirname(file), folder => plainFile(join(folder, basename(file))))?.toString() ?? null;

/** `place` is one that `inFolder` gave, and a name in it. */
export function plainFile(place: string, maxBytes = MAX_BYTES): Buffer | null {
  let handle: number | null = null;
  try {
    handle = openSync(place, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const found = fstatSync(handle);
    return found.isFile() && found.size <= maxBytes ? readFileSync(handle) : null;
  } catch {
    return null;
  } finally {
    if (handle !== null) closeSync(handle);
  }
}

/** Removes what we made there, with all that the agent put into it; a link is removed and not followed. */
export function removeOwn(home: string, path: string): void {
  inFolderThere(home, dirname(path), folder =>
    rmSync(join(folder, basename(path)), { recursive: true, force: true, maxRetries: 2 }),
  );
}
