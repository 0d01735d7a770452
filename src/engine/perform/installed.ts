import { isInstalled, isToolCache } from '../../config/stack/installed-names.ts';
import { quotedPath } from '../../git/changes.ts';
import { foldersOf } from '../../git/ignored-files.ts';
import type { GitResult, IgnoredFiles } from '../../git/port.ts';
import type { CheckSlot } from '../check-slots.ts';
import type { Context } from '../perform.ts';

/** What was done to installed packages. */
interface Changes {
  /** What is to go: what is new, and what a tool keeps there for itself and has changed. */
  readonly extra: readonly string[];
  /** Whether something is changed or gone that only setup can bring back. */
  readonly isDamaged: boolean;
  /** The files, as they are told. */
  readonly told: readonly string[];
}

/** Whether setup left packages that checks are to find as they are. */
export const hasInstalled = (left: IgnoredFiles): boolean => [...left.keys()].some(isInstalled);

/**
 * Makes installed packages what setup left, after a check, and tells what the check did to them. A slot of which that
 * cannot be made is to be set up anew.
 */
export async function keepInstalled(
  slot: CheckSlot,
  { ports }: Context,
): Promise<GitResult<{ readonly files: readonly string[] }>> {
  const { ready } = slot;
  const used = ready?.used;
  if (!ready || !used || used.left !== null) return { ok: true, files: [] };
  const found = await ports.workspaces.ignoredFiles(slot.number);
  if (!found.ok) return found;
  const { extra, isDamaged, told } = changesTo(used.setUp, found.files);
  if (isDamaged) {
    slot.ready = null;
    return { ok: true, files: told };
  }
  const removed = await ports.workspaces.removeIgnored({ slot: slot.number, paths: extra });
  if (!removed.ok) return removed;
  const [ignored, setUp] = [without(ready.ignored, extra), without(ready.setUp, extra)];
  const left = without(found.files, extra);
  slot.ready = { ...ready, ignored, setUp, used: { ...used, setUp: without(used.setUp, extra), left } };
  return { ok: true, files: told };
}

function changesTo(setUp: IgnoredFiles, found: IgnoredFiles): Changes {
  const extra: string[] = [];
  const told: string[] = [];
  let holding: ReadonlySet<string> | null = null;
  let isDamaged = false;
  const note = (path: string, mark: string, isBroken: boolean): void => {
    if (isBroken) isDamaged = true;
    else extra.push(path);
    if (mark !== FOLDER && !isToolCache(path)) told.push(quotedPath(Buffer.from(path, 'latin1')));
  };
  for (const [path, mark] of found) {
    const was = setUp.get(path);
    if (was === mark || !isInstalled(path)) continue;
    // A repository that was made of a folder of packages.
    if (mark === FOLDER) holding ??= foldersOf(setUp.keys());
    note(path, mark, (was !== undefined && !isToolCache(path)) || (holding?.has(path) ?? false));
  }
  for (const [path, mark] of setUp) {
    if (!found.has(path) && isInstalled(path)) note(path, mark, !isToolCache(path));
  }
  return { extra, isDamaged, told: told.sort() };
}

const FOLDER = 'folder';

const without = (files: IgnoredFiles, paths: readonly string[]): IgnoredFiles => {
  if (!paths.some(path => files.has(path))) return files;
  const left = new Map(files);
  for (const path of paths) left.delete(path);
  return left;
};
