import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { openRun } from './begin.ts';
import { capture } from './capture.ts';
import { openCheckSlot } from './check-slot.ts';
import { closeRun } from './close.ts';
import { type Context, makeContext, type WorkspacesOptions } from './context.ts';
import { diff } from './diff.ts';
import { disturbed } from './disturbed.ts';
import { slotPath } from './enter.ts';
import { guarded } from './failure.ts';
import { ignoredFiles, restoreIgnored } from './ignored-files.ts';
import { changedFiles, inspect } from './inspect.ts';
import { isLost } from './keep.ts';
import { land } from './land.ts';
import { combine } from './merge.ts';
import { open } from './open.ts';
import { placeRecord } from './place-record.ts';
import type { GitResult, OpenRequest, Workspaces } from './port.ts';
import { readReport } from './read-report.ts';
import { isCheckSlot } from './slot-name.ts';
import { touched } from './touched.ts';

export type { WorkspacesOptions } from './context.ts';

/** How often something is done that fails for objects which the user's git has deleted meanwhile. */
const MAX_TRIES = 5;
/** Anything else the engine asks for again later; closing is asked for once. */
const MAX_CLOSING_TRIES = 20;

/** Version control for one run. Processes that it keeps up end with `closeRun`, or with us. */
export function workspaces(options: WorkspacesOptions): Workspaces {
  let context: Promise<Context> | null = null;
  /** Made once, and again after what stood in the way is gone. */
  const known = (): Promise<Context> => {
    context ??= makeContext(options).catch(error => {
      context = null;
      throw error;
    });
    return context;
  };
  const on =
    <Request, T>(
      perform: (context: Context, request: Request) => Promise<GitResult<T>>,
      maxTries: number = MAX_TRIES,
    ) =>
    (request: Request): Promise<GitResult<T>> =>
      guarded(async () => {
        const context = await known();
        for (let tries = 1; ; tries += 1) {
          const result = await perform(context, request);
          if (result.ok || tries === maxTries || !isLost(result.failure)) return result;
          await context.keep.restore();
          // No ref leads to these trees; they are made anew.
          context.bare.clear();
        }
      });
  return {
    openRun: () => on(openRun)(undefined),
    open: on<OpenRequest, { readonly path: string; readonly isFresh?: true }>((context, request) =>
      isCheckSlot(request.slot) ? openCheckSlot(context, request) : open(context, request),
    ),
    capture: on(capture),
    combine: on(combine),
    land: on(land),
    placeRecord: (slot, files) => on(placeRecord)({ slot, files }),
    readReport: (slot, path) =>
      known()
        .then(context => readReport(context, slot, path))
        .catch(() => null),
    disturbed: on(disturbed),
    touched: on(touched),
    ignoredFiles: on(ignoredFiles),
    restoreIgnored: on(restoreIgnored),
    changedFiles: on(changedFiles),
    inspect: on(inspect),
    diff: on(diff),
    pathOf: slot => slotPath({ ...options, folder: realFolder(options.folder) }, slot),
    closeRun: on(closeRun, MAX_CLOSING_TRIES),
  };
}

/** Without symbolic links, as git names it, once it exists. */
function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return resolve(folder);
  }
}
