import { git } from './command.ts';
import type { GitResult } from './port.ts';
import type { Repository } from './repository.ts';

/** Two letters and a blank before the path. */
const STATUS_CHARACTERS = 3;

/** Files, and folders of new files, in the checkout that differ from its last commit; from the top of the repository. */
export async function uncommittedPaths({
  toplevel,
  environment,
}: Repository): Promise<GitResult<{ readonly paths: readonly string[] }>> {
  const words = ['status', '--porcelain=v1', '-z', '--untracked-files=normal', '--no-renames'];
  const found = await git({ cwd: toplevel, environment }, words);
  if (!found.ok) return found;
  const entries = found.stdout.toString('utf8').split('\0').filter(Boolean);
  return { ok: true, paths: entries.map(entry => entry.slice(STATUS_CHARACTERS)) };
}
