import { z } from 'zod';
import { PROMPT_NAMES, REVIEW_MOMENTS } from '../../run/policies.ts';
import { settingsSchema } from '../../run/settings.ts';

/** A week, for anything that a run waits for. */
const MAX_WAIT_SECONDS = 7 * 24 * 60 * 60;
export const MAX_WAIT_MS = MAX_WAIT_SECONDS * 1_000;
/** How long a check or a setup command may take unless told. */
export const CHECK_SECONDS = 30 * 60;
/** Longest path. */
export const MAX_PATH = 500;

const { shape } = settingsSchema;

export const text = z.string().regex(/\S/, 'must not be empty');
const command = text.meta({ description: 'Run by the shell in the workspace; exit status 0 passes.' });
const timeoutSeconds = z
  .number()
  .positive()
  .max(MAX_WAIT_SECONDS)
  .optional()
  .meta({ description: 'How long it may take.', default: CHECK_SECONDS });

const checkMap = z.strictObject({
  command,
  kind: shape.checks.element.shape.kind.optional().meta({
    description:
      '`test` for commands that run tests: after a phase that only writes tests they are expected to fail. Without it the words of the command decide.',
  }),
  timeoutSeconds,
  mayChange: z.boolean().optional().meta({
    description:
      'Whether it may change tracked files: with false it fails then, and with true it also runs before the work is captured.',
  }),
});
const setupMap = z.strictObject({ command, timeoutSeconds });

const COMMAND_OR_MAP = { error: 'must be a command, or a map with a command' };
export const checkForm = z.union([text, checkMap], COMMAND_OR_MAP);
export const setupForm = z.union([text, setupMap], COMMAND_OR_MAP);

export const reviewForm = z.union([z.boolean(), z.enum(['off', ...REVIEW_MOMENTS]), shape.review.partial()], {
  error: `must be true, false, off, ${REVIEW_MOMENTS.join(', ')}, or a map such as {tier: auto}`,
});
export const scopeForm = shape.scope.partial();

/** Why a folder cannot hold the record; null where it can. */
function folderProblem(folder: string): string | null {
  const steps = folder.replace(/\/$/, '').split('/');
  if (/^[A-Za-z]:|^\/|^~|\\/.test(folder))
    return 'must be a path from the top of the repository, with forward slashes';
  if (steps.some(step => step === '' || step === '.' || step === '..'))
    return 'must be a path without empty, "." or ".." parts';
  if (steps.some(step => step.toLowerCase() === '.git')) return 'must not be inside .git';
  return /[\0-\x1F\x7F]/.test(folder) ? 'must not have control characters' : null;
}

const folder = z
  .string()
  .min(1)
  .max(MAX_PATH)
  .superRefine((value, context) => {
    const message = folderProblem(value);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });
export const recordForm = shape.record.extend({ folder }).partial();

export const commitForm = shape.commit.partial();

export const limitsForm = shape.limits
  .extend({
    backoffMs: shape.limits.shape.backoffMs.max(MAX_WAIT_MS),
    maxBackoffMs: shape.limits.shape.maxBackoffMs.max(MAX_WAIT_MS),
    sessionMs: shape.limits.shape.sessionMs.max(MAX_WAIT_MS),
    sessionMinutes: z
      .number()
      .positive()
      .max(MAX_WAIT_SECONDS / 60),
  })
  .partial();

const promptPath = text.max(MAX_PATH);
export const promptsForm = z
  .strictObject(
    Object.fromEntries(PROMPT_NAMES.map(name => [name, promptPath])) as Record<
      (typeof PROMPT_NAMES)[number],
      typeof promptPath
    >,
  )
  .partial();
