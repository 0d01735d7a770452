import { lstatSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

/** Where a file of the workspace is, links followed. Throws where that is not in the workspace. */
export function insideFile(root: string, path: string): string {
  const place = insidePlace(root, path);
  if (lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return place;
  // A link to nothing throws as well: to write there would make a file, who knows where.
  return checked(root, realpathSync(place), path);
}

/** Where an entry of the workspace is, be it a link itself. Throws where that is not in the workspace. */
export function insidePlace(root: string, path: string): string {
  const top = realpathSync(root);
  const place = checked(top, resolve(top, path), path);
  const folder = checked(top, real(dirname(place)), path, true);
  return join(folder, relative(dirname(place), place));
}

/** Where a folder of the workspace is, be it the workspace itself, links followed. Throws where that is not in it. */
export const insideFolder = (root: string, path: string): string =>
  checked(root, realpathSync(resolve(realpathSync(root), path)), path, true);

/** The folder with links followed, as far as it exists. */
function real(folder: string): string {
  try {
    return realpathSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    if (lstatSync(folder, { throwIfNoEntry: false })) throw new Error(`${folder} is a link to nothing`);
    return join(real(dirname(folder)), relative(dirname(folder), folder));
  }
}

function checked(root: string, place: string, path: string, maybeRoot = false): string {
  const way = relative(realpathSync(root), place);
  const isInside = way === '' ? maybeRoot : way !== '..' && !way.startsWith(`..${sep}`);
  if (!isInside) throw new Error(`${path} is not inside the workspace`);
  return place;
}
