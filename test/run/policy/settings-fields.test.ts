import { describe, expect, it } from 'vitest';
import type { Is } from '../../../src/run/fields.ts';
import {
  budgetsSchema,
  DEFAULT_BUDGETS,
  DEFAULT_NOTIFY,
  DEFAULT_RECOVERY,
  modelsSchema,
  notifySchema,
  pricesSchema,
  recoverySchema,
} from '../../../src/run/policy/settings.ts';
import * as fields from '../../../src/run/policy/settings-fields.ts';

const SOUND = {
  recovery: [fields.recovery, recoverySchema, DEFAULT_RECOVERY],
  models: [
    fields.models,
    modelsSchema,
    {
      developer: [{ agent: null, model: 'a', provider: null }],
      doctor: [{ agent: 'x', model: null, provider: 'y' }],
    },
  ],
  budgets: [
    fields.budgets,
    budgetsSchema,
    { ...DEFAULT_BUDGETS, run: { ...DEFAULT_BUDGETS.run, tokens: null } },
  ],
  prices: [fields.prices, pricesSchema, { 'a-1.5': { input: 0, output: 1.5 } }],
  notify: [fields.notify, notifySchema, DEFAULT_NOTIFY],
} as const;

/** Copies of a value that lack one thing, or have something of no fitting type in its place. */
function* damaged(value: unknown): Generator<unknown> {
  yield { odd: 1 };
  yield undefined;
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) for (const other of damaged(item)) yield value.with(at, other);
    return;
  }
  for (const [key, inner] of Object.entries(value))
    for (const other of damaged(inner)) yield { ...value, [key]: other };
}

describe('what a journal may hold of settings', () => {
  it.each(Object.entries(SOUND))('is what their schema has: %s', (_, [is, schema, value]) => {
    expect(schema.safeParse(value).success).toBe(true);
    expect((is as Is)(value)).toBe(true);
    const broken = [...damaged(value)].filter(other => !schema.safeParse(other).success);
    expect(broken.length).toBeGreaterThan(4);
    expect(broken.filter(other => (is as Is)(other))).toEqual([]);
  });

  it.each<[string, Is, unknown]>([
    ['a list for a map of models', fields.models, []],
    ['a role that there is not', fields.models, { cook: [{ agent: null, model: null, provider: null }] }],
    ['a chain without a model', fields.models, { doctor: [] }],
    [
      'a category that there is not',
      fields.recovery,
      { ...DEFAULT_RECOVERY, replan: { ...DEFAULT_RECOVERY.replan, fatal: ['x'] } },
    ],
    ['a notice that there is not', fields.notify, { ...DEFAULT_NOTIFY, on: ['x'] }],
    [
      'a text for a limit',
      fields.budgets,
      { ...DEFAULT_BUDGETS, phase: { ...DEFAULT_BUDGETS.phase, usd: '1' } },
    ],
    ['half a price', fields.prices, { a: { input: 1 } }],
  ])('is not %s', (_, is, value) => expect(is(value)).toBe(false));
});
