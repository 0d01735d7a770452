import { nearest } from '../../base/nearest.ts';
import { plainValue } from '../../plan/data/node.ts';
import { parseYaml } from '../../plan/data/yaml.ts';
import { KEYS, PARTWISE } from './file-schema.ts';
import { type Given, givenIn } from './given.ts';
import { type Origin, placeOf } from './origin.ts';
import { stepsOf } from './parts.ts';
import { cut, MAX_PROBLEMS, type Problem } from './problem.ts';
import { validate } from './validate.ts';

/** Settings that are given one at a time, by variables, `--set` and options. Each is a value of its own: later ones win. */

/** Longest value of a variable or of `--set`, in characters. */
const MAX_VALUE = 100_000;
/** No setting lies deeper. */
const MAX_LEVELS = 3;

const PREFIX = 'PHASEWRIGHT_SET_';

/** What the environment gives. An empty variable counts as none. */
export function givenByEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  problems: Problem[],
): Given[] {
  const names = Object.keys(environment).filter(name => name.startsWith(PREFIX) && environment[name] !== '');
  return names.sort().flatMap(variable => {
    const path = PATHS_BY_VARIABLE.get(variable);
    if (path !== undefined)
      return parsed(path, environment[variable]!, { from: 'environment', variable }, problems);
    const meant = nearest(variable.slice(PREFIX.length), [...PATHS_BY_VARIABLE.keys()].map(withoutPrefix));
    problems.push({
      place: cut(variable),
      message: `no setting has this variable${meant === null ? '' : ` (${PREFIX}${meant}?)`}`,
    });
    return [];
  });
}

/** What `--set NAME=VALUE` gives. */
export function givenBySet(words: readonly string[], problems: Problem[]): Given[] {
  return words.flatMap(word => {
    const equals = word.indexOf('=');
    const name = word.slice(0, Math.max(0, equals)).trim();
    const steps = stepsOf(name);
    if (steps.length <= MAX_LEVELS && steps.every(step => step !== ''))
      return parsed(name, word.slice(equals + 1), { from: 'set' }, problems);
    problems.push({
      place: '--set',
      message: `${JSON.stringify(cut(word))} is not NAME=VALUE, such as scope.outside=reject`,
    });
    return [];
  });
}

/** An option of a command that has a setting. */
export interface FlagValue {
  readonly flag: string;
  readonly path: string;
  readonly value: unknown;
}

export const givenByFlags = (flags: readonly FlagValue[], problems: Problem[]): Given[] =>
  flags.flatMap(({ flag, path, value }) => given(path, value, { from: 'flag', flag }, problems));

function parsed(path: string, text: string, origin: Origin, problems: Problem[]): Given[] {
  const place = placeOf(origin);
  if (text.length > MAX_VALUE) {
    problems.push({ place, message: `the value is longer than ${MAX_VALUE} characters` });
    return [];
  }
  const { root, findings } = parseYaml(text);
  for (const { message } of findings.slice(0, MAX_PROBLEMS))
    problems.push({ place, message: `${path}: ${message}` });
  return root && findings.length === 0 ? given(path, plainValue(root), origin, problems) : [];
}

function given(path: string, value: unknown, origin: Origin, problems: Problem[]): Given[] {
  const wrapped = stepsOf(path).reduceRight<unknown>(
    (inner, key) => Object.fromEntries([[key, inner]]),
    value,
  );
  const form = validate(wrapped, () => placeOf(origin), problems);
  return form ? givenIn(form, () => origin) : [];
}

/** `recovery.doctor.perPhase` is `PHASEWRIGHT_SET_RECOVERY__DOCTOR__PER_PHASE`. */
const variableOf = (path: string): string =>
  PREFIX +
  path
    .split('.')
    .map(key => key.replace(/[A-Z]/g, letter => `_${letter}`).toUpperCase())
    .join('__');

const withoutPrefix = (variable: string): string => variable.slice(PREFIX.length);

const PATHS_BY_VARIABLE: ReadonlyMap<string, string> = new Map(
  Object.entries(KEYS)
    .filter(([above]) => PARTWISE.has(above))
    .flatMap(([above, keys]) => keys.map(key => (above === '' ? key : `${above}.${key}`)))
    .map(path => [variableOf(path), path]),
);
