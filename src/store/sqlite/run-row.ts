import { runChecksum } from '../checksum.ts';
import type { Connection } from './connection.ts';
import { type RunRow, verifiedRun } from './verify.ts';

export function runIn({ sql, damage }: Connection, run: string): RunRow | null {
  const row = sql.run.get(run);
  return row === undefined ? null : verifiedRun(row, damage);
}

export function insertRun({ sql }: Connection, row: RunRow): void {
  const { id, repository, title, createdAt, seq } = row.record;
  sql.insertRun.run(
    id,
    repository,
    title,
    createdAt,
    seq,
    row.chain,
    row.requests,
    row.lease,
    checksumOf(row),
  );
}

/** Writes down how far a run is; what it is called never changes. */
export function updateRun({ sql }: Connection, row: RunRow): void {
  const { record, chain, requests, lease } = row;
  sql.updateRun.run(record.seq, chain, requests, lease, checksumOf(row), record.id);
}

const checksumOf = ({ record, chain, requests, lease }: RunRow): number =>
  runChecksum(record, chain, requests, lease);
