import { isManifest } from '../../config/stack/manifest-names.ts';
import type { GitFailure, GitResult } from '../../git/port.ts';
import { slotName } from '../../git/slot-name.ts';
import type { CheckResult } from '../../run/event.ts';
import { hasLanded } from '../../run/queries.ts';
import type { Check } from '../../run/settings.ts';
import { type CheckSlot, fixesFor } from '../check-slots.ts';
import type { Context } from '../perform.ts';
import { notReady, runSetup, type SetupFailure, STOPPED } from './enter.ts';
import { FIX_MS } from './fix.ts';

/** A commit whose checks are to run in a slot. */
export interface Target {
  readonly commit: string;
  /** Whether it is the attempt's own, and so nothing that others may rest on. */
  readonly isAccepted: boolean;
  /** An accepted commit near to it, for which a slot is set up first. */
  readonly base: string;
}

interface Name {
  readonly phase: string;
  readonly attempt: number;
}

export type Prepared =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly failure: GitFailure }
  /** The commit itself cannot be set up, as those before it could. */
  | { readonly ok: false; readonly failed: CheckResult };

/**
 * Makes a slot what a clone of the commit is, with nothing in it that git ignores but what `setup` left there, and what
 * checks left there of commits that were accepted since.
 */
export async function prepareSlot(
  slot: CheckSlot,
  target: Target,
  name: Name,
  context: Context,
): Promise<Prepared> {
  const { workspaces } = context.ports;
  const restored = await restore(slot, context);
  if (!restored.ok) return restored;
  let opened = slot.ready && (await openedAt(slot, target.commit, context));
  if (opened === null || (opened.ok && opened.anew)) {
    const begun = await setUp(slot, target.base, name, context);
    if (!begun.ok) return begun;
    opened = target.commit === target.base ? begun : await openedAt(slot, target.commit, context);
  }
  if (!opened.ok) return opened;
  const ready = slot.ready!;
  const { phase, attempt } = name;
  ready.used = { commit: target.commit, by: target.isAccepted ? null : { phase, attempt }, isAtRest: false };
  const commands = setupOf(context);
  if (commands.length === 0) return opened;
  const changed = await workspaces.changedFiles({ from: ready.commit, to: target.commit });
  if (!changed.ok) return changed;
  // What git did not ignore before, and so removed, it may ignore by now.
  const isKept = (file: string): boolean => ready.lost.length > 0 && /(?:^|\/)\.gitignore$/.test(file);
  const matters = (file: string): boolean =>
    isManifest(file) || isKept(file) || commands.some(({ command }) => names(command, file));
  if (!changed.files.some(matters)) return opened;
  const ended = await runSetup(commands, slotName(slot.number), opened.path, name, context);
  if (ended === null) return { ok: false, failure: STOPPED };
  if (ended !== 'done') {
    return target.isAccepted || !ended.run
      ? { ok: false, failure: notReady(ended, 'check slot') }
      : { ok: false, failed: notSetUp(ended, ended.run) };
  }
  // What the commands left outside of ignored files is no part of the commit.
  slot.ready = { ...ready, lost: await addedTo(slot, context) };
  return openedAt(slot, target.commit, context);
}

/** Whether a command has the file among its words, from wherever in the repository it names it. */
const names = (command: string, file: string): boolean =>
  command
    .split(/[^\w./-]/)
    .map(word => word.replace(/^\.\//, ''))
    .some(word => word === file || (word.includes('.') && file.endsWith(`/${word}`)));

/** What is run in a slot from now on finds tracked files as committed. */
export const atRest = ({ ready }: CheckSlot): void => {
  if (ready?.used) ready.used.isAtRest = true;
};

export const openedAt = ({ number }: CheckSlot, commit: string, { ports }: Context) =>
  ports.workspaces.open({ slot: number, base: commit, contents: null });

/** Drops what checks left that belongs to no accepted commit; a slot of which that cannot be told is to be set up anew. */
async function restore(slot: CheckSlot, context: Context): Promise<GitResult<object>> {
  const { workspaces } = context.ports;
  if (slot.ready && slot.ready.fixes < fixesFor(workspaces).length) slot.ready = null;
  const { ready } = slot;
  if (!ready?.used) return { ok: true };
  const { used } = ready;
  if (!used.isAtRest) {
    // By the ignore rules of the commit that ran, whatever became of them meanwhile.
    const opened = await openedAt(slot, used.commit, context);
    if (!opened.ok) return opened;
    if (opened.anew) slot.ready = null;
    if (opened.anew) return { ok: true };
  }
  if (used.by === null || hasLanded(context.current(), used.by.phase, used.by.attempt)) {
    const found = await workspaces.ignoredFiles(slot.number);
    if (found.ok) slot.ready = { ...ready, commit: used.commit, ignored: found.files, used: null };
    return found;
  }
  const restored = await workspaces.restoreIgnored({ slot: slot.number, to: ready.ignored });
  if (!restored.ok) return restored;
  slot.ready = restored.isIntact ? { ...ready, used: null } : null;
  return restored;
}

/** Begins with nothing that git ignores, and runs the setup commands on an accepted commit. */
async function setUp(
  slot: CheckSlot,
  base: string,
  name: Name,
  context: Context,
): Promise<GitResult<{ readonly path: string }>> {
  const { workspaces } = context.ports;
  slot.ready = null;
  let opened = await openedAt(slot, base, context);
  if (!opened.ok) return opened;
  const emptied = await workspaces.restoreIgnored({ slot: slot.number, to: new Map() });
  if (!emptied.ok) return emptied;
  const fixes = fixesFor(workspaces).length;
  let lost: readonly string[] = [];
  const commands = setupOf(context);
  if (commands.length > 0) {
    const ended = await runSetup(commands, slotName(slot.number), opened.path, name, context);
    if (ended === null) return { ok: false, failure: STOPPED };
    if (ended !== 'done') return { ok: false, failure: notReady(ended, 'check slot') };
    lost = await addedTo(slot, context);
    opened = await openedAt(slot, base, context);
    if (!opened.ok) return opened;
  }
  const found = await workspaces.ignoredFiles(slot.number);
  if (!found.ok) return found;
  slot.ready = { commit: base, ignored: found.files, fixes, lost, used: null };
  return opened;
}

/** New files that git does not ignore, where it tells. */
async function addedTo({ number }: CheckSlot, { ports }: Context): Promise<readonly string[]> {
  const found = await ports.workspaces.touched(number);
  return found.ok ? found.added : [];
}

/** Those of the settings, and what a doctor chose since that helped. */
const setupOf = ({ ports, state }: Context): readonly Pick<Check, 'command' | 'timeoutMs'>[] => [
  ...state.settings.setup,
  ...fixesFor(ports.workspaces).map(command => ({ command, timeoutMs: FIX_MS })),
];

const notSetUp = (
  { command }: SetupFailure,
  { outcome, tail, outputFile }: NonNullable<SetupFailure['run']>,
): CheckResult => ({
  command,
  passed: false,
  verdict: 'failed',
  note: 'this setup command fails on the work, and did not before',
  outcome,
  tail,
  outputFile,
});
