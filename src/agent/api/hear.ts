import type { LanguageModelUsage, TextStreamPart, ToolSet } from 'ai';
import type { Message } from '../wire/message.ts';
import { tellCall, tellResult } from './use-tools.ts';

/** A piece of what comes from a model, in the AI SDK's format. */
type Part = TextStreamPart<ToolSet>;

export interface Hearing {
  hear(part: Part): void;
  /** Says what is still held back. */
  end(): void;
}

/** Turns the stream of one message of the model into what the agent prints. Calls of tools are told when they are used. */
export function hearing(send: (message: Message) => void): Hearing {
  let kind: 'text' | 'thinking' = 'text';
  let held = '';
  const flush = (): void => {
    if (held.trim() !== '') send({ type: kind, text: held });
    held = '';
  };
  const add = (to: typeof kind, text: string): void => {
    if (to !== kind) flush();
    kind = to;
    held += text;
  };
  return {
    end: flush,
    hear(part) {
      switch (part.type) {
        case 'text-delta':
          return add('text', part.text);
        case 'reasoning-delta':
          return add('thinking', part.text);
        case 'text-end':
        case 'reasoning-end':
        case 'tool-call':
          return flush();
        // Of a call that makes no sense; the AI SDK tells the model.
        case 'tool-error':
          tellCall(part.toolName, JSON.stringify(part.input) ?? '', send);
          return tellResult(part.toolName, false, messageOf(part.error), send);
        case 'finish-step':
          flush();
          return tellUsage(part.usage, send);
        default:
          return;
      }
    },
  };
}

/** Nothing is said where the provider does not tell. */
function tellUsage(
  { inputTokens, outputTokens }: LanguageModelUsage,
  send: (message: Message) => void,
): void {
  if (inputTokens === undefined && outputTokens === undefined) return;
  send({ type: 'usage', input: inputTokens ?? 0, output: outputTokens ?? 0, costUsd: null });
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
