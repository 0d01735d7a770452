import { z } from 'zod';
import { SANDBOXES } from '../../run/policies.ts';
import {
  agentsSchema,
  budgetsSchema,
  notifySchema,
  pricesSchema,
  recoverySchema,
  sandboxSchema,
} from '../../run/policy/settings.ts';
import { ROLES } from '../../run/role.ts';
import { MAX_WAIT_MS, text } from './forms.ts';

/** Longest name of an agent, a model or a provider, in characters. */
const MAX_NAME = 200;
/** Models that one role goes through. */
const MAX_CHAIN = 10;
/** Commands and addresses that are told of a notice. */
const MAX_LISTED = 50;
/** Phases with models of their own. */
const MAX_PHASES = 1_000;
/** Models with a price of the user's own. */
const MAX_PRICES = 200;
/** A year, for the time that something may take in all. */
const MAX_WALL_HOURS = 366 * 24;

const SWITCH_WORDS = ['on', 'off'] as const;

/** Any part of a map, at every level. A map that can be switched off may be written as a switch. */
function anyPartOf(schema: z.ZodObject): z.ZodType {
  const parts = Object.entries(schema.shape).map(([key, part]) => [key, partForm(key, part).optional()]);
  const map = z.strictObject(Object.fromEntries(parts));
  if (!Object.hasOwn(schema.shape, 'enabled')) return map;
  return z.union([z.boolean(), z.enum(SWITCH_WORDS), map], {
    error: 'must be true, false, on, off, or a map',
  });
}

function partForm(key: string, part: z.core.$ZodType): z.ZodType {
  if (part instanceof z.ZodObject) return anyPartOf(part);
  if (key.endsWith('Ms') && part instanceof z.ZodNumber) return part.max(MAX_WAIT_MS);
  return part as z.ZodType;
}

export const recoveryForm = anyPartOf(recoverySchema);

const name = text.max(MAX_NAME);
const choice = z
  .strictObject({ agent: name.nullable(), model: name.nullable(), provider: name.nullable() })
  .partial();
const chosen = z.union([name, choice], {
  error: 'must be the name of a model, or a map such as {agent: NAME, model: NAME}',
});
const chain = z.union([name, choice, z.array(chosen).min(1).max(MAX_CHAIN)], {
  error: 'must be the name of a model, a map such as {agent: NAME, model: NAME}, or a list of these',
});

const rolesForm = z
  .strictObject(
    Object.fromEntries(ROLES.map(role => [role, chain])) as Record<(typeof ROLES)[number], typeof chain>,
  )
  .partial();

/** One name is the model of every role. */
export const modelsForm = z.union([name, rolesForm], {
  error: 'must be the name of a model, or a map such as {reviewer: NAME}',
});

export const phasesForm = z
  .record(z.string().min(1).max(MAX_NAME), rolesForm)
  .refine(phases => Object.keys(phases).length <= MAX_PHASES, `must have at most ${MAX_PHASES} entries`);

export const agentsForm = z
  .record(z.string().min(1).max(MAX_NAME), agentsSchema.valueType.partial())
  .refine(agents => Object.keys(agents).length <= MAX_LISTED, `must have at most ${MAX_LISTED} entries`);

export const sandboxForm = z.union([z.enum(SANDBOXES), sandboxSchema.partial()], {
  error: `must be ${SANDBOXES.join(', ')}, or a map such as {mode: bwrap}`,
});

const unlimited = z.literal('none');
const { tokens, usd, wallMs, sessions, failures } = budgetsSchema.shape.run.shape;
const wholeNumber = <T extends z.ZodType>(limit: T) =>
  z.union([limit, unlimited], { error: 'must be a whole number, or none for no limit' });
const someNumber = <T extends z.ZodType>(limit: T) =>
  z.union([limit, unlimited], { error: 'must be a number, or none for no limit' });

const limitsForm = z
  .strictObject({
    tokens: wholeNumber(tokens),
    usd: someNumber(usd),
    wallMs: wholeNumber(
      wallMs
        .unwrap()
        .max(MAX_WALL_HOURS * 3_600_000)
        .nullable(),
    ),
    wallMinutes: someNumber(
      z
        .number()
        .positive()
        .max(MAX_WALL_HOURS * 60)
        .nullable(),
    ),
    wallHours: someNumber(z.number().positive().max(MAX_WALL_HOURS).nullable()),
    sessions: wholeNumber(sessions),
    failures: wholeNumber(failures),
  })
  .partial();

export const budgetsForm = budgetsSchema
  .extend({
    run: limitsForm,
    phase: limitsForm,
    multipliers: budgetsSchema.shape.multipliers.partial(),
  })
  .partial();

export const pricesForm = z
  .record(pricesSchema.keyType, pricesSchema.valueType)
  .refine(prices => Object.keys(prices).length <= MAX_PRICES, `must have at most ${MAX_PRICES} entries`);

const { on, timeoutMs } = notifySchema.shape;
const webhook = z.url({ protocol: /^https?$/, error: 'must be an address with http:// or https://' });

const notifyMap = z
  .strictObject({
    commands: z.union([text, z.array(text).max(MAX_LISTED)], {
      error: 'must be a command, or a list of commands',
    }),
    webhooks: z.union([webhook, z.array(webhook).max(MAX_LISTED)], {
      error: 'must be an address, or a list of addresses',
    }),
    on,
    timeoutMs: timeoutMs.max(MAX_WAIT_MS),
  })
  .partial();

export const notifyForm = z.union([z.literal([false, 'off']), text, notifyMap], {
  error: 'must be a command, false, off, or a map such as {commands: [COMMAND]}',
});
