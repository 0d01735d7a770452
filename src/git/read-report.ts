import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from './context.ts';
import { pathIn } from './enter.ts';

/** A longer report is none. */
const MAX_REPORT_BYTES = 1024 * 1024;

/** See `Workspaces.readReport`. */
export async function readReport(context: Context, slot: number, path: string): Promise<string | null> {
  const { record } = context.options;
  const names = path.split('/');
  if (!record || names.some(name => ['', '.', '..'].includes(name) || name.includes('\0'))) return null;
  let place = pathIn(context, slot);
  for (const name of [...record.split('/'), ...names.slice(0, -1)]) {
    if (!(await lstat(place)).isDirectory()) return null;
    place = join(place, name);
  }
  if (!(await lstat(place)).isDirectory()) return null;
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  // What is no file is opened without waiting, and not read.
  const file = await open(join(place, names.at(-1)!), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const found = await file.stat();
    if (!found.isFile() || found.size > MAX_REPORT_BYTES) return null;
    const { bytesRead, buffer } = await file.read(
      Buffer.alloc(MAX_REPORT_BYTES + 1),
      0,
      MAX_REPORT_BYTES + 1,
      0,
    );
    return bytesRead > MAX_REPORT_BYTES ? null : buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
