import type { IgnoredFiles, Workspaces } from '../git/port.ts';
import { checkSlot } from '../git/slot-name.ts';

/** A slot that checks run in, and what this process knows of it. What nobody knows any more is made anew. */
export interface CheckSlot {
  readonly number: number;
  /** Null until it was set up, and where that is to be done again. */
  ready: Ready | null;
}

interface Ready {
  /** The accepted commit that it was set up for last. */
  commit: string;
  /** What git did not see there then. */
  ignored: IgnoredFiles;
  /** What of that setup left; all else are leftovers of checks. */
  setUp: IgnoredFiles;
  /** How many commands of a doctor's were part of that. */
  readonly fixes: number;
  /** New files that setup left and git does not ignore, so that they are gone. */
  readonly lost: readonly string[];
  /** What ran there since; null for nothing. */
  used: Use | null;
}

interface Use {
  readonly commit: string;
  /** Whose commit it is; null for one that was accepted already. */
  readonly by: { readonly phase: string; readonly attempt: number } | null;
  /** Whether its tracked files are as committed. */
  isAtRest: boolean;
  /** What setup left for this commit. */
  setUp: IgnoredFiles;
  /** What git does not see there since the last check, installed packages being as setup left them; null where not known. */
  left: IgnoredFiles | null;
}

interface Pool {
  readonly free: CheckSlot[];
  made: number;
  readonly waiting: ((slot: CheckSlot) => void)[];
  /** Commands of a doctor's that helped where agents work. */
  readonly fixes: string[];
}

/** Check slots belong to a process: a journal of them would tell nothing that cannot be made again. */
const pools = new WeakMap<Workspaces, Pool>();

function poolOf(workspaces: Workspaces): Pool {
  const pool = pools.get(workspaces) ?? { free: [], made: 0, waiting: [], fixes: [] };
  pools.set(workspaces, pool);
  return pool;
}

/**
 * Lends a check slot, of those that are free the one that is nearest to the wanted commits, as long as the work takes.
 * Whoever comes when all are lent waits in turn. Null where the signal comes first.
 */
export async function withCheckSlot<T>(
  workspaces: Workspaces,
  limit: number,
  wanted: readonly string[],
  signal: AbortSignal,
  work: (slot: CheckSlot) => Promise<T>,
): Promise<T | null> {
  const pool = poolOf(workspaces);
  const slot = taken(pool, limit, wanted) ?? (await turn(pool, signal));
  if (slot === null) return null;
  try {
    return signal.aborted ? null : await work(slot);
  } finally {
    const next = pool.waiting.shift();
    if (next) next(slot);
    else pool.free.push(slot);
  }
}

/** The next slot that is given back to nobody who waits longer; null where the signal comes first. */
function turn({ waiting }: Pool, signal: AbortSignal): Promise<CheckSlot | null> {
  const { promise, resolve } = Promise.withResolvers<CheckSlot | null>();
  const come = (slot: CheckSlot): void => {
    signal.removeEventListener('abort', leave);
    resolve(slot);
  };
  const leave = (): void => {
    waiting.splice(waiting.indexOf(come), 1);
    resolve(null);
  };
  waiting.push(come);
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  return promise;
}

/** A free one, or one that was never used; null where there is none. */
function taken(pool: Pool, limit: number, wanted: readonly string[]): CheckSlot | null {
  const score = ({ ready }: CheckSlot): number =>
    ready === null ? 0 : wanted.includes(ready.used?.commit ?? ready.commit) ? 2 : 1;
  const best = pool.free.toSorted((a, b) => score(b) - score(a) || b.number - a.number)[0];
  if (best) {
    pool.free.splice(pool.free.indexOf(best), 1);
    return best;
  }
  if (pool.made >= limit) return null;
  pool.made += 1;
  return { number: checkSlot(pool.made), ready: null };
}

/** From now on the command belongs to what makes a check slot ready. */
export function addFix(workspaces: Workspaces, command: string): void {
  const { fixes } = poolOf(workspaces);
  if (!fixes.includes(command)) fixes.push(command);
}

export const fixesFor = (workspaces: Workspaces): readonly string[] => poolOf(workspaces).fixes;
