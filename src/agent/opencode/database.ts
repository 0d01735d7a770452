import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { makeFolder, putFile, readFile } from '../home-files.ts';

/** Where OpenCode keeps one session. */
export interface Database {
  readonly path: string;
  /** Remembers in which database the session with this id is. */
  remember(sessionId: string): void;
}

/**
 * A database for each session, since servers that are started at the same time and share one break while they make its
 * tables. Null where the session that is to be continued is in none of them.
 */
export function databaseFor(home: string, continues: string | null): Database | null {
  const folder = join(home, 'sessions');
  makeFolder(home, folder);
  const name = continues === null ? `${randomUUID()}.db` : nameIn(home, folder, continues);
  if (name === null) return null;
  return {
    path: join(folder, name),
    remember: id => isId(id) && putFile(home, join(folder, id), name),
  };
}

function nameIn(home: string, folder: string, id: string): string | null {
  const name = isId(id) ? readFile(home, join(folder, id)) : null;
  return name !== null && DATABASE.test(name) ? name : null;
}

/** The agent could have written another path there. */
const DATABASE = /^[\w-]{1,100}\.db$/;

/** An id that can be the name of a file. */
const isId = (id: string): boolean => /^\w{1,200}$/.test(id);
