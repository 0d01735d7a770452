import { realpathSync } from 'node:fs';
import { relative } from 'node:path';
import { counted } from '../../base/counted.ts';
import { printable } from '../../base/printable.ts';
import type { Repository } from '../../git/repository.ts';
import { uncommittedPaths } from '../../git/uncommitted.ts';
import { SETTINGS_FILE } from '../settings/load.ts';
import type { Terminal } from '../terminal.ts';

/** Paths that are named. */
const MAX_NAMED = 3;

/** Whoever has just written something expects the run to see it. The plan and the settings are read where they are. */
export async function tellUncommitted(
  repository: Repository,
  planFile: string,
  { err, errStyle }: Terminal,
): Promise<void> {
  const found = await uncommittedPaths(repository);
  const known = [SETTINGS_FILE, ...inside(repository, planFile)];
  const paths = found.ok ? found.paths.filter(path => !known.includes(path)) : [];
  if (paths.length === 0) return;
  const named = [...paths.slice(0, MAX_NAMED).map(printable), ...(paths.length > MAX_NAMED ? ['…'] : [])];
  const begins =
    repository.head === null ? 'with nothing, for nothing is committed yet' : 'with the last commit';
  err(
    `${errStyle.yellow('note')}: the run begins ${begins}; it does not see ${counted(paths.length, 'uncommitted path')}: ${named.join(', ')}\n`,
  );
}

function inside({ toplevel }: Repository, file: string): string[] {
  try {
    return [relative(toplevel, realpathSync(file))];
  } catch {
    return [];
  }
}
