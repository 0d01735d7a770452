import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  opendirSync,
  openSync,
  readSync,
  realpathSync,
} from 'node:fs';
import { join, sep } from 'node:path';
import type { ManifestReader } from './stack.ts';

export const MAX_MANIFEST_BYTES = 1_048_576;
const MAX_NAMES = 10_000;

/**
 * Reads manifests from disk: only regular files of at most MAX_MANIFEST_BYTES whose real place is inside the
 * directory. Names are a snapshot taken now; anything that fails is null, or no name.
 */
export function directoryReader(directory: string): ManifestReader {
  const root = realPath(directory);
  const names = root === null ? [] : namesIn(root);
  return {
    read: path => (root === null ? null : readInside(root, path)),
    list: () => names,
  };
}

function readInside(root: string, path: string): string | null {
  const real = realPath(join(root, path));
  if (real === null || !real.startsWith(root.endsWith(sep) ? root : root + sep)) return null;
  try {
    return readRegularFile(real);
  } catch {
    return null;
  }
}

/** Opened without following a link that took the file's place meanwhile, nor waiting for a pipe's writer. */
function readRegularFile(real: string): string | null {
  const file = openSync(real, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(file);
    if (!stat.isFile() || stat.size > MAX_MANIFEST_BYTES) return null;
    const bytes = Buffer.alloc(stat.size);
    return decode(bytes.subarray(0, fill(file, bytes)));
  } finally {
    closeSync(file);
  }
}

function fill(file: number, bytes: Buffer): number {
  let filled = 0;
  while (filled < bytes.length) {
    const read = readSync(file, bytes, filled, bytes.length - filled, null);
    if (read === 0) break;
    filled += read;
  }
  return filled;
}

/** PowerShell's `pip freeze > requirements.txt` writes UTF-16. */
function decode(bytes: Uint8Array): string {
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(utf16 ? 'utf-16le' : 'utf-8').decode(bytes);
}

const namesIn = (root: string): string[] =>
  entriesIn(root)
    .map(({ name }) => name)
    .sort();

/** Names of the folders in one, links left out. */
export const foldersIn = (directory: string): string[] =>
  entriesIn(directory)
    .filter(entry => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

function entriesIn(root: string): Dirent[] {
  const entries: Dirent[] = [];
  try {
    const directory = opendirSync(root);
    try {
      for (let entry = directory.readSync(); entry !== null; entry = directory.readSync()) {
        if (entries.length === MAX_NAMES) break;
        entries.push(entry);
      }
    } finally {
      directory.closeSync();
    }
  } catch {
    return entries;
  }
  return entries;
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
