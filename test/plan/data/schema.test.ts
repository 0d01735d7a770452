import { describe, expect, it } from 'vitest';
import { ID_PATTERN } from '../../../src/plan/assemble/ids.ts';
import { planJsonSchema } from '../../../src/plan/data/schema.ts';

interface Schema {
  readonly title?: string;
  readonly description?: string;
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
  readonly additionalProperties: boolean;
  readonly items: Schema;
  readonly pattern: string;
  readonly enum: readonly string[];
}

describe('the published schema', () => {
  const plan = planJsonSchema() as unknown as Schema;
  const phase = plan.properties.phases!.items;
  const subtask = phase.properties.subtasks!.items;
  const levels = { plan, phase, subtask };

  it('names and describes every level and every field, so that editors can help', () => {
    for (const [name, level] of Object.entries(levels)) {
      expect(level.title, name).toBeTruthy();
      expect(level.description, name).toBeTruthy();
      for (const [key, field] of Object.entries(level.properties)) {
        expect(field.description, `${name}.${key}`).toMatch(/\.$/);
      }
    }
  });

  it('wants a list of phases, each with an id and a title, and knows all keys', () => {
    expect(plan.required).toEqual(['phases']);
    expect(phase.required).toEqual(['id', 'title']);
    expect(subtask.required).toEqual(['id', 'title']);
    for (const level of Object.values(levels)) expect(level.additionalProperties).toBe(false);
  });

  it('has the fields of the model', () => {
    expect(Object.keys(phase.properties)).toEqual([
      'id',
      'title',
      'description',
      'dependsOn',
      'parallelWith',
      'subtasks',
      'files',
      'deliverables',
      'criteria',
      'estimate',
      'done',
      'optional',
      'gated',
      'allowEmpty',
      'group',
    ]);
    expect(Object.keys(subtask.properties)).toEqual([
      'id',
      'title',
      'description',
      'type',
      'dependsOn',
      'files',
      'done',
    ]);
    expect(subtask.properties.type!.enum).toEqual(['test', 'impl', 'refactor', 'task']);
    expect(phase.properties.id).toMatchObject({ type: ['string', 'number'], pattern: ID_PATTERN.source });
    expect(phase.properties.dependsOn!.items.pattern).toBe(ID_PATTERN.source);
  });
});
