import { commandChecksum } from '../checksum.ts';
import type { NewCommand, StoredCommand } from '../port.ts';
import type { Connection } from './connection.ts';
import { runIn } from './journal.ts';
import { verifiedCommands } from './verify.ts';

export function post(db: Connection, run: string, command: NewCommand): boolean {
  return db.write(sql => {
    if (runIn(db, run) === null) return false;
    if (sql.commandKnown.get(run, command.id) !== undefined) return true;
    const seq = Number(sql.lastCommand.get(run)?.seq) + 1;
    sql.insertCommand.run(run, seq, command.id, command.at, command.data, commandChecksum(run, seq, command));
    return true;
  });
}

export function commands(db: Connection, run: string, after: number): readonly StoredCommand[] {
  return verifiedCommands(
    run,
    db.use(sql => sql.commandsAfter.all(run, after)),
    after,
    db.damage,
  );
}
