import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

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
  mkdirSync(folder, { recursive: true });
  const name = continues === null ? `${randomUUID()}.db` : nameIn(folder, continues);
  if (name === null) return null;
  return {
    path: join(folder, name),
    remember: id => isId(id) && writeFileSync(join(folder, id), name),
  };
}

function nameIn(folder: string, id: string): string | null {
  try {
    return isId(id) ? readFileSync(join(folder, id), 'utf8') : null;
  } catch {
    return null;
  }
}

/** An id that can be the name of a file. */
const isId = (id: string): boolean => /^\w{1,200}$/.test(id);
