import { z } from 'zod';
import { MAX_CHECKS, PRESETS } from '../../run/policies.ts';
import { PRESET_SETTINGS, settingsSchema } from '../../run/settings.ts';
import {
  checkForm,
  commitForm,
  limitsForm,
  MAX_PATH,
  promptsForm,
  recordForm,
  reviewForm,
  scopeForm,
  setupForm,
  text,
} from './forms.ts';
import { levelsIn } from './levels.ts';
import {
  agentsForm,
  budgetsForm,
  modelsForm,
  notifyForm,
  phasesForm,
  pricesForm,
  recoveryForm,
  sandboxForm,
} from './recovery-forms.ts';

/** Longest name. */
const MAX_NAME = 40;
export const MAX_PROFILES = 50;

const { shape } = settingsSchema;
const usual = PRESET_SETTINGS.phased;

const about = <T extends z.ZodType>(schema: T, description: string, standard?: unknown) =>
  schema.optional().meta({ description, ...(standard === undefined ? {} : { default: standard }) });

/** The settings as people write them. Nothing is converted here: what fits is what was written. */
export const settingsForm = z.strictObject({
  preset: about(z.enum(PRESETS), 'A combination of settings that has a name.', 'phased'),
  guarded: about(z.boolean(), 'The preset with all that is done about failures, and more attempts.', false),
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
  review: about(reviewForm, 'Whether, when and how thoroughly work is reviewed.', usual.review),
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
    z.array(setupForm).max(MAX_CHECKS),
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
    z.array(checkForm).max(MAX_CHECKS),
    'Commands that must succeed before a phase lands.',
    usual.checks,
  ),
  verify: about(
    shape.verify,
    'Where checks run: in slots that no agent works in, or in the workspace.',
    usual.verify,
  ),
  checkSlots: about(
    shape.checkSlots,
    'Verifications at once, each in a check slot of its own.',
    usual.checkSlots,
  ),
  checkReruns: about(shape.checkReruns, 'How often a failed check is run again.', usual.checkReruns),
  baseline: about(
    shape.baseline,
    'Whether failures that were there before a phase are told apart from new ones.',
    usual.baseline,
  ),
  commit: about(commitForm, 'How work is committed.', usual.commit),
  limits: about(limitsForm, 'Budgets apart from attempts.', usual.limits),
  recovery: about(
    recoveryForm,
    'What is done about failures that trying again does not mend.',
    usual.recovery,
  ),
  models: about(modelsForm, 'The models that each role goes through, weakest first.', usual.models),
  phases: about(phasesForm, 'The same for single phases, by id.', usual.phases),
  agents: about(agentsForm, 'What is set for single agents, by name.', usual.agents),
  sandbox: about(sandboxForm, 'What keeps agents and checks in their place.', usual.sandbox),
  budgets: about(budgetsForm, 'Limits of what a run and each of its phases may spend.', usual.budgets),
  prices: about(pricesForm, 'Prices by model, in US dollars for a million tokens.', usual.prices),
  notify: about(notifyForm, 'Who is told what happens while nobody looks.', usual.notify),
});
export type SettingsForm = z.infer<typeof settingsForm>;

/** The name of a profile. */
export const PROFILE_NAME = /^[A-Za-z0-9][\w-]{0,39}$/;

const LEVELS = levelsIn(settingsForm);

/** The keys at each level, by the path above them; `*` stands for a place in a list and for a name that people choose. */
export const KEYS: Readonly<Record<string, readonly string[]>> = LEVELS.keys;
/** The maps that are given part by part; of any other one the whole is given. */
export const PARTWISE: ReadonlySet<string> = LEVELS.partwise;
/** Those of them whose keys are names that people choose. */
export const OPEN: ReadonlySet<string> = LEVELS.open;

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
