import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../port.ts';
import { corrupt, guarded } from './failure.ts';
import { compile, type Statements } from './statements.ts';
import { look, write } from './transaction.ts';

/** An open database and the ways to work on it; each leaves a StoreError where the medium fails. */
export interface Connection {
  readonly sql: Statements;
  use<T>(action: (sql: Statements) => T): T;
  look<T>(action: (sql: Statements) => T): T;
  write<T>(action: (sql: Statements) => T): T;
  damage(finding: string): StoreError;
  close(): void;
}

export function connection(db: DatabaseSync, file: string): Connection {
  const { sql, identity } = guarded(file, () => {
    try {
      return { sql: compile(db), identity: fileIdentity(file) };
    } catch (error) {
      db.close();
      throw error;
    }
  });
  return {
    sql,
    use: action => guarded(file, () => action(sql)),
    look: action => guarded(file, () => look(db, () => action(sql))),
    write: action =>
      guarded(file, () => {
        // Otherwise SQLite would go on writing to a file that nobody finds again.
        if (fileIdentity(file) !== identity) throw gone(file);
        return write(db, () => action(sql));
      }),
    damage: finding => corrupt(file, finding),
    close() {
      if (db.isOpen) guarded(file, () => db.close());
    },
  };
}

function fileIdentity(file: string): string | null {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev} ${found.ino}`;
}

function gone(file: string): StoreError {
  const message = `${file} was deleted or replaced while it was in use`;
  return new StoreError('unreadable', message, 'Put it back where it was, then resume the run.');
}
