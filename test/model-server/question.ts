import type { Json } from './json.ts';

export type FormatName = 'anthropic' | 'responses' | 'chat' | 'gemini';

/** A request to a model, whatever format it came in. */
export interface Question {
  readonly model: string;
  readonly system: string;
  /** Oldest first. */
  readonly entries: readonly Entry[];
  readonly tools: readonly OfferedTool[];
  /** The tool that has to be called. */
  readonly forced: string | null;
  /** Of the JSON that the text has to be; `{}` for any. */
  readonly schema: Json | null;
  readonly streams: boolean;
}

/** Of a conversation, only this matters: what came as words, a message at a time, and when the model called a tool. */
export type Entry = { readonly texts: readonly string[] } | { readonly called: true };

export interface OfferedTool {
  readonly name: string;
  /** `custom` takes any text; `local_shell` takes the words of a command, and has no schema. */
  readonly kind: 'function' | 'custom' | 'local_shell';
  readonly schema: Json;
  readonly namespace?: string | undefined;
}

export type Call =
  | { readonly kind: 'function'; readonly tool: OfferedTool; readonly args: Json }
  | { readonly kind: 'custom'; readonly tool: OfferedTool; readonly input: string }
  | { readonly kind: 'local_shell'; readonly tool: OfferedTool; readonly command: readonly string[] };
