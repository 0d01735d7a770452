import type { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../port.ts';

/** 'PhWr': what `file(1)` and we know our database by. */
const APPLICATION_ID = 0x50685772;
const SCHEMA_VERSION = 1;

/**
 * The end of a journal and of its requests, and the checksum of the lease, stand in `runs`, so that listing runs reads
 * no journal and whatever is lost is noticed. Events are kept in the order in which they are read.
 */
const TABLES = `
  CREATE TABLE runs (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    repository TEXT NOT NULL,
    title TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_seq INTEGER NOT NULL,
    last_checksum INTEGER NOT NULL,
    requests INTEGER NOT NULL,
    lease INTEGER NOT NULL,
    checksum INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX runs_of_repository ON runs (repository);

  CREATE TABLE events (
    run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    version INTEGER NOT NULL,
    data TEXT NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (run, seq)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE leases (
    run TEXT PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
    owner TEXT NOT NULL,
    host TEXT NOT NULL,
    pid INTEGER NOT NULL,
    start_time TEXT NOT NULL,
    heartbeat_at INTEGER NOT NULL,
    checksum INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE commands (
    run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    id TEXT NOT NULL,
    at INTEGER NOT NULL,
    data TEXT NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (run, seq),
    UNIQUE (run, id)
  ) STRICT, WITHOUT ROWID;

  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${SCHEMA_VERSION};
`;

/** To be called in a write transaction, as another process may be about to do the same. */
export function createTables(db: DatabaseSync, file: string): void {
  if (isEmpty(db, file)) db.exec(TABLES);
}

/** Whether the database awaits its tables; to be asked in a transaction. Throws where it is not ours to read. */
export function isEmpty(db: DatabaseSync, file: string): boolean {
  const version = pragma(db, 'user_version');
  const application = pragma(db, 'application_id');
  if (application === APPLICATION_ID && version === SCHEMA_VERSION) return false;
  if (application === APPLICATION_ID && version > SCHEMA_VERSION) throw newer(file, version);
  const tables = db.prepare('SELECT count(*) AS count FROM sqlite_schema').get();
  if (application === 0 && version === 0 && tables?.count === 0) return true;
  throw new StoreError(
    'foreign',
    `${file} is a database of another program`,
    'Move it away, or set PHASEWRIGHT_HOME to another folder.',
  );
}

function newer(file: string, version: number): StoreError {
  return new StoreError(
    'newer',
    `${file} has version ${version} of the journal's format; this Phasewright knows version ${SCHEMA_VERSION}`,
    'Update Phasewright, or set PHASEWRIGHT_HOME to another folder.',
  );
}

function pragma(db: DatabaseSync, name: string): number {
  return Number(Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0]);
}
