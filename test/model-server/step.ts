import type { PlainStep } from '../../src/agent/scripted/step.ts';

/** What the model does: the steps of the scripted agent, and what only a model can do. */
export type ModelStep = PlainStep | { readonly think: string } | Cut | Stall | StatusStep;

/** The message breaks off in its middle, and so does the connection. */
type Cut = { readonly cut: true };

/** The model never answers. */
type Stall = { readonly stall: true };

/** A plain fault of HTTP. */
export interface StatusStep {
  readonly status: number;
  /** In seconds. */
  readonly retryAfter?: number | undefined;
  readonly message?: string | undefined;
}
