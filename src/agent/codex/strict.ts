/** A JSON Schema, as far as it is looked at. Of the forms of `type` a list is one. */
type Schema = Readonly<Record<string, unknown>>;

/** What a schema may say besides the shape of the answer. All else is refused by some or means nothing to the model. */
const KEPT = ['type', 'enum', 'const', 'description'];

/**
 * The schema as OpenAI's strict mode wants it: every property is required and no other is allowed, so that a property
 * which could be left out may be null. Objects with keys of any name cannot be told in it.
 */
export function strictSchema(schema: Schema): Schema {
  const strict: Record<string, unknown> = {};
  for (const word of KEPT) if (schema[word] !== undefined) strict[word] = schema[word];
  const variants = variantsOf(schema);
  if (variants) strict.anyOf = variants.map(strictSchema);
  if (isSchema(schema.items)) strict.items = strictSchema(schema.items);
  const properties = propertiesOf(schema);
  if (properties === null) return strict;
  const strictProperties = properties.map(([name, property]) => {
    const isFree = !isRequired(name, schema) && !admitsNull(property);
    return [name, isFree ? orNull(strictSchema(property)) : strictSchema(property)] as const;
  });
  return {
    ...strict,
    properties: Object.fromEntries(strictProperties),
    required: properties.map(([name]) => name),
    additionalProperties: false,
  };
}

/** The answer to the strict schema as one to the schema itself: what is null only to be left out is left out. */
export function withoutNulls(value: unknown, schema: Schema): unknown {
  const fitting = variantsOf(schema)?.find(variant => isShapeOf(value, variant)) ?? schema;
  if (Array.isArray(value)) {
    const { items } = fitting;
    return isSchema(items) ? value.map(item => withoutNulls(item, items)) : value;
  }
  if (!isSchema(value)) return value;
  const properties = Object.fromEntries(propertiesOf(fitting) ?? []);
  const kept = Object.entries(value).flatMap(([name, inner]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property === undefined) return [[name, inner]];
    const isLeftOut = inner === null && !isRequired(name, fitting) && !admitsNull(property);
    return isLeftOut ? [] : [[name, withoutNulls(inner, property)]];
  });
  return Object.fromEntries(kept);
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const schemasIn = (value: unknown): readonly Schema[] | null =>
  Array.isArray(value) ? value.filter(isSchema) : null;

const variantsOf = ({ anyOf, oneOf }: Schema): readonly Schema[] | null =>
  schemasIn(anyOf) ?? schemasIn(oneOf);

/** Null for what is no object. */
function propertiesOf({ type, properties }: Schema): readonly (readonly [string, Schema])[] | null {
  if (!isSchema(properties)) return type === 'object' ? [] : null;
  return Object.entries(properties).filter((entry): entry is [string, Schema] => isSchema(entry[1]));
}

const isRequired = (name: string, { required }: Schema): boolean =>
  Array.isArray(required) && required.includes(name);

const admitsNull = (schema: Schema): boolean =>
  typesOf(schema).includes('null') || (variantsOf(schema)?.some(admitsNull) ?? false);

const typesOf = ({ type }: Schema): readonly unknown[] => (Array.isArray(type) ? type : [type]);

const isShapeOf = (value: unknown, schema: Schema): boolean =>
  typesOf(schema).includes(Array.isArray(value) ? 'array' : 'object') &&
  typeof value === 'object' &&
  value !== null;

const NULL = { type: 'null' };

const orNull = (schema: Schema): Schema => {
  const { anyOf } = schema;
  return { anyOf: Array.isArray(anyOf) ? [...anyOf, NULL] : [schema, NULL] };
};
