import { git } from './command.ts';
import type { Context } from './context.ts';
import type { GitResult } from './port.ts';

/**
 * Fetches what a partial clone lacks of a tree, all at once: behind the walls, where the files are written, there is no
 * network to fetch it from.
 */
export async function fetchPromised(context: Context, tree: string): Promise<GitResult<object>> {
  const { promisor } = context.programs;
  if (promisor === null) return { ok: true };
  const listed = await git(context.common, ['rev-list', '--objects', '--missing=print', tree]);
  if (!listed.ok) return listed;
  const missing = listed.stdout.toString('latin1').match(/^\?[0-9a-f]{40,64}$/gm) ?? [];
  if (missing.length === 0) return { ok: true };
  const words = [
    ...['-c', 'fetch.negotiationAlgorithm=noop', 'fetch', '--quiet', '--no-tags', '--no-write-fetch-head'],
    ...['--recurse-submodules=no', '--filter=blob:none', '--stdin', promisor],
  ];
  return git(context.common, words, { input: missing.map(entry => `${entry.slice(1)}\n`).join('') });
}
