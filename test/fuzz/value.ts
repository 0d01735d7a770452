import { isDeepStrictEqual } from 'node:util';
import { stringify } from 'yaml';
import type { Random } from './random.ts';

/** Values that stand where others are expected. */
const ODD: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1,
  1.5,
  1e308,
  -1e308,
  2 ** 53,
  '',
  ' ',
  'x',
  'true',
  'null',
  'NaN',
  'Infinity',
  '__proto__',
  'constructor',
  '1',
  '\u0000',
  '\u202E\u001B[31m',
  '\uD800',
  'x'.repeat(30_000),
  [],
  {},
  [[]],
  [null],
  { toString: 1 },
  { toJSON: 1 },
  { length: 3 },
  Array.from({ length: 1_200 }, (_, index) => `item ${index}`),
];

const ODD_KEYS = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'type', 'length', 'x', ''];
const MAX_DEPTH = 3_000;

export const odd = (r: Random): unknown => (r.below(20) === 0 ? deep(r.below(MAX_DEPTH)) : r.pick(ODD));

function deep(depth: number): unknown {
  let value: unknown = 'bottom';
  for (let i = 0; i < depth; i += 1) value = i % 2 === 0 ? [value] : { a: value };
  return value;
}

/** A copy of a JSON value with some of it replaced, lost, repeated or added. */
export function mangled(value: unknown, r: Random, most = 4): unknown {
  let changed = value;
  const steps = 1 + r.below(most);
  for (let i = 0; i < steps; i += 1) changed = mangle(changed, r);
  return changed;
}

function mangle(value: unknown, r: Random): unknown {
  if (typeof value !== 'object' || value === null || r.below(8) === 0) return odd(r);
  if (Array.isArray(value)) return mangledList(value, r);
  const entries = Object.entries(value);
  const at = r.below(entries.length + 1);
  const [key, inner] = entries[at] ?? [r.pick(ODD_KEYS), odd(r)];
  switch (r.below(6)) {
    case 0:
      return made(entries.toSpliced(at, 1));
    case 1:
      return made([...entries, [r.pick(ODD_KEYS), odd(r)]]);
    case 2:
      return made(entries.toSpliced(at, 1, [key, odd(r)]));
    default:
      return made([...entries.filter(([other]) => other !== key), [key, mangle(inner, r)]]);
  }
}

function mangledList(list: readonly unknown[], r: Random): unknown[] {
  const at = r.below(list.length + 1);
  switch (r.below(4)) {
    case 0:
      return list.toSpliced(at, 1);
    case 1:
      return list.toSpliced(at, 0, odd(r));
    case 2:
      return list.toSpliced(at, 0, ...list.slice(0, 3));
    default:
      return at < list.length ? list.with(at, mangle(list[at], r)) : [...list, odd(r)];
  }
}

/** Has `__proto__` as a key of its own, as JSON.parse makes it. */
function made(entries: readonly (readonly [string, unknown])[]): object {
  const object = {};
  for (const [key, value] of entries)
    Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
  return object;
}

/** What is large or deep takes long to write as YAML; JSON is YAML, too. */
const YAML_CHARACTERS = 3_000;

export function yamlOf(value: unknown): string {
  const json = JSON.stringify(value);
  return json.length > YAML_CHARACTERS ? json : stringify(value);
}

/** The value of a text that is JSON; else the text itself. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Whether what is written into a journal comes back as it was. */
export const survives = (value: unknown): boolean =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(value)), value);
