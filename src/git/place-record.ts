// Thousands of small files are looked at one after the other: many times faster without a turn of the event loop each.

import { hash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate as breath } from 'node:timers/promises';
import { utf8 } from './changes.ts';
import type { Context } from './context.ts';
import { enterPresent, pathIn } from './enter.ts';
import { refused } from './failure.ts';
import { entryAt } from './graft.ts';
import type { GitResult } from './port.ts';
import { isRealFolder, type Slot } from './slot.ts';
import { misplaced, removeFolder } from './worktree.ts';

const FILE_MODE = 0o644;
const FOLDER_MODE = 0o755;
/** So many entries are looked at before others in this process get their turn. */
const ENTRIES_AT_ONCE = 256;

interface PlaceRequest {
  readonly slot: number;
  readonly files: ReadonlyMap<string, string>;
}

/** See `Workspaces.placeRecord`. */
export async function placeRecord(context: Context, request: PlaceRequest): Promise<GitResult<object>> {
  const entered = await enterPresent(context, request.slot);
  if (!entered.ok) return entered;
  const { slot } = entered;
  if (slot === null || slot.fresh) return misplaced(pathIn(context, request.slot));
  if (slot.record === null) return { ok: true };
  const wanted = nested(request.files);
  const ready = await makeFolder(context, slot, slot.record);
  if (!ready.ok) return ready;
  await align(slot, '', wanted, { looked: 0 });
  return { ok: true };
}

/** A file's text, or what is to be in a folder. */
type Wanted = string | WantedFolder;
interface WantedFolder extends Map<string, Wanted> {}

function nested(files: ReadonlyMap<string, string>): WantedFolder {
  const top: WantedFolder = new Map();
  for (const [path, text] of files) {
    const names = path.split('/');
    if (names.some(name => ['', '.', '..', '.git'].includes(name) || /[\0\\]/.test(name))) {
      throw new Error(`not a path inside the record: ${path}`);
    }
    let folder = top;
    for (const name of names.slice(0, -1)) {
      const below = folder.get(name) ?? new Map<string, Wanted>();
      if (typeof below === 'string') throw new Error(`a file and a folder in the record: ${path}`);
      folder.set(name, below);
      folder = below;
    }
    folder.set(names.at(-1)!, text);
  }
  return top;
}

/** Makes the record's folder. On the way there is no link, no file and no other repository; in its own place all goes. */
async function makeFolder(context: Context, slot: Slot, record: string): Promise<GitResult<object>> {
  const folder = join(slot.path, record);
  const names = record.split('/');
  for (let depth = 1; depth < names.length; depth += 1) {
    const above = join(slot.path, ...names.slice(0, depth));
    const found = lstatSync(above, { throwIfNoEntry: false });
    if (found === undefined) break;
    if (!found.isDirectory() || lstatSync(join(above, '.git'), { throwIfNoEntry: false }))
      return inTheWay(above);
  }
  if (isRealFolder(folder)) return { ok: true };
  const tree = slot.known?.heads[0] ?? context.options.base;
  for (let depth = 1; depth <= names.length; depth += 1) {
    const path = names.slice(0, depth).join('/');
    const found = await entryAt(context, tree, path);
    if (!found.ok) return found;
    if (found.entry === null) break;
    // Git would not fill a submodule in whose folder something lies.
    if (found.entry.type === 'commit') return inTheWay(join(slot.path, path));
  }
  await removeFolder(folder);
  mkdirSync(folder, { recursive: true });
  return { ok: true };
}

const inTheWay = (path: string): GitResult<never> =>
  refused(
    'misplaced',
    `the record cannot be written: ${path} is not a plain folder`,
    'Choose another folder for the record, or move away what is there.',
  );

/** Counts what was looked at in one call. */
interface Progress {
  looked: number;
}

async function look(progress: Progress): Promise<void> {
  progress.looked += 1;
  if (progress.looked % ENTRIES_AT_ONCE === 0) await breath();
}

/** Makes a folder hold exactly what is wanted. What we wrote and nobody touched is left as it is. */
async function align(slot: Slot, below: string, wanted: WantedFolder, progress: Progress): Promise<void> {
  const present = await clear(slot, below, wanted, progress);
  for (const [name, target] of wanted) {
    const path = join(below, name);
    if (!present.has(name)) await fill(slot, path, target, progress);
    else if (typeof target !== 'string') await align(slot, path, target, progress);
  }
}

/** Removes from a folder what is not to stay, and tells the names of what does. */
async function clear(
  slot: Slot,
  below: string,
  wanted: WantedFolder,
  progress: Progress,
): Promise<ReadonlySet<string>> {
  const folder = join(slot.path, slot.record!, below);
  if ((lstatSync(folder).mode & 0o700) !== 0o700) chmodSync(folder, FOLDER_MODE);
  const present = new Set<string>();
  for (const entry of readdirSync(folder, { withFileTypes: true, encoding: 'buffer' })) {
    await look(progress);
    const name = utf8(entry.name);
    const target = name === null ? undefined : wanted.get(name);
    const stays =
      typeof target === 'string'
        ? isUntouched(slot, join(below, name!), target)
        : target !== undefined && entry.isDirectory();
    if (stays) present.add(name!);
    else await removeFolder(Buffer.concat([Buffer.from(`${folder}/`), entry.name]));
  }
  return present;
}

/** Writes what is not there yet. */
async function fill(slot: Slot, path: string, target: Wanted, progress: Progress): Promise<void> {
  await look(progress);
  if (typeof target === 'string') return write(slot, path, target);
  mkdirSync(join(slot.path, slot.record!, path), { mode: FOLDER_MODE });
  for (const [name, inner] of target) await fill(slot, join(path, name), inner, progress);
}

function isUntouched(slot: Slot, path: string, text: string): boolean {
  const found = lstatSync(join(slot.path, slot.record!, path), { throwIfNoEntry: false });
  return found?.isFile() === true && slot.placed.get(path) === mark(found, text);
}

function write(slot: Slot, path: string, text: string): void {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  const file = openSync(
    join(slot.path, slot.record!, path),
    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW,
    FILE_MODE,
  );
  try {
    writeFileSync(file, text);
    // The mask of the process may have taken rights away.
    if ((fstatSync(file).mode & 0o777) !== FILE_MODE) fchmodSync(file, FILE_MODE);
    slot.placed.set(path, mark(fstatSync(file), text));
  } finally {
    closeSync(file);
  }
}

/** Changes whenever somebody writes the file, replaces it or changes its rights, or another text is wanted. */
const mark = ({ ino, size, ctimeMs }: Stats, text: string): string =>
  `${ino} ${size} ${ctimeMs} ${hash('sha1', text)}`;
