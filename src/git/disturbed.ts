import { dirtyPaths } from './content.ts';
import type { Context } from './context.ts';
import { enterPresent } from './enter.ts';
import type { GitResult } from './port.ts';
import { headsOf } from './slot.ts';

/** See `Workspaces.disturbed`. In the user's own checkout nobody can tell who changed something. */
export async function disturbed(
  context: Context,
  number: number,
): Promise<GitResult<{ readonly files: readonly string[] }>> {
  if (context.options.mode === 'here') return { ok: true, files: [] };
  const entered = await enterPresent(context, number);
  if (!entered.ok) return entered;
  const { slot } = entered;
  const known = slot?.known;
  if (!slot || !known || slot.fresh) return { ok: true, files: [] };
  const [heads, dirty] = await Promise.all([headsOf(context, slot), dirtyPaths(slot)]);
  if (!heads.ok) return heads;
  if (!dirty.ok) return dirty;
  const commits = [...(heads.head === null ? [] : [heads.head]), ...heads.pending];
  const isMoved = commits.some(commit => !known.heads.includes(commit));
  return { ok: true, files: [...(isMoved ? ['HEAD'] : []), ...dirty.paths] };
}
