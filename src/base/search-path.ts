import { delimiter, isAbsolute } from 'node:path';

/**
 * The folders of a `PATH` that mean the same wherever a program is started. An empty or relative one would mean the
 * workspace, where anybody may have put a `git`. Undefined where none is left.
 */
export function absoluteFolders(path: string): string | undefined {
  return path.split(delimiter).filter(isAbsolute).join(delimiter) || undefined;
}
