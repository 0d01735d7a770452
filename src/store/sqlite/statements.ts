import type { DatabaseSync, StatementSync } from 'node:sqlite';

export type Statements = { readonly [Name in keyof typeof SQL]: StatementSync };

/** Every statement that the store runs, compiled once. */
export function compile(db: DatabaseSync): Statements {
  const compiled = Object.entries(SQL).map(([name, text]) => [name, db.prepare(text)]);
  return Object.fromEntries(compiled) as Statements;
}

const RUN = `
  SELECT id, repository, title, created_at AS createdAt, last_seq AS seq, last_checksum AS chain, requests, lease,
    checksum
  FROM runs`;

const SQL = {
  insertRun: `
    INSERT INTO runs (id, repository, title, created_at, last_seq, last_checksum, requests, lease, checksum)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  updateRun: `
    UPDATE runs SET last_seq = ?, last_checksum = ?, requests = ?, lease = ?, checksum = ? WHERE id = ?`,
  run: `${RUN} WHERE id = ?`,
  allRuns: `${RUN} ORDER BY number DESC`,
  runsOfRepository: `${RUN} WHERE repository = ? ORDER BY number DESC`,
  removeRun: 'DELETE FROM runs WHERE id = ?',

  insertEvent: 'INSERT INTO events (run, seq, at, version, data, checksum) VALUES (?, ?, ?, ?, ?, ?)',
  eventsAfter: 'SELECT seq, at, version, data, checksum FROM events WHERE run = ? AND seq > ? ORDER BY seq',
  eventChecksum: 'SELECT checksum FROM events WHERE run = ? AND seq = ?',

  lease: `
    SELECT owner AS id, host, pid, start_time AS startTime, heartbeat_at AS heartbeatAt, checksum
    FROM leases WHERE run = ?`,
  setLease: `
    INSERT INTO leases (run, owner, host, pid, start_time, heartbeat_at, checksum)
    VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (run) DO UPDATE SET owner = excluded.owner, host = excluded.host, pid = excluded.pid,
      start_time = excluded.start_time, heartbeat_at = excluded.heartbeat_at,
      checksum = excluded.checksum`,
  dropLease: 'DELETE FROM leases WHERE run = ?',

  commandKnown: 'SELECT 1 FROM commands WHERE run = ? AND id = ?',
  insertCommand: 'INSERT INTO commands (run, seq, id, at, data, checksum) VALUES (?, ?, ?, ?, ?, ?)',
  commandsAfter: 'SELECT seq, id, at, data, checksum FROM commands WHERE run = ? AND seq > ? ORDER BY seq',
} as const;
