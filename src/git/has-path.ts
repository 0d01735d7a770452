import { git } from './command.ts';
import type { GitResult } from './port.ts';
import type { Repository } from './repository.ts';

/** Whether a commit has something at a path, from the top of the repository. */
export async function hasPath(
  { toplevel, environment }: Repository,
  commit: string,
  path: string,
): Promise<GitResult<{ readonly has: boolean }>> {
  const words = ['ls-tree', '--name-only', '-z', '--full-tree', commit, '--', path];
  const listed = await git({ cwd: toplevel, environment }, words, {
    environment: { GIT_LITERAL_PATHSPECS: '1' },
  });
  return listed.ok ? { ok: true, has: listed.stdout.length > 0 } : listed;
}
