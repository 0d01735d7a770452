import { z } from 'zod';

/** What pi prints in its RPC mode, a JSON object a line, as far as it is of use. */
const text = z.string();
const count = z.number().catch(0);

const usageSchema = z.object({
  /** Without what was read from or written to the cache. */
  input: count,
  output: count,
  cacheRead: count.default(0),
  cacheWrite: count.default(0),
  /** By pi's own list of prices, in which models that are not on it cost nothing. */
  cost: z.object({ total: count }).optional().catch(undefined),
});

const blockSchema = z.union([
  z.object({ type: z.literal('text'), text }),
  z.object({ type: z.literal('thinking'), thinking: text }),
  z.object({ type: text }),
]);

const assistantSchema = z.object({
  role: z.literal('assistant'),
  api: text.optional(),
  content: z.array(blockSchema).catch([]),
  usage: usageSchema.optional().catch(undefined),
  /** `stop`, `length`, `toolUse`, `error` or `aborted`. */
  stopReason: text.optional(),
  errorMessage: text.optional(),
});

const spokenSchema = z.union([assistantSchema, z.object({ role: text })]);

const messageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('response'),
    id: text.optional(),
    command: text.optional(),
    success: z.boolean(),
    error: text.optional(),
    data: z.object({ sessionId: text }).partial().optional().catch(undefined),
  }),
  z.object({ type: z.literal('message_end'), message: spokenSchema }),
  z.object({
    type: z.literal('turn_end'),
    message: spokenSchema,
    toolResults: z.array(z.unknown()).default([]),
  }),
  z.object({ type: z.literal('tool_execution_start'), toolName: text, args: z.unknown() }),
  z.object({
    type: z.literal('tool_execution_end'),
    toolName: text,
    isError: z.boolean(),
    result: z
      .object({ content: z.array(blockSchema).catch([]) })
      .optional()
      .catch(undefined),
  }),
  z.object({ type: z.enum(['agent_start', 'turn_start', 'auto_retry_start']) }),
  z.object({ type: z.literal('auto_retry_end'), success: z.boolean(), finalError: text.optional() }),
  z.object({ type: z.literal('compaction_start'), reason: text }),
  z.object({
    type: z.literal('compaction_end'),
    reason: text,
    willRetry: z.boolean(),
    errorMessage: text.optional(),
  }),
  z.object({ type: z.literal('extension_ui_request'), id: text, method: text }),
  z.object({ type: z.literal('extension_error'), error: text }),
]);

export type Message = z.infer<typeof messageSchema>;
export type Assistant = z.infer<typeof assistantSchema>;
export type Block = z.infer<typeof blockSchema>;

/**
 * Each repeats all that was said before it, so that they come to hundreds of megabytes in a session; hence they are told
 * by how they begin.
 */
const REPEATING = ['message_update', 'tool_execution_update', 'agent_end'].map(type => `{"type":"${type}"`);

/** Null for a line that is not of the protocol; `other` for messages that are of no use. */
export function readMessage(line: string): Message | 'other' | null {
  if (REPEATING.some(beginning => line.startsWith(beginning))) return 'other';
  try {
    const value: unknown = JSON.parse(line);
    const known = messageSchema.safeParse(value).data;
    return known ?? (anySchema.safeParse(value).success ? 'other' : null);
  } catch {
    return null;
  }
}

const anySchema = z.object({ type: text });

export const isAssistant = (message: { readonly role: string }): message is Assistant =>
  message.role === 'assistant' && 'content' in message;

/** All that is said in a message, or thought. */
export const wordsIn = (blocks: readonly Block[], kind: 'text' | 'thinking'): string =>
  blocks
    .map(block => (block.type === kind ? ((block as Readonly<Record<string, unknown>>)[kind] as string) : ''))
    .filter(words => typeof words === 'string' && words.trim() !== '')
    .join('\n\n');

/** What pi is told, a JSON object a line. */
export type Order =
  | { readonly id: string; readonly type: 'get_state' }
  | { readonly id: string; readonly type: 'prompt'; readonly message: string }
  | { readonly type: 'abort' }
  | { readonly type: 'extension_ui_response'; readonly id: string; readonly cancelled: true };

export const orderLine = (order: Order): string => `${JSON.stringify(order)}\n`;
