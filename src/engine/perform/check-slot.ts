import { isManifest } from '../../config/stack/manifest-names.ts';
import type { GitFailure, GitResult, IgnoredFiles } from '../../git/port.ts';
import { slotName } from '../../git/slot-name.ts';
import type { CheckResult } from '../../run/event.ts';
import { hasLanded } from '../../run/queries.ts';
import type { Check } from '../../run/settings.ts';
import { type CheckSlot, fixesFor } from '../check-slots.ts';
import type { Context } from '../perform.ts';
import { notReady, runSetup, type SetupFailure, STOPPED } from './enter.ts';
import { FIX_MS } from './fix.ts';
import { keepInstalled } from './installed.ts';

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
  const dropped = await dropOutdated(slot, target, context);
  if (!dropped.ok) return dropped;
  let opened = slot.ready && (await openedAt(slot, target.commit, context));
  if (opened === null || (opened.ok && opened.anew)) {
    const begun = await setUp(slot, target.base, name, context);
    if (!begun.ok) return begun;
    opened = target.commit === target.base ? begun : await openedAt(slot, target.commit, context);
  }
  if (!opened.ok) return opened;
  const ready = slot.ready!;
  const by = target.isAccepted ? null : { phase: name.phase, attempt: name.attempt };
  const { setUp: setUpBefore } = ready;
  ready.used = { commit: target.commit, by, isAtRest: false, setUp: setUpBefore, left: null };
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
  opened = await openedAt(slot, target.commit, context);
  if (!opened.ok) return opened;
  const found = await workspaces.ignoredFiles(slot.number);
  if (!found.ok) return found;
  slot.ready.used!.setUp = leftBySetup(ready, found.files);
  return opened;
}

/** Without leftovers of checks that lay there before. */
const leftBySetup = (
  { ignored, setUp }: NonNullable<CheckSlot['ready']>,
  found: IgnoredFiles,
): IgnoredFiles =>
  new Map([...found].filter(([path, mark]) => ignored.get(path) !== mark || setUp.get(path) === mark));

/** Whether a command has the file among its words, from wherever in the repository it names it. */
const names = (command: string, file: string): boolean =>
  command
    .split(/[^\w./-]/)
    .map(word => word.replace(/^\.\//, ''))
    .some(word => word === file || (word.includes('.') && file.endsWith(`/${word}`)));

/** Tracked files are as committed, until something is run there. */
export const atRest = ({ ready }: CheckSlot): void => {
  if (ready?.used) ready.used.isAtRest = true;
};

/** Something is about to be run there. */
export const disturb = ({ ready }: CheckSlot): void => {
  if (ready?.used) Object.assign(ready.used, { isAtRest: false, left: null });
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
    const kept = await keepInstalled(slot, context);
    return kept.ok ? accept(slot) : kept;
  }
  return putBack(slot, ready.ignored, context);
}

/** What lies there since the last check is what checks of accepted work leave. */
function accept(slot: CheckSlot): { readonly ok: true } {
  const { ready } = slot;
  if (!ready?.used?.left) return { ok: true };
  const { commit, setUp, left } = ready.used;
  slot.ready = { ...ready, commit, setUp, ignored: left, used: null };
  return { ok: true };
}

/** What was built of a file that is gone may still be there: all that checks left is dropped. */
async function dropOutdated(
  slot: CheckSlot,
  { commit }: Target,
  context: Context,
): Promise<GitResult<object>> {
  const { ready } = slot;
  if (ready === null || !hasLeftovers(ready)) return { ok: true };
  const changed = await context.ports.workspaces.changedFiles({ from: ready.commit, to: commit });
  return changed.ok && changed.isRemoved ? putBack(slot, ready.setUp, context) : changed;
}

const hasLeftovers = ({ ignored, setUp }: NonNullable<CheckSlot['ready']>): boolean =>
  ignored !== setUp && [...ignored].some(([path, mark]) => setUp.get(path) !== mark);

async function putBack(slot: CheckSlot, to: IgnoredFiles, { ports }: Context): Promise<GitResult<object>> {
  const restored = await ports.workspaces.restoreIgnored({ slot: slot.number, to });
  if (!restored.ok) return restored;
  slot.ready = restored.isIntact && slot.ready ? { ...slot.ready, ignored: to, used: null } : null;
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
  slot.ready = { commit: base, ignored: found.files, setUp: found.files, fixes, lost, used: null };
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
