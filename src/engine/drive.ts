import { decide } from '../run/decide.ts';
import type { Effect } from '../run/effect.ts';
import type { Command } from '../run/event.ts';
import type { RunState } from '../run/state.ts';
import { flights } from './flights.ts';
import type { Journal, News } from './journal.ts';
import { perform } from './perform.ts';
import type { Ports } from './ports.ts';

export interface DriveOptions {
  /** Whether to stay while the run waits for a person, who may answer from elsewhere. */
  readonly stays?: boolean;
  /** Stops the run so that it can be resumed. */
  readonly pause: AbortSignal;
  /** Hands in the requests of people as they come, until the signal. */
  readonly mailbox: (deliver: (number: number, command: Command) => void, signal: AbortSignal) => void;
}

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
  const pause = (): void => {
    inbox.deliver({ type: 'run_paused', reason: 'interrupted' });
    void stopGitAfter(GRACE_MS, ports, over.signal);
  };
  options.pause.addEventListener('abort', pause);
  options.mailbox((number, command) => inbox.deliver({ type: 'request', number, command }), over.signal);
  try {
    if (options.pause.aborted) pause();
    await journal.record([]);
    for (;;) {
      inbox.throwFailure();
      // What came in while the journal was written may be the result of what is still asked for.
      if (inbox.isEmpty()) {
        underWay.adjust(decide(journal.state()));
        const isAsleep = options.stays === true && journal.state().status === 'waiting';
        if (underWay.count() === 0 && !isAsleep) return journal.state();
        await inbox.stirred();
        await ports.clock.turn();
      }
      await journal.record(inbox.take());
    }
  } finally {
    over.abort('the drive is over');
    options.pause.removeEventListener('abort', pause);
    underWay.stop();
    while (underWay.count() > 0) await inbox.stirred().catch(() => {});
  }
}

/** What git is in the middle of may take this long to come to its end when the drive is to end. */
const GRACE_MS = 5000;

async function stopGitAfter(ms: number, { clock, workspaces }: Ports, ended: AbortSignal): Promise<void> {
  await clock.wait(ms, ended);
  if (!ended.aborted) workspaces.stop();
}

interface Hands {
  readonly journal: Journal;
  readonly ports: Ports;
  readonly deliver: (news: News) => void;
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
    const { state: current } = journal;
    const events = await perform(effect, { ports, state: current(), current, signal, report: deliver });
    ports.at?.('after', key);
    for (const event of events) deliver(event);
  } catch (error) {
    fail(error);
  }
}

/** Collects letters and wakes whoever waits for them. */
function letterbox() {
  const letters: News[] = [];
  let failure: { readonly error: unknown } | null = null;
  let news = Promise.withResolvers<void>();
  const throwFailure = (): void => {
    if (failure) throw failure.error;
  };
  return {
    throwFailure,
    deliver(item: News): void {
      letters.push(item);
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
    take: (): News[] => letters.splice(0),
    isEmpty: (): boolean => letters.length === 0,
  };
}
