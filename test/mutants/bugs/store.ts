import type { Mutant } from '../mutant.ts';

/** Who may write to a journal, and where. */
export const STORE: readonly Mutant[] = [
  {
    name: 'a living process is robbed of its run',
    file: 'src/store/lease.ts',
    find: 'if (!isAlive(holder.owner)) return true;',
    replace: 'if (holder.owner) return true;',
  },
  {
    name: 'a dead process keeps its run for ever',
    file: 'src/store/lease.ts',
    find: 'if (!isAlive(holder.owner)) return true;',
    replace: '',
  },
  {
    name: 'a process of this machine that was silent for long is robbed',
    file: 'src/store/lease.ts',
    find: 'return holder.owner.host !== owner.host && now',
    replace: 'return now',
  },
  {
    name: 'the store in memory lets anybody append',
    file: 'src/store/memory.ts',
    find: `if (run?.holder?.owner.id !== owner.id) return { ok: false, reason: 'lease_lost' };`,
    replace: `if (run === undefined) return { ok: false, reason: 'lease_lost' };`,
  },
  {
    name: 'the store in memory does not see that somebody else wrote',
    file: 'src/store/memory.ts',
    find: `if (seq !== after) return { ok: false, reason: 'conflict', seq };`,
    replace: '',
  },
  {
    name: 'SQLite lets anybody append',
    file: 'src/store/sqlite/journal.ts',
    find: `if (row === null || holderIn(db, row)?.owner.id !== owner.id) return`,
    replace: 'if (row === null) return',
  },
  {
    name: 'SQLite does not see that somebody else wrote',
    file: 'src/store/sqlite/journal.ts',
    find: `if (seq !== after) return { ok: false, reason: 'conflict', seq };`,
    replace: '',
  },
  {
    name: 'SQLite takes its lock after it has looked',
    file: 'src/store/sqlite/transaction.ts',
    find: `return transaction(db, 'BEGIN IMMEDIATE', action);`,
    replace: `return transaction(db, 'BEGIN', action);`,
  },
  {
    name: 'SQLite lets anybody give a lease back',
    file: 'src/store/sqlite/lease.ts',
    find: 'return found?.owner.id === id ? {',
    replace: 'return found ? {',
  },
  {
    name: 'SQLite keeps a request that is posted twice two times',
    file: 'src/store/sqlite/inbox.ts',
    find: 'if (sql.commandKnown.get(run, command.id) !== undefined) return true;',
    replace: '',
  },
  {
    name: 'SQLite stays in the middle of a transaction that failed',
    file: 'src/store/sqlite/transaction.ts',
    find: `if (db.isTransaction) db.exec('ROLLBACK');`,
    replace: '',
  },
];
