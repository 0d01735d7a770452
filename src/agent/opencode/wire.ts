import { z } from 'zod';

/** The only file that knows what OpenCode's server says. Fields and events that are of no use to us are left out. */

const tokens = z.object({
  input: z.number(),
  output: z.number(),
  reasoning: z.number().catch(0),
  cache: z.object({ read: z.number().catch(0), write: z.number().catch(0) }).catch({ read: 0, write: 0 }),
});

const toldError = z.object({
  name: z.string(),
  data: z
    .object({
      message: z.string().optional().catch(undefined),
      statusCode: z.number().optional().catch(undefined),
      responseHeaders: z.record(z.string(), z.string()).optional().catch(undefined),
      responseBody: z.string().optional().catch(undefined),
    })
    .catch({}),
});
export type ToldError = z.infer<typeof toldError>;

const message = z.object({
  id: z.string(),
  sessionID: z.string(),
  role: z.string(),
  finish: z.string().optional().catch(undefined),
  error: toldError.optional().catch(undefined),
  structured: z.unknown().optional(),
  /** Whether it sums up what was said, to make room. */
  summary: z.boolean().optional().catch(undefined),
});
export type ToldMessage = z.infer<typeof message>;

const owner = { id: z.string(), sessionID: z.string(), messageID: z.string() };
const time = z.object({ end: z.number().optional() }).optional().catch(undefined);
const state = z.object({
  status: z.string(),
  input: z.unknown().optional(),
  output: z.string().optional().catch(undefined),
  error: z.string().optional().catch(undefined),
  metadata: z
    .object({ exit: z.number().nullish().catch(undefined) })
    .optional()
    .catch(undefined),
});
const part = z.discriminatedUnion('type', [
  z.object({ ...owner, type: z.enum(['text', 'reasoning']), text: z.string(), time }),
  z.object({ ...owner, type: z.literal('tool'), tool: z.string(), callID: z.string(), state }),
  z.object({ ...owner, type: z.literal('step-finish'), tokens, cost: z.number().catch(0) }),
]);
export type ToldPart = z.infer<typeof part>;

/** Kinds of parts of a message that mean something to us. */
const PARTS: readonly unknown[] = ['text', 'reasoning', 'tool', 'step-finish'];

const request = z.object({
  id: z.string(),
  permission: z.string(),
  metadata: z.object({ command: z.string().optional().catch(undefined) }).catch({}),
  tool: z.object({ callID: z.string() }).optional().catch(undefined),
});

const inSession = z.object({ sessionID: z.string() });

const EVENTS = {
  'server.connected': z.unknown(),
  'message.updated': z.object({ info: message }),
  'message.part.updated': z.object({ part }),
  'message.part.delta': z.object({ partID: z.string(), field: z.string(), delta: z.string() }),
  'permission.asked': request,
  'session.status': z.object({
    sessionID: z.string(),
    status: z.discriminatedUnion('type', [
      z.object({ type: z.enum(['idle', 'busy']) }),
      /** `next`: when it asks the model again, in milliseconds since 1970. */
      z.object({ type: z.literal('retry'), message: z.string(), next: z.number() }),
    ]),
  }),
  'session.idle': inSession,
  'session.error': z.object({ sessionID: z.string().optional(), error: toldError.optional() }),
} as const;

type Events = typeof EVENTS;
export type ServerEvent = {
  [Type in keyof Events]: { readonly type: Type; readonly properties: z.infer<Events[Type]> };
}[keyof Events];

/** Undefined for what is of no use to us, null for what is not of the protocol. */
export function readEvent(value: unknown): ServerEvent | undefined | null {
  const { type, properties } = anyEvent.safeParse(value).data ?? {};
  if (type === undefined) return null;
  if (!isKnown(type) || isOtherPart(properties)) return undefined;
  const read = EVENTS[type].safeParse(properties);
  return read.success ? ({ type, properties: read.data } as ServerEvent) : null;
}

const anyEvent = z.object({ type: z.string(), properties: z.unknown() });
const anyPart = z.object({ part: z.object({ type: z.string() }) });

const isKnown = (type: string): type is keyof Events => Object.hasOwn(EVENTS, type);

const isOtherPart = (properties: unknown): boolean => {
  const read = anyPart.safeParse(properties);
  return read.success && !PARTS.includes(read.data.part.type);
};

/** What it prints once it can be spoken to. Requests that are sent earlier are never answered. */
const LISTENING = /^opencode server listening on (http:\/\/127\.0\.0\.1:\d{1,5})\b/;

/** The address in a line that tells it; null in all others. */
export const addressIn = (line: string): string | null => LISTENING.exec(line)?.[1] ?? null;

/** Events that come in floods and tell nothing that others do not tell: they are not kept in the file. */
const FLOODING: readonly unknown[] = [
  'message.part.delta',
  'server.heartbeat',
  'plugin.added',
  'session.diff',
];

export const isFlooding = (value: unknown): boolean =>
  FLOODING.includes(anyEvent.safeParse(value).data?.type);
