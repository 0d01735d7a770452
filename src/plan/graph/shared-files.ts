import { directoriesAround, entryPath } from './file-entry.ts';

/**
 * For each list of file entries, the earlier lists it has to come after, with a path they share (the narrower one
 * where an entry lies under the other). Not every overlapping pair is given, only enough that following the given
 * ones step by step connects every such pair; so the result is linear in the entries, not in the pairs.
 */
export function earlierSharers(entries: readonly (readonly string[])[]): Map<number, string>[] {
  const paths = entries.map(comparablePaths);
  const declared = new Set<string>();
  for (const own of paths) for (const path of own) declared.add(path);
  /** Who declared the path last. */
  const last = new Map<string, number>();
  /** Who declared what under the path since then. */
  const under = new Map<string, Map<number, string>>();
  return paths.map((own, index) => {
    const found = new Map<number, string>();
    const note = (earlier: number | undefined, path: string) => {
      if (earlier !== undefined && earlier !== index && !found.has(earlier)) found.set(earlier, path);
    };
    for (const path of own) {
      note(last.get(path), path);
      for (const [earlier, narrower] of under.get(path) ?? []) note(earlier, narrower);
      last.set(path, index);
      under.delete(path);
      for (const directory of directoriesAround(path)) {
        if (!declared.has(directory)) continue;
        note(last.get(directory), path);
        const inside = under.get(directory) ?? new Map<number, string>();
        under.set(directory, inside.set(index, path));
      }
    }
    return found;
  });
}

function comparablePaths(entries: readonly string[]): Set<string> {
  return new Set(entries.map(entryPath).filter(path => path !== null));
}
