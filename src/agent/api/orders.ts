import type { Chosen } from './providers.ts';

/** What the driver gives the agent on standard input: one JSON document. Keys come this way and no other. */
export interface Orders {
  /** A UUID; names the file of the session. */
  readonly sessionId: string;
  /** Whether there is a session of that id to go on with. */
  readonly continues: boolean;
  /** Folder in which sessions are kept. */
  readonly sessions: string;
  readonly prompt: string;
  readonly chosen: Chosen;
  readonly readOnly: boolean;
  /** JSON Schema of the answer that is wanted; null where none is. */
  readonly answerSchema: object | null;
  /** Whether the repository's own instructions for agents are read. */
  readonly inherit: boolean;
  /** How often a request is made again that failed for a passing reason. */
  readonly retries: number;
  /** How often the model may speak. */
  readonly steps: number;
}
