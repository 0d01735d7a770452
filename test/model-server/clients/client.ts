import type { Json } from '../json.ts';

/** A program that asks a model, in the tests of the server: what it sends, and how it reads what comes. */
export interface Asking {
  readonly prompt: string;
  /** How often it has been told to call a tool since. */
  readonly calls?: number;
  readonly system?: string;
  readonly tools?: Readonly<Record<string, Json>>;
  readonly schema?: Json;
}

/** What a message of the model is, in any format. */
export interface Heard {
  readonly text: string;
  readonly thoughts: string;
  readonly call: { readonly name: string; readonly args: unknown } | null;
  readonly usage: readonly [input: unknown, output: unknown];
  readonly stop: unknown;
}

export interface Client {
  path(streams: boolean): string;
  body(asking: Asking, streams: boolean): Json;
  heard(whole: Json): Heard;
  /** Puts the events of a stream together again, as the vendors' own libraries do. */
  joined(events: readonly Json[]): Json;
}

export const toolList = (tools: Asking['tools']): readonly (readonly [string, Json])[] =>
  Object.entries(tools ?? {});

export const many = <T>(count: number | undefined, make: (index: number) => readonly T[]): readonly T[] =>
  Array.from({ length: count ?? 0 }, (_, index) => make(index)).flat();
