import type { GitFailure, Workspaces } from '../../git/port.ts';
import type { Baseline } from '../../run/event.ts';
import type { Context } from '../perform.ts';

type Tried = Baseline | GitFailure | null;

/** By commit and command, what this process has tried or is trying, for each run that it drives. */
const tried = new WeakMap<Workspaces, Map<string, Promise<Tried>>>();

/**
 * How a check fares on a commit, for all phases that ask: the first one tries it, the others wait for that. Where it is
 * stopped or fails to, the next one tries. Null where whoever asks is stopped.
 */
export async function sharedBaseline(
  commit: string,
  command: string,
  { ports, current, signal }: Context,
  attempt: () => Promise<Tried>,
): Promise<Tried> {
  const all = tried.get(ports.workspaces) ?? new Map<string, Promise<Tried>>();
  tried.set(ports.workspaces, all);
  const key = JSON.stringify([commit, command]);
  for (;;) {
    if (signal.aborted) return null;
    const { baselines } = current();
    const known = Object.hasOwn(baselines, commit) ? baselines[commit]! : [];
    const found = known.find(baseline => baseline.command === command);
    if (found) return found;
    const underWay = all.get(key);
    if (!underWay) break;
    const result = await unlessStopped(underWay, signal);
    if (result && 'command' in result) return result;
  }
  // What came to nothing is forgotten before those who wait hear of it.
  const own = attempt().then(result => {
    if (!result || 'reason' in result) all.delete(key);
    return result;
  });
  all.set(key, own);
  return own;
}

/** Null where whoever waits is stopped first. */
function unlessStopped(underWay: Promise<Tried>, signal: AbortSignal): Promise<Tried> {
  const { promise, resolve, reject } = Promise.withResolvers<Tried>();
  const stop = (): void => resolve(null);
  signal.addEventListener('abort', stop);
  underWay.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  return promise;
}
