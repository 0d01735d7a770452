import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import type { SessionOptions } from '../port.ts';
import { CASSETTE_LIMITS, type Cassette, type Read, readCassette } from './cassette.ts';
import { type CassetteName, cassetteFile, numbersOf } from './names.ts';

export type Found =
  | { readonly cassette: Cassette }
  /** A file that cannot be used, and why. */
  | { readonly problem: string }
  /** There is no such session. */
  | null;

/** How many files of one session are looked at. */
const MAX_TAKES = 100;

/** The last cassette of that name that is about the same. */
export async function findCassette(
  name: CassetteName,
  { role, assignment }: Pick<SessionOptions, 'role' | 'assignment'>,
): Promise<Found> {
  const files = await readdir(name.folder).catch(() => []);
  for (const number of numbersOf(name, files).slice(0, MAX_TAKES)) {
    const file = cassetteFile(name, number);
    const read = await readFile(file);
    if (!read.ok) return { problem: `${file} ${read.problem}` };
    const { cassette } = read;
    if (cassette.role === role && isSame(cassette.assignment, assignment)) return { cassette };
  }
  return null;
}

const isSame = (a: Cassette['assignment'], b: Cassette['assignment']): boolean =>
  a.phase === b.phase &&
  a.attempt === b.attempt &&
  a.asked === b.asked &&
  a.subtasks.length === b.subtasks.length &&
  a.subtasks.every((subtask, at) => subtask === b.subtasks[at]);

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

async function readFile(path: string): Promise<Read> {
  try {
    // What is no file is opened without waiting, and not read.
    const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      const found = await file.stat();
      if (!found.isFile()) return { ok: false, problem: 'is no file' };
      if (found.size > CASSETTE_LIMITS.bytes)
        return { ok: false, problem: `has more than ${CASSETTE_LIMITS.bytes} bytes` };
      return readCassette(await file.readFile('utf8'));
    } finally {
      await file.close();
    }
  } catch (error) {
    return { ok: false, problem: `cannot be read: ${(error as NodeJS.ErrnoException).code ?? error}` };
  }
}
