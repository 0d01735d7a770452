import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of the repository. */
export const ROOT = join(import.meta.dirname, '../..');

/** A bug that can be planted in the sources: one place that reads otherwise. */
export interface Mutant {
  /** What is broken, in words. */
  readonly name: string;
  /** From the repository's root. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
}

/** The file with the bug in it. */
export const planted = ({ find, replace }: Mutant, source: string): string =>
  source.split(find).join(replace);

/** Why mutants cannot be planted in the sources below `root`, one line each. */
export function unplantable(mutants: readonly Mutant[], root: string): string[] {
  const sources = new Map<string, string>();
  const sourceOf = (file: string): string => {
    const source = sources.get(file) ?? readFileSync(join(root, file), 'utf8');
    sources.set(file, source);
    return source;
  };
  const names = new Set<string>();
  return mutants.flatMap(({ name, file, find, replace }) => {
    const times = sourceOf(file).split(find).length - 1;
    const wrong = [
      ...(times === 1 ? [] : [`its text occurs ${times} times in ${file}`]),
      ...(find === replace ? ['it changes nothing'] : []),
      ...(names.has(name) ? ['another one has the same name'] : []),
    ];
    names.add(name);
    return wrong.map(reason => `${name}: ${reason}`);
  });
}
