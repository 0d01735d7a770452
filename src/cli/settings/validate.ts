import type { z } from 'zod';
import { nearest } from '../../base/nearest.ts';
import { type Path, written } from '../../plan/data/node.ts';
import { KEYS, OPEN, type SettingsForm, settingsForm } from './file-schema.ts';
import { OTHER_UNITS } from './meaning.ts';
import { leavesOf, stepsOf } from './parts.ts';
import { cut, MAX_PROBLEMS, type Problem } from './problem.ts';

/** The settings in a value, or null and what is wrong with it. */
export function validate(
  value: unknown,
  placeAt: (path: Path) => string,
  problems: Problem[],
): SettingsForm | null {
  const result = settingsForm.safeParse(value);
  if (result.success) {
    const flaw = lostNameIn(value) ?? contradictionIn(result.data);
    if (flaw === null) return result.data;
    problems.push({ place: placeAt(flaw.path), message: flaw.message });
    return null;
  }
  for (const issue of result.error.issues.slice(0, MAX_PROBLEMS)) tell(issue, value, [], placeAt, problems);
  return null;
}

interface Flaw {
  readonly path: Path;
  readonly message: string;
}

/** The one name that the schema leaves out without a word. */
const LOST_NAME = '__proto__';

function lostNameIn(value: unknown): Flaw | null {
  for (const above of OPEN) {
    const names = valueAt(value, stepsOf(above));
    if (typeof names === 'object' && names !== null && Object.hasOwn(names, LOST_NAME))
      return { path: [...stepsOf(above), LOST_NAME], message: `unknown setting ${above}.${LOST_NAME}` };
  }
  return null;
}

/** A time that is given in two units. */
function contradictionIn(form: SettingsForm): Flaw | null {
  const given = new Map<string, string>();
  for (const name of leavesOf(form).keys()) {
    const setting = OTHER_UNITS.get(name)?.of ?? name;
    const other = given.get(setting);
    given.set(setting, name);
    if (other === undefined) continue;
    const [unit, rest] = OTHER_UNITS.has(name) ? [name, other] : [other, name];
    return { path: stepsOf(unit), message: `give ${unit} or ${stepsOf(rest).at(-1)}, not both` };
  }
  return null;
}

type Issue = z.core.$ZodIssue;

function tell(
  issue: Issue,
  value: unknown,
  above: Path,
  placeAt: (path: Path) => string,
  problems: Problem[],
): void {
  const path = [...above, ...issue.path.map(step => (typeof step === 'number' ? step : String(step)))];
  if (issue.code === 'invalid_union') {
    const branch = branchMeant(issue.errors);
    if (branch) {
      for (const inner of branch) tell(inner, value, path, placeAt, problems);
      return;
    }
  }
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys.slice(0, MAX_PROBLEMS))
      problems.push({ place: placeAt([...path, key]), message: unknownSetting(path, key) });
    return;
  }
  const name = cut(written(path)) || 'the file';
  problems.push({ place: placeAt(path), message: `${name} ${wrong(issue, valueAt(value, path))}` });
}

/** The form of which the value has the type; null where it has the type of none or of several. */
function branchMeant(branches: readonly (readonly Issue[])[]): readonly Issue[] | null {
  const fitting = branches.filter(issues =>
    issues.every(
      ({ code, path }) => path.length > 0 || (code !== 'invalid_type' && code !== 'invalid_value'),
    ),
  );
  return fitting.length === 1 ? fitting[0]! : null;
}

/** The complaint about a key, with the one that was probably meant. */
function unknownSetting(path: Path, key: string): string {
  const pattern = path
    .map((step, at) => (typeof step === 'number' || OPEN.has(path.slice(0, at).join('.')) ? '*' : step))
    .join('.');
  const meant = nearest(key, Object.hasOwn(KEYS, pattern) ? KEYS[pattern]! : []);
  const name = written([...path, cut(key)]);
  return `unknown setting ${name}${meant === null ? '' : ` (${meant}?)`}`;
}

/** What is wrong with a value, as the end of a sentence that begins with its name. */
function wrong(issue: Issue, value: unknown): string {
  if (value === undefined) return 'is missing';
  if (value === null) return 'has no value; give one, or leave the key out';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${TYPES[issue.expected] ?? issue.expected}, not ${shown(value)}`;
    case 'invalid_value': {
      const values = issue.values.map(String);
      const meant = typeof value === 'string' ? nearest(value, values) : null;
      return `must be one of ${values.join(', ')}, not ${shown(value)}${meant === null ? '' : ` (${meant}?)`}`;
    }
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum), issue.inclusive !== false, value);
    case 'too_big':
      return `must ${MEASURES[issue.origin] ?? 'be'} at most ${Number(issue.maximum)}${units(issue.origin)}`;
    case 'invalid_key':
      return 'has a name that is empty or too long';
    case 'invalid_union':
    case 'invalid_format':
    case 'custom':
      return issue.message;
    default:
      return 'is not as it should be';
  }
}

function tooSmall(origin: string, minimum: number, inclusive: boolean, value: unknown): string {
  if ((origin === 'string' || origin === 'array') && minimum === 1) return 'must not be empty';
  if (!inclusive) return `must be more than ${minimum}, not ${shown(value)}`;
  return `must ${MEASURES[origin] ?? 'be'} at least ${minimum}${units(origin)}`;
}

const TYPES: Readonly<Record<string, string>> = {
  int: 'a whole number',
  number: 'a number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map',
  record: 'a map',
};

const MEASURES: Readonly<Record<string, string>> = { string: 'have', array: 'have' };

const units = (origin: string): string =>
  origin === 'string' ? ' characters' : origin === 'array' ? ' entries' : '';

function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(cut(value));
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'a map' : String(value);
}

function valueAt(value: unknown, path: Path): unknown {
  let found = value;
  for (const step of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    found = (found as Record<string | number, unknown>)[step];
  }
  return found;
}
