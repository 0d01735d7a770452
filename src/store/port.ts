/**
 * Where journals are kept. A run's journal is a list of events that only ever grows; the store knows nothing about
 * what they mean. Methods return promises so that a database on another machine fits the same port.
 */
export interface Store {
  /** Begins a journal with its first events. The caller holds the lease afterwards, as of `createdAt`. */
  create(run: NewRun, events: readonly NewEvent[], owner: Owner): Promise<CreateResult>;
  /**
   * Adds events in one transaction, durable when the promise resolves. Refused, with nothing written, unless `owner`
   * holds the lease and the journal ends at `after`; an unknown run has no lease. When it throws, nothing is half
   * written, and the same append may be tried again: a failing disk may have kept the events, then it is a conflict.
   */
  append(run: string, after: number, events: readonly NewEvent[], owner: Owner): Promise<AppendResult>;
  /** Events with a number above `after`, in order. An unknown run has none. */
  read(run: string, after?: number): Promise<readonly StoredEvent[]>;
  /** The last begun first, whatever the clock said. Reads no journal. */
  runs(filter?: { readonly repository?: string }): Promise<readonly RunRecord[]>;
  /**
   * Gives the lease to `owner` if it is free, its own already, or its holder is dead; of a holder on another host only
   * a long silence tells.
   */
  acquire(run: string, owner: Owner, now: number): Promise<LeaseResult>;
  /** Tells others that the holder is alive; false once the lease is lost. */
  heartbeat(run: string, owner: Owner, now: number): Promise<boolean>;
  /** Does nothing where `owner` does not hold the lease. */
  release(run: string, owner: Owner): Promise<void>;
  /** Who holds the lease and is not known to be dead; null where nobody does. */
  holder(run: string): Promise<Holder | null>;
  /** Leaves a request for whoever drives the run. Posting the same id again changes nothing. False: no such run. */
  post(run: string, command: NewCommand): Promise<boolean>;
  /** Requests with a number above `after`, in order, numbered from 1 without gaps. */
  commands(run: string, after: number): Promise<readonly StoredCommand[]>;
  /** Forgets a run, its journal and its requests. */
  remove(run: string): Promise<void>;
  close(): Promise<void>;
}

export interface NewRun {
  readonly id: string;
  /** The repository's common git folder, by which the runs of one repository are found. */
  readonly repository: string;
  readonly title: string;
  readonly createdAt: number;
}

export interface RunRecord extends NewRun {
  /** Number of the journal's last event. */
  readonly seq: number;
}

export interface NewEvent {
  /** Whole milliseconds since 1970. */
  readonly at: number;
  /** Version of the schema that `data` follows. */
  readonly version: number;
  /** JSON text. */
  readonly data: string;
}

export interface StoredEvent extends NewEvent {
  /** From 1, without gaps. */
  readonly seq: number;
}

/** A process that drives runs. Two owners with the same `id` are the same process. */
export interface Owner {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  /** The process's start time as the system tells it, so that a reused pid is not taken for the owner. */
  readonly startTime: string;
}

export interface Holder {
  readonly owner: Owner;
  readonly heartbeatAt: number;
}

export interface NewCommand {
  readonly id: string;
  readonly at: number;
  /** JSON text. */
  readonly data: string;
}

export interface StoredCommand extends NewCommand {
  readonly seq: number;
}

export type CreateResult =
  | { readonly ok: true; readonly seq: number }
  | { readonly ok: false; readonly reason: 'exists' };

export type AppendResult =
  | { readonly ok: true; readonly seq: number }
  /** Someone else wrote; the journal ends at `seq`. */
  | { readonly ok: false; readonly reason: 'conflict'; readonly seq: number }
  | { readonly ok: false; readonly reason: 'lease_lost' };

export type LeaseResult =
  /** `from` is the dead holder whose lease was taken over. */
  | { readonly ok: true; readonly from: Owner | null }
  | { readonly ok: false; readonly reason: 'held'; readonly holder: Holder }
  | { readonly ok: false; readonly reason: 'unknown_run' };

/** False only for an owner that is known to be dead; one on another host, of which nothing is known, is alive. */
export type IsAlive = (owner: Owner) => boolean;

/** Why a store cannot be used or written, in words for the user. */
export type StoreFailureReason =
  | 'full'
  | 'read_only'
  | 'corrupt'
  | 'foreign'
  | 'newer'
  | 'locked'
  | 'unreadable'
  | 'io';

/** Thrown by every method when the medium fails. What was acknowledged before stays. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly reason: StoreFailureReason;
  readonly hint: string;

  constructor(reason: StoreFailureReason, message: string, hint: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
    this.hint = hint;
  }
}
