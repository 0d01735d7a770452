import { z } from 'zod';

/*
 * The lines that Claude Code prints and reads with `--input-format stream-json --output-format stream-json`. This file
 * alone knows how they are written. What is not listed is let through unseen; a field that makes no sense counts as not
 * there, so that a newer program is still understood.
 */

const count = z.int().min(0).catch(0).default(0);
const text = z.string().catch('').default('');
const textOrNull = z.string().nullable().catch(null).default(null);

const tokensSchema = z.object({
  input_tokens: count,
  cache_creation_input_tokens: count,
  cache_read_input_tokens: count,
  output_tokens: count,
});

const modelUsageSchema = z.object({
  inputTokens: count,
  cacheReadInputTokens: count,
  cacheCreationInputTokens: count,
  outputTokens: count,
  costUSD: z.number().min(0).nullable().catch(null).default(null),
  /** `unknown`: a price was guessed. Older programs do not say. */
  costBasis: text,
});

const blockSchema = z.union([
  z.object({ type: z.literal('text'), text }),
  z.object({ type: z.literal('thinking'), thinking: text }),
  z.object({ type: z.literal('tool_use'), id: text, name: text, input: z.unknown() }),
  z.object({
    type: z.literal('tool_result'),
    tool_use_id: text,
    is_error: z.boolean().catch(false).default(false),
    content: z.unknown(),
  }),
  z.object({ type: z.literal('other') }),
]);
const blocks = z.array(blockSchema.catch({ type: 'other' })).catch([]);

const perModel = z.record(z.string(), modelUsageSchema);

const messageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('system'),
    subtype: text,
    session_id: text,
    /** Of `api_retry`. */
    retry_delay_ms: z.number().catch(0).default(0),
    error_status: z.int().nullable().catch(null).default(null),
  }),
  z.object({
    type: z.literal('assistant'),
    message: z.object({
      id: text,
      usage: tokensSchema.nullable().catch(null).default(null),
      content: blocks,
    }),
    /** Why the program says this itself in the place of the model. */
    error: textOrNull,
  }),
  z.object({ type: z.literal('user'), message: z.object({ content: blocks }) }),
  z.object({
    type: z.literal('rate_limit_event'),
    rate_limit_info: z.object({
      status: text,
      /** In seconds since 1970. */
      resetsAt: z.number().min(0).nullable().catch(null).default(null),
    }),
  }),
  z.object({
    type: z.literal('control_request'),
    request_id: z.string(),
    request: z.object({
      subtype: text,
      tool_name: text,
      input: z.record(z.string(), z.unknown()).catch({}).default({}),
    }),
  }),
  z.object({
    type: z.literal('result'),
    subtype: text,
    is_error: z.boolean().catch(true).default(true),
    result: text,
    errors: z.array(z.string()).catch([]).default([]),
    stop_reason: textOrNull,
    api_error_status: z.int().nullable().catch(null).default(null),
    structured_output: z.unknown().optional(),
    /** Cumulative over all turns of the session, also those of earlier processes. */
    total_cost_usd: z.number().min(0).nullable().catch(null).default(null),
    /** Of the main conversation in this turn, without subagents. */
    usage: tokensSchema.nullable().catch(null).default(null),
    /** Of this turn, with everything. Older programs do not tell. */
    model_usage_since_last_result: perModel.nullable().catch(null).default(null),
  }),
]);

export type ClaudeMessage = z.infer<typeof messageSchema>;
export type Message<Type extends ClaudeMessage['type']> = Extract<ClaudeMessage, { type: Type }>;
export type Block = z.infer<typeof blockSchema>;
export type Tokens = z.infer<typeof tokensSchema>;

const KINDS: readonly string[] = messageSchema.options.map(({ shape }) => shape.type.value);

/** Null for a line that is no message; `other` for one of a kind that means nothing to us. */
export function readMessage(line: string): ClaudeMessage | 'other' | null {
  if (!line.startsWith('{')) return null;
  try {
    const value = JSON.parse(line) as { readonly type?: unknown };
    if (typeof value.type !== 'string') return null;
    if (!KINDS.includes(value.type)) return 'other';
    return messageSchema.safeParse(value).data ?? null;
  } catch {
    return null;
  }
}

const line = (message: object): string => `${JSON.stringify(message)}\n`;

/** A prompt that begins with a slash would be one of the program's own commands. */
export const promptLine = (prompt: string): string => {
  const text = prompt.startsWith('/') ? `\n${prompt}` : prompt;
  return line({ type: 'user', message: { role: 'user', content: [{ type: 'text', text }] } });
};

/** Null allows the tool to do what it asked for; otherwise it is told why not. */
export const permissionLine = (
  { request_id, request }: Message<'control_request'>,
  refusal: string | null,
): string => {
  const response =
    refusal === null
      ? { behavior: 'allow', updatedInput: request.input }
      : { behavior: 'deny', message: refusal };
  return line({ type: 'control_response', response: { subtype: 'success', request_id, response } });
};

/** Whoever asks for something that we do not know must not wait for ever. */
export const unknownRequestLine = ({ request_id, request }: Message<'control_request'>): string =>
  line({
    type: 'control_response',
    response: { subtype: 'error', request_id, error: `${request.subtype} is not supported` },
  });

/** Ends the turn, whereupon what it cost is told, and then the program. */
export const INTERRUPT_LINES = ['interrupt', 'end_session']
  .map(subtype =>
    line({ type: 'control_request', request_id: `phasewright-${subtype}`, request: { subtype } }),
  )
  .join('');
