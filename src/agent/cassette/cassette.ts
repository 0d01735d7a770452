import { z } from 'zod';
import { FAILURE_CATEGORIES } from '../../run/failure.ts';
import { ROLES, type Role } from '../../run/role.ts';
import type { AgentEvent, Assignment, SessionOptions, SessionResult } from '../port.ts';
import { isStorablePath, linkStaysInside } from './paths.ts';

/** One session as it was recorded: what it was asked, what it did and said, and how it ended. */
export interface Cassette {
  readonly version: typeof CASSETTE_VERSION;
  readonly role: Role;
  readonly assignment: Omit<Assignment, 'run'>;
  readonly prompt: string;
  readonly model: string | null;
  readonly permissions: SessionOptions['permissions'];
  /** The session that it continued. */
  readonly continues: string | null;
  readonly events: readonly StoredEvent[];
  readonly result: StoredResult;
  /** What differs in the workspace from what was there when the session began; none of one that may only read. */
  readonly changes: readonly StoredChange[];
}

/** A process of another time and machine is of no interest. */
export type StoredEvent = Exclude<AgentEvent, { type: 'process' }>;

/** A session that we ended ourselves has no result worth repeating. */
type StoredResult = Exclude<SessionResult, { status: 'cancelled' }>;

export type StoredChange =
  | { readonly path: string; readonly mode: 'file' | 'executable'; readonly text: string }
  | { readonly path: string; readonly mode: 'file' | 'executable'; readonly base64: string }
  | { readonly path: string; readonly mode: 'link'; readonly text: string }
  | { readonly path: string; readonly deleted: true };

export const CASSETTE_VERSION = 1;

export const CASSETTE_LIMITS = {
  /** The whole document, in bytes. */
  bytes: 128 * 1024 * 1024,
  events: 100_000,
  /** What the session said and did, in characters. */
  eventCharacters: 32_000_000,
  changes: 2000,
  /** One file, in bytes. */
  fileBytes: 10 * 1024 * 1024,
  /** All files, in bytes. */
  allFileBytes: 48 * 1024 * 1024,
  /** Structured answers within each other. */
  answerDepth: 100,
} as const;

/** Of what is wrong with a cassette, how much is told, in characters. */
const PROBLEM_CHARACTERS = 300;
const MAX_ID = 1000;
const MAX_TOKENS = 1e12;
const MAX_USD = 1e9;
const BASE64_GROWTH = 4 / 3;

const word = z.string().max(MAX_ID);
const tokens = z.int().min(0).max(MAX_TOKENS);
const usd = z.number().min(0).max(MAX_USD);
const usage = z.object({
  inputTokens: tokens,
  outputTokens: tokens,
  costUsd: usd.nullable(),
  estimatedUsd: usd.optional(),
});

const event = z.discriminatedUnion('type', [
  z.object({ type: z.literal('session'), id: word }),
  z.object({ type: z.enum(['text', 'thinking', 'notice']), text: z.string() }),
  z.object({ type: z.literal('tool_call'), name: z.string(), summary: z.string() }),
  z.object({ type: z.literal('tool_result'), name: z.string(), ok: z.boolean(), summary: z.string() }),
  z.object({ type: z.literal('usage'), usage }),
]);

/** What is worked on further knows no limit to how deep it goes. */
const answer = z.unknown().refine(value => isShallow(value, CASSETTE_LIMITS.answerDepth), 'goes too deep');
const ending = { sessionId: word.nullable(), usage, answer: answer.optional() };
const result = z.discriminatedUnion('status', [
  z.object({ status: z.literal('completed'), ...ending }),
  z.object({
    status: z.literal('failed'),
    failure: z.object({
      category: z.enum(FAILURE_CATEGORIES),
      message: z.string(),
      retryAt: z.int().optional(),
      question: z.string().optional(),
    }),
    ...ending,
  }),
]);

const path = z.string().refine(isStorablePath, 'leads out of the workspace, or into .git');
const mode = z.enum(['file', 'executable']);
const text = z.string().max(CASSETTE_LIMITS.fileBytes);
const base64 = z.string().max(Math.ceil(CASSETTE_LIMITS.fileBytes * BASE64_GROWTH) + BASE64_GROWTH);
const change = z.union([
  z.strictObject({ path, mode, text }),
  z.strictObject({ path, mode, base64 }),
  z
    .strictObject({ path, mode: z.literal('link'), text })
    .refine(link => linkStaysInside(link.path, link.text), 'is a link that leads out of the workspace'),
  z.strictObject({ path, deleted: z.literal(true) }),
]);

const cassetteSchema = z.object({
  version: z.literal(CASSETTE_VERSION, { error: 'is of another version of phasewright' }),
  role: z.enum(ROLES),
  assignment: z.object({
    phase: z.string(),
    attempt: z.int().min(0),
    asked: z.int().min(0).optional(),
    subtasks: z.array(z.string()),
  }),
  prompt: z.string(),
  model: z.string().nullable(),
  permissions: z.enum(['read-only', 'workspace-write']),
  continues: z.string().nullable(),
  events: z.array(event).max(CASSETTE_LIMITS.events),
  result,
  changes: z.array(change).max(CASSETTE_LIMITS.changes),
});

export type Read =
  | { readonly ok: true; readonly cassette: Cassette }
  /** What is wrong with it, to stand behind its name. */
  | { readonly ok: false; readonly problem: string };

/** Reads what may come from a stranger. Never throws. */
export function readCassette(document: string): Read {
  let value: unknown;
  try {
    value = JSON.parse(document);
  } catch {
    return { ok: false, problem: 'is not JSON' };
  }
  const read = cassetteSchema.safeParse(value);
  // Keys that are left out stay out, so that `optional` here is what it is in the types.
  if (read.success) return { ok: true, cassette: read.data as Cassette };
  const issue = deepest(read.error.issues[0]);
  const place = issue?.path.join('.') ?? '';
  const problem = `is no cassette: ${place}${place ? ': ' : ''}${issue?.message ?? ''}`;
  return { ok: false, problem: problem.slice(0, PROBLEM_CHARACTERS) };
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly errors?: readonly (readonly Issue[])[];
}

/** Of a value that fits none of several shapes, what is wrong with it in the shape that it nearly has. */
function deepest(issue: Issue | undefined): Issue | undefined {
  const shapes = issue?.errors ?? [];
  const nearest = shapes.toSorted((a, b) => a.length - b.length)[0]?.[0];
  return issue && nearest ? { ...nearest, path: [...issue.path, ...nearest.path] } : issue;
}

function isShallow(value: unknown, room: number): boolean {
  if (value === null || typeof value !== 'object') return true;
  return room > 0 && Object.values(value).every(inner => isShallow(inner, room - 1));
}
