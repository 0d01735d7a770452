import { z } from 'zod';
import { MAX_CHECKS, PRESETS, PROMPT_NAMES, REVIEW_MOMENTS } from '../../run/policies.ts';
import { PRESET_SETTINGS, settingsSchema } from '../../run/settings.ts';

/** A week, for anything that a run waits for. */
const MAX_WAIT_SECONDS = 7 * 24 * 60 * 60;
/** How long a check or a setup command may take unless told. */
export const CHECK_SECONDS = 30 * 60;
/** Longest path and name. */
const MAX_PATH = 500;
const MAX_NAME = 40;
export const MAX_PROFILES = 50;

const { shape } = settingsSchema;
const usual = PRESET_SETTINGS.phased;

const text = z.string().regex(/\S/, 'must not be empty');
const command = text.meta({ description: 'Run by the shell in the workspace; exit status 0 passes.' });
const timeoutSeconds = z
  .number()
  .positive()
  .max(MAX_WAIT_SECONDS)
  .optional()
  .meta({ description: 'How long it may take.', default: CHECK_SECONDS });

const checkForm = z.strictObject({
  command,
  kind: shape.checks.element.shape.kind.optional().meta({
    description:
      '`test` for commands that run tests: after a phase that only writes tests they are expected to fail. Without it the words of the command decide.',
  }),
  timeoutSeconds,
});
const setupForm = z.strictObject({ command, timeoutSeconds });

const reviewForm = shape.review.partial();
const scopeForm = shape.scope.partial();

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
const recordForm = shape.record.extend({ folder }).partial();

const authorForm = shape.commit.shape.author.unwrap();
const commitForm = shape.commit.partial();

const limitsForm = shape.limits
  .extend({
    backoffMs: z
      .int()
      .min(0)
      .max(MAX_WAIT_SECONDS * 1_000),
    sessionMs: z
      .int()
      .positive()
      .max(MAX_WAIT_SECONDS * 1_000),
    sessionMinutes: z
      .number()
      .positive()
      .max(MAX_WAIT_SECONDS / 60),
  })
  .partial();

const promptPath = text.max(MAX_PATH);
const promptsForm = z
  .strictObject(
    Object.fromEntries(PROMPT_NAMES.map(name => [name, promptPath])) as Record<
      (typeof PROMPT_NAMES)[number],
      typeof promptPath
    >,
  )
  .partial();

const about = <T extends z.ZodType>(schema: T, description: string, standard?: unknown) =>
  schema.optional().meta({ description, ...(standard === undefined ? {} : { default: standard }) });

/** The settings as people write them. Nothing is converted here: what fits is what was written. */
export const settingsForm = z.strictObject({
  preset: about(z.enum(PRESETS), 'A combination of settings that has a name.', 'phased'),
  agent: about(text.max(MAX_NAME), 'Who does the work.'),
  script: about(text.max(MAX_PATH), 'What the scripted agent does: a file of JSON or YAML.'),
  schedule: about(shape.schedule, 'When a phase starts.', usual.schedule),
  concurrency: about(shape.concurrency, 'Sessions at once.', usual.concurrency),
  session: about(shape.session, 'One session for a phase, or one for each subtask.', usual.session),
  onReject: about(shape.onReject, 'A failed attempt is begun anew, or its session goes on.', usual.onReject),
  maxAttempts: about(
    shape.maxAttempts,
    'Attempts for each phase; 5 where onReject is continue.',
    usual.maxAttempts,
  ),
  onFailure: about(shape.onFailure, 'What a failed phase means for the others.', usual.onFailure),
  review: about(
    z.union([z.boolean(), z.enum(['off', ...REVIEW_MOMENTS]), reviewForm], {
      error: `must be true, false, off, ${REVIEW_MOMENTS.join(', ')}, or a map such as {tier: auto}`,
    }),
    'Whether, when and how thoroughly work is reviewed.',
    usual.review,
  ),
  evaluate: about(shape.evaluate, 'Whether an evaluator sorts what a reviewer asks for.', usual.evaluate),
  approve: about(
    shape.approve,
    'What a person is asked for, besides what always asks: phases that the plan gates, protected paths, large deletions.',
    usual.approve,
  ),
  tdd: about(shape.tdd, 'Whether tests are verified to fail first and to pass afterwards.', usual.tdd),
  weakened: about(shape.weakened, 'What weakened tests lead to in a phase that implements.', usual.weakened),
  scope: about(scopeForm, 'What phases may change.', usual.scope),
  prompt: about(shape.prompt, 'How much a developer is told at the start.', usual.prompt),
  prompts: about(promptsForm, 'Files with prompts of your own, from the top of the repository.', {}),
  setup: about(
    z
      .array(z.union([text, setupForm], { error: 'must be a command, or a map with a command' }))
      .max(MAX_CHECKS),
    'Commands that make a fresh workspace ready.',
    usual.setup,
  ),
  record: about(recordForm, 'Where the record of a run is kept.', usual.record),
  allowEmpty: about(
    shape.allowEmpty,
    'Whether a phase may land without having changed a file.',
    usual.allowEmpty,
  ),
  checks: about(
    z
      .array(z.union([text, checkForm], { error: 'must be a command, or a map with a command' }))
      .max(MAX_CHECKS),
    'Commands that must succeed before a phase lands.',
    usual.checks,
  ),
  checkReruns: about(shape.checkReruns, 'How often a failed check is run again.', usual.checkReruns),
  baseline: about(
    shape.baseline,
    'Whether failures that were there before a phase are told apart from new ones.',
    usual.baseline,
  ),
  commit: about(commitForm, 'How work is committed.', usual.commit),
  limits: about(limitsForm, 'Budgets apart from attempts.', usual.limits),
});
export type SettingsForm = z.infer<typeof settingsForm>;

/** The name of a profile. */
export const PROFILE_NAME = /^[A-Za-z0-9][\w-]{0,39}$/;

/** The keys at each level, by the path above them; `*` stands for a place in a list. */
export const KEYS: Readonly<Record<string, readonly string[]>> = {
  '': Object.keys(settingsForm.shape),
  review: Object.keys(reviewForm.shape),
  scope: Object.keys(scopeForm.shape),
  prompts: Object.keys(promptsForm.shape),
  record: Object.keys(recordForm.shape),
  commit: Object.keys(commitForm.shape),
  'commit.author': Object.keys(authorForm.shape),
  limits: Object.keys(limitsForm.shape),
  'checks.*': Object.keys(checkForm.shape),
  'setup.*': Object.keys(setupForm.shape),
};

/** The JSON Schema that is published for editors. */
export function settingsJsonSchema(): Record<string, unknown> {
  const file = settingsForm
    .extend({
      profiles: about(
        z.record(z.string().regex(PROFILE_NAME), settingsForm),
        'Settings that count where their name is asked for: --profile NAME.',
      ),
    })
    .meta({ title: 'Phasewright settings', description: 'What stands in phasewright.yaml.' });
  return { ...z.toJSONSchema(file, { target: 'draft-7', io: 'input' }) };
}
