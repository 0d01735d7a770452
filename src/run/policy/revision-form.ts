import { literalPath } from '../../base/glob.ts';
import { printable } from '../../base/printable.ts';
import { oneLine, withPlainLineEnds } from '../../plan/data/clean.ts';
import { withoutControls } from '../../plan/guard.ts';
import { LIMITS } from '../../plan/limits.ts';
import type { Phase } from '../../plan/model.ts';
import { isOutside } from '../../plan/recognise/paths.ts';
import type { Revision } from '../answer.ts';

/** Of a whole revision, so that no line of it can be longer than one of a plan. */
const MAX_REVISION_CHARACTERS = LIMITS.lineCharacters;
const MAX_PATH_CHARACTERS = 400;
/** Of foreign text in a problem, in characters. */
const MAX_SHOWN_CHARACTERS = 160;

/** What in a revision could not stand in a plan, whatever it is for, each as a sentence. */
export function formProblems(phase: Phase, revision: Revision): string[] {
  const size = textsOf(revision).reduce((sum, text) => sum + text.length, 0);
  if (size > MAX_REVISION_CHARACTERS)
    return [`it has ${size} characters; the limit is ${MAX_REVISION_CHARACTERS}`];
  const subtasks = revision.subtasks ?? [];
  return [
    ...(revision.title === null ? [] : titleProblems('the phase', revision.title)),
    ...subtasks.flatMap(({ title }, index) => titleProblems(`subtask ${index + 1}`, title)),
    ...(textsOf(revision).some(hasControls) ? ['it has control characters'] : []),
    ...pathProblems(revision.files, [...phase.files, ...phase.subtasks.flatMap(({ files }) => files)]),
    ...pathProblems(revision.deliverables, phase.deliverables),
  ];
}

/** A text in the form in which two are compared: blanks and case count for nothing. */
export const alike = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();

/** Whether a text is one of these, in whatever spelling. */
export function isKnownIn(items: readonly string[]): (item: string) => boolean {
  const known = new Set(items.map(alike));
  return item => known.has(alike(item));
}

/** Somebody's words inside of a problem. */
export function shown(text: string): string {
  const line = printable(text.slice(0, MAX_SHOWN_CHARACTERS).toWellFormed());
  return `"${line}${text.length > MAX_SHOWN_CHARACTERS ? '…' : ''}"`;
}

const textsOf = (revision: Revision): readonly string[] => [
  revision.reason,
  revision.title ?? '',
  revision.description ?? '',
  ...(revision.subtasks ?? []).flatMap(({ title, description }) => [title, description]),
  ...(revision.files ?? []),
  ...(revision.deliverables ?? []),
  ...(revision.criteria ?? []),
  ...revision.dropped.flatMap(({ what, reason }) => [what, reason]),
];

function titleProblems(whose: string, title: string): string[] {
  const line = oneLine(withPlainLineEnds(title));
  if (line === '') return [`${whose} has no title`];
  return line.length > LIMITS.titleCharacters
    ? [`the title of ${whose} has ${line.length} characters; the limit is ${LIMITS.titleCharacters}`]
    : [];
}

const hasControls = (text: string): boolean => {
  const plain = withPlainLineEnds(text);
  return withoutControls(plain) !== plain;
};

/** What the phase names itself is not questioned: the plan was accepted with it. */
function pathProblems(paths: readonly string[] | null, own: readonly string[]): string[] {
  const isOwn = isKnownIn(own);
  return (paths ?? [])
    .filter(path => path.trim() !== '' && !isOwn(path))
    .flatMap(path => {
      const fault = pathFault(path.trim());
      return fault === null ? [] : [`the path ${shown(path)} ${fault}`];
    });
}

function pathFault(path: string): string | null {
  if (path.length > MAX_PATH_CHARACTERS) return `has more than ${MAX_PATH_CHARACTERS} characters`;
  if (/[\t\n\\]/.test(path)) return 'has a tab, a line break or a backslash in it';
  if (isOutside(path)) return 'leads out of the repository; paths begin at its top';
  // Patterns would widen the scope of the phase unseen, and no file is called so.
  if (/[*?]/.test(path)) return 'is a pattern; name files or folders';
  const names = literalPath(path).split('/');
  if (names[0] === '') return 'names the whole repository';
  return names.some(name => name.toLowerCase() === '.git') ? 'is inside of .git' : null;
}
