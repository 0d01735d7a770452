import { realPlace } from '../agent/sandbox/places.ts';
import { openRun } from './begin.ts';
import { capture } from './capture.ts';
import { openCheckSlot } from './check-slot.ts';
import { closeRun, closeRunAtLast } from './close.ts';
import { type Context, makeContext, type WorkspacesOptions } from './context.ts';
import { diff } from './diff.ts';
import { disturbed } from './disturbed.ts';
import { slotPath } from './enter.ts';
import { guarded } from './failure.ts';
import { ignoredFiles, removeIgnored, restoreIgnored } from './ignored-files.ts';
import { changedFiles, inspect } from './inspect.ts';
import { judgeCapture } from './judge-capture.ts';
import { isLost } from './keep.ts';
import { land } from './land.ts';
import { combine } from './merge.ts';
import { open, openAnew } from './open.ts';
import { placeRecord } from './place-record.ts';
import type { GitResult, Workspaces } from './port.ts';
import { readReport } from './read-report.ts';
import { isCheckSlot } from './slot-name.ts';
import { touched } from './touched.ts';

export type { WorkspacesOptions } from './context.ts';

/** How often something is done that fails for objects which the user's git has deleted meanwhile. */
const MAX_TRIES = 5;
/** Most of what fails the engine asks for again later; closing is asked for once, and a capture that fails costs an attempt. */
const MAX_LAST_TRIES = 20;

/** Version control for one run. Processes that it keeps up end with `closeRun`, or with us. */
export function workspaces(options: WorkspacesOptions): Workspaces {
  let making: ReturnType<typeof makeContext> | null = null;
  let isStopped = false;
  /** Made once, and again after what stood in the way is gone. */
  const known = async (): ReturnType<typeof makeContext> => {
    making ??= makeContext(options);
    const own = making;
    const made = await own.catch(error => {
      making = null;
      throw error;
    });
    if (!made.ok && making === own) making = null;
    if (made.ok && isStopped) made.context.stop.abort();
    return made;
  };
  const on =
    <Request, T>(
      perform: (context: Context, request: Request) => Promise<GitResult<T>>,
      maxTries: number = MAX_TRIES,
    ) =>
    (request: Request): Promise<GitResult<T>> =>
      guarded(async () => {
        const made = await known();
        if (!made.ok) return made;
        const { context } = made;
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
    open: async request => {
      if (isCheckSlot(request.slot)) return on(openCheckSlot)(request);
      const opened = await on(open)(request);
      return opened.ok ? opened : on(openAnew, 1)({ request, failure: opened.failure });
    },
    capture: async request => {
      const captured = await on(capture, MAX_LAST_TRIES)(request);
      return captured.ok ? captured : on(judgeCapture, 1)({ request, failure: captured.failure });
    },
    combine: on(combine),
    land: on(land),
    placeRecord: (slot, files) => on(placeRecord)({ slot, files }),
    readReport: (slot, path) =>
      known()
        .then(made => (made.ok ? readReport(made.context, slot, path) : null))
        .catch(() => null),
    disturbed: on(disturbed),
    touched: on(touched),
    ignoredFiles: on(ignoredFiles),
    restoreIgnored: on(restoreIgnored),
    removeIgnored: on(removeIgnored),
    changedFiles: on(changedFiles),
    inspect: on(inspect),
    diff: on(diff),
    pathOf: slot => slotPath({ ...options, folder: realPlace(options.folder) }, slot),
    closeRun: async request => {
      const closed = await on(closeRun, MAX_LAST_TRIES)(request);
      return closed.ok || !isLost(closed.failure) ? closed : on(closeRunAtLast, 1)(request);
    },
    stop() {
      isStopped = true;
      void making?.then(made => made.ok && made.context.stop.abort()).catch(() => {});
    },
  };
}
