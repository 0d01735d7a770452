import { z } from 'zod';

/**
 * What we read of the Agent Client Protocol: as little as we need, as leniently as we can. What does not fit is left
 * out, and what is not known is passed over. The SDK carries requests and responses; this is the only file that knows
 * what is in them.
 */
const text = z.string().catch('');
const optionalText = z.string().nullish().catch(undefined);
const count = z.number().min(0).catch(0);

export const messageSchema = z
  .looseObject({ jsonrpc: z.literal('2.0'), method: z.string().optional(), params: z.unknown().optional() })
  .refine(message => message.method !== undefined || 'id' in message);

const contentSchema = z
  .looseObject({
    type: text,
    path: optionalText,
    content: z.looseObject({ type: text, text: optionalText }).nullish().catch(undefined),
  })
  .catch({ type: '' });

/** Where codex-acp and claude-agent-acp put what the protocol has no place for. */
const metaSchema = z
  .looseObject({
    terminal_output_delta: z.looseObject({ data: text }).nullish().catch(undefined),
    terminal_output: z.looseObject({ data: text }).nullish().catch(undefined),
    terminal_exit: z.looseObject({ exit_code: z.number().nullish() }).nullish().catch(undefined),
  })
  .nullish()
  .catch(undefined);

const toolSchema = z.looseObject({
  toolCallId: z.string(),
  name: optionalText,
  title: optionalText,
  kind: optionalText,
  status: optionalText,
  rawInput: z.unknown().optional(),
  rawOutput: z.unknown().optional(),
  content: z.array(contentSchema).nullish().catch(undefined),
  locations: z
    .array(z.looseObject({ path: text }).catch({ path: '' }))
    .nullish()
    .catch(undefined),
  _meta: metaSchema,
});
/** A call of a tool, or what has changed of one. */
export type Tool = z.infer<typeof toolSchema>;

const chunk = { content: z.looseObject({ type: text, text: optionalText }), messageId: optionalText };

const updateSchema = z.union([
  z.looseObject({ sessionUpdate: z.literal('agent_message_chunk'), ...chunk }),
  z.looseObject({ sessionUpdate: z.literal('agent_thought_chunk'), ...chunk }),
  z.looseObject({ sessionUpdate: z.enum(['tool_call', 'tool_call_update']), ...toolSchema.shape }),
  z.looseObject({
    sessionUpdate: z.literal('usage_update'),
    cost: z.looseObject({ amount: z.number(), currency: text }).nullish().catch(undefined),
  }),
]);
export type Update = z.infer<typeof updateSchema>;

/** What the agent tells of a session; null for what we do not need. */
export const readUpdate = (params: unknown): Update | null =>
  z.looseObject({ update: updateSchema }).safeParse(params).data?.update ?? null;

const permissionSchema = z.looseObject({
  toolCall: toolSchema,
  options: z.array(z.looseObject({ optionId: z.string(), kind: text })),
});
export type PermissionAsked = z.infer<typeof permissionSchema>;

export const readPermission = (params: unknown): PermissionAsked | null =>
  permissionSchema.safeParse(params).data ?? null;

const selectSchema = z.looseObject({
  id: z.string(),
  category: optionalText,
  options: z.unknown().optional(),
});
/** Of the response to `session/new`, `session/resume` and `session/load`. */
const sessionSchema = z.looseObject({
  sessionId: optionalText,
  modes: z
    .looseObject({ availableModes: z.array(z.looseObject({ id: text }).catch({ id: '' })) })
    .nullish()
    .catch(undefined),
  models: z
    .looseObject({ availableModels: z.array(z.looseObject({ modelId: text }).catch({ modelId: '' })) })
    .nullish()
    .catch(undefined),
  configOptions: z.array(selectSchema).nullish().catch(undefined),
});
export type SessionOpened = z.infer<typeof sessionSchema>;
export const readSession = (response: unknown): SessionOpened =>
  sessionSchema.safeParse(response ?? {}).data ?? {};

const initializeSchema = z.looseObject({
  protocolVersion: z.number(),
  agentCapabilities: z
    .looseObject({
      loadSession: z.boolean().nullish().catch(undefined),
      sessionCapabilities: z
        .looseObject({ resume: z.unknown().optional(), title: z.unknown().optional() })
        .nullish()
        .catch(undefined),
    })
    .nullish()
    .catch(undefined),
});
export type Initialized = z.infer<typeof initializeSchema>;
export const readInitialized = (response: unknown): Initialized | null =>
  initializeSchema.safeParse(response).data ?? null;

const usageSchema = z.looseObject({
  totalTokens: count,
  inputTokens: count,
  outputTokens: count,
  thoughtTokens: count,
  cachedReadTokens: count,
  cachedWriteTokens: count,
});
export type TurnUsage = z.infer<typeof usageSchema>;

const promptedSchema = z.looseObject({
  stopReason: text,
  usage: usageSchema.nullish().catch(undefined),
  /** Where Gemini CLI tells what a turn took. */
  _meta: z
    .looseObject({
      quota: z.looseObject({ token_count: z.looseObject({ input_tokens: count, output_tokens: count }) }),
    })
    .nullish()
    .catch(undefined),
});
export type Prompted = z.infer<typeof promptedSchema>;
export const readPrompted = (response: unknown): Prompted =>
  promptedSchema.safeParse(response ?? {}).data ?? { stopReason: '' };

const errorSchema = z.looseObject({
  code: z.number().catch(0),
  message: text,
  data: z.unknown().optional(),
});
/** The error of a JSON-RPC response; what else is thrown has only a message. */
export const readError = (error: unknown): { code: number; message: string; data?: unknown } => {
  const read = errorSchema.safeParse(error).data;
  const message = error instanceof Error ? error.message : (read?.message ?? String(error));
  return { code: read?.code ?? 0, message, data: read?.data };
};
