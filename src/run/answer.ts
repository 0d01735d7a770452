import { z } from 'zod';

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

/** Null where the answer is no report: then git alone tells what was done. */
export function readReport(answer: unknown): Report | null {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return null;
  const renamed = Object.entries(answer).map(([key, value]) => [
    Object.hasOwn(KEYS, key) ? KEYS[key]! : key,
    value,
  ]);
  return reportSchema.safeParse(Object.fromEntries(renamed)).data ?? null;
}

/** Null where the answer is no evaluation. */
export const readEvaluation = (answer: unknown): readonly Decision[] | null =>
  evaluationSchema.safeParse(answer).data?.decisions ?? null;

/** Null where the answer is no plan. */
export const readDraft = (answer: unknown): string | null => draftSchema.safeParse(answer).data?.plan ?? null;

/** Null where the answer is no verdict. */
export const readReview = (answer: unknown): Review | null => reviewSchema.safeParse(answer).data ?? null;
