import { z } from 'zod';
import { nearest } from '../../base/nearest.ts';
import { ID_PATTERN } from '../../plan/assemble/ids.ts';
import { type DataNode, lineAt, type MapNode, plainValue } from '../../plan/data/node.ts';
import type { Diagnostic } from '../../plan/diagnostic.ts';
import { ROLES, type Role } from '../../run/role.ts';
import { SUBTASK_SIGN } from './choose.ts';
import type { Attempt, Script, Step } from './step.ts';
import { isStepName, STEP_NAMES, STEP_SCHEMAS } from './step-schema.ts';

/** Steps in one script, those that aliases repeat counted each time. */
const MAX_STEPS = 20_000;
export const MAX_DIAGNOSTICS = 20;
export const SEE_DOCS = 'See docs/scripted-agent.md.';

interface Reading {
  readonly diagnostics: Diagnostic[];
  steps: number;
}

/** Something in the script, and how people name where it stands. */
interface Place {
  readonly node: DataNode;
  readonly name: string;
}

/** Makes a script of data. It is good for nothing where there are diagnostics. */
export function readScript(root: DataNode): {
  readonly script: Script;
  readonly diagnostics: readonly Diagnostic[];
} {
  const reading: Reading = { diagnostics: [], steps: 0 };
  const script: { [role in Role]?: Record<string, Attempt[]> } = {};
  const map = asMap({ node: root, name: 'a script' }, 'Write {"developer": {"*": [[ … ]]}}.', reading);
  for (const [word, { line, node }] of map?.entries ?? []) {
    const role = ROLES.find(known => known === word);
    if (role) script[role] = readRole(role, node, reading);
    else object(`there is no role "${shown(word)}"`, line, suggestion(word, ROLES, 'The roles are'), reading);
  }
  return { script, diagnostics: reading.diagnostics };
}

function readRole(role: Role, node: DataNode, reading: Reading): Record<string, Attempt[]> {
  const hint = `Write {"${role}": {"*": [[ … ]]}}: phases, each with a list of attempts.`;
  const map = asMap({ node, name: role }, hint, reading);
  const phases: [string, Attempt[]][] = [];
  for (const [key, entry] of map?.entries ?? []) {
    if (isKey(key)) {
      const name = key === '*' ? `${role}, any phase` : `${role}, phase ${key}`;
      phases.push([key, readAttempts(role, { node: entry.node, name }, reading)]);
    } else
      object(
        `${role}: "${shown(key)}" cannot be a phase`,
        entry.line,
        `Use the id of a phase, the ids of phase and subtask as in "2a${SUBTASK_SIGN}2a.1", or "*".`,
        reading,
      );
  }
  return Object.fromEntries(phases);
}

function isKey(key: string): boolean {
  const names = key.split(SUBTASK_SIGN);
  return key === '*' || (names.length <= 2 && names.every(name => ID_PATTERN.test(name)));
}

const NESTING = 'A phase has a list of attempts, and an attempt is a list of steps: [[ {…}, {…} ], [ {…} ]].';

function readAttempts(role: Role, { node, name }: Place, reading: Reading): Attempt[] {
  if (node.kind !== 'list' || node.items.length === 0) {
    object(`${name}: must be a list of attempts`, node.line, NESTING, reading);
    return [];
  }
  return node.items.map((attempt, index) => {
    const at = `${name}, attempt ${index + 1}`;
    if (attempt.kind === 'list') return readSteps(role, attempt.items, at, reading);
    object(`${at}: must be a list of steps`, attempt.line, NESTING, reading);
    return [];
  });
}

function readSteps(role: Role, nodes: readonly DataNode[], name: string, reading: Reading): Step[] {
  reading.steps += nodes.length;
  if (reading.steps > MAX_STEPS) {
    object(`${name}: the script has more than ${MAX_STEPS} steps`, nodes[0]!.line, 'Shorten it.', reading);
    return [];
  }
  return nodes.flatMap((node, index) => {
    const step = readStep(role, { node, name: `${name}, step ${index + 1}` }, reading);
    return step === null ? [] : [step];
  });
}

function readStep(role: Role, { node, name }: Place, reading: Reading): Step | null {
  const map = asMap({ node, name }, 'A step is an object with one key, as {"say": "hello"}.', reading);
  if (map === null) return null;
  const [[word, entry] = [], ...others] = map.entries;
  if (word === undefined || entry === undefined || others.length > 0) {
    const message = `${name}: a step has one key, not ${map.entries.size}`;
    object(message, node.line, 'Make a step of its own of each.', reading);
    return null;
  }
  if (!isStepName(word)) {
    const hint = suggestion(word, STEP_NAMES, 'The steps are');
    object(`${name}: there is no step "${shown(word)}"`, entry.line, hint, reading);
    return null;
  }
  if (word === 'report' && role !== 'developer') {
    object(`${name}: only developers report`, entry.line, 'Use "reply" for other roles.', reading);
    return null;
  }
  const value = checkedValue(STEP_SCHEMAS[word], { node: entry.node, name: `${name}, ${word}` }, reading);
  return value && ({ [word]: value.value } as unknown as Step);
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

function asMap({ node, name }: Place, hint: string, reading: Reading): MapNode | null {
  if (node.kind === 'map') return node;
  object(`${name}: must be an object`, node.line, hint, reading);
  return null;
}

function suggestion(word: string, known: readonly string[], all: string): string {
  const meant = nearest(word, known);
  return meant === null ? `${all} ${known.join(', ')}.` : `Did you mean "${meant}"?`;
}

const SHOWN_CHARACTERS = 60;
const shown = (word: string): string => word.slice(0, SHOWN_CHARACTERS);

function object(message: string, line: number, hint: string, { diagnostics }: Reading): void {
  if (diagnostics.length >= MAX_DIAGNOSTICS) return;
  diagnostics.push({ severity: 'error', code: 'invalid-shape', message, line, endLine: line, hint });
}
