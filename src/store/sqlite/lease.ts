import { leaseChecksum, NO_LEASE } from '../checksum.ts';
import { mayTake } from '../lease.ts';
import type { Holder, IsAlive, LeaseResult, Owner } from '../port.ts';
import type { Connection } from './connection.ts';
import { runIn, updateRun } from './run-row.ts';
import { type RunRow, verifiedHolder } from './verify.ts';

export function acquire(
  db: Connection,
  run: string,
  owner: Owner,
  now: number,
  isAlive: IsAlive,
): LeaseResult {
  return db.write(() => {
    const row = runIn(db, run);
    if (row === null) return { ok: false, reason: 'unknown_run' };
    const holder = holderIn(db, row);
    if (holder !== null && !mayTake(holder, owner, now, isAlive))
      return { ok: false, reason: 'held', holder };
    updateRun(db, withLease(db, row, { owner, heartbeatAt: now }));
    return { ok: true, from: holder === null || holder.owner.id === owner.id ? null : holder.owner };
  });
}

export function heartbeat(db: Connection, run: string, { id }: Owner, now: number): boolean {
  return db.write(() => {
    const held = heldBy(db, run, id);
    if (held === null) return false;
    updateRun(db, withLease(db, held.row, { owner: held.owner, heartbeatAt: now }));
    return true;
  });
}

export function release(db: Connection, run: string, { id }: Owner): void {
  db.write(sql => {
    const held = heldBy(db, run, id);
    if (held === null) return;
    sql.dropLease.run(run);
    updateRun(db, { ...held.row, lease: NO_LEASE });
  });
}

export function holder(db: Connection, run: string): Holder | null {
  return db.look(() => {
    const row = runIn(db, run);
    return row && holderIn(db, row);
  });
}

export const holderIn = ({ sql, damage }: Connection, row: RunRow): Holder | null =>
  verifiedHolder(row, sql.lease.get(row.record.id), damage);

/** Writes a lease, and gives the row of the run that belongs to it. */
export function withLease({ sql }: Connection, row: RunRow, given: Holder): RunRow {
  const run = row.record.id;
  const { id, host, pid, startTime } = given.owner;
  const lease = leaseChecksum(run, given);
  sql.setLease.run(run, id, host, pid, startTime, given.heartbeatAt, lease);
  return { ...row, lease };
}

function heldBy(db: Connection, run: string, id: string): { row: RunRow; owner: Owner } | null {
  const row = runIn(db, run);
  const found = row && holderIn(db, row);
  return found?.owner.id === id ? { row: row!, owner: found.owner } : null;
}
