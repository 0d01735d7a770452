import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Workshop } from '../cli/workshop.ts';
import type { Random } from '../fuzz/random.ts';
import type { Program } from './ordeal.ts';
import { processesOf } from './scene.ts';

/** Waits for a moment of the program's life; no longer than it lives. */
export const moment = (program: Program, next: Random, longestMs: number): Promise<unknown> =>
  Promise.race([delay(next.below(longestMs)), program.end]);

/** Calls the action again and again until the program ends, then waits for the last call. */
export async function whileRunning(program: Program, action: () => Promise<unknown>): Promise<number> {
  let times = 0;
  for (; !program.isOver(); times += 1) await action();
  return times;
}

/** Stops a process and waits until it really stands still; false where it was gone already. */
export async function standStill(pid: number): Promise<boolean> {
  if (!tell(pid, 'SIGSTOP')) return false;
  await expect.poll(() => stateOf(pid), { timeout: 10_000, interval: 2 }).toMatch(/^[TZX]?$/);
  return stateOf(pid) === 'T';
}

/** False where there is no such process. */
export function tell(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** The letter that the kernel gives: T for stopped, Z for dead and not yet buried; empty for gone. */
function stateOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
  } catch {
    return '';
  }
}

/** The agents' own processes that are alive. */
export function agentsOf({ home }: Workshop, program: Program): number[] {
  const begun = program
    .events()
    .flatMap(({ type, pid }) => (type === 'session_started' ? [Number(pid)] : []));
  // A number may be that of a stranger by now.
  const ours = new Set(processesOf(home).map(line => Number.parseInt(line, 10)));
  return begun.filter(pid => ours.has(pid));
}
