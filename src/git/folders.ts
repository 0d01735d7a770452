import { constants } from 'node:fs';
import { access, chmod, readdir } from 'node:fs/promises';
import { below } from './accessible.ts';
import { isAside } from './aside.ts';
import { quotedPath, splitAtNul } from './changes.ts';
import { git } from './command.ts';
import type { Context } from './context.ts';
import { refused } from './failure.ts';
import type { GitResult } from './port.ts';
import type { Slot } from './slot.ts';

/** Git is asked about so much of a path that no system refuses it, in bytes. */
const MAX_ASKED_BYTES = 800;
/** So many folders are looked for. */
const MAX_ODD = 10_000;

/**
 * Refuses a workspace with a folder that cannot be looked into, by lack of rights or for its depth: git warns of it and
 * goes on, and what is in it would be lost.
 */
export async function checkFolders(context: Context, slot: Slot): Promise<GitResult<object>> {
  const found = await oddFolders(context, slot);
  return found.ok ? allReadable(found.folders) : found;
}

/** As `checkFolders`, for a workspace that is to be handed out again: whoever comes next may write in its folders. */
export async function openFolders(context: Context, slot: Slot): Promise<GitResult<object>> {
  const found = await oddFolders(context, slot);
  const readable = found.ok ? allReadable(found.folders) : found;
  if (!found.ok || !readable.ok) return readable;
  for (const { name } of found.folders) {
    // One that is somebody else's stays as it is.
    await chmod(below(Buffer.from(slot.path), name), 0o755).catch(() => {});
  }
  return { ok: true };
}

function allReadable(folders: readonly Folder[]): GitResult<object> {
  const closed = folders.find(({ why }) => why !== null);
  if (closed === undefined) return { ok: true };
  const message = `the folder ${quotedPath(closed.name)} of the workspace cannot be read (${closed.why})`;
  return refused('unstorable', message, 'Give your user the right to read it, or delete it.');
}

interface Folder {
  readonly name: Buffer;
  /** Why it cannot be read; null for one that can only not be written. */
  readonly why: string | null;
}

type Folders = GitResult<{ readonly folders: readonly Folder[] }>;

/** Folders without the rights that their owner should have; what git ignores is not among them. */
async function oddFolders({ options }: Context, slot: Slot): Promise<Folders> {
  // What lies in the user's checkout is theirs, and stays.
  const folders = options.mode === 'here' ? [] : await lookThrough(slot);
  if (folders.length === 0) return { ok: true, folders };
  const input = Buffer.concat(folders.flatMap(({ name }) => [name, NUL]));
  const words = ['check-ignore', '-z', '--stdin'];
  const asked = await git(slot.place, words, { input, answers: [1, 128] });
  if (!asked.ok) return asked;
  const ignored = new Set(splitAtNul(asked.stdout).map(name => name.toString('latin1')));
  return { ok: true, folders: folders.filter(({ name }) => !ignored.has(name.toString('latin1'))) };
}

const NUL = Buffer.from([0]);

async function lookThrough({ path: top, record }: Slot): Promise<readonly Folder[]> {
  const root = Buffer.from(top);
  const odd: Folder[] = [];
  const waiting: Buffer[] = [root];
  for (let at = waiting.pop(); at !== undefined && odd.length < MAX_ODD; at = waiting.pop()) {
    const name = at.subarray(root.length + 1);
    try {
      await access(at, constants.R_OK | constants.X_OK);
      const entries = await readdir(at, { withFileTypes: true, encoding: 'buffer' });
      for (const entry of entries) {
        if (!entry.isDirectory() || entry.name.equals(DOT_GIT)) continue;
        const path = below(at, entry.name);
        if (!isAside(record, path.subarray(root.length + 1).toString('utf8'))) waiting.push(path);
      }
      const isWritable = await access(at, constants.W_OK).then(
        () => true,
        () => false,
      );
      if (!isWritable) odd.push({ name: shortened(name), why: null });
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (UNREADABLE.includes(code)) odd.push({ name: shortened(name), why: code });
    }
  }
  return odd;
}

const UNREADABLE = ['EACCES', 'EPERM', 'ENAMETOOLONG'];

const DOT_GIT = Buffer.from('.git');

/** The folder, or one that it lies in. */
function shortened(name: Buffer): Buffer {
  if (name.length === 0) return Buffer.from('.');
  if (name.length <= MAX_ASKED_BYTES) return name;
  const end = name.lastIndexOf(0x2f, MAX_ASKED_BYTES);
  return end === -1 ? name : name.subarray(0, end);
}
