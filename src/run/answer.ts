import { z } from 'zod';
import { SUBTASK_TYPES } from '../plan/model.ts';
import { FAILURE_CATEGORIES } from './failure.ts';

/** Longest text that is taken from an agent's answer, in characters; the rest stays in its raw output. */
const MAX_TEXT = 20_000;
const MAX_ITEMS = 1_000;

const text = z.string().transform(value => value.slice(0, MAX_TEXT));
const names = z.array(z.string().max(4_096)).max(MAX_ITEMS);

/** What a developer says about its work. Never believed without verification. */
export const reportSchema = z.object({
  status: z.enum(['completed', 'failed', 'partial']),
  subtasksCompleted: names.default([]),
  subtasksFailed: names.default([]),
  summary: text.default(''),
  error: text.nullish().transform(value => value ?? null),
  filesChanged: names.default([]),
  /** What kind of failure it is, in the developer's opinion. */
  category: z.enum(FAILURE_CATEGORIES).nullish().catch(null),
  /** What only a person can answer, where the work cannot go on without it. */
  question: text.nullish(),
});
export type Report = z.infer<typeof reportSchema>;

/** What a reviewer says about the work of a developer. */
export const reviewSchema = z.object({
  approved: z.boolean(),
  summary: text.default(''),
  comments: z
    .array(
      z.object({
        severity: z.enum(['info', 'minor', 'major', 'critical']).default('major'),
        file: z
          .string()
          .max(4_096)
          .nullish()
          .transform(value => value ?? null),
        line: z
          .int()
          .nullish()
          .transform(value => value ?? null),
        message: text,
      }),
    )
    .max(MAX_ITEMS)
    .default([]),
});
export type Review = z.infer<typeof reviewSchema>;
export type Comment = Review['comments'][number];

export const DISPOSITIONS = ['IMPLEMENT', 'REJECT', 'DEFER'] as const;
export type Disposition = (typeof DISPOSITIONS)[number];

/** What an evaluator says about the comments of a review, by their numbers from 1. */
export const evaluationSchema = z.object({
  decisions: z
    .array(
      z.object({
        comment: z.int().positive(),
        decision: z.enum(DISPOSITIONS),
        reason: text.default(''),
      }),
    )
    .max(MAX_ITEMS),
});
export type Decision = z.infer<typeof evaluationSchema>['decisions'][number];

export const ACTIONS = [
  'retry_with_fix',
  'replan',
  'skip_phase',
  'fatal_error',
  'rollback_provider',
  'execute_fix',
] as const;
export type Action = (typeof ACTIONS)[number];

/** What a doctor says about an attempt that failed. */
export const adviceSchema = z.object({
  action: z.enum(ACTIONS),
  /** How sure it is, from 0 to 1. */
  confidence: z.number().min(0).max(1).default(0),
  diagnosis: text.default(''),
  /** For the next developer, with `retry_with_fix`. */
  hint: text.nullish().transform(value => value || null),
  /** The command that is to be run, with `execute_fix`. */
  command: text.nullish().transform(value => value || null),
});
export type Advice = z.infer<typeof adviceSchema>;

/** How a phase is described anew. What is left out stays as it is. */
export const revisionSchema = z.object({
  /** Why this will work where the other way did not. */
  reason: text.default(''),
  title: text.nullish().transform(value => value || null),
  description: text.nullish().transform(value => value || null),
  subtasks: z
    .array(
      z.object({
        title: text,
        description: text.default(''),
        type: z.enum(SUBTASK_TYPES).default('task'),
      }),
    )
    .max(MAX_ITEMS)
    .nullish()
    .transform(value => value ?? null),
  files: names.nullish().transform(value => value ?? null),
  deliverables: names.nullish().transform(value => value ?? null),
  criteria: z
    .array(text)
    .max(MAX_ITEMS)
    .nullish()
    .transform(value => value ?? null),
  /** With a smaller scope: each deliverable and criterion that goes, and why. */
  dropped: z
    .array(z.object({ what: text, reason: text }))
    .max(MAX_ITEMS)
    .default([]),
});
export type Revision = z.infer<typeof revisionSchema>;

/** What an architect answers: the plan as markdown. */
export const draftSchema = z.object({ plan: z.string().min(1) });

/** The other spelling of the same keys. */
const KEYS: Readonly<Record<string, string>> = {
  subtasks_completed: 'subtasksCompleted',
  subtasks_failed: 'subtasksFailed',
  error_context: 'error',
  errorContext: 'error',
  files_changed: 'filesChanged',
};

/**
 * Null where the answer is no report: then git alone tells what was done. What a failure is told with may be spelled
 * loosely, for to overlook it would be to take it for success.
 */
export function readReport(answer: unknown): Report | null {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return null;
  const spelled = Object.entries(answer).map(([word, value]) => {
    const key = Object.hasOwn(KEYS, word) ? KEYS[word]! : word;
    return [key, spelling(key, value)];
  });
  return reportSchema.safeParse(Object.fromEntries(spelled)).data ?? null;
}

function spelling(key: string, value: unknown): unknown {
  if (value === null) return undefined;
  if (key === 'status' && typeof value === 'string') return value.trim().toLowerCase();
  if ((key === 'error' || key === 'summary') && typeof value !== 'string') return JSON.stringify(value);
  return Array.isArray(value) ? value.map(item => (typeof item === 'number' ? String(item) : item)) : value;
}

/** Null where the answer is no evaluation. */
export const readEvaluation = (answer: unknown): readonly Decision[] | null =>
  evaluationSchema.safeParse(answer).data?.decisions ?? null;

/** Null where the answer is no advice. */
export const readAdvice = (answer: unknown): Advice | null => adviceSchema.safeParse(answer).data ?? null;

/** Null where the answer describes no phase. */
export const readRevision = (answer: unknown): Revision | null =>
  revisionSchema.safeParse(answer).data ?? null;

/** Null where the answer is no plan. */
export const readDraft = (answer: unknown): string | null => draftSchema.safeParse(answer).data?.plan ?? null;

/** Null where the answer is no verdict. */
export const readReview = (answer: unknown): Review | null => reviewSchema.safeParse(answer).data ?? null;
