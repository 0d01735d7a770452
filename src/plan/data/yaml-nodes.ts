import { type Document, isAlias, isMap, isScalar, isSeq, type LineCounter, type ParsedNode } from 'yaml';
import { LIMITS } from '../limits.ts';
import type { Finding } from '../recognise/draft.ts';
import {
  DATA_NODES,
  type DataNode,
  duplicateKey,
  type Entry,
  type Lines,
  note,
  type Syntax,
  syntaxError,
  tooLarge,
} from './node.ts';

interface Reading {
  readonly text: string;
  readonly lines: LineCounter;
  readonly findings: Finding[];
  /** Finished nodes that can be repeated, with the number of values in each. */
  readonly anchors: Map<string, { readonly node: DataNode; readonly size: number }>;
  aliases: number;
  /** Values so far, those that aliases repeat counted each time. */
  nodes: number;
}

/** Makes nodes of a YAML document. Aliases share the node that they repeat; how much they may repeat is limited. */
export function readYamlNodes(document: Document.Parsed, text: string, lines: LineCounter): Syntax {
  const reading: Reading = { text, lines, findings: [], anchors: new Map(), aliases: 0, nodes: 0 };
  const root = readNode(document.contents, reading);
  if (reading.aliases > LIMITS.yamlAliases || reading.nodes > DATA_NODES)
    return { root: null, findings: [tooMuchRepeated(reading)] };
  const broken = reading.findings.some(finding => finding.code === 'invalid-syntax');
  return { root: broken ? null : root, findings: reading.findings };
}

function readNode(node: ParsedNode | null, reading: Reading): DataNode {
  const before = reading.nodes;
  reading.nodes += 1;
  if (node === null) return nothing(0);
  if (isAlias(node)) return readAlias(node.source, lineOf(node.range[0], reading), reading);
  const result = readValue(node, reading);
  if (node.anchor !== undefined)
    reading.anchors.set(node.anchor, { node: result, size: reading.nodes - before });
  return result;
}

function readValue(node: ParsedNode, reading: Reading): DataNode {
  const lines = linesOf(node, reading);
  if (isMap(node)) return { kind: 'map', entries: readEntries(node.items, reading), ...lines };
  if (isSeq(node)) return { kind: 'list', items: node.items.map(item => readNode(item, reading)), ...lines };
  if (!isScalar(node)) return nothing(lines.line);
  const { value } = node;
  if (typeof value === 'number') return { kind: 'scalar', value, source: node.source, ...lines };
  if (typeof value === 'boolean' || value === null) return { kind: 'scalar', value, source: '', ...lines };
  return { kind: 'scalar', value: String(value), source: '', ...lines };
}

function readEntries(
  pairs: readonly { readonly key: ParsedNode; readonly value: ParsedNode | null }[],
  reading: Reading,
): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const { key, value } of pairs) {
    const line = lineOf(key.range[0], reading);
    const name = keyName(key);
    if (name === null) note(badKey(line), reading.findings);
    else if (entries.has(name)) note(duplicateKey(name, line), reading.findings);
    const node = value === null ? nothing(line) : readNode(value, reading);
    if (name !== null) entries.set(name, { line, node });
  }
  return entries;
}

function keyName(key: ParsedNode): string | null {
  if (!isScalar(key) || key.value === null) return null;
  return typeof key.value === 'string' ? key.value : key.source;
}

function readAlias(name: string, line: number, reading: Reading): DataNode {
  reading.aliases += 1;
  const anchor = reading.anchors.get(name);
  if (!anchor) {
    note(unknownAlias(name, line), reading.findings);
    return nothing(line);
  }
  reading.nodes += anchor.size;
  return anchor.node;
}

/** The lines of a value without the white space that YAML counts as its end. */
function linesOf(node: ParsedNode, reading: Reading): Lines {
  const [start, valueEnd] = node.range;
  let end = valueEnd - 1;
  while (end > start && ' \t\n'.includes(reading.text.charAt(end))) end -= 1;
  return { line: lineOf(start, reading), endLine: lineOf(Math.max(start, end), reading) };
}

const lineOf = (offset: number, { lines }: Reading): number => lines.linePos(offset).line;

const nothing = (line: number): DataNode => ({
  kind: 'scalar',
  value: null,
  source: '',
  line,
  endLine: line,
});

const badKey = (line: number): Finding =>
  syntaxError('a key must be plain text', line, 'Write keys such as "title:", without brackets.');

const unknownAlias = (name: string, line: number): Finding =>
  syntaxError(
    `the alias *${name.slice(0, 60)} has no anchor before it`,
    line,
    'Quote texts that start with "*".',
  );

const tooMuchRepeated = ({ aliases }: Reading): Finding =>
  tooLarge(
    aliases > LIMITS.yamlAliases
      ? `the YAML has ${aliases} aliases; the limit is ${LIMITS.yamlAliases}`
      : `with its aliases written out the plan has more than ${DATA_NODES} values`,
    0,
    'Write repeated values out, or leave them out.',
  );
