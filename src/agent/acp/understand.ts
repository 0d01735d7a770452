import type { AgentEvent } from '../port.ts';
import { type Calls, trackCalls } from './calls.ts';
import type { Tool, Update } from './message.ts';
import { gatherWords, type Manner, type Words } from './words.ts';

/** What is kept of a session while it is told of. */
export interface Understander extends Pick<Calls, 'whole'>, Pick<Words, 'trouble'> {
  update(update: Update): AgentEvent[];
  /** The agent asks whether it may: the call is complete by now. Some agents tell of it in no other way. */
  asked(tool: Tool): AgentEvent[];
  /** We said no, which some agents tell nothing of. */
  refused(tool: Tool, reason: string): AgentEvent[];
  /** Nothing more will come of the turn. */
  end(): AgentEvent[];
  /** The newest words of the model since its last use of a tool; empty where there were none. */
  lastWords(): string;
  /** What the session has cost so far, from its first turn on; null where it was not told. */
  cost(): number | null;
}

export function understander(manner: Manner): Understander {
  const words = gatherWords(manner);
  const calls = trackCalls();
  let cost: number | null = null;

  /** Words that came before a call are told before it. */
  const done = (told: readonly AgentEvent[]): AgentEvent[] => {
    const events = [...words.flush(), ...told];
    if (told.length > 0) words.forget();
    return events;
  };
  return {
    update(update) {
      switch (update.sessionUpdate) {
        case 'agent_message_chunk':
          return words.piece('text', update.content.text ?? '', update.messageId);
        case 'agent_thought_chunk':
          return words.piece('thinking', update.content.text ?? '', update.messageId);
        case 'usage_update':
          if (update.cost?.currency === 'USD') cost = update.cost.amount;
          return [];
        default:
          return done(calls.change(update));
      }
    },
    asked: tool => done(calls.complete(tool)),
    refused: (tool, reason) => done(calls.refuse(tool, reason)),
    end: words.flush,
    whole: calls.whole,
    lastWords: words.last,
    trouble: words.trouble,
    cost: () => cost,
  };
}
