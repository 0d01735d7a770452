import { decide } from '../run/decide.ts';
import { type Effect, keyOf, resourceOf } from '../run/effect.ts';
import type { Command, RunEvent } from '../run/event.ts';
import { obey } from '../run/obey.ts';
import type { RunState } from '../run/state.ts';
import type { Journal } from './journal.ts';
import { perform } from './perform.ts';
import type { Ports } from './ports.ts';

export interface DriveOptions {
  /** Stops the run so that it can be resumed. */
  readonly pause: AbortSignal;
  /** Hands in the requests of people as they come, until the signal. */
  readonly mailbox: (deliver: (number: number, command: Command) => void, signal: AbortSignal) => void;
}

interface Flight {
  readonly effect: Effect;
  readonly stop: AbortController;
}

type Letter = { readonly event: RunEvent } | { readonly number: number; readonly command: Command };

/**
 * Drives a run until it ends, waits for a person or is paused. A loop: start what `decide` asks for, end what it no
 * longer asks for, record what came of it. Nothing is started before the decision to do so is durable.
 */
export async function drive(journal: Journal, ports: Ports, options: DriveOptions): Promise<RunState> {
  const flights = new Map<string, Flight>();
  const performed = new Set<string>();
  const letters: Letter[] = [];
  let arrived = Promise.withResolvers<void>();
  let failure: { error: unknown } | null = null;
  const over = new AbortController();
  const deliver = (letter: Letter): void => {
    letters.push(letter);
    arrived.resolve();
  };

  const begin = (key: string, effect: Effect): void => {
    if (performed.has(key)) throw new Error(`${key} was done and is asked for again`);
    ports.at?.('before', key);
    const stop = new AbortController();
    flights.set(key, { effect, stop });
    perform(effect, {
      ports,
      state: journal.state(),
      signal: stop.signal,
      report: event => deliver({ event }),
    })
      .then(events => {
        ports.at?.('after', key);
        for (const event of events) deliver({ event });
      })
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .finally(() => {
        flights.delete(key);
        // What was ended may be wanted again, such as a wake that an earlier one overtook.
        if (!stop.signal.aborted) performed.add(key);
        arrived.resolve();
      });
  };

  const adjust = (): void => {
    const wanted = new Map(decide(journal.state()).map(effect => [keyOf(effect), effect]));
    for (const [key, { stop }] of flights) if (!wanted.has(key)) stop.abort();
    for (const [key, effect] of wanted) {
      if (!flights.has(key) && isFree(effect, flights.values())) begin(key, effect);
    }
  };

  const pause = (): void => deliver({ event: { type: 'run_paused', reason: 'interrupted' } });
  options.pause.addEventListener('abort', pause);
  options.mailbox((number, command) => deliver({ number, command }), over.signal);
  try {
    if (options.pause.aborted) pause();
    await journal.record([]);
    for (;;) {
      if (failure) throw (failure as { error: unknown }).error;
      adjust();
      if (flights.size === 0 && letters.length === 0) return journal.state();
      await arrived.promise;
      arrived = Promise.withResolvers<void>();
      await ports.clock.turn();
      const { state } = journal;
      await journal.record(letters.splice(0).flatMap(letter => eventsOf(letter, state())));
    }
  } finally {
    over.abort();
    options.pause.removeEventListener('abort', pause);
    for (const { stop } of flights.values()) stop.abort();
    while (flights.size > 0) {
      await arrived.promise;
      arrived = Promise.withResolvers<void>();
    }
  }
}

const eventsOf = (letter: Letter, state: RunState): readonly RunEvent[] =>
  'event' in letter ? [letter.event] : obey(state, letter.number, letter.command);

/** Whether nothing under way uses what the effect needs for itself; ended flights that have not come down yet do. */
function isFree(effect: Effect, flights: Iterable<Flight>): boolean {
  const wanted = resourceOf(effect);
  for (const flight of flights) {
    const held = resourceOf(flight.effect);
    if (wanted === '*' || held === '*' || (wanted !== null && wanted === held)) return false;
  }
  return true;
}
