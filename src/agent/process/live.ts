import { killMarked } from './sweep.ts';

/** What this process started and has not yet seen the end of. */
interface Live {
  readonly marker: string;
  /** Null once its first process is gone: then the number may become that of a stranger. */
  group: number | null;
}

const live = new Set<Live>();

/** Also ends it should this process end before it does, in any way that lets it say goodbye. */
export function addLive(group: number, marker: string): Live {
  if (live.size === 0) process.on('exit', killGroupsNow);
  const entry = { marker, group };
  live.add(entry);
  return entry;
}

export function removeLive(entry: Live): void {
  live.delete(entry);
  if (live.size === 0) process.off('exit', killGroupsNow);
}

/** Ends whatever this process started, at once and without waiting to see it die. */
export function killGroupsNow(): void {
  if (live.size === 0) return;
  for (const { group } of live) if (group !== null) signalGroup(group, 'SIGKILL');
  killMarked([...live].map(({ marker }) => marker));
}

/** A group that is gone is fine. */
export function signalGroup(group: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(-group, signal);
  } catch {
    // Nobody left in it, or nobody whom we may end.
  }
}
