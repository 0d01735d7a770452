import { type Json, list, object, string } from './json.ts';

const MAX_DEPTH = 20;
const SOME_NUMBER = 1;
const SOME_TEXT = 'something';

/** The least that fits a JSON schema, in the dialects of all vendors; references are not followed. */
export function sampleOf(schema: Json, depth = 0): unknown {
  if ('const' in schema) return schema.const;
  const choices = list(schema.enum);
  if (choices.length > 0) return choices[0];
  const variant = list(schema.anyOf ?? schema.oneOf ?? schema.allOf)[0];
  if (variant !== undefined) return depth < MAX_DEPTH ? sampleOf(object(variant), depth + 1) : null;
  switch (typeOf(schema)) {
    case 'object':
      return sampleObject(schema, depth);
    case 'array': {
      const items = Number(schema.minItems ?? 0);
      return Array.from({ length: items }, () => sampleOf(object(schema.items), depth + 1));
    }
    case 'boolean':
      return false;
    case 'number':
    case 'integer':
      return Math.max(SOME_NUMBER, Number(schema.minimum ?? SOME_NUMBER));
    case 'null':
      return null;
    default:
      return SOME_TEXT.padEnd(Number(schema.minLength ?? 0), '.');
  }
}

/** Gemini writes types in capitals. */
function typeOf({ type, properties }: Json): string {
  const name = string(Array.isArray(type) ? type[0] : type).toLowerCase();
  return name === '' && properties !== undefined ? 'object' : name;
}

/** Some vendors want all properties where none is called required. */
function sampleObject(schema: Json, depth: number): Json {
  const properties = object(schema.properties);
  const keys = Array.isArray(schema.required) ? schema.required.map(string) : Object.keys(properties);
  if (depth >= MAX_DEPTH) return {};
  return Object.fromEntries(keys.map(key => [key, sampleOf(object(properties[key]), depth + 1)]));
}
