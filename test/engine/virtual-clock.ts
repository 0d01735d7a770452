import type { Clock } from '../../src/engine/ports.ts';

/** A clock on which time passes only when nothing else can happen. */
export interface VirtualClock extends Clock {
  /** Resolves after so many milliseconds of the run's time. */
  readonly sleep: (ms: number) => Promise<void>;
  readonly set: (now: number) => void;
}

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** Rounds of the event loop without a step of the engine after which it counts as waiting for time to pass. */
const QUIET_ROUNDS = 4;

export function virtualClock(): VirtualClock {
  let now = 0;
  let shift = 0;
  let quiet = 0;
  let isRunning = false;
  const sleepers: Sleeper[] = [];

  const pump = (): void => {
    quiet += 1;
    if (quiet > QUIET_ROUNDS) {
      quiet = 0;
      const next = sleepers.shift();
      now = Math.max(now, next?.at ?? now);
      next?.wake();
    }
    isRunning = sleepers.length > 0;
    if (isRunning) setImmediate(pump);
  };

  const wait = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise(resolve => {
      quiet = 0;
      const sleeper = { at: now + Math.max(0, ms), wake: resolve };
      const place = sleepers.findIndex(({ at }) => at > sleeper.at);
      sleepers.splice(place < 0 ? sleepers.length : place, 0, sleeper);
      signal?.addEventListener('abort', () => {
        const index = sleepers.indexOf(sleeper);
        if (index >= 0) sleepers.splice(index, 1);
        resolve();
      });
      if (!isRunning) setImmediate(pump);
      isRunning = true;
    });

  return {
    now: () => now + shift,
    wait,
    sleep: ms => wait(ms),
    turn: () => {
      quiet = 0;
      return new Promise(resolve => setImmediate(resolve));
    },
    set: to => {
      shift = to - now;
    },
  };
}
