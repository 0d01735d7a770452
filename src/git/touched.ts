import { allButRecord } from './aside.ts';
import { quotedPath, splitAtNul } from './changes.ts';
import { git } from './command.ts';
import type { Context } from './context.ts';
import { enterPresent } from './enter.ts';
import type { GitResult, Touched } from './port.ts';
import { headsOf } from './slot.ts';

/** See `Workspaces.touched`. In the user's own checkout nobody can tell who changed something. */
export async function touched(context: Context, number: number): Promise<GitResult<Touched>> {
  const nothing = { ok: true as const, changed: [], added: [], isMoved: false };
  if (context.options.mode === 'here') return { ...nothing, isUnknown: true };
  const entered = await enterPresent(context, number);
  if (!entered.ok) return entered;
  const { slot } = entered;
  // Nobody knows what lies there, where git itself does not find its way any more.
  if (slot === null || slot.fresh) return { ...nothing, isMoved: true };
  const words = ['status', '--porcelain=v1', '-z', '--untracked-files=normal', '--no-renames'];
  const [heads, output] = await Promise.all([
    headsOf(context, slot),
    git(slot.place, [...words, '--ignore-submodules=dirty', '--', ...allButRecord(slot)]),
  ]);
  if (!heads.ok) return heads;
  if (!output.ok) return output;
  const changed: string[] = [];
  const added: string[] = [];
  for (const entry of splitAtNul(output.stdout)) {
    // Two letters and a blank; the first letter compares HEAD with our index, which is not the question.
    const [kind, path] = [entry.toString('latin1', 0, 2), quotedPath(entry.subarray(3))];
    if (kind === '??') added.push(path);
    else if (kind[1] !== ' ') changed.push(path);
  }
  const isMoved = heads.head !== null && slot.known?.heads.includes(heads.head) !== true;
  return { ok: true, changed, added, isMoved: isMoved || heads.pending.length > 0 };
}
