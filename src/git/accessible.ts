import { chmod, lstat, readdir, rename } from 'node:fs/promises';

/**
 * The longest path of a folder, in bytes, that leaves room for the name of a file below `PATH_MAX`
 * (https://man7.org/linux/man-pages/man3/pathconf.3.html).
 */
const MAX_FOLDER_BYTES = (process.platform === 'darwin' ? 1024 : 4096) - 300;

/** What lay too deep is moved to the top of the folder under this name and a number. */
const DEEP = 'phasewright.deep-';

/**
 * Gives us all rights in a folder and brings what lies in it within the reach of paths: folders whose path is too long
 * move to its top. What somebody removes meanwhile, or only others may change, is passed over.
 */
export async function makeAccessible(top: string | Buffer): Promise<void> {
  const root = Buffer.from(top);
  const waiting: Buffer[] = [root];
  const numbers = { next: 1 };
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (!(await permit(folder))) continue;
    for (const entry of await readdir(folder, { withFileTypes: true, encoding: 'buffer' }).catch(passed)) {
      if (!entry.isDirectory()) continue;
      const path = below(folder, entry.name);
      if (path.length <= MAX_FOLDER_BYTES) {
        waiting.push(path);
        continue;
      }
      // Moving a folder elsewhere changes it, too.
      if (!(await permit(path))) continue;
      const to = await freeName(root, numbers);
      await rename(path, to).then(() => waiting.push(to), passed);
    }
  }
}

async function freeName(root: Buffer, numbers: { next: number }): Promise<Buffer> {
  for (;;) {
    const path = below(root, `${DEEP}${numbers.next}`);
    numbers.next += 1;
    if ((await lstat(path).catch(() => null)) === null) return path;
  }
}

/** Whether it is a folder; afterwards its owner may do anything in it. */
async function permit(path: Buffer): Promise<boolean> {
  const found = await lstat(path).catch(() => null);
  if (!found?.isDirectory()) return false;
  if ((found.mode & 0o700) !== 0o700) await chmod(path, (found.mode & 0o777) | 0o700).catch(passed);
  return true;
}

const PASSED = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'];

function passed(error: NodeJS.ErrnoException): never[] {
  if (!PASSED.includes(error.code ?? '')) throw error;
  return [];
}

/** Names need not be text, so paths are bytes. */
export const below = (folder: Buffer, name: string | Buffer): Buffer =>
  Buffer.concat([folder, Buffer.from('/'), Buffer.from(name)]);
