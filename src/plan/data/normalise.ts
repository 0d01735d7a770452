import { nearest } from '../../base/nearest.ts';
import { withoutControls } from '../guard.ts';
import { LIMITS } from '../limits.ts';
import type { Finding } from '../recognise/draft.ts';
import { withPlainLineEnds } from './clean.ts';
import {
  type DataNode,
  type Entry,
  type ListNode,
  type MapNode,
  type Path,
  type ScalarNode,
  shapeError,
  tooLarge,
  written,
} from './node.ts';

/** The keys that a map may have. */
export interface MapShape {
  readonly keys: readonly string[];
  /** Other spellings of keys. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Keys whose lists hold maps, with the shape of those. */
  readonly maps?: Readonly<Record<string, MapShape>>;
  /** Keys that nobody defined are left alone: the document is another tool's. */
  readonly open?: boolean;
}

/** Keys under which a number is meant as a name. */
const NAMES = new Set(['id', 'dependsOn', 'parallelWith', 'dependencies']);

interface Normalising {
  readonly findings: Finding[];
  /** The first line where a control character was replaced; 0 where none was. */
  controls: number;
}

/**
 * The same data with canonical keys, numbers as text where ids are meant, control characters replaced, and without
 * keys that have no value. Unknown keys are reported and dropped.
 */
export function normalise(root: MapNode, shape: MapShape, findings: Finding[]): MapNode {
  const state: Normalising = { findings, controls: 0 };
  const result = normaliseMap(root, shape, [], state);
  if (state.controls > 0) findings.push(controlsReplaced(state.controls));
  return result;
}

function normaliseMap(node: MapNode, shape: MapShape, path: Path, state: Normalising): MapNode {
  const entries = new Map<string, Entry>();
  for (const [raw, { line, node: value }] of node.entries) {
    const key = ownValue(shape.aliases, raw) ?? raw;
    if (!shape.keys.includes(key) && !shape.open) {
      if (state.findings.length <= LIMITS.findingsPerCode)
        state.findings.push(unknownKey(raw, shape, path, line));
      continue;
    }
    if (value.kind === 'scalar' && value.value === null) continue;
    if (entries.has(key)) state.findings.push(givenTwice(key, raw, path, line));
    else entries.set(key, { line, node: normaliseValue(value, key, shape, [...path, key], state) });
  }
  return { ...node, entries };
}

function normaliseValue(
  node: DataNode,
  key: string,
  shape: MapShape,
  path: Path,
  state: Normalising,
): DataNode {
  if (node.kind === 'scalar') return normaliseScalar(node, NAMES.has(key), state);
  if (node.kind === 'map') return node;
  const inner = ownValue(shape.maps, key);
  return normaliseList(node, path, state, (item, i) => {
    if (item.kind === 'map') return inner ? normaliseMap(item, inner, [...path, i], state) : item;
    return item.kind === 'scalar' ? normaliseScalar(item, NAMES.has(key), state) : item;
  });
}

function normaliseList(
  node: ListNode,
  path: Path,
  state: Normalising,
  each: (item: DataNode, index: number) => DataNode,
): ListNode {
  if (node.items.length <= LIMITS.subtasks) return { ...node, items: node.items.map(each) };
  const message = `${written(path)} has ${node.items.length} entries; the limit is ${LIMITS.subtasks}`;
  state.findings.push(tooLarge(message, node.line, 'Split the plan into several.'));
  return { ...node, items: [] };
}

function normaliseScalar(node: ScalarNode, isName: boolean, state: Normalising): ScalarNode {
  if (typeof node.value === 'number' && isName) return { ...node, value: node.source };
  if (typeof node.value !== 'string') return node;
  const text = withPlainLineEnds(node.value);
  const value = withoutControls(text);
  if (value !== text && state.controls === 0) state.controls = node.line;
  return value === node.value ? node : { ...node, value };
}

const ownValue = <T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
  record && Object.hasOwn(record, key) ? record[key] : undefined;

function unknownKey(key: string, shape: MapShape, path: Path, line: number): Finding {
  const name = withoutControls(key).slice(0, 60);
  const where = path.length === 0 ? 'a plan' : written(path);
  const meant = nearest(key, [...shape.keys, ...Object.keys(shape.aliases ?? {})]);
  const hint = meant ? `Did you mean "${meant}"?` : `Keys here are ${shape.keys.join(', ')}.`;
  return shapeError(`${where} has no key "${name}"`, line, hint);
}

const givenTwice = (key: string, raw: string, path: Path, line: number): Finding =>
  shapeError(
    `${written([...path, key])} is given twice, also as "${raw}"`,
    line,
    `Keep one of the two; "${key}" is the usual spelling.`,
  );

const controlsReplaced = (line: number): Finding => ({
  severity: 'warning',
  code: 'control-characters',
  message: 'control characters were replaced',
  line,
  hint: 'Remove them from the plan.',
});
