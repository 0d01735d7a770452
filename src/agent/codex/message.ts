import { z } from 'zod';

/** What `codex exec --json` prints, a JSON object a line, as far as it is of use. */
const text = z.string();
const count = z.int().min(0).catch(0);

export const tokensSchema = z.object({
  /** With what was read from the cache. */
  input_tokens: count,
  /** With what was spent on reasoning. */
  output_tokens: count,
});
export type Tokens = z.infer<typeof tokensSchema>;

/** `in_progress`, `completed`, `failed` or `declined`. */
const status = text.catch('completed');

const itemSchema = z.union([
  z.object({ type: z.literal('agent_message'), text }),
  z.object({ type: z.literal('reasoning'), text }),
  z.object({
    id: text,
    type: z.literal('command_execution'),
    command: text,
    aggregated_output: text.catch(''),
    status,
  }),
  z.object({
    id: text,
    type: z.literal('file_change'),
    changes: z.array(z.object({ path: text, kind: text.catch('update') })).catch([]),
    status,
  }),
  z.object({
    id: text,
    type: z.literal('mcp_tool_call'),
    server: text,
    tool: text,
    arguments: z.unknown(),
    result: z.object({ content: z.unknown() }).nullish().catch(null),
    error: z.object({ message: text }).nullish().catch(null),
    status,
  }),
  z.object({ id: text, type: z.literal('web_search'), query: text }),
  z.object({
    type: z.literal('todo_list'),
    items: z.array(z.object({ text, completed: z.boolean().catch(false) })).catch([]),
  }),
  /** Mostly a warning. */
  z.object({ type: z.literal('error'), message: text }),
  z.object({ type: text }).transform(({ type }) => ({ type: 'other' as const, name: type })),
]);
export type Item = z.infer<typeof itemSchema>;

const messageSchema = z.union([
  z.object({ type: z.literal('thread.started'), thread_id: text }),
  z.object({ type: z.enum(['item.started', 'item.updated', 'item.completed']), item: itemSchema }),
  /** Of the whole thread. */
  z.object({ type: z.literal('turn.completed'), usage: tokensSchema.nullish().catch(null) }),
  z.object({
    type: z.literal('turn.failed'),
    error: z.object({ message: text }).catch({ message: 'the turn failed' }),
  }),
  /** That something is tried again, or what the turn is about to fail for. */
  z.object({ type: z.literal('error'), message: text }),
  z.object({ type: text }).transform(() => ({ type: 'other' as const })),
]);
export type Message = z.infer<typeof messageSchema>;

/** Null for a line that is not of the protocol. */
export function readMessage(line: string): Message | null {
  if (!line.startsWith('{')) return null;
  try {
    return messageSchema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}
