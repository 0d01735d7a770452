import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { printable } from '../../base/printable.ts';
import { PROCESS_LIMITS } from './limits.ts';
import { carriesAny, type IsWanted, type MarkedProcess, type ProcessTable } from './marker.ts';
import { PROC_TABLE } from './proc-table.ts';
import { PS_TABLE } from './ps-table.ts';

export const PROCESS_TABLE: ProcessTable = existsSync('/proc/self/environ') ? PROC_TABLE : PS_TABLE;

/** Identifies a process together with its id; null for one that is gone. */
export const startTimeOf = (pid: number): string | null => PROCESS_TABLE.startTimeOf(pid);

export interface Swept {
  readonly killed: readonly number[];
  /** What would not die, or kept coming back. */
  readonly survivors: readonly number[];
}

/** A killed process may have started another one just before; each round finds what the last one missed. */
const MAX_ROUNDS = 50;
const POLL_MS = 5;

/** Ends every process of this machine that carries the marker or one below it. Never by name, never ourselves. */
export async function sweep(
  marker: string,
  deathMs = PROCESS_LIMITS.deathMs,
  table = PROCESS_TABLE,
): Promise<Swept> {
  const killed = new Set<number>();
  let found = killMarked([marker], table);
  for (let round = 1; found.length > 0 && round < MAX_ROUNDS; round += 1) {
    for (const { pid } of found) killed.add(pid);
    if (!(await allGone(found, deathMs, table))) break;
    found = killMarked([marker], table);
  }
  return { killed: [...killed], survivors: found.map(({ pid }) => pid) };
}

/** Waits for processes that end by themselves and must not be ended half-way; those that are left when time is up. */
export async function untilGone(
  marker: string,
  limitMs: number,
  table = PROCESS_TABLE,
): Promise<readonly number[]> {
  const isWanted = carriesAny([marker]);
  for (let waited = 0; ; waited += POLL_MS) {
    const left = table.marked(isWanted);
    if (left.length === 0 || waited >= limitMs) return left.map(({ pid }) => pid);
    await delay(POLL_MS);
  }
}

/** What is still alive of it, by name. */
export const namesOf = (marker: string, table = PROCESS_TABLE): readonly string[] => [
  ...new Set(table.marked(carriesAny([marker])).map(({ name }) => printable(name))),
];

/** One round, at once: whatever carried one of the markers and was asked to die. */
export function killMarked(markers: readonly string[], table = PROCESS_TABLE): MarkedProcess[] {
  const isWanted = carriesAny(markers);
  const found = table.marked(isWanted);
  return found.filter(entry => killIfSame(entry, isWanted, table));
}

/** Looks again at who the process is, since its id may meanwhile have been given to another one. */
export function killIfSame(
  { pid, startTime }: Pick<MarkedProcess, 'pid' | 'startTime'>,
  isWanted: IsWanted,
  table = PROCESS_TABLE,
): boolean {
  if (!isWanted(table.carriedBy(pid)) || table.startTimeOf(pid) !== startTime) return false;
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return true;
}

async function allGone(
  processes: readonly MarkedProcess[],
  deathMs: number,
  table: ProcessTable,
): Promise<boolean> {
  const isAlive = ({ pid, startTime }: MarkedProcess): boolean => table.startTimeOf(pid) === startTime;
  for (let waited = 0; processes.some(isAlive); waited += POLL_MS) {
    if (waited >= deathMs) return false;
    await delay(POLL_MS);
  }
  return true;
}
