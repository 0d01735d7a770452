import { z } from 'zod';
import { type ListNode, lineAt, plainValue } from '../../plan/data/node.ts';
import type { Role } from '../../run/role.ts';
import { asMap, object, type Place, type Reading, SEE_DOCS, shown, suggestion } from './reading.ts';
import type { PlainStep, Step } from './step.ts';
import { isPlainStepName, STEP_NAMES, STEP_SCHEMAS } from './step-schema.ts';

/** Steps in one script, those for each model and those that aliases repeat counted each time. */
const MAX_STEPS = 20_000;

/** A step taken apart: its name, what stands behind it, and where. */
interface Keyed extends Place {
  readonly word: string;
  /** That of the key. */
  readonly line: number;
}

/** The steps of an attempt. Those that are wrong are left out, with an objection to each. */
export const readSteps = (role: Role, list: Place<ListNode>, reading: Reading): Step[] =>
  readEach(list, reading, step =>
    step.word === 'model' ? readModels(role, step, reading) : readPlain(role, step, reading),
  );

function readEach<T extends Step>(
  { node, name }: Place<ListNode>,
  reading: Reading,
  read: (step: Keyed) => T | null,
): T[] {
  reading.steps += node.items.length;
  if (reading.steps > MAX_STEPS) {
    object(`${name}: the script has more than ${MAX_STEPS} steps`, node.line, 'Shorten it.', reading);
    return [];
  }
  return node.items.flatMap((item, index) => {
    const keyed = onlyKey({ node: item, name: `${name}, step ${index + 1}` }, reading);
    const step = keyed && read(keyed);
    return step === null ? [] : [step];
  });
}

function onlyKey({ node, name }: Place, reading: Reading): Keyed | null {
  const map = asMap({ node, name }, 'A step is an object with one key, as {"say": "hello"}.', reading);
  if (map === null) return null;
  const [[word, entry] = [], ...others] = map.entries;
  if (word !== undefined && entry !== undefined && others.length === 0)
    return { word, line: entry.line, node: entry.node, name };
  const message = `${name}: a step has one key, not ${map.entries.size}`;
  object(message, node.line, 'Make a step of its own of each.', reading);
  return null;
}

const CHOICE = 'Write {"model": {"some-model": [ {…}, {…} ], "*": [ {…} ]}}.';

function readModels(role: Role, { node, name }: Keyed, reading: Reading): Step | null {
  const map = asMap({ node, name: `${name}, model` }, CHOICE, reading);
  const lists: [string, PlainStep[]][] = [];
  for (const [model, { node }] of map?.entries ?? []) {
    const at = `${name}, ${model === '*' ? 'any model' : `model ${shown(model)}`}`;
    if (node.kind === 'list')
      lists.push([model, readEach({ node, name: at }, reading, step => readPlain(role, step, reading))]);
    else object(`${at}: must be a list of steps`, node.line, CHOICE, reading);
  }
  return map && { model: Object.fromEntries(lists) };
}

function readPlain(role: Role, { word, line, node, name }: Keyed, reading: Reading): PlainStep | null {
  if (word === 'model') {
    object(`${name}: "model" cannot stand inside "model"`, line, 'A session has one model.', reading);
    return null;
  }
  if (!isPlainStepName(word)) {
    const hint = suggestion(word, STEP_NAMES, 'The steps are');
    object(`${name}: there is no step "${shown(word)}"`, line, hint, reading);
    return null;
  }
  if (word === 'report' && role !== 'developer') {
    object(`${name}: only developers report`, line, 'Use "reply" for other roles.', reading);
    return null;
  }
  const value = checkedValue(STEP_SCHEMAS[word], { node, name: `${name}, ${word}` }, reading);
  return value && ({ [word]: value.value } as unknown as PlainStep);
}

function checkedValue(schema: z.ZodType, { node, name }: Place, reading: Reading): { value: unknown } | null {
  const result = schema.safeParse(plainValue(node));
  if (result.success) return { value: result.data };
  const keys = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  for (const issue of result.error.issues) {
    const path = issue.path.map(step => (typeof step === 'number' ? step : String(step)));
    const line = lineAt(node, path);
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys)
        object(`${name}: unknown key "${shown(key)}"`, line, suggestion(key, keys, 'The keys are'), reading);
    } else {
      const at = [name, ...path].join('.');
      const hint =
        issue.message === 'must be text' ? 'Text that looks like a number needs quotes.' : SEE_DOCS;
      object(`${at}: ${issue.message}`, line, hint, reading);
    }
  }
  return null;
}
