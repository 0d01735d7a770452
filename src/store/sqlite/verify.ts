import { commandChecksum, eventChecksum, leaseChecksum, NO_LEASE, runChecksum } from '../checksum.ts';
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

/** A run, and what tells whether all that belongs to it is there; see `runChecksum`. */
export interface RunRow {
  readonly record: RunRecord;
  readonly chain: number;
  readonly requests: number;
  readonly lease: number;
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
  const requests = number(row.requests);
  const lease = number(row.lease);
  if (runChecksum(record, chain, requests, lease) !== row.checksum)
    throw damage(`the record of run ${record.id} is not what was written`);
  return { record, chain, requests, lease };
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

/** Who holds the lease; `lease` is what the run says of it. */
export function verifiedHolder(
  { record: { id: run }, lease }: RunRow,
  row: Row | undefined,
  damage: Damage,
): Holder | null {
  const holder = row && {
    owner: {
      id: text(row.id),
      host: text(row.host),
      pid: number(row.pid),
      startTime: text(row.startTime),
    },
    heartbeatAt: number(row.heartbeatAt),
  };
  const checksum = holder ? leaseChecksum(run, holder) : NO_LEASE;
  if (checksum !== lease || (row && checksum !== row.checksum))
    throw damage(`the lease of run ${run} is not what was written`);
  return holder ?? null;
}

export function verifiedCommands(
  { record: { id: run }, requests }: RunRow,
  rows: readonly Row[],
  after: number,
  damage: Damage,
): StoredCommand[] {
  const commands = rows.map((row, index) => {
    const command = { seq: number(row.seq), id: text(row.id), at: number(row.at), data: text(row.data) };
    const expected = after + index + 1;
    if (commandChecksum(run, expected, command) !== row.checksum)
      throw damage(`request ${expected} to run ${run} is not what was written`);
    return command;
  });
  if (commands.length !== Math.max(0, requests - after))
    throw damage(`the requests to run ${run} do not end as they were written`);
  return commands;
}

/** The wrong type cannot have the right checksum. */
const text = (value: unknown) => (typeof value === 'string' ? value : '');
const number = (value: unknown) => (typeof value === 'number' ? value : Number.NaN);
