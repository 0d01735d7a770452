import type { DatabaseSync } from 'node:sqlite';

/** All or nothing, with the write lock from the beginning: what was read is still true when it is acted upon. */
export function write<T>(db: DatabaseSync, action: () => T): T {
  return transaction(db, 'BEGIN IMMEDIATE', action);
}

/** One view of the database for several questions. */
export function look<T>(db: DatabaseSync, action: () => T): T {
  return transaction(db, 'BEGIN', action);
}

function transaction<T>(db: DatabaseSync, begin: string, action: () => T): T {
  db.exec(begin);
  try {
    const result = action();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    rollBack(db);
    throw error;
  }
}

/** SQLite has already rolled back after some errors; one more must not hide the first. */
function rollBack(db: DatabaseSync): void {
  try {
    if (db.isTransaction) db.exec('ROLLBACK');
  } catch {}
}
