import { commandChecksum } from '../checksum.ts';
import type { NewCommand, StoredCommand } from '../port.ts';
import type { Connection } from './connection.ts';
import { runIn, updateRun } from './run-row.ts';
import { verifiedCommands } from './verify.ts';

export function post(db: Connection, run: string, command: NewCommand): boolean {
  return db.write(sql => {
    const row = runIn(db, run);
    if (row === null) return false;
    if (sql.commandKnown.get(run, command.id) !== undefined) return true;
    const seq = row.requests + 1;
    sql.insertCommand.run(run, seq, command.id, command.at, command.data, commandChecksum(run, seq, command));
    updateRun(db, { ...row, requests: seq });
    return true;
  });
}

export function commands(db: Connection, run: string, after: number): readonly StoredCommand[] {
  return db.look(sql => {
    const row = runIn(db, run);
    return row ? verifiedCommands(row, sql.commandsAfter.all(run, after), after, db.damage) : [];
  });
}
