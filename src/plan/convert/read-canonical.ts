import { frontMatterEnd } from '../data/detect.ts';
import {
  type DataNode,
  duplicateKey,
  entryOf,
  itemsOf,
  type MapNode,
  plainValue,
  shapeError,
  syntaxError,
} from '../data/node.ts';
import { readTree } from '../data/read-tree.ts';
import { parseYaml } from '../data/yaml.ts';
import type { ReadPlan } from '../read-markdown.ts';
import type { Finding } from '../recognise/draft.ts';
import { type CanonicalDocument, type Row, readDocument } from './document.ts';
import { OVERVIEW_COLUMNS, overviewCells } from './overview.ts';

/** Reads the canonical document. Nothing in it is guessed: a line that has no place in it is an error. */
export function readCanonical(text: string): ReadPlan {
  const end = frontMatterEnd(text);
  // What is left of the first mark is an empty line, so that lines keep their numbers.
  const front = parseYaml(text.slice(Math.min(3, end), end));
  if (front.root?.kind !== 'map') {
    const findings = front.root ? [noFrontMatter()] : front.findings;
    return readTree({ root: null, findings }, 'canonical', {});
  }
  const [, ...lines] = text.slice(end + 1).split('\n');
  const document = readDocument(lines, text.slice(0, end).split('\n').length + 2);
  const { root, findings } = merged(front.root, document);
  const all = [...front.findings, ...document.findings, ...findings];
  // The overview is compared only where the sections could be read; else it would seem wrong because they are.
  if (all.length === 0) all.push(...overviewFindings(document));
  return readTree({ root, findings: all }, 'canonical', { from: 'canonical' });
}

function merged(front: MapNode, document: CanonicalDocument): { root: MapNode; findings: Finding[] } {
  const findings: Finding[] = [];
  const entries = new Map(front.entries);
  for (const [key, entry] of document.entries) {
    if (entries.has(key)) findings.push(duplicateKey(key, entry.line));
    entries.set(key, entry);
  }
  return { root: { ...front, entries }, findings };
}

/** The overview repeats what the sections say. Where somebody changed only one of them, it is unclear which is meant. */
function overviewFindings({ rows, entries }: CanonicalDocument): Finding[] {
  const phases = itemsOf(entries.get('phases')?.node);
  const [header, rule, ...body] = rows;
  if (!header || !rule) return [];
  const differing = body.flatMap((row, i) => {
    const phase = phases[i];
    return phase ? differences(row, expectedCells(phase)) : [];
  });
  if (body.length === phases.length) return differing;
  return [
    shapeError(
      `the overview lists ${body.length} phases, but ${phases.length} have a section`,
      header.line,
      'Correct the table, or remove it: it only repeats the sections.',
    ),
  ];
}

function differences({ cells, line }: Row, expected: readonly string[]): Finding[] {
  return OVERVIEW_COLUMNS.flatMap((column, i) => {
    const [said, meant] = [cells[i] ?? '', expected[i]!];
    if (said === meant) return [];
    const message = `under ${column} the overview says "${said.slice(0, 60)}", the section "${meant.slice(0, 60)}"`;
    return [shapeError(message, line, 'Change both, or remove the table: it only repeats the sections.')];
  });
}

function expectedCells(phase: DataNode): string[] {
  const read = (key: string): unknown => {
    const node = entryOf(phase, key);
    return node && plainValue(node);
  };
  const texts = (key: string): string[] => itemsOf(entryOf(phase, key)).map(item => String(plainValue(item)));
  const estimate = read('estimate');
  return overviewCells({
    id: String(read('id')),
    title: String(read('title')),
    dependsOn: texts('dependsOn'),
    parallelWith: texts('parallelWith'),
    estimate: typeof estimate === 'number' ? estimate : null,
    done: read('done') === true,
  });
}

const noFrontMatter = (): Finding =>
  syntaxError(
    'the document has no front matter with "phasewright: 1"',
    1,
    'Start the document with ---, phasewright: 1 and --- on lines of their own.',
  );
