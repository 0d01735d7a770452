import type { Entry } from '../run/apply.ts';
import type { RunEvent } from '../run/event.ts';
import type { RunState } from '../run/state.ts';
import type { Holder, Owner, Store } from '../store/port.ts';
import { drive } from './drive.ts';
import { openJournal } from './journal.ts';
import { type LoadedRun, loadRun } from './load.ts';
import { pollMailbox } from './mailbox.ts';
import type { Ports } from './ports.ts';

/** How a process comes to drive a run, and how it leaves it to the next one. */

export type TakeResult =
  | { readonly ok: true; readonly loaded: LoadedRun }
  | { readonly ok: false; readonly reason: 'held'; readonly holder: Holder }
  | { readonly ok: false; readonly reason: 'unknown_run' };

/** Makes `owner` the run's only driver, and reads its journal now that nobody else can write to it. */
export async function takeRun(store: Store, run: string, owner: Owner, now: number): Promise<TakeResult> {
  const lease = await store.acquire(run, owner, now);
  if (!lease.ok) return lease;
  const loaded = await loadRun(store, run);
  return loaded ? { ok: true, loaded } : { ok: false, reason: 'unknown_run' };
}

/** Git processes of an earlier driver would not come to their end; two in one workspace would spoil each other's work. */
export class GitBusy extends Error {}

export interface Conduct {
  /** As `takeRun` found it. */
  readonly state: RunState;
  readonly seq: number;
  /** What is recorded before anything else. */
  readonly first: readonly RunEvent[];
  readonly pause: AbortSignal;
  /** See `DriveOptions`. */
  readonly stays?: boolean;
  readonly onEntry: (entry: Entry, state: RunState) => void;
}

/** Drives a run until it rests, and gives the lease back, which the caller holds. */
export async function conduct(request: Conduct, ports: Ports): Promise<RunState> {
  const { state, first, pause } = request;
  const { store, owner, clock, processes } = ports;
  try {
    const busy = await processes.gitAtRest();
    if (busy.length > 0) {
      throw new GitBusy(`git processes of an earlier driver are still at work: ${busy.join(', ')}`);
    }
    await processes.sweep(state.origin.marker);
    const journal = openJournal(request, store, owner, clock.now, request.onEntry, ports.redact);
    await journal.record(first);
    const mailbox = pollMailbox(state.run, journal.state().commands, ports);
    return await drive(journal, ports, { pause, mailbox, stays: request.stays ?? false });
  } finally {
    // A store that fails here does not hide what went wrong before; a dead owner's lease is free.
    await store.release(state.run, owner).catch(() => {});
  }
}
