import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** The text of a file, or why there is none; `code` is the system's, such as ENOENT, where it was the system's word. */
export type TextFile =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly code: string | null; readonly problem: string };

/** Reads a small file that a user or a repository names: no pipe, which might never end, no device and no folder. */
export function readTextFile(path: string, maxBytes: number): TextFile {
  let file: number | null = null;
  try {
    file = openAtOnce(path);
    const stat = fstatSync(file);
    if (!stat.isFile()) return { ok: false, code: null, problem: 'is not a regular file' };
    if (stat.size > maxBytes)
      return { ok: false, code: null, problem: `is larger than ${maxBytes >> 20} MB` };
    return { ok: true, text: readFileSync(file, 'utf8') };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    return { ok: false, code, problem: `cannot be read (${code})` };
  } finally {
    if (file !== null) closeSync(file);
  }
}

/** Opens a file for reading, without waiting for somebody at the other end where it is a pipe. */
export const openAtOnce = (path: string): number =>
  openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
