import type { Failure } from '../../run/failure.ts';
import type { AgentEvent } from '../port.ts';

/** What a message of an agent's program means: an event, or something about how the session ends. */
export type Heard =
  | AgentEvent
  /** The structured answer; the last one counts. */
  | { readonly type: 'answer'; readonly value: unknown }
  /** What went wrong, in the agent's own word; the first one counts. */
  | { readonly type: 'failed'; readonly failure: Failure }
  /** The last word of a session in which nothing went wrong. */
  | { readonly type: 'done' };

/** Null for a message that is not of the protocol. */
export type Understanding = readonly Heard[] | null;
