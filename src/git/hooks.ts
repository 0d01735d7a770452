import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { confined } from '../agent/sandbox/confine.ts';
import { git, line, type Place } from './command.ts';
import type { Context, Draft } from './context.ts';
import { enter } from './enter.ts';
import { open } from './open.ts';
import type { GitResult, LandRequest } from './port.ts';
import { addRecord, withRecordOf } from './record.ts';
import type { Slot } from './slot.ts';
import { HOOKS_SLOT } from './slot-name.ts';
import { withTrailersOf } from './trailers.ts';

/**
 * Runs the hooks that `git commit` would run before it commits, in a workspace whose index is what lands. They may
 * refuse, and as with git itself they may change the index and the message.
 */
export async function commitHooks(
  context: Context,
  request: LandRequest,
  draft: Draft,
): Promise<GitResult<{ readonly draft: Draft }>> {
  const number = request.slot ?? (context.options.mode === 'here' ? 0 : HOOKS_SLOT);
  const [parent = request.base] = draft.parents;
  const opened =
    context.options.mode === 'here'
      ? await enter(context, number, parent)
      : await open(context, { slot: number, base: parent, contents: draft.tree });
  if (!opened.ok) return opened;
  const slot = context.slots.get(number);
  if (slot === undefined) throw new Error(`slot ${number} is open but not known`);
  const index = `${slot.index}.hooks`;
  const message = `${slot.index}.message`;
  await copyFile(slot.index, index);
  await writeFile(message, draft.message);
  const place = hookPlace(context, slot, index);
  try {
    const completed = await addRecord(context, slot, index, draft.tree);
    if (!completed.ok) return completed;
    for (const words of [
      ['pre-commit'],
      ['prepare-commit-msg', '--', message, 'message'],
      ['commit-msg', '--', message],
    ]) {
      const ran = await git(place, ['hook', 'run', '--ignore-missing', ...words]);
      if (!ran.ok) return hookRefused(words[0]!, ran.failure.message);
    }
    const written = await git(slot.place, ['write-tree'], { environment: { GIT_INDEX_FILE: index } });
    if (!written.ok) return written;
    const whole = await withRecordOf(context, line(written.stdout), draft.tree);
    if (!whole.ok) return whole;
    const text = withTrailersOf(draft.message, await readFile(message, 'utf8'));
    // Nobody vouches for what a hook did to the files.
    slot.known = null;
    return { ok: true, draft: { ...draft, tree: whole.tree, message: text } };
  } finally {
    await Promise.all([rm(index, { force: true }), rm(message, { force: true })]);
  }
}

/** Hooks run programs of the workspace, so that they are kept in it; they may be as much at home as an agent is. */
function hookPlace({ options, repository, stop }: Context, slot: Slot, index: string): Place {
  const { confinement } = options;
  const objects = join(repository.commonDir, 'objects');
  const request = {
    cwd: slot.path,
    isReadOnly: false,
    writable: [slot.gitDir, dirname(slot.index), objects],
    diesWithParent: false,
  };
  const line = confined({ command: 'git', arguments: [] }, confinement ?? null, request);
  return {
    cwd: slot.path,
    environment: { ...slot.place.environment, ...repository.hookEnvironment, GIT_INDEX_FILE: index },
    ...(confinement ? { behind: [line.command, ...line.arguments.slice(0, -1)] } : {}),
    stop: stop.signal,
  };
}

const hookRefused = (hook: string, message: string): GitResult<never> => ({
  ok: false,
  failure: {
    reason: 'hook_refused',
    message: `the ${hook} hook refused the commit: ${message}`,
    hint: 'Mend what the hook complains about, or switch hooks off with commit.hooks: false.',
  },
});
