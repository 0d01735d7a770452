import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { strictSchema, withoutNulls } from '../../../src/agent/codex/strict.ts';
import { answerSchema } from '../../../src/engine/perform/answer-schema.ts';
import {
  adviceSchema,
  draftSchema,
  evaluationSchema,
  reportSchema,
  reviewSchema,
  revisionSchema,
} from '../../../src/run/answer.ts';

const TEXT = { type: 'string' };
const NULL = { type: 'null' };
const object = (properties: object, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  required,
});
const strictObject = (properties: object) => ({
  ...object(properties, Object.keys(properties)),
  additionalProperties: false,
});

describe('a strict schema', () => {
  it.each<readonly [what: string, schema: object, strict: object]>([
    ['keeps what is required', object({ a: TEXT }, ['a']), strictObject({ a: TEXT })],
    [
      'lets be null what could be left out',
      object({ a: TEXT }),
      strictObject({ a: { anyOf: [TEXT, NULL] } }),
    ],
    [
      'leaves alone what may be null anyway',
      object({ a: { type: ['string', 'null'] }, b: { anyOf: [TEXT, NULL] } }),
      strictObject({ a: { type: ['string', 'null'] }, b: { anyOf: [TEXT, NULL] } }),
    ],
    [
      'adds to the choices that there are',
      object({ a: { oneOf: [TEXT, { type: 'number' }] } }),
      strictObject({ a: { anyOf: [TEXT, { type: 'number' }, NULL] } }),
    ],
    [
      'drops bounds and defaults',
      {
        $schema: 'x',
        ...object({ a: { type: 'integer', minimum: 1, default: 2, description: 'd' } }, ['a']),
      },
      strictObject({ a: { type: 'integer', description: 'd' } }),
    ],
    [
      'goes into lists',
      { type: 'array', maxItems: 3, items: object({ a: { ...TEXT, enum: ['x'] } }) },
      { type: 'array', items: strictObject({ a: { anyOf: [{ ...TEXT, enum: ['x'] }, NULL] } }) },
    ],
    ['has no properties where there are none', { type: 'object' }, strictObject({})],
  ])('%s', (_, schema, strict) => {
    expect(strictSchema({ ...schema })).toEqual(strict);
  });

  it.each<readonly [schema: object, value: unknown, left: unknown]>([
    [object({ a: TEXT }), { a: null }, {}],
    [object({ a: TEXT }, ['a']), { a: null }, { a: null }],
    [object({ a: { type: ['string', 'null'] } }), { a: null }, { a: null }],
    [object({ a: TEXT }), { a: 'x', b: null }, { a: 'x', b: null }],
    [{ anyOf: [{ type: 'array', items: object({ a: TEXT }) }, NULL] }, [{ a: null }, {}], [{}, {}]],
    [object({ a: object({ b: TEXT }) }), { a: { b: null } }, { a: {} }],
    [object({ a: TEXT }), 'x', 'x'],
    [object({ a: TEXT }), null, null],
    [object({}), { constructor: null }, { constructor: null }],
  ])('leaves out what is null only for that: %j %j', (schema, value, left) => {
    expect(withoutNulls(value, { ...schema })).toEqual(left);
  });

  const schemas: readonly (readonly [string, z.ZodType])[] = Object.entries({
    adviceSchema,
    draftSchema,
    evaluationSchema,
    reportSchema,
    reviewSchema,
    revisionSchema,
  });

  it.each(schemas)('is made of %s, with all that strictness asks for', (_, schema) => {
    const strict = strictSchema({ ...answerSchema(schema) });
    const words = JSON.stringify(strict);
    expect(words).not.toMatch(/"(?:default|\$schema|m(?:in|ax)(?:imum|Length|Items)|exclusiveMinimum)"/);
    for (const one of objectsIn(strict)) {
      expect(one.additionalProperties).toBe(false);
      expect(one.required).toEqual(Object.keys(one.properties as object));
    }
  });

  it.each<readonly [z.ZodType, object]>([
    [
      reportSchema,
      { status: 'completed', subtasksCompleted: null, summary: null, error: null, category: null },
    ],
    [reviewSchema, { approved: true, summary: null, comments: null }],
    [reviewSchema, { approved: true, comments: [{ severity: null, file: null, line: null, message: 'm' }] }],
    [adviceSchema, { action: 'replan', confidence: null, diagnosis: null, hint: null, command: null }],
    [evaluationSchema, { decisions: [{ comment: 1, decision: 'DEFER', reason: null }] }],
    [
      revisionSchema,
      { reason: null, subtasks: [{ title: 't', description: null, type: null }], dropped: null },
    ],
  ])('lets an answer through that is null wherever it may be (%#)', (schema, value) => {
    const answer = withoutNulls(value, { ...answerSchema(schema) });
    expect(schema.safeParse(answer)).toMatchObject({ success: true });
  });
});

function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(objectsIn);
  return 'properties' in value && 'type' in value ? [{ ...value }, ...inner] : inner;
}
