import { constants } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
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
const MAX_CLOSED = 10_000;

/**
 * Refuses a workspace with a folder that cannot be looked into, by lack of rights or for its depth: git warns of it and
 * goes on, and what is in it would be lost.
 */
export async function checkFolders({ options }: Context, slot: Slot): Promise<GitResult<object>> {
  // What lies in the user's checkout is theirs, and stays.
  if (options.mode === 'here') return { ok: true };
  const closed = await closedFolders(slot);
  if (closed.length === 0) return { ok: true };
  const input = Buffer.concat(closed.flatMap(({ name }) => [name, NUL]));
  const words = ['check-ignore', '-z', '--stdin'];
  const asked = await git(slot.place, words, { input, answers: [1, 128] });
  if (!asked.ok) return asked;
  const ignored = new Set(splitAtNul(asked.stdout).map(name => name.toString('latin1')));
  const open = closed.find(({ name }) => !ignored.has(name.toString('latin1')));
  if (open === undefined) return { ok: true };
  const message = `the folder ${quotedPath(open.name)} of the workspace cannot be read (${open.why})`;
  return refused('unstorable', message, 'Give your user the right to read it, or delete it.');
}

const NUL = Buffer.from([0]);

interface Closed {
  readonly name: Buffer;
  readonly why: string;
}

async function closedFolders({ path: top, record }: Slot): Promise<readonly Closed[]> {
  const root = Buffer.from(top);
  const closed: Closed[] = [];
  const waiting: Buffer[] = [root];
  for (let at = waiting.pop(); at !== undefined && closed.length < MAX_CLOSED; at = waiting.pop()) {
    const name = at.subarray(root.length + 1);
    try {
      await access(at, constants.R_OK | constants.X_OK);
      for (const entry of await readdir(at, { withFileTypes: true, encoding: 'buffer' })) {
        if (!entry.isDirectory() || entry.name.equals(DOT_GIT)) continue;
        const path = below(at, entry.name);
        if (!isAside(record, path.subarray(root.length + 1).toString('utf8'))) waiting.push(path);
      }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EACCES' || code === 'EPERM' || code === 'ENAMETOOLONG')
        closed.push({ name: shortened(name), why: code });
    }
  }
  return closed;
}

const DOT_GIT = Buffer.from('.git');

/** The folder, or one that it lies in. */
function shortened(name: Buffer): Buffer {
  if (name.length === 0) return Buffer.from('.');
  if (name.length <= MAX_ASKED_BYTES) return name;
  const end = name.lastIndexOf(0x2f, MAX_ASKED_BYTES);
  return end === -1 ? name : name.subarray(0, end);
}
