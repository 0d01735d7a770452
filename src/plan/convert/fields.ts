import { nearest } from '../../base/nearest.ts';
import { type DataNode, type Entry, shapeError } from '../data/node.ts';
import type { Finding } from '../recognise/draft.ts';
import { readCodeSpans, unescapeInline } from './inline.ts';

/** A `- Label: value` line of a phase or subtask. */
interface Field {
  readonly key: string;
  /** Null where the words are not what the field holds. */
  readonly read: (words: string, line: number) => DataNode | null;
  readonly wanted: string;
}

export const SUBTASK_FIELDS: Readonly<Record<string, Field>> = {
  'Depends on': { key: 'dependsOn', read: readIds, wanted: 'ids with commas between them, such as 1, 2a' },
  Files: { key: 'files', read: readPaths, wanted: 'paths such as `src/a.ts`, `src/b.ts`' },
};

export const PHASE_FIELDS: Readonly<Record<string, Field>> = {
  ...SUBTASK_FIELDS,
  'Parallel with': { ...SUBTASK_FIELDS['Depends on']!, key: 'parallelWith' },
  Deliverables: { ...SUBTASK_FIELDS.Files!, key: 'deliverables' },
  Estimate: { key: 'estimate', read: readNumber, wanted: 'a number' },
  Done: { key: 'done', read: readFlag, wanted: 'yes or no' },
  Optional: { key: 'optional', read: readFlag, wanted: 'yes or no' },
  Gated: { key: 'gated', read: readFlag, wanted: 'yes or no' },
  'Allow empty': { key: 'allowEmpty', read: readFlag, wanted: 'yes or no' },
  Group: { key: 'group', read: (words, line) => scalar(unescapeInline(words), line), wanted: 'a label' },
};

/** Adds what the field says to the entries of its phase or subtask; else says what is wrong with it. */
export function takeField(
  fields: Readonly<Record<string, Field>>,
  { label, words, line }: { readonly label: string; readonly words: string; readonly line: number },
  entries: Map<string, Entry>,
): Finding | null {
  const field = Object.hasOwn(fields, label) ? fields[label] : undefined;
  if (!field) {
    const meant = nearest(label, Object.keys(fields));
    const hint = meant ? `Did you mean "${meant}"?` : `Fields here are ${Object.keys(fields).join(', ')}.`;
    return shapeError(`there is no field "${label.slice(0, 60)}" here`, line, hint);
  }
  if (entries.has(field.key)) return shapeError(`"${label}" is given twice`, line, 'Keep one of the two.');
  const node = field.read(words, line);
  if (!node) return shapeError(`"${label}" must be ${field.wanted}`, line, 'Correct the line.');
  entries.set(field.key, { line, node });
  return null;
}

export const scalar = (value: string | number | boolean, line: number): DataNode => ({
  kind: 'scalar',
  value,
  source: '',
  line,
  endLine: line,
});

export const list = (items: readonly DataNode[], line: number): DataNode => ({
  kind: 'list',
  items,
  line,
  endLine: line,
});

function readIds(words: string, line: number): DataNode | null {
  const ids = words.split(',').map(word => unescapeInline(word.trim()));
  return ids.includes('')
    ? null
    : list(
        ids.map(id => scalar(id, line)),
        line,
      );
}

function readPaths(words: string, line: number): DataNode | null {
  const paths = readCodeSpans(words);
  return (
    paths &&
    list(
      paths.map(path => scalar(path, line)),
      line,
    )
  );
}

function readNumber(words: string, line: number): DataNode | null {
  return /^\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(words) ? scalar(Number(words), line) : null;
}

function readFlag(words: string, line: number): DataNode | null {
  return words === 'yes' || words === 'no' ? scalar(words === 'yes', line) : null;
}
