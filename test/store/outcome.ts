import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Store, StoreError } from '../../src/store/port.ts';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import type { Files } from './damage.ts';

/** Everything that a store tells of its runs, as text, or `refused: ` and the reason why it tells nothing. */
export async function outcome(file: string): Promise<string> {
  let store: Store | null = null;
  try {
    store = await openSqliteStore({ file, isAlive: () => true });
    return JSON.stringify(await contents(store));
  } catch (error) {
    if (error instanceof StoreError && error.hint !== '') return `refused: ${error.reason}`;
    throw error;
  } finally {
    await store?.close();
  }
}

async function contents(store: Store): Promise<unknown> {
  const told: unknown[] = [];
  for (const run of await store.runs()) {
    const { id } = run;
    told.push([run, await store.read(id), await store.commands(id, 0), await store.holder(id)]);
  }
  return told;
}

export function filesIn(folder: string): Files {
  const file = join(folder, 'journal.db');
  return { database: readFileSync(file), log: found(`${file}-wal`), index: found(`${file}-shm`) };
}

const found = (path: string): Buffer | null => {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
};

/** Puts files in the place of those that are there. */
export function put({ database, log, index }: Files, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'journal.db');
  for (const [path, bytes] of [
    [file, database],
    [`${file}-wal`, log],
    [`${file}-shm`, index],
  ] as const) {
    if (bytes === null) rmSync(path, { force: true });
    else writeFileSync(path, bytes);
  }
  return file;
}
