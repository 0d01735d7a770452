import { literalPath } from '../../base/glob.ts';
import type { Phase } from '../../plan/model.ts';

/** Of a phase's text, characters in which names of files are looked for. */
const MAX_TEXT_CHARACTERS = 1_000_000;

/**
 * Whether the phase speaks of a file, by its path or its base name. A path in the text names that file alone, not
 * others with the same base name.
 */
export function namesFile(phase: Phase): (path: string) => boolean {
  const texts = [
    phase.title,
    phase.description,
    ...phase.criteria,
    ...phase.subtasks.flatMap(({ title, description }) => [title, description]),
  ];
  const words = texts
    .join('\n')
    .slice(0, MAX_TEXT_CHARACTERS)
    .split(/[^\p{L}\p{N}_./@+-]+/u)
    .map(word => literalPath(word.replace(/\.$/, '')));
  const files = [...phase.files, ...phase.deliverables, ...phase.subtasks.flatMap(subtask => subtask.files)];
  const said = new Set([...words, ...files.map(literalPath)]);
  return path => {
    const plain = literalPath(path);
    return said.has(plain) || said.has(plain.slice(plain.lastIndexOf('/') + 1));
  };
}
