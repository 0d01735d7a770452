import type { Effect } from '../../run/effect.ts';
import type { RunEvent } from '../../run/event.ts';
import type { Context } from '../perform.ts';

/** How often a notice is tried to be delivered, and the wait between two times, in milliseconds. */
const MAX_TRIES = 3;
const PAUSE_MS = 1_000;

/** Tells people. One that was told just before we were cut off is told again. */
export async function notify(
  { notice }: Extract<Effect, { kind: 'notify' }>,
  { ports, state, signal }: Context,
): Promise<RunEvent[]> {
  const { number } = notice;
  let reason: string | null = null;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    if (tries > 0) await ports.clock.wait(PAUSE_MS, signal);
    if (signal.aborted) return [];
    reason = await ports.messengers.tell(notice, state, signal);
    if (reason === null) return [{ type: 'notice_sent', number }];
  }
  return signal.aborted ? [] : [{ type: 'notice_failed', number, reason: reason ?? '' }];
}
