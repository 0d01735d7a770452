import { eventChecksum, NO_EVENTS, NO_LEASE } from '../checksum.ts';
import type { AppendResult, CreateResult, NewEvent, NewRun, Owner, RunRecord, StoredEvent } from '../port.ts';
import type { Connection } from './connection.ts';
import { holderIn, withLease } from './lease.ts';
import { insertRun, runIn, updateRun } from './run-row.ts';
import { type RunRow, verifiedEvents, verifiedRun } from './verify.ts';

export function create(db: Connection, run: NewRun, events: readonly NewEvent[], owner: Owner): CreateResult {
  return db.write(() => {
    const { id, repository, title, createdAt } = run;
    if (runIn(db, id) !== null) return { ok: false, reason: 'exists' };
    const record = { id, repository, title, createdAt, seq: 0 };
    const row = { record, chain: NO_EVENTS, requests: 0, lease: NO_LEASE };
    insertRun(db, row);
    return { ok: true, seq: extend(db, withLease(db, row, { owner, heartbeatAt: createdAt }), events) };
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
    if (row === null || holderIn(db, row)?.owner.id !== owner.id) return { ok: false, reason: 'lease_lost' };
    const { seq } = row.record;
    if (seq !== after) return { ok: false, reason: 'conflict', seq };
    return { ok: true, seq: events.length === 0 ? seq : extend(db, row, events) };
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

/** Writes events and how far the run is then: the number of the last event. */
function extend(db: Connection, row: RunRow, events: readonly NewEvent[]): number {
  const { id } = row.record;
  let { seq } = row.record;
  let { chain } = row;
  for (const event of events) {
    seq += 1;
    chain = eventChecksum(id, seq, event, chain);
    db.sql.insertEvent.run(id, seq, event.at, event.version, event.data, chain);
  }
  updateRun(db, { ...row, record: { ...row.record, seq }, chain });
  return seq;
}
