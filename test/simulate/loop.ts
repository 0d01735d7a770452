/** Time that passes only when nothing else can happen. One run has one, whatever processes take part in it. */
export interface Loop {
  readonly now: () => number;
  /** Resolves after so many milliseconds, or as soon as the signal says so. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Resolves once everything that is ready has happened. */
  readonly turn: () => Promise<void>;
  /** From now on no time passes: something goes on that is no part of the simulation, such as the loading of code. */
  readonly hold: () => void;
  /** That is over. */
  readonly release: () => void;
  /** Lets time pass until `work` is over. Rejects where it never will be. */
  readonly run: <T>(work: Promise<T>) => Promise<T>;
}

/**
 * A run that takes more steps than this leads nowhere. Where the clock was a day ahead when an agent said until when it is
 * out of quota, the run waits for a day or two, with a look at its mailbox four times a second.
 */
const MAX_STEPS = 1_000_000;
/** How often, and with how many milliseconds between, it is seen whether time may pass again. */
const MAX_LOOKS = 60_000;
const LOOK_MS = 1;

/** What is to happen after it happens as soon as what is ready now has. */
const READY = Promise.resolve();

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/**
 * Everything in a simulation is a promise, so everything is ready once Node has no microtask left, which is when it
 * calls what was given to `nextTick` by one. No step of the operating system's event loop is needed.
 */
export function virtualLoop(): Loop {
  let now = 0;
  let steps = 0;
  let holds = 0;
  let looks = 0;
  let isOver = false;
  let giveUp: (reason: Error) => void = () => {};
  /** The next one last. */
  const sleepers: Sleeper[] = [];
  let turns: (() => void)[] = [];

  const again = (): void => process.nextTick(pump);
  const afterThis = (): void => void READY.then(again);
  const pump = (): void => {
    if (isOver) return;
    if (holds > 0 && looks < MAX_LOOKS) {
      looks += 1;
      setTimeout(pump, LOOK_MS);
      return;
    }
    steps += 1;
    const next = turns.length > 0 ? undefined : sleepers.pop();
    if (steps > MAX_STEPS) giveUp(new Error(`after ${MAX_STEPS} steps the run has not come to rest`));
    else if (next) {
      now = Math.max(now, next.at);
      next.wake();
    } else if (turns.length > 0) {
      const ready = turns;
      turns = [];
      for (const go of ready) go();
    } else giveUp(new Error('everything waits for something that will not happen'));
    afterThis();
  };

  const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise(resolve => {
      if (signal?.aborted) return resolve();
      const wake = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const sleeper = { at: now + Math.max(0, ms), wake };
      const leave = (): void => {
        const index = sleepers.indexOf(sleeper);
        if (index >= 0) sleepers.splice(index, 1);
        wake();
      };
      let place = sleepers.length;
      while (place > 0 && sleepers[place - 1]!.at <= sleeper.at) place -= 1;
      sleepers.splice(place, 0, sleeper);
      signal?.addEventListener('abort', leave);
    });

  return {
    now: () => now,
    sleep,
    hold: () => {
      holds += 1;
    },
    release: () => {
      holds = Math.max(0, holds - 1);
    },
    turn: () => new Promise(resolve => turns.push(resolve)),
    async run(work) {
      const stuck = new Promise<never>((_, reject) => {
        giveUp = reject;
      });
      afterThis();
      try {
        return await Promise.race([work, stuck]);
      } finally {
        isOver = true;
      }
    },
  };
}
