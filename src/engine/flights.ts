import { type Effect, keyOf, resourceOf } from '../run/effect.ts';

/** The effects under way. */
export interface Flights {
  /** Starts what is missing of `wanted` and ends what is not in it. */
  readonly adjust: (wanted: readonly Effect[]) => void;
  readonly count: () => number;
  /** Ends everything. */
  readonly stop: () => void;
}

/** Without a reason of our own each signal would make an error, with its stack, that nobody looks at. */
const UNWANTED = 'no longer asked for';

interface Flight {
  readonly effect: Effect;
  readonly stop: AbortController;
}

/**
 * `begin` performs an effect until its signal says otherwise and never rejects; `landed` is told each time one came
 * down. An effect waits for those that use the same resource, also for ended ones that have not come down yet.
 */
export function flights(
  begin: (effect: Effect, key: string, signal: AbortSignal) => Promise<void>,
  landed: () => void,
): Flights {
  const airborne = new Map<string, Flight>();
  const performed = new Set<string>();

  const launch = (key: string, effect: Effect): void => {
    if (performed.has(key)) throw new Error(`${key} was done and is asked for again`);
    const stop = new AbortController();
    airborne.set(key, { effect, stop });
    void begin(effect, key, stop.signal).finally(() => {
      airborne.delete(key);
      if (!stop.signal.aborted) performed.add(key);
      landed();
    });
  };

  return {
    adjust(effects) {
      const wanted = new Map(effects.map(effect => [keyOf(effect), effect]));
      for (const [key, { stop }] of airborne) if (!wanted.has(key)) stop.abort(UNWANTED);
      for (const [key, effect] of wanted) {
        if (!airborne.has(key) && !effect.isHeld && isFree(effect, airborne.values())) launch(key, effect);
      }
    },
    count: () => airborne.size,
    stop: () => {
      for (const { stop } of airborne.values()) stop.abort(UNWANTED);
    },
  };
}

/** Telling people something holds nothing up, and nothing holds it up. */
const isAside = ({ kind }: Effect): boolean => kind === 'notify';

function isFree(effect: Effect, airborne: Iterable<Flight>): boolean {
  if (isAside(effect)) return true;
  const wanted = resourceOf(effect);
  for (const flight of airborne) {
    if (isAside(flight.effect)) continue;
    const held = resourceOf(flight.effect);
    if (wanted === '*' || held === '*' || (wanted !== null && wanted === held)) return false;
  }
  return true;
}
