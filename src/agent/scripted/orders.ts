import type { PlainStep } from './step.ts';

/** What the driver gives the agent on standard input: one JSON document. */
export interface Orders {
  readonly sessionId: string;
  readonly prompt: string;
  readonly steps: readonly PlainStep[];
  readonly readOnly: boolean;
}
