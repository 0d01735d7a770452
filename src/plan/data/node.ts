import type { Finding } from '../recognise/draft.ts';

/** Data as it was written. JSON, YAML and canonical markdown all become this before any sense is made of it. */
export type DataNode = ScalarNode | ListNode | MapNode;

export interface Lines {
  readonly line: number;
  readonly endLine: number;
}

export interface ScalarNode extends Lines {
  readonly kind: 'scalar';
  readonly value: string | number | boolean | null;
  /** A number as it was written, which tells `1.10` from `1.1`; else empty. */
  readonly source: string;
}

export interface ListNode extends Lines {
  readonly kind: 'list';
  readonly items: readonly DataNode[];
}

export interface MapNode extends Lines {
  readonly kind: 'map';
  readonly entries: ReadonlyMap<string, Entry>;
}

export interface Entry {
  /** Where the key stands. */
  readonly line: number;
  readonly node: DataNode;
}

/** A document's data, or null where it cannot be had; the findings say why. */
export interface Syntax {
  readonly root: DataNode | null;
  readonly findings: readonly Finding[];
}

/** Values in one document, the repeated ones of YAML aliases included. A plan at all limits has 1.4 million. */
export const DATA_NODES = 1_500_000;
/** Lists and maps inside each other. A plan has six levels. */
export const DATA_LEVELS = 32;

/** Findings about syntax and shape that are reported one by one. */
export const SHAPE_FINDINGS = 20;

export type Path = readonly (string | number)[];

/** The plain value. Keys of maps become own properties, whatever their name. */
export function plainValue(node: DataNode): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(plainValue);
  return Object.fromEntries([...node.entries].map(([key, entry]) => [key, plainValue(entry.node)]));
}

/** The line of a value by its path, or that of the nearest thing around it. A key counts as where its value begins. */
export function lineAt(root: DataNode, path: Path): number {
  let node = root;
  let line = root.line;
  for (const step of path) {
    if (node.kind === 'map') {
      const entry = node.entries.get(String(step));
      if (!entry) return line;
      ({ node, line } = entry);
    } else if (node.kind === 'list') {
      const item = node.items[Number(step)];
      if (!item) return line;
      node = item;
      line = item.line;
    } else return line;
  }
  return line;
}

/** `phases[2].dependsOn`, as a person would write it. */
export function written(path: Path): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else text += text === '' ? step : `.${step}`;
  }
  return text;
}

export const entryOf = (node: DataNode, key: string): DataNode | undefined =>
  node.kind === 'map' ? node.entries.get(key)?.node : undefined;

export const itemsOf = (node: DataNode | undefined): readonly DataNode[] =>
  node?.kind === 'list' ? node.items : [];

/** Adds a finding unless there are enough of them. */
export function note(finding: Finding, findings: Finding[]): void {
  if (findings.length < SHAPE_FINDINGS) findings.push(finding);
}

/** The node without some of its keys. */
export const without = (node: DataNode, keys: readonly string[]): DataNode =>
  node.kind === 'map'
    ? { ...node, entries: new Map([...node.entries].filter(([key]) => !keys.includes(key))) }
    : node;

export const syntaxError = (message: string, line: number, hint: string): Finding => ({
  severity: 'error',
  code: 'invalid-syntax',
  message,
  line,
  hint,
});

export const shapeError = (message: string, line: number, hint: string): Finding => ({
  severity: 'error',
  code: 'invalid-shape',
  message,
  line,
  hint,
});

export const tooLarge = (message: string, line: number, hint: string): Finding => ({
  severity: 'error',
  code: 'too-large',
  message,
  line,
  hint,
});

export const duplicateKey = (key: string, line: number): Finding =>
  shapeError(`the key "${key.slice(0, 60)}" is given twice`, line, 'Keep one of the two.');
