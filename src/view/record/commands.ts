import { printable } from '../../base/printable.ts';
import type { FileChange } from '../../run/gates.ts';

/** Files of a phase that get a command of their own. */
const MAX_FILES = 20;

/** What landed, and what it was made from. */
interface Landed {
  readonly commit: string;
  /** What the files were compared with: where the attempt began, or the commit's parent where that is something else. */
  readonly base: string | null;
  readonly files: readonly FileChange[];
}

/** Commands that show what a phase did, from anywhere in the repository, as long as its commit is there. */
export const restoration = ({ commit, base, files }: Landed): string[] => [
  `git show --stat ${commit}`,
  `git show ${commit}`,
  `git diff ${commit}^ ${commit}`,
  `git log --oneline -10 ${commit}`,
  ...files.flatMap(change => fileCommand(commit, base ?? `${commit}^`, change)).slice(0, MAX_FILES),
];

/** Shows a file as the phase left it, or as it was before the phase deleted it. */
function fileCommand(commit: string, base: string, change: FileChange): string[] {
  const { path, status } = change;
  if (!isTypeable(path)) return [];
  if (mayBeLink(change)) return [`git show ${commit} -- ${shellWord(`:(top,literal)${path}`)}`];
  return [`git show ${shellWord(`${status === 'deleted' ? base : commit}:${path}`)}`];
}

/** Whether the path can stand in a command as it is: git quotes what is no plain text, and some of the rest is unseen. */
const isTypeable = (path: string): boolean => !path.startsWith('"') && printable(path) === path;

/**
 * The link to a submodule's commit is one line to git, and the repository itself has no content for it. What changed in
 * one line can be told by the change alone, so that links need not be told apart from files.
 */
const mayBeLink = ({ added, deleted, binary }: FileChange): boolean => !binary && added <= 1 && deleted <= 1;

/** As one word of a POSIX shell. */
export const shellWord = (text: string): string =>
  /^[A-Za-z0-9_./:@%+=,^-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
