import { randomUUID } from 'node:crypto';
import { isAlive, thisProcess } from '../../store/process.ts';
import type { Home } from '../run/open-store.ts';

/**
 * Stops the process that drives a run as Ctrl-C would in its own terminal: once cleanly, twice at once. One on another
 * machine is asked to pause.
 */
export async function stopDriver(home: Home, run: string): Promise<void> {
  const owner = (await home.store.holder(run))?.owner;
  if (!owner) return;
  if (owner.host !== thisProcess().host) {
    await home.store.post(run, { id: randomUUID(), at: Date.now(), data: JSON.stringify({ type: 'pause' }) });
    return;
  }
  try {
    // A number that is used again is not that of the driver.
    if (isAlive(owner)) process.kill(owner.pid, 'SIGINT');
  } catch {
    // It is gone already, which is what was wanted.
  }
}
