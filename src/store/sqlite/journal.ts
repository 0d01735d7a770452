import { eventChecksum, NO_EVENTS, runChecksum } from '../checksum.ts';
import type { AppendResult, CreateResult, NewEvent, NewRun, Owner, RunRecord, StoredEvent } from '../port.ts';
import type { Connection } from './connection.ts';
import { holderIn, setLease } from './lease.ts';
import { type RunRow, verifiedEvents, verifiedRun } from './verify.ts';

export function create(db: Connection, run: NewRun, events: readonly NewEvent[], owner: Owner): CreateResult {
  return db.write(sql => {
    const { id, repository, title, createdAt } = run;
    if (runIn(db, id) !== null) return { ok: false, reason: 'exists' };
    const row = { record: { id, repository, title, createdAt, seq: 0 }, chain: NO_EVENTS };
    sql.insertRun.run(id, repository, title, createdAt, 0, row.chain, runChecksum(row.record, row.chain));
    setLease(sql, id, owner, createdAt);
    return { ok: true, seq: extend(db, row, events) };
  });
}

export function append(
  db: Connection,
  run: string,
  after: number,
  events: readonly NewEvent[],
  owner: Owner,
): AppendResult {
  return db.write(() => {
    const row = runIn(db, run);
    if (row === null || holderIn(db, run)?.owner.id !== owner.id) return { ok: false, reason: 'lease_lost' };
    const { seq } = row.record;
    if (seq !== after) return { ok: false, reason: 'conflict', seq };
    return { ok: true, seq: extend(db, row, events) };
  });
}

export function read(db: Connection, run: string, after: number): readonly StoredEvent[] {
  return db.look(sql => {
    const row = runIn(db, run);
    if (row === null || row.record.seq <= after) return [];
    const chain = after === 0 ? NO_EVENTS : sql.eventChecksum.get(run, after)?.checksum;
    if (typeof chain !== 'number') throw db.damage(`event ${after} of run ${run} is missing`);
    const end = { seq: row.record.seq, chain: row.chain };
    return verifiedEvents(run, sql.eventsAfter.all(run, after), { seq: after, chain }, end, db.damage);
  });
}

export function runs(db: Connection, repository: string | undefined): readonly RunRecord[] {
  return db.use(sql => {
    const rows = repository === undefined ? sql.allRuns.all() : sql.runsOfRepository.all(repository);
    return rows.map(row => verifiedRun(row, db.damage).record);
  });
}

export function runIn({ sql, damage }: Connection, run: string): RunRow | null {
  const row = sql.run.get(run);
  return row === undefined ? null : verifiedRun(row, damage);
}

/** The number of the last event. */
function extend({ sql }: Connection, { record, chain }: RunRow, events: readonly NewEvent[]): number {
  let { seq } = record;
  let end = chain;
  for (const event of events) {
    seq += 1;
    end = eventChecksum(record.id, seq, event, end);
    sql.insertEvent.run(record.id, seq, event.at, event.version, event.data, end);
  }
  if (events.length > 0) sql.moveEnd.run(seq, end, runChecksum({ ...record, seq }, end), record.id);
  return seq;
}
