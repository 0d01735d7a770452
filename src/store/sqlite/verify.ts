import { commandChecksum, eventChecksum, leaseChecksum, runChecksum } from '../checksum.ts';
import type { Holder, RunRecord, StoredCommand, StoredEvent } from '../port.ts';

/** What SQLite gave; damage may have changed even the type of a column. */
type Row = Readonly<Record<string, unknown>>;

/** Makes the error that names the file. */
type Damage = (finding: string) => Error;

/** Where a journal ends: the number of its last event and the checksum of all of them. */
export interface JournalEnd {
  readonly seq: number;
  readonly chain: number;
}

export interface RunRow {
  readonly record: RunRecord;
  readonly chain: number;
}

export function verifiedRun(row: Row, damage: Damage): RunRow {
  const record = {
    id: text(row.id),
    repository: text(row.repository),
    title: text(row.title),
    createdAt: number(row.createdAt),
    seq: number(row.seq),
  };
  const chain = number(row.chain);
  if (runChecksum(record, chain) !== row.checksum)
    throw damage(`the record of run ${record.id} is not what was written`);
  return { record, chain };
}

/** The events between two ends of a journal, once it is certain that they are all there and as they were written. */
export function verifiedEvents(
  run: string,
  rows: readonly Row[],
  from: JournalEnd,
  to: JournalEnd,
  damage: Damage,
): StoredEvent[] {
  let { seq, chain } = from;
  const events = rows.map(row => {
    const event = {
      seq: number(row.seq),
      at: number(row.at),
      version: number(row.version),
      data: text(row.data),
    };
    if (event.seq !== seq + 1) throw damage(`event ${seq + 1} of run ${run} is missing`);
    seq = event.seq;
    chain = eventChecksum(run, seq, event, chain);
    if (chain !== row.checksum) throw damage(`event ${seq} of run ${run} is not what was written`);
    return event;
  });
  if (seq !== to.seq || chain !== to.chain)
    throw damage(`the journal of run ${run} does not end as it was written`);
  return events;
}

export function verifiedHolder(run: string, row: Row, damage: Damage): Holder {
  const owner = {
    id: text(row.id),
    host: text(row.host),
    pid: number(row.pid),
    startTime: text(row.startTime),
  };
  if (leaseChecksum(run, owner) !== row.checksum)
    throw damage(`the lease of run ${run} is not what was written`);
  return { owner, heartbeatAt: number(row.heartbeatAt) };
}

export function verifiedCommands(
  run: string,
  rows: readonly Row[],
  after: number,
  damage: Damage,
): StoredCommand[] {
  return rows.map((row, index) => {
    const command = { seq: number(row.seq), id: text(row.id), at: number(row.at), data: text(row.data) };
    const expected = after + index + 1;
    if (commandChecksum(run, expected, command) !== row.checksum)
      throw damage(`request ${expected} to run ${run} is not what was written`);
    return command;
  });
}

/** The wrong type cannot have the right checksum. */
const text = (value: unknown) => (typeof value === 'string' ? value : '');
const number = (value: unknown) => (typeof value === 'number' ? value : Number.NaN);
