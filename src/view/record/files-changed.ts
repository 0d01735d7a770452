import type { FileChange } from '../../run/gates.ts';
import { isTestPath } from '../../run/gates.ts';
import type { Changed } from '../../run/state.ts';
import { code, inline, listed } from './markdown.ts';

/** Changed files that one list names. */
const MAX_LISTED = 50;
/** The largest changes, which a summary puts first. */
const MAX_KEY_CHANGES = 5;

/** The changed files with the largest changes first, and by name where they are equal. */
export const bySize = (files: readonly FileChange[]): readonly FileChange[] =>
  files.toSorted((a, b) => linesOf(b) - linesOf(a) || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));

const linesOf = ({ added, deleted }: FileChange): number => added + deleted;

/** What a phase changed, as parts of a document. */
export function changeParts({ files, changed, added, deleted, findings, parent }: Changed): string[] {
  const tests = files.filter(({ path }) => isTestPath(path));
  const others = files.filter(({ path }) => !isTestPath(path));
  const key = bySize(others.length > 0 ? others : tests).slice(0, MAX_KEY_CHANGES);
  return [
    '## Key changes',
    changed > 0
      ? `${count(changed, 'file')} changed, ${count(added, 'line')} added, ${deleted} deleted.`
      : `The commit changes no file${parent === undefined ? '' : ': nothing of what the attempt did was left to change'}.`,
    ...(key.length > 0 ? [key.map(fileLine).join('\n')] : []),
    ...section('## Files changed', others, changed - tests.length),
    ...section('## Test files', tests, tests.length),
    ...(findings.length > 0
      ? [
          '## What the gates found',
          findings.map(({ gate, message }) => `- ${gate}: ${inline(message)}`).join('\n'),
        ]
      : []),
  ];
}

const section = (title: string, files: readonly FileChange[], total: number): string[] =>
  total > 0 ? [title, fileList(files, total)] : [];

/** Changed files, a line each. */
export const fileList = (files: readonly FileChange[], total: number): string =>
  listed(files.slice(0, MAX_LISTED).map(fileLine), total);

/** The same where only the names are known. */
export const nameList = (files: readonly string[], total: number): string =>
  listed(
    files.slice(0, MAX_LISTED).map(path => `- ${code(path)}`),
    total,
  );

function fileLine({ path, status, from, added, deleted, binary }: FileChange): string {
  const how = from === null ? status.replace('_', ' ') : `${status} from ${code(from)}`;
  return `- ${code(path)}: ${how}, ${binary ? 'binary' : `+${added} −${deleted}`}`;
}

export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
