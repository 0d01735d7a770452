import type { GitFailure } from '../../git/port.ts';
import type { Effect } from '../../run/effect.ts';
import type { CheckResult } from '../../run/event.ts';
import { type CheckSlot, withCheckSlot } from '../check-slots.ts';
import type { Context } from '../perform.ts';
import { atRest, disturb, openedAt, prepareSlot, type Target } from './check-slot.ts';
import { enterSlot, STOPPED } from './enter.ts';
import { hasInstalled, keepInstalled } from './installed.ts';

export type ChecksEffect = Extract<Effect, { kind: 'run_checks' }>;

/** Runs the check at a place in the list without judging it, for what it leaves to those behind it. Null where stopped. */
export type Rehearse = (index: number, cwd: string, why: string) => Promise<GitFailure | 'done' | null>;

type Entered =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly failure: GitFailure }
  | { readonly ok: false; readonly failed: CheckResult };

/** Where the checks of one commit run. */
export interface CheckPlace {
  /** Ready for the check at this place in the list. */
  enter(index: number): Promise<Entered>;
  /** The same once more, without what the check has left there. */
  enterAgain(index: number): Promise<Entered>;
  /** Ready for the same check on the commit before the phase; `leave` follows. */
  enterBaseline(index: number): Promise<Entered>;
  leave(): Promise<GitFailure | null>;
  /** The files that a command has changed. Tracked ones are as committed again in a check slot. */
  changed(): Promise<Changed | GitFailure>;
  /** New files that setup and the checks so far left, and that are gone since git does not ignore them. */
  lost(): readonly string[];
  /** Installed files that checks so far changed, and that are again as setup left them. */
  undone(): readonly string[];
}

interface Changed {
  readonly files: readonly string[];
  /** Files below folders of packages. They are as setup left them again. */
  readonly installed: readonly string[];
}

/** Lets the checks run where they belong. Null where stopped before there was room. */
export function atCheckPlace<T>(
  effect: ChecksEffect,
  context: Context,
  rehearse: Rehearse,
  work: (place: CheckPlace) => Promise<T>,
): Promise<T | null> {
  const { slot, base, contents } = effect;
  if (slot !== null) return work(inWorkspace(slot, effect, context));
  const { ports, state, signal } = context;
  const wanted = [contents ?? base, base];
  return withCheckSlot(ports.workspaces, state.settings.checkSlots ?? 1, wanted, signal, slot =>
    work(inSlot(slot, effect, context, rehearse)),
  );
}

/** Where the work was done: one open workspace, which another commit takes for the time of a baseline. */
function inWorkspace(slot: number, effect: ChecksEffect, context: Context): CheckPlace {
  const { base, contents, baseline } = effect;
  let opened: Promise<Entered> | null = null;
  /** What earlier checks changed stays, and is not the doing of those behind them. */
  let known: ReadonlySet<string> = new Set();
  const enter = (): Promise<Entered> => {
    opened ??= enterSlot({ slot, base, contents }, effect, context);
    return opened;
  };
  return {
    enter,
    enterAgain: enter,
    enterBaseline: () => enterSlot({ slot, base: baseline, contents: null }, effect, context),
    async leave() {
      opened = enterSlot({ slot, base, contents }, effect, context);
      const back = await opened;
      known = new Set();
      return back.ok || !('failure' in back) ? null : back.failure;
    },
    async changed() {
      const found = await context.ports.workspaces.touched(slot);
      if (!found.ok) return found.failure;
      const files = found.changed.filter(path => !known.has(path));
      known = new Set(found.changed);
      return { files, installed: [] };
    },
    lost: () => [],
    undone: () => [],
  };
}

/** A slot that no agent works in. What checks leave for those behind them is made again after a baseline. */
function inSlot(slot: CheckSlot, effect: ChecksEffect, context: Context, rehearse: Rehearse): CheckPlace {
  const { on, base, contents, baseline } = effect;
  const target: Target = {
    commit: contents ?? base,
    isAccepted: false,
    base: on === 'attempt' ? base : (context.state.head ?? baseline),
  };
  const before: Target = { commit: baseline, isAccepted: true, base: baseline };
  let at: { readonly commit: string; readonly path: string } | null = null;
  let running = '';
  /** Checks, by commit and place in the list, after which the slot had to be set up anew. */
  const spoiling = new Set<string>();
  const [added, undone] = [new Set<string>(), new Set<string>()];
  const run = (commit: string, index: number): void => {
    running = nameOf(commit, index);
    disturb(slot);
  };
  const ready = async (wanted: Target, index: number, why: string): Promise<Entered> => {
    while (at?.commit !== wanted.commit) {
      at = null;
      const prepared = await prepareSlot(slot, wanted, effect, context);
      if (!prepared.ok) return prepared;
      at = { commit: wanted.commit, path: prepared.path };
      for (let earlier = 0; at !== null && earlier < index; earlier += 1) {
        if (spoiling.has(nameOf(wanted.commit, earlier))) continue;
        run(wanted.commit, earlier);
        const ended = await rehearse(earlier, prepared.path, why);
        const settled = ended === 'done' ? await changed() : ended;
        if (settled === null || 'reason' in settled) return { ok: false, failure: settled ?? STOPPED };
      }
    }
    run(wanted.commit, index);
    return { ok: true, path: at.path };
  };
  const changed: CheckPlace['changed'] = async () => {
    const found = await context.ports.workspaces.touched(slot.number);
    if (!found.ok) return found.failure;
    for (const path of found.added) added.add(path);
    const isAsCommitted = found.changed.length + found.added.length === 0 && !found.isMoved;
    const opened = isAsCommitted || at === null ? null : await openedAt(slot, at.commit, context);
    if (opened && !opened.ok) return opened.failure;
    // What setup had left there is gone with the folder.
    if (opened?.anew) slot.ready = null;
    atRest(slot);
    const kept = await keptInstalled(slot, context);
    if (!kept.ok) return kept.failure;
    for (const path of kept.files) undone.add(path);
    if (slot.ready === null) {
      spoiling.add(running);
      at = null;
    }
    return { files: found.changed, installed: kept.files };
  };
  return {
    enter: index => ready(target, index, 'again'),
    enterAgain(index) {
      at = at && { ...at, commit: '' };
      return ready(target, index, 'again');
    },
    enterBaseline: index => ready(before, index, 'baseline'),
    leave: async () => null,
    changed,
    lost: () => [...new Set([...(slot.ready?.lost ?? []), ...added])].sort(),
    undone: () => [...undone].sort(),
  };
}

const nameOf = (commit: string, index: number): string => `${commit} ${index}`;

/** Nobody looks where setup installed nothing: there checks may install for those behind them. */
const keptInstalled = async (slot: CheckSlot, context: Context): ReturnType<typeof keepInstalled> =>
  slot.ready?.used && hasInstalled(slot.ready.used.setUp)
    ? keepInstalled(slot, context)
    : { ok: true, files: [] };
