import { z } from 'zod';
import { MAX_MESSAGE_TOKENS, MAX_MESSAGE_USD } from '../../run/usage.ts';
import { MAX_RETRY_AFTER_MS, type Message } from './message.ts';

/** Ids of sessions go into the journal and onto command lines. */
const ID_CHARACTERS = 200;
const count = z.number().int().min(0).max(MAX_MESSAGE_TOKENS);

const messageSchema: z.ZodType<Message> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('session'), id: z.string().min(1).max(ID_CHARACTERS) }),
  z.object({ type: z.enum(['text', 'thinking']), text: z.string() }),
  z.object({ type: z.literal('tool_call'), name: z.string(), summary: z.string() }),
  z.object({ type: z.literal('tool_result'), name: z.string(), ok: z.boolean(), summary: z.string() }),
  z.object({
    type: z.literal('usage'),
    input: count,
    output: count,
    costUsd: z.number().min(0).max(MAX_MESSAGE_USD).nullish(),
  }),
  z.object({ type: z.enum(['report', 'answer']), value: z.unknown() }),
  z.object({
    type: z.literal('error'),
    category: z.string(),
    message: z.string(),
    // A failure is heard even where the time that it tells makes no sense.
    retryAfterMs: z.int().min(0).max(MAX_RETRY_AFTER_MS).optional().catch(undefined),
    resetsAt: z.iso.datetime({ offset: true }).optional().catch(undefined),
  }),
  z.object({ type: z.literal('done') }),
]);

/** Null for a line that is not of the protocol. */
export function readMessage(text: string): Message | null {
  if (!text.startsWith('{')) return null;
  try {
    return messageSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
