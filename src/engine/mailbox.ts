import { readCommand } from '../run/command.ts';
import type { Command } from '../run/event.ts';
import type { Owner, Store } from '../store/port.ts';
import type { Clock } from './ports.ts';

/** How soon a request that another process left is noticed. */
const POLL_MS = 250;
/** How often others are told that this process is alive. */
const HEARTBEAT_MS = 10_000;

/** Looks after what others want of a run while this process drives it. */
export function pollMailbox(
  run: string,
  after: number,
  { store, owner, clock }: { readonly store: Store; readonly owner: Owner; readonly clock: Clock },
) {
  return (deliver: (number: number, command: Command) => void, signal: AbortSignal): void => {
    let seen = after;
    const look = async (): Promise<void> => {
      for (const { seq, data } of await store.commands(run, seen)) {
        seen = seq;
        deliver(seq, readCommand(data));
      }
    };
    const watch = async (): Promise<void> => {
      for (let waited = 0; !signal.aborted; waited += POLL_MS) {
        // A store that fails is noticed by the next append, which matters more than a request.
        await look().catch(() => {});
        if (waited >= HEARTBEAT_MS) {
          await store.heartbeat(run, owner, clock.now()).catch(() => {});
          waited = 0;
        }
        await clock.wait(POLL_MS, signal);
      }
    };
    void watch();
  };
}
