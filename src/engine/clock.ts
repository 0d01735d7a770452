import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import type { Clock } from './ports.ts';

/** Longest delay that a timer takes; longer ones fire at once. */
const MAX_DELAY_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: Date.now,
  async wait(ms, signal) {
    for (let left = ms; left > 0 && !signal.aborted; left -= MAX_DELAY_MS) {
      await delay(Math.min(left, MAX_DELAY_MS), undefined, { signal }).catch(() => {});
    }
  },
  turn: () => turn(),
};
