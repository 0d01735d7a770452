import { createHash } from 'node:crypto';
import {
  type BigIntStats,
  closeSync,
  constants,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
} from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';

export type FileMode = 'file' | 'executable' | 'link';

/** What tells one state of a file from another; `none` where there is neither a file nor a link. */
export type Mark = string;

/** Marks of paths below a folder. Paths are bytes, written as Latin-1. */
export type Marks = (top: string, paths: ReadonlySet<string>) => Promise<ReadonlyMap<string, Mark>>;

interface Known {
  readonly stamp: string;
  readonly mark: Mark;
}

/** A file that was changed shortly before it was looked at may be changed again without a sign of it, in ms. */
const RACY_MS = 2000n;
const MS_NS = 1_000_000n;
/** How many files are looked at before others have a turn, and how many bytes. */
const FILES_A_TURN = 200;
const BYTES_A_TURN = 4 * 1024 * 1024;

/**
 * Files are read once and then only where the system says that they were touched. Of those with more bytes than
 * `maxBytes` the system's word is all that counts.
 */
export function marksIn(maxBytes: number): Marks {
  const known = new Map<string, Known>();
  return async (top, paths) => {
    const marks = new Map<string, Mark>();
    const isFolder = folders(top);
    let files = 0;
    let bytes = 0;
    for (const path of paths) {
      files += 1;
      if (files % FILES_A_TURN === 0 || bytes > BYTES_A_TURN) {
        bytes = 0;
        await turn();
      }
      const found = entryAt(top, path, isFolder);
      if (found === null) {
        marks.set(path, 'none');
        continue;
      }
      const full = `${top}\0${path}`;
      const stamp = stampOf(found.stats);
      const earlier = known.get(full);
      if (earlier?.stamp === stamp) {
        marks.set(path, earlier.mark);
        continue;
      }
      const isBig = found.stats.size > BigInt(maxBytes);
      if (!isBig) bytes += Number(found.stats.size);
      const mark = `${found.mode} ${isBig ? stamp : hashOf(found)}`;
      marks.set(path, mark);
      const isSettled = BigInt(Date.now()) - found.stats.ctimeNs / MS_NS > RACY_MS;
      if (isSettled) known.set(full, { stamp, mark });
    }
    return marks;
  };
}

interface Entry {
  readonly place: Buffer;
  readonly mode: FileMode;
  readonly stats: BigIntStats;
}

/** Null where there is neither a file nor a link, or where it is only reached through a link. */
function entryAt(top: string, path: string, isFolder: (path: string) => boolean): Entry | null {
  const end = path.lastIndexOf('/');
  if (end !== -1 && !isFolder(path.slice(0, end))) return null;
  const place = placeOf(top, path);
  const stats = lstatSync(place, { bigint: true, throwIfNoEntry: false });
  if (stats?.isSymbolicLink()) return { place, mode: 'link', stats };
  if (!stats?.isFile()) return null;
  return { place, mode: (stats.mode & OWNER_MAY_RUN) === 0n ? 'file' : 'executable', stats };
}

const OWNER_MAY_RUN = 0o100n;

/** Whether a path is a folder with nothing but folders above it; asked once for each. */
function folders(top: string): (path: string) => boolean {
  const known = new Map<string, boolean>();
  const isFolder = (path: string): boolean => {
    const answer = known.get(path);
    if (answer !== undefined) return answer;
    const end = path.lastIndexOf('/');
    const isReached = end === -1 || isFolder(path.slice(0, end));
    const is = isReached && lstatSync(placeOf(top, path), { throwIfNoEntry: false })?.isDirectory() === true;
    known.set(path, is);
    return is;
  };
  return isFolder;
}

const placeOf = (top: string, path: string): Buffer =>
  Buffer.concat([Buffer.from(`${top}/`), Buffer.from(path, 'latin1')]);

const stampOf = ({ ino, mode, size, mtimeNs, ctimeNs }: BigIntStats): string =>
  [ino, mode, size, mtimeNs, ctimeNs].join(' ');

const hashOf = (entry: Entry): string => createHash('sha256').update(bytesOf(entry)).digest('hex');

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

function bytesOf({ place, mode }: Pick<Entry, 'place' | 'mode'>): Buffer {
  if (mode === 'link') return readlinkSync(place, 'buffer');
  const file = openSync(place, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** What a path holds, or how many bytes it has, where that is too many. */
export function contentAt(
  top: string,
  path: string,
  maxBytes: number,
): { readonly mode: FileMode; readonly content: Buffer } | number {
  const entry = entryAt(top, path, folders(top));
  if (entry === null) throw new Error(`${path} was changed while it was looked at`);
  if (entry.stats.size > BigInt(maxBytes)) return Number(entry.stats.size);
  return { mode: entry.mode, content: bytesOf(entry) };
}

/** The text of a small file below a folder that is reached without links; null where there is none. */
export function smallText(top: string, path: string, maxBytes: number): string | null {
  const name = Buffer.from(path).toString('latin1');
  const entry = entryAt(top, name, folders(top));
  if (entry === null || entry.mode === 'link' || entry.stats.size > BigInt(maxBytes)) return null;
  return bytesOf(entry).toString('utf8');
}
