import type { FailureCategory } from '../../run/failure.ts';

/** What our own agent programs print, a JSON object a line. The first is `session`; `error` or `done` is the last. */
export type Message =
  | { readonly type: 'session'; readonly id: string }
  | { readonly type: 'text' | 'thinking'; readonly text: string }
  | { readonly type: 'tool_call'; readonly name: string; readonly summary: string }
  | { readonly type: 'tool_result'; readonly name: string; readonly ok: boolean; readonly summary: string }
  | ({ readonly type: 'usage' } & Spent)
  /** The structured answer, a developer's report or another role's reply. */
  | { readonly type: 'report' | 'answer'; readonly value: unknown }
  | ({ readonly type: 'error'; readonly category: string } & Omit<Failing, 'category'>)
  | { readonly type: 'done' };

export interface Spent {
  readonly input: number;
  readonly output: number;
  readonly costUsd?: number | null | undefined;
}

export interface Failing {
  readonly category: FailureCategory;
  readonly message: string;
  /** From the moment of the failure. */
  readonly retryAfterMs?: number | undefined;
  /** ISO 8601, with a time zone. */
  readonly resetsAt?: string | undefined;
}

/** No provider lets anybody wait for longer. */
export const MAX_RETRY_AFTER_MS = 365 * 86_400_000;
