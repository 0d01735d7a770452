import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { corrupt, guarded, isBusy } from './failure.ts';
import { createTables, isEmpty } from './schema.ts';
import { look, write } from './transaction.ts';

/** Milliseconds for which a lock held by another process is waited for. */
const BUSY_LIMIT_MS = 5_000;
/** Bytes up to which the whole database is examined when it is opened. */
const EXAMINED_BYTES = 4 * 1024 * 1024;

/** Opens the database, made on first use, and leaves a foreign one as it is. */
export function connect(file: string, busyLimitMs = BUSY_LIMIT_MS): DatabaseSync {
  return guarded(file, () => {
    refuseLostStart(file);
    createFile(file);
    const db = new DatabaseSync(file);
    try {
      db.exec(`PRAGMA busy_timeout = ${busyLimitMs}`);
      prepare(db, file, busyLimitMs);
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  });
}

/**
 * Private from the first moment; SQLite gives its companion files the same mode. A file that exists is not opened here:
 * closing it would drop the locks that this process has on it.
 */
function createFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if (statSync(file, { throwIfNoEntry: false }) !== undefined) return;
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** A log is begun only when the database has its first page. SQLite would throw it away beside an empty one. */
function refuseLostStart(file: string): void {
  const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (sizeOf(`${file}-wal`) > 0 && sizeOf(file) === 0)
    throw corrupt(file, 'it is missing or empty, and its log is not');
}

function prepare(db: DatabaseSync, file: string, busyLimitMs: number): void {
  const empty = look(db, () => isEmpty(db, file));
  patiently(busyLimitMs, () => db.exec('PRAGMA journal_mode = WAL'));
  db.exec(`
    PRAGMA synchronous = FULL;
    PRAGMA checkpoint_fullfsync = ON;
    PRAGMA foreign_keys = ON;
    PRAGMA cell_size_check = ON;
  `);
  if (empty) write(db, () => createTables(db, file));
  else examine(db, file);
}

/** Of a large database only the tables in which a row lost to damage would not be missed: events are numbered. */
function examine(db: DatabaseSync, file: string): void {
  const parts = statSync(file).size > EXAMINED_BYTES ? ['runs', 'leases', 'commands'] : ['1'];
  for (const part of parts) {
    const [finding] = Object.values(db.prepare(`PRAGMA integrity_check(${part})`).get() ?? {});
    if (finding !== 'ok') throw corrupt(file, String(finding));
  }
}

/** SQLite's own timeout does not cover the change to WAL, which two first users make at once. */
function patiently<T>(limitMs: number, action: () => T): T {
  const deadline = performance.now() + limitMs;
  for (;;) {
    try {
      return action();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}

const PAUSE_MS = 5;
