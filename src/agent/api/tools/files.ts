import { readFileSync, statSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { insideFile } from '../../inside.ts';

const MAX_FILE_BYTES = 10 * 1024 * 1024;
/** Of a file, in which a zero byte tells that it is no text. */
const LOOKED_AT_BYTES = 8_000;

/** The text of a file of the workspace. Throws, in words for the model, where there is none. */
export function textOf(root: string, path: string): string {
  const file = insideFile(root, path);
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) throw new Error(`there is no file ${path}`);
  if (!found.isFile()) throw new Error(`${path} is no file`);
  if (found.size > MAX_FILE_BYTES) throw new Error(`${path} has more than ${MAX_FILE_BYTES} bytes`);
  const bytes = readFileSync(file);
  if (bytes.subarray(0, LOOKED_AT_BYTES).includes(0)) throw new Error(`${path} is no text`);
  return bytes.toString('utf8');
}

/** Where a file may be written. Throws where not: outside of the workspace, and in what is git's own. */
export function writableFile(root: string, path: string): string {
  const file = insideFile(root, path);
  if (relative(root, file).split(sep).includes('.git')) throw new Error(`${path} is git's own`);
  return file;
}
