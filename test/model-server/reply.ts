import type { Failing } from '../../src/agent/scripted/step.ts';
import type { Call } from './question.ts';
import type { StatusStep } from './step.ts';

/** What the server does about a request, whatever format it is written in. */
export type Outcome =
  | { readonly kind: 'reply'; readonly reply: Reply; readonly cut: boolean }
  | { readonly kind: 'fail'; readonly failing: Failing }
  | { readonly kind: 'status'; readonly step: StatusStep }
  | { readonly kind: 'stall' };

/** One message of the model. */
export interface Reply {
  readonly model: string;
  readonly parts: readonly Part[];
  readonly call: Call | null;
  /** The model will not do it, and says so. */
  readonly refusal: string | null;
  readonly usage: Usage;
}

export type Part = { readonly text: string } | { readonly think: string } | { readonly waitMs: number };

export interface Usage {
  readonly input: number;
  readonly output: number;
}

/** An event of a stream, or a pause in it. */
export type Frame = { readonly event?: string; readonly data: unknown } | { readonly waitMs: number };

export const textOf = (parts: readonly Part[]): string =>
  parts.map(part => ('text' in part ? part.text : '')).join('');

export const thoughtsOf = (parts: readonly Part[]): string =>
  parts.map(part => ('think' in part ? part.think : '')).join('');

/** Unique also among servers: a conversation may go on with another one. */
export const newId = (prefix: string): string => prefix + crypto.randomUUID().replaceAll('-', '');
