import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Usage } from '../../run/usage.ts';
import { followFile } from '../talk/follow-file.ts';
import { type Tokens, tokensSchema } from './message.ts';
import type { Account } from './understand.ts';

export interface Rollout extends Account {
  /** What was spent and not yet told, once the program is gone. */
  rest(): readonly Usage[];
}

/**
 * What a thread spends, by the file in which Codex keeps it. There each answer of the model is recorded with its tokens
 * as it comes, so that nothing is lost with a session that is cut off, and what was spent before the thread was
 * continued does not count. Versions that do not record answers still note the thread's total there.
 */
export function openRollout(sessions: string, continues: string | null): Rollout {
  let follow: (() => void) | null = null;
  let spent: Usage[] = [];
  let hasRecords = false;
  let total = NOTHING;
  const hear = (line: string): void => {
    const entry = readEntry(line);
    if (entry === null) return;
    if (entry.type === 'event_msg') total = entry.payload.info.total_token_usage;
    else spent.push(usageOf(entry.payload.usage));
  };
  const begin = (thread: string): void => {
    const file = follow ? null : findRollout(sessions, thread);
    if (file !== null) follow = followFile(file, hear);
  };
  if (continues !== null) begin(continues);
  (follow as (() => void) | null)?.();
  spent = [];
  const before = total;

  let thread: string | null = null;
  const take = (): readonly Usage[] => {
    // The file may come later than the first message.
    if (thread !== null) begin(thread);
    follow?.();
    const taken = spent;
    spent = [];
    hasRecords ||= taken.length > 0;
    return taken;
  };
  return {
    begin(id) {
      thread = id;
    },
    take,
    total(tokens) {
      total = tokens;
    },
    rest() {
      const taken = take();
      return hasRecords ? taken : [usageOf(difference(total, before))].filter(isSomething);
    },
  };
}

const NOTHING: Tokens = { input_tokens: 0, output_tokens: 0 };

const difference = (now: Tokens, before: Tokens): Tokens => ({
  input_tokens: Math.max(0, now.input_tokens - before.input_tokens),
  output_tokens: Math.max(0, now.output_tokens - before.output_tokens),
});

const usageOf = ({ input_tokens, output_tokens }: Tokens): Usage => ({
  inputTokens: input_tokens,
  outputTokens: output_tokens,
  costUsd: null,
});

const isSomething = ({ inputTokens, outputTokens }: Usage): boolean => inputTokens + outputTokens > 0;

const entrySchema = z.union([
  z.object({ type: z.literal('token_usage_record'), payload: z.object({ usage: tokensSchema }) }),
  z.object({
    type: z.literal('event_msg'),
    payload: z.object({
      type: z.literal('token_count'),
      info: z.object({ total_token_usage: tokensSchema }),
    }),
  }),
]);
/** Most lines are something else, and long. */
const TELLING = /"(?:token_usage_record|token_count)"/;

function readEntry(line: string) {
  if (!TELLING.test(line)) return null;
  try {
    return entrySchema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

/** In folders by year, month and day, and named by its time and the thread's id. Null where there is none. */
function findRollout(sessions: string, thread: string): string | null {
  let folders = [sessions];
  for (let depth = 0; depth <= ROLLOUT_DEPTH; depth += 1) {
    const entries = folders.flatMap(entriesOf);
    const file = entries.find(({ name }) => name.endsWith(`${thread}.jsonl`));
    if (file) return join(file.parentPath, file.name);
    folders = entries
      .filter(entry => entry.isDirectory())
      .map(({ parentPath, name }) => join(parentPath, name));
  }
  return null;
}

/** Year, month and day. Links are not followed: the agent could have made them. */
const ROLLOUT_DEPTH = 3;

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
