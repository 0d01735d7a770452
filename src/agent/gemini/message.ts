import { z } from 'zod';

/** What Gemini CLI prints with `-o stream-json`, a JSON object a line, as far as it is of use. */
const text = z.string();
const count = z.int().min(0);

/** `total_tokens` has what was thought and what tools took, which `output_tokens` has not. */
const statsSchema = z.object({ total_tokens: count, input_tokens: count, output_tokens: count });

const messageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('init'), session_id: text }),
  z.object({ type: z.literal('message'), role: text, content: text }),
  z.object({ type: z.literal('tool_use'), tool_name: text, tool_id: text, parameters: z.unknown() }),
  z.object({
    type: z.literal('tool_result'),
    tool_id: text,
    status: text,
    output: text.optional().catch(undefined),
    error: z.object({ message: text }).optional().catch(undefined),
  }),
  /** `severity` is `warning` or `error`; the work may go on after either. */
  z.object({ type: z.literal('error'), severity: text.optional(), message: text }),
  z.object({
    type: z.literal('result'),
    status: text,
    error: z.object({ message: text }).optional().catch(undefined),
    stats: statsSchema.optional().catch(undefined),
  }),
]);

export type Message = z.infer<typeof messageSchema>;
export type Stats = z.infer<typeof statsSchema>;

const anySchema = z.object({ type: text });

/** Null for a line that is not of the protocol; `other` for messages that are of no use. */
export function readMessage(line: string): Message | 'other' | null {
  if (!line.startsWith('{')) return null;
  try {
    const value: unknown = JSON.parse(line);
    const known = messageSchema.safeParse(value).data;
    return known ?? (anySchema.safeParse(value).success ? 'other' : null);
  } catch {
    return null;
  }
}
