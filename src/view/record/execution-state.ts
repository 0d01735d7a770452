import { z } from 'zod';
import { SUBTASK_TYPES } from '../../plan/model.ts';
import { ACTIONS } from '../../run/answer.ts';
import { END_STATUSES } from '../../run/event.ts';
import { FAILURE_CATEGORIES } from '../../run/failure.ts';
import type { Counters, PhaseStatus, RunStatus, SubtaskState } from '../../run/state.ts';
import type { Spending } from '../../run/usage.ts';

/** Largest file that is read, in characters. */
const MAX_CHARACTERS = 200_000_000;

const count = z.int().min(0);
const time = z.iso.datetime();
const id = z.string().min(1);

const RUN_STATUSES = [
  'running',
  'waiting',
  'paused',
  ...END_STATUSES,
] as const satisfies readonly RunStatus[];
const PHASE_STATUSES = [
  'pending',
  'running',
  'retrying',
  'completed',
  'failed',
  'blocked',
  'skipped',
] as const satisfies readonly PhaseStatus[];
const SUBTASK_STATUSES = [
  'pending',
  'running',
  'retrying',
  'completed',
  'failed',
] as const satisfies readonly SubtaskState['status'][];

const usage = z
  .object({
    inputTokens: z.number(),
    outputTokens: z.number(),
    costUsd: z.number().meta({ description: 'Of the sessions that told theirs.' }),
    estimatedUsd: z
      .number()
      .meta({ description: 'By the list of prices, of sessions that told their tokens only.' }),
    unpriced: count.meta({ description: 'Sessions of which no cost is known.' }),
  })
  .meta({ description: 'What sessions have spent.' }) satisfies z.ZodType<Spending>;

const counters = z
  .object({
    attempts: count,
    landings: count,
    infra: count,
    quota: count,
    doctor: count,
    strongAgain: count,
    fixes: count,
    revisions: count,
    escalations: count,
    rounds: count,
  })
  .meta({
    description: 'Failed attempts by the budget that each was taken from, and what was done about them.',
  }) satisfies z.ZodType<Counters>;

const helped = z
  .boolean()
  .nullable()
  .meta({ description: 'Whether it was of use; null until that is known.' });

const consultation = z
  .object({
    attempt: count,
    call: count.meta({ description: '0 where the answer was known from another phase.' }),
    strength: z.enum(['cheap', 'strong']),
    about: z.enum(FAILURE_CATEGORIES),
    action: z.enum(ACTIONS).nullable().meta({ description: 'Null where no answer came.' }),
    confidence: z.number().nullable(),
    diagnosis: z.string().nullable(),
    helped,
  })
  .meta({ description: 'A visit of the doctor. Texts are shortened.' });

const revision = z
  .object({
    attempt: count,
    revision: count,
    purpose: z
      .enum(['revise', 'reduce'])
      .meta({ description: 'Another way to the same end, or less of it.' }),
    rule: z.string(),
    reason: z.string().nullable().meta({ description: 'Null where there is no new description.' }),
    sessions: count.meta({ description: 'Sessions that it took.' }),
    helped,
  })
  .meta({ description: 'An attempt to describe the phase anew. Texts are shortened.' });

const subtaskState = z.object({
  id,
  status: z.enum(SUBTASK_STATUSES),
  attempt: count,
  startedAt: time.nullable(),
  completedAt: time.nullable(),
  error: z.string().nullable(),
});

/** A phase: its place in the plan and how far it has come. */
export const executionPhaseSchema = z.object({
  index: count,
  id,
  title: z.string(),
  dependsOn: z.array(id),
  status: z.enum(PHASE_STATUSES),
  attempt: count.meta({ description: 'Number of the last attempt; 0 before the first.' }),
  spent: counters,
  startedAt: time.nullable(),
  completedAt: time.nullable(),
  prePhaseCommit: z.string().nullable().meta({ description: 'Where the last attempt began.' }),
  commit: z.string().nullable().meta({ description: "The phase's commit, once it has landed." }),
  error: z
    .object({ category: z.enum([...FAILURE_CATEGORIES, 'blocked']), message: z.string() })
    .nullable()
    .meta({ description: 'Shortened; the whole of it is in review-feedback.md.' }),
  blockingPhase: id.nullable(),
  reviewResult: z
    .object({ approved: z.boolean(), comments: count })
    .nullable()
    .meta({ description: 'The last verdict, and how many comments came with it.' }),
  usage,
  revision: count.meta({ description: 'How often the phase was described anew.' }),
  intent: z
    .string()
    .nullable()
    .meta({ description: 'What it was to achieve before that, shortened; null where it never was.' }),
  level: count.meta({ description: 'How far up its lists of models it has come.' }),
  consultations: z.array(consultation),
  revisions: z.array(revision),
  subtasks: z.array(subtaskState),
});

const executionStateSchema = z
  .object({
    version: z.literal(1).meta({ description: 'The version of the format.' }),
    run: id,
    status: z.enum(RUN_STATUSES),
    reason: z.string().nullable().meta({ description: 'Why it has that status.' }),
    title: z.string(),
    trackerId: z.string().nullable(),
    branch: z.string(),
    base: z.string().meta({ description: 'The commit that the run began with.' }),
    head: z.string().nullable().meta({ description: 'The newest landed commit.' }),
    createdAt: time,
    updatedAt: time,
    currentPhaseIndex: count.meta({
      description: 'The first phase, in the order of the plan, that is not done; totalPhases once all are.',
    }),
    totalPhases: count,
    reviewIteration: count.meta({ description: 'Attempts that the current phase has failed.' }),
    usage,
    subtasks: z.array(z.object({ id, title: z.string(), type: z.enum(SUBTASK_TYPES), phase: id })),
    phases: z.array(executionPhaseSchema),
  })
  .meta({
    title: 'Phasewright execution state',
    description: 'How far a run has come. Written for people and tools; the run itself goes by its journal.',
  });
export type ExecutionState = z.infer<typeof executionStateSchema>;

/** The JSON Schema that is published for tools that read execution states. Later versions may add fields. */
export const executionStateJsonSchema = (): Record<string, unknown> => ({
  ...z.toJSONSchema(executionStateSchema, { target: 'draft-7', io: 'input' }),
});

type Read =
  | { readonly ok: true; readonly state: ExecutionState }
  | { readonly ok: false; readonly problem: string };

/** Reads what `executionText` wrote. */
export function readExecutionState(text: string): Read {
  if (text.length > MAX_CHARACTERS) return { ok: false, problem: 'The file is too large.' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, problem: 'The file is no JSON.' };
  }
  const { success, data, error } = executionStateSchema.safeParse(value);
  if (success) return { ok: true, state: data };
  const [issue] = error.issues;
  const place = issue?.path.map(String).join('.') || 'The file';
  return { ok: false, problem: `${place}: ${issue?.message ?? 'is no execution state'}` };
}
