import { z } from 'zod';

/** Where a schema has maps, by the path of each: `scope`, `recovery.doctor`. The outermost has an empty path. */
export interface Levels {
  /** `*` stands for a place in a list and for a name that people choose. */
  readonly keys: Readonly<Record<string, readonly string[]>>;
  /**
   * Maps that are given part by part: each of their keys may be left out. What stands in a list, or may be one, is given
   * as a whole.
   */
  readonly partwise: ReadonlySet<string>;
  /** Those of them whose keys are names that people choose. */
  readonly open: ReadonlySet<string>;
}

export function levelsIn(schema: z.ZodType): Levels {
  const found = levelsBelow(schema, '', true);
  const namesOf = (some: readonly Level[]): ReadonlySet<string> => new Set(some.map(({ path }) => path));
  return {
    keys: Object.fromEntries(found.filter(({ open }) => !open).map(({ path, keys }) => [path, keys])),
    partwise: namesOf(found.filter(({ partwise }) => partwise)),
    open: namesOf(found.filter(({ open }) => open)),
  };
}

interface Level {
  readonly path: string;
  readonly keys: readonly string[];
  readonly partwise: boolean;
  readonly open: boolean;
}

function levelsBelow(schema: z.core.$ZodType, path: string, isPart: boolean): Level[] {
  const forms = formsOf(schema);
  const mayBeList = forms.some(form => form instanceof z.ZodArray);
  return forms.flatMap((form): Level[] => {
    if (form instanceof z.ZodArray) return levelsBelow(form.element, below(path, '*'), false);
    if (form instanceof z.ZodRecord)
      return [
        { path, keys: [], partwise: isPart && !mayBeList, open: true },
        ...levelsBelow(form.valueType, below(path, '*'), false),
      ];
    if (!(form instanceof z.ZodObject)) return [];
    const parts = Object.entries(form.shape);
    const partwise = isPart && !mayBeList && parts.every(([, part]) => part instanceof z.ZodOptional);
    return [
      { path, keys: parts.map(([key]) => key), partwise, open: false },
      ...parts.flatMap(([key, part]) => levelsBelow(part, below(path, key), partwise)),
    ];
  });
}

/** The forms that a value may have. */
function formsOf(schema: z.core.$ZodType): z.core.$ZodType[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return formsOf(schema.unwrap());
  return schema instanceof z.ZodUnion ? schema.options.flatMap(formsOf) : [schema];
}

const below = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);
