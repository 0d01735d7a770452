import type { z } from 'zod';

/** Where tools work. */
export interface Place {
  /** The workspace. */
  readonly root: string;
  /** What commands get to see. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Ends what is running. */
  readonly signal: AbortSignal;
}

/** What the use of a tool came to. A failed one is told to the model, which goes on. */
export interface Outcome {
  readonly ok: boolean;
  readonly text: string;
}

/** Something that the model can do. */
export interface AgentTool {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodType;
  /** What it is used on, in a line. The input fits the schema. */
  summary(input: unknown): string;
  /** The input fits the schema. May throw; the message is told to the model. */
  use(input: unknown, place: Place): Outcome | Promise<Outcome>;
}

/** Lets a tool be written with the type of its input. */
export const toolOf = <T>(tool: {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodType<T>;
  readonly summary: (input: T) => string;
  readonly use: (input: T, place: Place) => Outcome | Promise<Outcome>;
}): AgentTool => ({
  ...tool,
  summary: input => tool.summary(input as T),
  use: (input, place) => tool.use(input as T, place),
});

export const done = (text: string): Outcome => ({ ok: true, text });
export const refused = (text: string): Outcome => ({ ok: false, text });
