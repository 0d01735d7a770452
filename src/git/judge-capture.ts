import { capture } from './capture.ts';
import type { Context } from './context.ts';
import { pathIn } from './enter.ts';
import { refused } from './failure.ts';
import type { Captured, CaptureRequest, GitFailure, GitResult } from './port.ts';
import { distrust, dropOwnLock, isFolderAtFault } from './set-aside.ts';
import { isRealFolder } from './slot.ts';

/** What a capture that failed means: work that cannot be stored is the doing of whoever worked there. */
export async function judgeCapture(
  context: Context,
  { request, failure }: { readonly request: CaptureRequest; readonly failure: GitFailure },
): Promise<GitResult<Captured>> {
  const { slot, base } = request;
  const failed = { slot, failure, commits: [base] };
  distrust(context, slot);
  if (dropOwnLock(context, failed)) return capture(context, request);
  if (!(await isFolderAtFault(context, failed))) return { ok: false, failure };
  const why = failure.reason === 'misplaced' ? replaced(pathIn(context, slot)) : failure.message;
  return refused(
    'unstorable',
    `the workspace cannot be kept as the attempt left it: ${why}`,
    'The next attempt begins in a new one.',
  );
}

const replaced = (path: string): string =>
  isRealFolder(path)
    ? 'its .git was removed or replaced, or belongs to another repository'
    : 'something else lies where its folder was';
