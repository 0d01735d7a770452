import type { Holder, IsAlive, Owner } from './port.ts';

/** Milliseconds of silence after which a holder on another host counts as dead. */
export const SILENCE_LIMIT_MS = 60_000;

/** Whether `owner` may have a lease that `holder` has. */
export function mayTake(holder: Holder, owner: Owner, now: number, isAlive: IsAlive): boolean {
  if (holder.owner.id === owner.id) return true;
  if (!isAlive(holder.owner)) return true;
  return holder.owner.host !== owner.host && now - holder.heartbeatAt > SILENCE_LIMIT_MS;
}
