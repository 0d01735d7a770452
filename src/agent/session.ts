import { addUsage, NO_USAGE } from '../run/usage.ts';
import type { AgentEvent, AgentSession, SessionResult } from './port.ts';
import { unable } from './unable.ts';

export type Emit = (event: AgentEvent) => void;

/**
 * Makes a session of a function that holds the conversation. Events wait for a reader, up to a limit; a reader that
 * stops reading, or never starts, holds nothing up. There is one reader.
 */
export function openSession(converse: (emit: Emit) => Promise<SessionResult>): AgentSession {
  const queue = eventQueue();
  const result = Promise.resolve()
    .then(() => converse(queue.push))
    .catch(bugResult)
    .finally(queue.end);
  return { result, [Symbol.asyncIterator]: () => queue.reader };
}

const bugResult = (error: unknown): SessionResult =>
  unable(`the driver broke down: ${String(error)}`, 'agent_error');

/** Weight of the events that may wait: the characters of their texts, and some for each event itself. */
const QUEUE_CHARACTERS = 16_000_000;
const EVENT_CHARACTERS = 100;
/** How many events that were read are still held. */
const COMPACT_EVENTS = 1000;

interface EventQueue {
  push(event: AgentEvent): void;
  end(): void;
  readonly reader: AsyncIterator<AgentEvent, undefined>;
}

function eventQueue(): EventQueue {
  let waiting: AgentEvent[] = [];
  let next = 0;
  let weight = 0;
  let dropped = 0;
  let unspoken = NO_USAGE;
  let isOver = false;
  let wake: (() => void) | null = null;

  const add = (event: AgentEvent): void => {
    waiting.push(event);
    weight += weightOf(event);
    wake?.();
  };
  /** Spending is never dropped, only added up. */
  const push = (event: AgentEvent): void => {
    if (isOver) return;
    if (weight < QUEUE_CHARACTERS) add(event);
    else if (event.type === 'usage') unspoken = addUsage(unspoken, event.usage);
    else dropped += 1;
  };
  const addDropped = (): void => {
    if (unspoken !== NO_USAGE) add({ type: 'usage', usage: unspoken });
    if (dropped > 0) add({ type: 'notice', text: `${dropped} events came too fast and were dropped` });
    unspoken = NO_USAGE;
    dropped = 0;
  };
  const take = (): AgentEvent | undefined => {
    if (next === waiting.length) addDropped();
    if (next > COMPACT_EVENTS) {
      waiting = waiting.slice(next);
      next = 0;
    }
    const event = waiting[next];
    if (event === undefined) return undefined;
    next += 1;
    weight -= weightOf(event);
    return event;
  };
  const end = (): void => {
    isOver = true;
    wake?.();
  };
  return { push, end, reader: { next: read, return: leave } };

  async function read(): Promise<IteratorResult<AgentEvent, undefined>> {
    for (;;) {
      const event = take();
      if (event !== undefined) return { done: false, value: event };
      if (isOver) return { done: true, value: undefined };
      await new Promise<void>(resolve => {
        wake = resolve;
      });
      wake = null;
    }
  }

  async function leave(): Promise<IteratorResult<AgentEvent, undefined>> {
    waiting = [];
    next = 0;
    end();
    return { done: true, value: undefined };
  }
}

const weightOf = (event: AgentEvent): number =>
  EVENT_CHARACTERS +
  ('text' in event ? event.text.length : 0) +
  ('name' in event ? event.name.length : 0) +
  ('summary' in event ? event.summary.length : 0);
