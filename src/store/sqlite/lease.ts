import { leaseChecksum } from '../checksum.ts';
import { mayTake } from '../lease.ts';
import type { Holder, IsAlive, LeaseResult, Owner } from '../port.ts';
import type { Connection } from './connection.ts';
import { runIn } from './journal.ts';
import type { Statements } from './statements.ts';
import { verifiedHolder } from './verify.ts';

export function acquire(
  db: Connection,
  run: string,
  owner: Owner,
  now: number,
  isAlive: IsAlive,
): LeaseResult {
  return db.write(sql => {
    if (runIn(db, run) === null) return { ok: false, reason: 'unknown_run' };
    const holder = holderIn(db, run);
    if (holder !== null && !mayTake(holder, owner, now, isAlive))
      return { ok: false, reason: 'held', holder };
    setLease(sql, run, owner, now);
    return { ok: true, from: holder === null || holder.owner.id === owner.id ? null : holder.owner };
  });
}

export function holderIn({ sql, damage }: Connection, run: string): Holder | null {
  const row = sql.lease.get(run);
  return row === undefined ? null : verifiedHolder(run, row, damage);
}

export function setLease(sql: Statements, run: string, owner: Owner, now: number): void {
  const { id, host, pid, startTime } = owner;
  sql.setLease.run(run, id, host, pid, startTime, now, leaseChecksum(run, owner));
}
