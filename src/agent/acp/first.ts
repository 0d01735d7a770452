import { setTimeout as delay } from 'node:timers/promises';
import type { SessionResult } from '../port.ts';
import type { Emit } from '../session.ts';

/** How long others wait for the first at the most. */
const WAIT_MS = 30_000;

/** By the homes of agents: when the first session there is open, or has ended. */
const firsts = new Map<string, Promise<unknown>>();

/**
 * Lets the first session of a home open before any other begins, for agents that break when several of them make the same
 * database.
 */
export async function firstAlone(
  home: string,
  hold: (emit: Emit) => Promise<SessionResult>,
  emit: Emit,
): Promise<SessionResult> {
  const first = firsts.get(home);
  if (first !== undefined) {
    await first;
    return hold(emit);
  }
  const { promise, resolve } = Promise.withResolvers<void>();
  firsts.set(home, Promise.race([promise, delay(WAIT_MS, undefined, { ref: false })]));
  return hold(event => {
    if (event.type === 'session') resolve();
    emit(event);
  }).finally(resolve);
}
