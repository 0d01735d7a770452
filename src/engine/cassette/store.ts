import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { CASSETTE_LIMITS, type Cassette } from '../../agent/cassette/cassette.ts';
import { type CassetteName, cassetteFile, numbersOf } from '../../agent/cassette/names.ts';

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
/** How often another number is taken because somebody else took the same one. */
const MAX_TRIES = 10;

/** Writes a cassette under the next number that is free. Null where it is written, else why not. */
export async function storeCassette(name: CassetteName, cassette: Cassette): Promise<string | null> {
  const document = `${JSON.stringify(cassette, null, 1)}\n`;
  if (Buffer.byteLength(document) > CASSETTE_LIMITS.bytes) return 'it is too long';
  try {
    await mkdir(name.folder, { recursive: true, mode: PRIVATE_FOLDER });
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const [last = 0] = numbersOf(name, await readdir(name.folder));
      if (await isWritten(cassetteFile(name, last + 1), document)) return null;
    }
    return `somebody else writes to ${name.folder}`;
  } catch (error) {
    return (error as Error).message;
  }
}

/** False where there is such a file. */
async function isWritten(path: string, document: string): Promise<boolean> {
  try {
    await writeFile(path, document, { flag: 'wx', mode: PRIVATE_FILE });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}
