import { literalPath } from '../../base/glob.ts';
import type { Phase } from '../../plan/model.ts';

/** Of a phase's text, characters in which names of files are looked for. */
const MAX_TEXT_CHARACTERS = 1_000_000;

/**
 * Whether the phase speaks of a file, by its path or its base name. A path in the text names that file alone, not
 * others with the same base name.
 */
export function namesFile(phase: Phase): (path: string) => boolean {
  const words = textOf(phase)
    .split(/[^\p{L}\p{N}_./@+-]+/u)
    .map(word => literalPath(word.replace(/\.$/, '')));
  const files = [...phase.files, ...phase.deliverables, ...phase.subtasks.flatMap(subtask => subtask.files)];
  const said = new Set([...words, ...files.map(literalPath)]);
  return path => {
    const plain = literalPath(path);
    return said.has(plain) || said.has(plain.slice(plain.lastIndexOf('/') + 1));
  };
}

function textOf({ title, description, criteria, subtasks }: Phase): string {
  const texts = [
    title,
    description,
    ...criteria,
    ...subtasks.flatMap(subtask => [subtask.title, subtask.description]),
  ];
  return texts.join('\n').slice(0, MAX_TEXT_CHARACTERS);
}

/** Paths that are gathered from a text. */
const MAX_PATHS = 200;
/** A file in a folder, by its looks: with a slash in it and an ending, as code. */
const PATH = /^(?!\/|~|\.\.)[\w.@+-]{1,100}(?:\/[\w.@+-]{1,100}){1,20}\.\w{1,10}$/;

/** The files that a phase speaks of as code, for one that does not say which files it touches. */
export const pathsIn = (phase: Phase): readonly string[] => [
  ...new Set(
    textOf(phase)
      .split('`')
      .filter((word, index) => index % 2 === 1 && PATH.test(word))
      .slice(0, MAX_PATHS)
      .map(literalPath),
  ),
];
