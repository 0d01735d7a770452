import { decide } from '../run/decide.ts';
import type { Effect } from '../run/effect.ts';
import type { Command, RunEvent } from '../run/event.ts';
import { obey } from '../run/obey.ts';
import type { RunState } from '../run/state.ts';
import { flights } from './flights.ts';
import type { Journal } from './journal.ts';
import { perform } from './perform.ts';
import type { Ports } from './ports.ts';

export interface DriveOptions {
  /** Stops the run so that it can be resumed. */
  readonly pause: AbortSignal;
  /** Hands in the requests of people as they come, until the signal. */
  readonly mailbox: (deliver: (number: number, command: Command) => void, signal: AbortSignal) => void;
}

/** What comes in while a run is driven: a fact, or a person's request. */
type Letter = { readonly event: RunEvent } | { readonly number: number; readonly command: Command };

/**
 * Drives a run until it ends, waits for a person or is paused. A loop: start what `decide` asks for, end what it no
 * longer asks for, record what came of it. Nothing is started before the decision to do so is durable.
 */
export async function drive(journal: Journal, ports: Ports, options: DriveOptions): Promise<RunState> {
  const inbox = letterbox();
  const begin = (effect: Effect, key: string, signal: AbortSignal): Promise<void> =>
    performed(effect, key, signal, { journal, ports, deliver: inbox.deliver, fail: inbox.fail });
  const underWay = flights(begin, inbox.stir);
  const over = new AbortController();
  const pause = (): void => inbox.deliver({ event: { type: 'run_paused', reason: 'interrupted' } });
  options.pause.addEventListener('abort', pause);
  options.mailbox((number, command) => inbox.deliver({ number, command }), over.signal);
  try {
    if (options.pause.aborted) pause();
    await journal.record([]);
    for (;;) {
      inbox.throwFailure();
      underWay.adjust(decide(journal.state()));
      if (underWay.count() === 0 && inbox.isEmpty()) return journal.state();
      await inbox.stirred();
      await ports.clock.turn();
      await journal.record(inbox.take().flatMap(letter => eventsOf(letter, journal.state())));
    }
  } finally {
    over.abort();
    options.pause.removeEventListener('abort', pause);
    underWay.stop();
    while (underWay.count() > 0) await inbox.stirred().catch(() => {});
  }
}

interface Hands {
  readonly journal: Journal;
  readonly ports: Ports;
  readonly deliver: (letter: Letter) => void;
  readonly fail: (error: unknown) => void;
}

/** What an effect throws is a bug of ours and ends the drive; what it meets comes in as a fact. */
async function performed(
  effect: Effect,
  key: string,
  signal: AbortSignal,
  { journal, ports, deliver, fail }: Hands,
): Promise<void> {
  try {
    ports.at?.('before', key);
    const report = (event: RunEvent): void => deliver({ event });
    const events = await perform(effect, { ports, state: journal.state(), signal, report });
    ports.at?.('after', key);
    for (const event of events) report(event);
  } catch (error) {
    fail(error);
  }
}

const eventsOf = (letter: Letter, state: RunState): readonly RunEvent[] =>
  'event' in letter ? [letter.event] : obey(state, letter.number, letter.command);

/** Collects letters and wakes whoever waits for them. */
function letterbox() {
  const letters: Letter[] = [];
  let failure: { readonly error: unknown } | null = null;
  let news = Promise.withResolvers<void>();
  const throwFailure = (): void => {
    if (failure) throw failure.error;
  };
  return {
    throwFailure,
    deliver(letter: Letter): void {
      letters.push(letter);
      news.resolve();
    },
    fail(error: unknown): void {
      failure ??= { error };
      news.resolve();
    },
    stir: (): void => news.resolve(),
    /** Resolves once something happened since the last time; throws what failed. */
    async stirred(): Promise<void> {
      await news.promise;
      news = Promise.withResolvers<void>();
      throwFailure();
    },
    take: (): Letter[] => letters.splice(0),
    isEmpty: (): boolean => letters.length === 0,
  };
}
