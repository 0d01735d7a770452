import type { Dirent } from 'node:fs';
import { chmod, lstat, readdir, realpath, stat, unlink } from 'node:fs/promises';
import { basename } from 'node:path';
import { isWithin } from '../agent/sandbox/places.ts';
import type { Output, Place, Runner } from './command.ts';
import { pointedAt } from './pointer.ts';

/** After this long a command is looked after. */
const SLOW_MS = 1000;
/** Of a workspace so much is looked at. */
export const MAX_FOLDERS = 200_000;

/** A workspace, and what is done about what git waits for in there. */
export interface Watched {
  readonly workspace: string;
  /** Its own git folder, which lies elsewhere where the workspace is ours. */
  readonly gitDir: string;
  /** Whether no pipe in it is worth anything: nobody works there while git does. */
  readonly isOurs: boolean;
  readonly onRemoved: (path: string) => void;
}

/**
 * Git opens some files by their names alone, wherever they lie: `.gitignore`, `.gitattributes`, and whatever makes a
 * folder a repository, which a pointer may have anywhere. Where a pipe stands in the place of one it waits for ever. So a
 * command that takes long is looked after: pipes, sockets and devices in such places go, and it is begun anew.
 */
export function unblocking(runner: Runner, watched: Watched): Runner {
  let removals = 0;
  let looking: Promise<void> | null = null;
  // Two commands that wait for the same pipe look for it together.
  const look = (): Promise<void> => {
    looking ??= removeBlocks(watched)
      .then(paths => {
        if (paths.length > 0) removals += 1;
        for (const path of paths) watched.onRemoved(path.toString('utf8'));
      })
      .finally(() => {
        looking = null;
      });
    return looking;
  };
  return async (place, words, options) => {
    const before = removals;
    const output = await lookedAfter(runner, place, words, options, async () => {
      await look();
      return removals > before;
    });
    // Who ended one command may have ended others, which wait for nothing.
    if (output.ok || removals === before || place.stop?.aborted) return output;
    // Who was ended in the middle of it has left a lock on an index that is ours alone.
    const index = options.environment?.GIT_INDEX_FILE ?? place.environment.GIT_INDEX_FILE;
    if (index !== undefined && basename(index).startsWith('phasewright.'))
      await unlink(`${index}.lock`).catch(() => {});
    return runner(place, words, options);
  };
}

async function lookedAfter(
  runner: Runner,
  place: Place,
  words: Parameters<Runner>[1],
  options: Parameters<Runner>[2],
  unblock: () => Promise<boolean>,
): Promise<Output> {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  place.stop?.addEventListener('abort', end);
  if (place.stop?.aborted) end();
  const slow = setTimeout(async () => {
    if (await unblock().catch(() => false)) end();
  }, SLOW_MS);
  try {
    return await runner({ ...place, stop: ending.signal }, words, options);
  } finally {
    clearTimeout(slow);
    place.stop?.removeEventListener('abort', end);
  }
}

/** Removes what git would wait for. Its name is all that it holds. */
async function removeBlocks({ workspace, gitDir, isOurs }: Watched): Promise<Buffer[]> {
  const removed: Buffer[] = [];
  const folders: { readonly path: Buffer; readonly isGit: boolean }[] = [
    { path: Buffer.from(workspace), isGit: false },
    ...(isOurs ? [{ path: Buffer.from(gitDir), isGit: true }] : []),
  ];
  for (let looked = 0; folders.length > 0 && looked < MAX_FOLDERS; looked += 1) {
    const folder = folders.pop()!;
    for (const entry of await entriesOf(folder.path)) {
      const path = Buffer.concat([folder.path, SLASH, entry.name]);
      const isGits = folder.isGit || GITS.test(entry.name.toString('latin1'));
      if (entry.isDirectory()) folders.push({ path, isGit: isGits });
      else if (isGits ? await isNoFile(entry, path) : isOurs && isWaitedFor(entry)) {
        await allow(folder.path, FOLDER_MODE);
        if (await isGone(path)) removed.push(path);
      } else if (!isOurs && entry.isFile() && entry.name.toString('latin1') === '.git') {
        const target = pointedAt(path.toString('utf8'));
        // A link on the way may lead out of the workspace.
        const place = target === null ? null : await realpath(target).catch(() => null);
        if (place !== null && isWithin(place, await realpath(workspace)))
          folders.push({ path: Buffer.from(place), isGit: true });
      }
    }
  }
  return removed;
}

/** A link is one that leads to what is waited for. */
const isNoFile = async (entry: Dirent<Buffer>, path: Buffer): Promise<boolean> => {
  if (!entry.isSymbolicLink()) return !entry.isFile();
  const target = await stat(path).catch(() => null);
  return target !== null && isWaitedFor(target);
};

/** Whoever opens it may wait for somebody at its other end. */
const isWaitedFor = (entry: Pick<Dirent, 'isFIFO' | 'isCharacterDevice'>): boolean =>
  entry.isFIFO() || entry.isCharacterDevice();

const isGone = (path: Buffer): Promise<boolean> =>
  unlink(path).then(
    () => true,
    () => false,
  );

const SLASH = Buffer.from('/');
const GITS = /^\.git/i;

const entriesOf = (path: Buffer): Promise<Dirent<Buffer>[]> =>
  readdir(path, { withFileTypes: true, encoding: 'buffer' }).catch(() => []);

/** Removes those of the files that are neither files nor links, nor folders; nothing of them can be kept. */
export async function removeSpecial(workspace: string, paths: readonly Buffer[]): Promise<string[]> {
  const removed: string[] = [];
  for (const path of paths) {
    const full = Buffer.concat([Buffer.from(`${workspace}/`), path]);
    const found = await lstat(full).catch(() => null);
    if (!found || found.isFile() || found.isSymbolicLink() || found.isDirectory()) continue;
    await unlink(full);
    removed.push(path.toString('utf8'));
  }
  return removed;
}

/** Gives us back the right to read what we own. Tells whether anything was changed. */
export async function makeReadable(workspace: string): Promise<boolean> {
  let changed = false;
  await eachEntry(workspace, new Set(), async (path, isFolder) => {
    changed = (await allow(path, isFolder ? FOLDER_MODE : FILE_MODE)) || changed;
  });
  return changed;
}

/** Gives us back the right to write in the folders of a workspace, those of installed packages excepted. */
export async function permitFolders(workspace: string): Promise<void> {
  let changed = false;
  await eachEntry(workspace, INSTALLED, async (path, isFolder) => {
    if (isFolder) changed = (await allow(path, FOLDER_MODE)) || changed;
  });
  if (!changed) return;
  // Who took it from folders took it from the files in them, which git would leave so.
  await eachEntry(workspace, INSTALLED, async (path, isFolder) => {
    if (!isFolder) await allow(path, WRITTEN_MODE);
  });
}

/** Thousands of folders that git ignores wherever they lie. */
export const INSTALLED = new Set(['.git', 'node_modules', '.venv', 'venv', 'target', '__pycache__']);

/** Goes through a workspace from the top, each folder before it is read. No link is followed. */
async function eachEntry(
  workspace: string,
  without: ReadonlySet<string>,
  visit: (path: Buffer, isFolder: boolean) => Promise<void>,
): Promise<void> {
  const folders = [Buffer.from(workspace)];
  for (let looked = 0; folders.length > 0 && looked < MAX_FOLDERS; looked += 1) {
    const folder = folders.pop()!;
    await visit(folder, true);
    for (const entry of await entriesOf(folder)) {
      const path = Buffer.concat([folder, SLASH, entry.name]);
      if (entry.isFile()) await visit(path, false);
      else if (entry.isDirectory() && !without.has(entry.name.toString('latin1'))) folders.push(path);
    }
  }
}

/** Whether it had to be changed; what is not ours stays as it is. */
async function allow(path: Buffer, wanted: number): Promise<boolean> {
  const found = await lstat(path).catch(() => null);
  if (!found || (found.mode & wanted) === wanted) return false;
  return chmod(path, (found.mode & 0o7777) | wanted).then(
    () => true,
    () => false,
  );
}

/** What the owner must be allowed to do with a folder, and with a file. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o400;
const WRITTEN_MODE = 0o600;
