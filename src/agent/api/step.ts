import type { FinishReason, ModelMessage, SystemModelMessage, ToolSet } from 'ai';
import type { Failing, Message } from '../wire/message.ts';
import { failingOf } from './failing.ts';
import { hearing } from './hear.ts';
import type { Loaded, Sdk } from './load.ts';
import type { Call } from './use-tools.ts';

/** What a model is asked. */
export interface Question {
  readonly system: SystemModelMessage;
  readonly messages: readonly ModelMessage[];
  readonly tools: ToolSet;
  readonly retries: number;
  readonly settings: Settings;
}

/** What some providers are asked for besides. */
export type Settings = Pick<Parameters<Sdk['streamText']>[0], 'providerOptions' | 'maxOutputTokens'>;

/** One message of the model. */
export type StepEnd =
  | {
      readonly kind: 'said';
      readonly messages: readonly ModelMessage[];
      readonly calls: readonly Call[];
      /** Whether it called for something that makes no sense, and has been told so in the messages. */
      readonly mistaken: boolean;
    }
  | { readonly kind: 'failed'; readonly failing: Failing };

/** Errors within a stream come after a part of the message was already said, which is then said again. */
const MAX_STREAM_RETRIES = 2;

/** Lets the model speak once. */
export async function takeStep(
  { sdk, model }: Loaded,
  { system, messages, tools, retries, settings }: Question,
  signal: AbortSignal,
  send: (message: Message) => void,
): Promise<StepEnd> {
  const { hear, end } = hearing(send);
  const calls: Call[] = [];
  let mistaken = false;
  let finish: { readonly reason: FinishReason; readonly raw: string | undefined } | null = null;
  let trouble: { readonly error: unknown } | null = null;
  try {
    const result = sdk.streamText({
      model,
      instructions: system,
      messages: [...messages],
      tools,
      maxRetries: retries,
      streamRetries: Math.min(retries, MAX_STREAM_RETRIES),
      abortSignal: signal,
      onError: () => {},
      ...settings,
    });
    for await (const part of result.stream) {
      hear(part);
      if (part.type === 'error') trouble ??= part;
      if (part.type === 'tool-call' && !part.invalid) calls.push(part);
      if (part.type === 'tool-error') mistaken = true;
      if (part.type === 'finish-step') finish = { reason: part.finishReason, raw: part.rawFinishReason };
    }
    const failing = trouble ? failingOf(trouble.error, sdk) : failingEnd(finish);
    if (failing === null) return { kind: 'said', messages: await result.responseMessages, calls, mistaken };
    return { kind: 'failed', failing };
  } catch (error) {
    return { kind: 'failed', failing: failingOf(trouble?.error ?? error, sdk) };
  } finally {
    end();
  }
}

/** Null for a message that came to its end. */
function failingEnd(
  finish: { readonly reason: FinishReason; readonly raw: string | undefined } | null,
): Failing | null {
  const why = `finish_reason: ${finish?.raw ?? 'none told'}`;
  switch (finish?.reason) {
    case 'stop':
    case 'tool-calls':
      return null;
    case 'length':
      return { category: 'truncated', message: `the model's message is longer than it may be (${why})` };
    case 'content-filter':
      return { category: 'refused', message: `the model or its provider refused (${why})` };
    case 'error':
      return { category: 'agent_error', message: `the model went wrong (${why})` };
    default:
      return { category: 'truncated', message: `the model's message ended before it was complete (${why})` };
  }
}
