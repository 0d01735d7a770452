import { statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isWithin } from '../agent/sandbox/places.ts';
import { type Place, type Runner, runOnce } from './command.ts';
import type { Context } from './context.ts';
import { withSettings } from './environment.ts';
import { failedFilters } from './filters.ts';
import { unblocking } from './unblock.ts';
import { walledGit } from './walled-git.ts';
import { walledShell } from './walls.ts';

interface Folders {
  readonly number: number;
  readonly path: string;
  readonly gitDir: string;
  /** Our own index. */
  readonly index: string;
}

/** Where git works on the files of a slot, which an agent may have filled with anything. */
export function slotPlace(
  context: Context,
  slot: Folders,
): { readonly place: Place; readonly leave: () => Promise<void> } {
  const { filters, options, repository, stop } = context;
  const environment = {
    ...withSettings(repository.environment, filters.settings),
    GIT_DIR: slot.gitDir,
    GIT_WORK_TREE: slot.path,
    GIT_INDEX_FILE: slot.index,
  };
  const walled = walledGitFor(context, slot, environment);
  const onRemoved = (path: string): void => {
    if (isWithin(path, slot.path)) noteRemoved(context, slot.number, [relative(slot.path, path)]);
  };
  const unblocked = unblocking(walled?.runner ?? runOnce, {
    workspace: slot.path,
    gitDir: slot.gitDir,
    isOurs: options.mode === 'worktree',
    onRemoved,
  });
  return {
    place: {
      cwd: slot.path,
      environment,
      runner: notingFilters(context, slot.number, unblocked),
      stop: stop.signal,
    },
    leave: walled?.end ?? (async () => {}),
  };
}

/** Tells the next capture of filters that failed, where that is no failure for git. */
const notingFilters =
  ({ filters, programs, unfiltered }: Context, slot: number, runner: Runner): Runner =>
  async (place, words, options) => {
    const output = await runner(place, words, options);
    const failed = output.ok ? failedFilters(output.stderr, programs.known, filters) : [];
    if (failed.length > 0) unfiltered.set(slot, new Set([...(unfiltered.get(slot) ?? []), ...failed]));
    return output;
  };

/** Of so many is told. */
const MAX_REMOVED = 100;

export function noteRemoved({ removed }: Context, slot: number, paths: readonly string[]): void {
  removed.set(slot, [...(removed.get(slot) ?? []), ...paths].slice(0, MAX_REMOVED));
}

function walledGitFor(context: Context, slot: Folders, environment: Place['environment']) {
  const { options, filters, programs, repository, folder } = context;
  const { confinement } = options;
  if (!confinement) return null;
  const scratch = join(folder, `phasewright.git-${slot.number}`);
  const writable = [slot.gitDir, dirname(slot.index), slot.path, scratch];
  return walledGit({
    environment,
    scratch,
    identity: () => writable.map(identityOf).join(),
    commandLine: () =>
      walledShell({
        confinement,
        environment,
        commonDir: repository.commonDir,
        files: programs.files,
        named: programs.rules,
        usesLfs: filters.usesLfs,
        needHome: filters.needHome,
        programs: filters.named,
        readable: [filters.folder],
        writable,
      }),
  });
}

function identityOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.dev} ${found.ino}` : 'none';
}
