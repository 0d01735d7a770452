import type { z } from 'zod';
import { nearest } from '../../base/nearest.ts';
import { type Path, written } from '../../plan/data/node.ts';
import { KEYS, type SettingsForm, settingsForm } from './file-schema.ts';
import { cut, MAX_PROBLEMS, type Problem } from './problem.ts';

/** The settings in a value, or null and what is wrong with it. */
export function validate(
  value: unknown,
  placeAt: (path: Path) => string,
  problems: Problem[],
): SettingsForm | null {
  const result = settingsForm.safeParse(value);
  if (result.success) {
    const contradiction = contradictionIn(result.data);
    if (contradiction === null) return result.data;
    problems.push({ place: placeAt(contradiction.path), message: contradiction.message });
    return null;
  }
  for (const issue of result.error.issues.slice(0, MAX_PROBLEMS)) tell(issue, value, [], placeAt, problems);
  return null;
}

function contradictionIn({ limits }: SettingsForm): { path: Path; message: string } | null {
  if (limits?.sessionMs === undefined || limits.sessionMinutes === undefined) return null;
  return { path: ['limits', 'sessionMinutes'], message: 'give limits.sessionMinutes or sessionMs, not both' };
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
  const pattern = path.map(step => (typeof step === 'number' ? '*' : step)).join('.');
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
    case 'invalid_union':
    case 'invalid_format':
    case 'custom':
      return issue.message;
    default:
      return 'is not as it should be';
  }
}

function tooSmall(origin: string, minimum: number, inclusive: boolean, value: unknown): string {
  if (origin === 'string' && minimum === 1) return 'must not be empty';
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
