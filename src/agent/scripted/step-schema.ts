import { z } from 'zod';
import { nearest } from '../../base/nearest.ts';
import { FAILURE_CATEGORIES } from '../../run/failure.ts';
import { MAX_MESSAGE_TOKENS, MAX_MESSAGE_USD } from '../../run/usage.ts';
import { MAX_RETRY_AFTER_MS } from '../wire/message.ts';
import type { CrashSignal, PlainStep } from './step.ts';

type PlainStepName = PlainStep extends infer One ? (One extends PlainStep ? keyof One : never) : never;

const A_DAY_MS = 86_400_000;
const GARBAGE_BYTES = 2 ** 31;
const CRASH_SIGNALS: readonly CrashSignal[] = [
  'SIGABRT',
  'SIGHUP',
  'SIGINT',
  'SIGKILL',
  'SIGSEGV',
  'SIGTERM',
];

const text = z.string({ error: 'must be text' });
const filled = text.min(1, { error: 'must not be empty' });
const integer = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.number({ error }).int({ error }).min(least, { error }).max(most, { error });
};
const tokens = integer(0, MAX_MESSAGE_TOKENS);
const ids = z.array(text, { error: 'must be a list of texts' }).optional();
const words = text.nullish();

/** Seen again when the step is carried out: what stands in braces may have put anything into it. */
const path = text.refine(
  value => !/^\/|(?:^|\/)\.\.(?:\/|$)|\0/.test(value) && !/^[./]*$/.test(value),
  'must be a path inside the workspace: relative and without ".."',
);

const fileText = z.strictObject({ path, content: text }, { error: 'must be {path, content}' });

/** What may stand behind the name of each step that is the same for each model. */
export const STEP_SCHEMAS: Readonly<Record<PlainStepName, z.ZodType>> = {
  write: fileText,
  append: fileText,
  delete: path,
  shell: filled,
  sleep: integer(0, A_DAY_MS),
  say: text,
  usage: z.strictObject(
    {
      input: tokens,
      output: tokens,
      costUsd: z
        .number({ error: 'must be a number' })
        .min(0, { error: 'must not be negative' })
        .max(MAX_MESSAGE_USD, { error: `must be at most ${MAX_MESSAGE_USD}` })
        .nullish(),
    },
    { error: 'must be {input, output, costUsd}' },
  ),
  commit: filled,
  report: z.strictObject(
    {
      status: z.enum(['completed', 'failed', 'partial'], {
        error: 'must be completed, failed or partial',
      }),
      subtasksCompleted: ids,
      subtasks_completed: ids,
      subtasksFailed: ids,
      subtasks_failed: ids,
      summary: words,
      error: words,
      errorContext: words,
      error_context: words,
      filesChanged: ids,
      files_changed: ids,
      category: words,
      question: words,
    },
    { error: 'must be an object with a status' },
  ),
  reply: z.unknown(),
  fail: z.strictObject(
    {
      category: z.enum(FAILURE_CATEGORIES, { error: categoryError }),
      message: text,
      retryAfterMs: integer(0, MAX_RETRY_AFTER_MS).optional(),
      resetsAt: z.iso
        .datetime({ offset: true, error: 'must be a time with its zone, as "2026-01-31T18:00:00Z"' })
        .optional(),
    },
    { error: 'must be {category, message, retryAfterMs, resetsAt}' },
  ),
  hang: z.literal(true, { error: 'must be true' }),
  crash: z.union([integer(0, 255), z.enum(CRASH_SIGNALS)], {
    error: `must be an exit code from 0 to 255 or one of ${CRASH_SIGNALS.join(', ')}`,
  }),
  garbage: integer(0, GARBAGE_BYTES),
  spawn: filled,
};

export const STEP_NAMES: readonly string[] = [...Object.keys(STEP_SCHEMAS), 'model'];

export const isPlainStepName = (word: string): word is PlainStepName => Object.hasOwn(STEP_SCHEMAS, word);

function categoryError({ input }: { readonly input?: unknown }): string {
  const meant = typeof input === 'string' ? nearest(input, FAILURE_CATEGORIES) : null;
  return meant === null ? `must be one of ${FAILURE_CATEGORIES.join(', ')}` : `must be "${meant}", probably`;
}
