import { z } from 'zod';
import { ID_PATTERN } from '../assemble/ids.ts';
import { LIMITS } from '../limits.ts';
import { ESTIMATE_UNITS, SUBTASK_TYPES } from '../model.ts';

const text = z.string({ error: 'must be text' });
const list = (what: string, item: z.ZodString = text) =>
  z.array(item, { error: `must be a list of ${what}` }).optional();
const flag = z.boolean({ error: 'must be true or false' }).optional();

/** Ids are checked by the reader, with a diagnostic of their own; numbers are read as the text they are written with. */
const id = z.string({ error: 'must be an id' }).meta({
  type: ['string', 'number'],
  pattern: ID_PATTERN.source,
  maxLength: LIMITS.idCharacters,
});
const title = text.meta({
  description: 'What it does, in a few words on one line.',
  maxLength: LIMITS.titleCharacters,
});
const description = text
  .optional()
  .meta({ description: 'The whole assignment, as markdown. An agent reads nothing but this and the title.' });
const dependsOn = list('ids', id);
const files = list('paths');
const done = flag.meta({ description: 'Already done, so that it is not worked on.' });

export const subtaskSchema = z
  .strictObject(
    {
      id: id.meta({ description: 'Names the subtask; unique in the whole plan.', examples: ['1.1'] }),
      title,
      description,
      type: z
        .enum(SUBTASK_TYPES, { error: `must be one of ${SUBTASK_TYPES.join(', ')}` })
        .optional()
        .meta({
          description: 'test: write failing tests. impl: make them pass. refactor: change no behaviour.',
          default: 'task',
        }),
      dependsOn: dependsOn.meta({
        description: 'Ids of subtasks, anywhere in the plan, that come first.',
        examples: [['1.1', '1.2']],
      }),
      files: files.meta({
        description: 'Paths that the subtask touches, from the top of the repository.',
        examples: [['src/login.ts']],
      }),
      done,
    },
    { error: 'must be an object with an id and a title' },
  )
  .meta({ title: 'Subtask', description: 'A step inside a phase; the steps of a phase are done in order.' });

export const phaseSchema = z
  .strictObject(
    {
      id: id.meta({ description: 'Names the phase; unique among the phases.', examples: ['2a'] }),
      title,
      description,
      dependsOn: dependsOn.meta({
        description: 'Ids of phases that must have landed before this one starts.',
        examples: [['1', '2a']],
      }),
      parallelWith: list('ids', id).meta({
        description: 'Ids of phases that may run in the same batch. A permission, never an order.',
        examples: [['2b']],
      }),
      subtasks: z
        .array(subtaskSchema, { error: 'must be a list of subtasks' })
        .optional()
        .meta({ description: 'The steps of the phase, in order. Leave out where it is one piece of work.' }),
      files: files.meta({
        description:
          'Paths that the phase touches. Two phases that name the same path are run one after the other.',
        examples: [['src/login.ts', 'test/login.test.ts']],
      }),
      deliverables: list('paths').meta({
        description: 'Paths that must exist once the phase is done; a pattern stands for at least one file.',
        examples: [['src/login.ts', 'docs/*.md']],
      }),
      criteria: list('texts').meta({
        description: 'What must be true once the phase is done, one sentence each.',
        examples: [['A wrong password gives status 401.']],
      }),
      estimate: z
        .number({ error: 'must be a number' })
        .min(0, { error: 'must not be negative' })
        .optional()
        .meta({ description: 'How much work it is, in the unit of the plan.', examples: [3] }),
      done,
      optional: flag.meta({ description: 'The phase may be left out.' }),
      gated: flag.meta({ description: 'A person decides before the phase starts.' }),
      allowEmpty: flag.meta({ description: 'The phase may end without a change to any file.' }),
      group: text.optional().meta({ description: 'A label under which phases are listed together.' }),
    },
    { error: 'must be an object with an id and a title' },
  )
  .meta({ title: 'Phase', description: 'What is attempted, checked, reviewed and landed as one commit.' });

/** What a plan says of itself. */
export const headSchema = z.strictObject(
  {
    $schema: text.optional().meta({ description: 'Where this schema is, for editors.' }),
    phasewright: z
      .literal(1, { error: 'must be 1' })
      .optional()
      .meta({ description: 'The version of the format.' }),
    title: text.optional().meta({ description: 'The name of the plan.', maxLength: LIMITS.titleCharacters }),
    goal: text.optional().meta({ description: 'What will be true when the plan has been carried out.' }),
    estimateUnit: z
      .enum(ESTIMATE_UNITS, { error: `must be one of ${ESTIMATE_UNITS.join(', ')}` })
      .optional()
      .meta({ description: 'What the estimates count.', default: 'points' }),
    requires: list('texts').meta({ description: 'Other plans that this one builds on.' }),
    files: files.meta({ description: 'Paths that the plan as a whole touches.' }),
    wave: z
      .number({ error: 'must be a number' })
      .optional()
      .meta({ description: 'Plans of the same wave may be run side by side.' }),
  },
  { error: 'must be an object' },
);

const planSchema = headSchema
  .extend({
    phases: z
      .array(phaseSchema, { error: 'must be a list of phases' })
      .min(1, { error: 'must have at least one phase' })
      .meta({ description: 'The phases, in the order in which people should read them.' }),
  })
  .meta({
    title: 'Phasewright plan',
    description: 'An implementation plan as a graph of phases, to be carried out by coding agents.',
  });

/** The JSON Schema that is published for editors and for tools that write plans. */
export const planJsonSchema = (): Record<string, unknown> => ({
  ...z.toJSONSchema(planSchema, { target: 'draft-7', io: 'input' }),
});
