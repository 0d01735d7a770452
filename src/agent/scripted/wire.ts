import type { Failing, PlainStep, Spent } from './step.ts';

/** What the driver gives the agent on standard input: one JSON document. */
export interface Orders {
  readonly sessionId: string;
  readonly prompt: string;
  readonly steps: readonly PlainStep[];
  readonly readOnly: boolean;
}

/** What the agent prints, a JSON object a line. The first is `session`; `error` or `done` is the last. */
export type Message =
  | { readonly type: 'session'; readonly id: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_call'; readonly name: string; readonly summary: string }
  | { readonly type: 'tool_result'; readonly name: string; readonly ok: boolean; readonly summary: string }
  | ({ readonly type: 'usage' } & Spent)
  /** The structured answer, a developer's report or another role's reply. */
  | { readonly type: 'report' | 'answer'; readonly value: unknown }
  | ({ readonly type: 'error'; readonly category: string } & Omit<Failing, 'category'>)
  | { readonly type: 'done' };

/** No provider lets anybody wait for longer. */
export const MAX_RETRY_AFTER_MS = 365 * 86_400_000;
