import { z } from 'zod';

const known = new WeakMap<z.ZodType, object>();

/** The JSON Schema of what an agent may answer, for those that can be held to one. */
export function answerSchema(schema: z.ZodType): object {
  const made = known.get(schema) ?? z.toJSONSchema(schema, { io: 'input' });
  known.set(schema, made);
  return made;
}
