import { NO_OPTIONS } from '../../agent/surroundings.ts';
import type { ModelChoice } from '../../run/policy/settings.ts';
import { ROLES } from '../../run/role.ts';
import type { Check, Settings } from '../../run/settings.ts';
import { kindOf } from './check-kind.ts';
import { PARTWISE, type SettingsForm } from './file-schema.ts';
import { CHECK_SECONDS } from './forms.ts';

type Meaning = readonly [name: string, value: unknown];

/** What a single value that somebody wrote sets, in the form that runs know it by. */
export function meaningOf(name: string, value: unknown): Meaning[] {
  const short = SHORT_FORMS.get(name);
  if (short) return short(value);
  // Of the maps only those that can be switched off have another short form.
  if (PARTWISE.has(name)) return [[`${name}.enabled`, value === true || value === 'on']];
  const unit = OTHER_UNITS.get(name);
  if (unit) return [[unit.of, value === null || value === 'none' ? null : rounded(Number(value) * unit.ms)]];
  if (name.startsWith('budgets.')) return [[name, value === 'none' ? null : value]];
  if (name.startsWith('models.')) return [[name, chainOf(value as Chain)]];
  if (name.startsWith('phases.')) return [[name, chainsOf(value as Record<string, Chain>)]];
  if (name.startsWith('agents.')) return [[name, { ...NO_OPTIONS, ...(value as object) }]];
  return [[name, value]];
}

/** Names for a time in another unit than the setting has, with the milliseconds in one. */
export const OTHER_UNITS: ReadonlyMap<string, { readonly of: string; readonly ms: number }> = new Map([
  ['limits.sessionMinutes', { of: 'limits.sessionMs', ms: 60_000 }],
  ...['budgets.run', 'budgets.phase'].flatMap(
    above =>
      [
        [`${above}.wallMinutes`, { of: `${above}.wallMs`, ms: 60_000 }],
        [`${above}.wallHours`, { of: `${above}.wallMs`, ms: 3_600_000 }],
      ] as const,
  ),
]);

const SHORT_FORMS: ReadonlyMap<string, (value: unknown) => Meaning[]> = new Map([
  ['checks', (value: unknown) => [['checks', (value as CheckForm[]).map(checkOf)]]],
  ['setup', (value: unknown) => [['setup', (value as SetupForm[]).map(setupOf)]]],
  ['review', (value: unknown) => [['review.when', momentOf(value)]]],
  ['models', (value: unknown) => ROLES.map(role => [`models.${role}`, chainOf(value as string)])],
  ['sandbox', (value: unknown) => [['sandbox.mode', value]]],
  ['record.folder', (value: unknown) => [['record.folder', String(value).replace(/\/$/, '')]]],
  ['notify', (value: unknown) => noticesTo(value)],
  ['notify.commands', (value: unknown) => [['notify.commands', listOf(value)]]],
  ['notify.webhooks', (value: unknown) => [['notify.webhooks', listOf(value)]]],
]);

function momentOf(value: unknown): Settings['review']['when'] {
  if (typeof value === 'boolean') return value ? 'phase' : 'never';
  return value === 'off' ? 'never' : (value as Settings['review']['when']);
}

/** A command, or nobody at all. */
const noticesTo = (value: unknown): Meaning[] =>
  value === false || value === 'off'
    ? [
        ['notify.commands', []],
        ['notify.webhooks', []],
      ]
    : [['notify.commands', [value]]];

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

export type CheckForm = NonNullable<SettingsForm['checks']>[number];
export type SetupForm = NonNullable<SettingsForm['setup']>[number];

function checkOf(form: CheckForm): Check {
  const { command, kind, timeoutSeconds, mayChange }: Exclude<CheckForm, string> =
    typeof form === 'string' ? { command: form } : form;
  return {
    command,
    kind: kind ?? kindOf(command),
    timeoutMs: rounded((timeoutSeconds ?? CHECK_SECONDS) * 1_000),
    ...(mayChange === undefined ? {} : { mayChange }),
  };
}

function setupOf(form: SetupForm): Settings['setup'][number] {
  const { command, timeoutSeconds }: Exclude<SetupForm, string> =
    typeof form === 'string' ? { command: form } : form;
  return { command, timeoutMs: rounded((timeoutSeconds ?? CHECK_SECONDS) * 1_000) };
}

const rounded = (milliseconds: number): number => Math.max(1, Math.round(milliseconds));

type RolesForm = Exclude<NonNullable<SettingsForm['models']>, string>;
type Chain = NonNullable<RolesForm['developer']>;
export type ChoiceForm = Exclude<Chain, readonly unknown[]>;

const chainsOf = (form: Readonly<Record<string, Chain>>): Record<string, ModelChoice[]> =>
  Object.fromEntries(Object.entries(form).map(([role, chain]) => [role, chainOf(chain)]));

const chainOf = (form: Chain): ModelChoice[] => (Array.isArray(form) ? form : [form]).map(choiceOf);

function choiceOf(form: ChoiceForm): ModelChoice {
  const { agent = null, model = null, provider = null } = typeof form === 'string' ? { model: form } : form;
  return { agent, model, provider };
}
