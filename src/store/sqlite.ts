import { resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { IsAlive, Store } from './port.ts';
import { connect } from './sqlite/connect.ts';
import { connection } from './sqlite/connection.ts';
import { commands, post } from './sqlite/inbox.ts';
import { append, create, read, runs } from './sqlite/journal.ts';
import { acquire, heartbeat, holder, release } from './sqlite/lease.ts';

export interface SqliteOptions {
  /** Made on first use, together with its folder. */
  readonly file: string;
  readonly isAlive: IsAlive;
}

/** Journals in one database file on a local disk, for any number of processes of this host. */
export async function openSqliteStore(options: SqliteOptions): Promise<Store> {
  const file = resolve(options.file);
  return sqliteStore(connect(file), file, options.isAlive);
}

/** Owns `database` from now on and closes it. */
export function sqliteStore(database: DatabaseSync, file: string, isAlive: IsAlive): Store {
  const db = connection(database, file);
  return {
    create: async (run, events, owner) => create(db, run, events, owner),
    append: async (run, after, events, owner) => append(db, run, after, events, owner),
    read: async (run, after = 0) => read(db, run, Math.max(0, after)),
    runs: async ({ repository } = {}) => runs(db, repository),
    acquire: async (run, owner, now) => acquire(db, run, owner, now, isAlive),
    heartbeat: async (run, owner, now) => heartbeat(db, run, owner, now),
    release: async (run, owner) => release(db, run, owner),
    async holder(run) {
      const found = holder(db, run);
      return found !== null && isAlive(found.owner) ? found : null;
    },
    post: async (run, command) => post(db, run, command),
    commands: async (run, after) => commands(db, run, Math.max(0, after)),
    async remove(run) {
      db.write(sql => sql.removeRun.run(run));
    },
    close: async () => db.close(),
  };
}
