import { readdirSync, readFileSync, statSync } from 'node:fs';
import { MARKER_VARIABLE, type MarkedProcess, type ProcessTable } from './marker.ts';

/** The process table of Linux. */
export const PROC_TABLE: ProcessTable = { marked, markerOf, startTimeOf };

function marked(isWanted: (marker: string) => boolean): MarkedProcess[] {
  const found: MarkedProcess[] = [];
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid || !isOurs(name)) continue;
    const marker = markerOf(pid);
    if (marker === null || !isWanted(marker)) continue;
    const startTime = startTimeOf(pid);
    if (startTime !== null) found.push({ pid, startTime });
  }
  return found;
}

const OWN_UID = process.getuid?.() ?? 0;

/** Root may end everybody's processes, and what it starts may become somebody else's (database servers do). */
const isOurs = (pid: string): boolean =>
  OWN_UID === 0 || statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid === OWN_UID;

const ASSIGNMENT = Buffer.from(`${MARKER_VARIABLE}=`);

function markerOf(pid: number): string | null {
  const environment = read(`/proc/${pid}/environ`);
  if (environment === null) return null;
  for (let at = environment.indexOf(ASSIGNMENT); at >= 0; at = environment.indexOf(ASSIGNMENT, at + 1)) {
    if (at > 0 && environment[at - 1] !== 0) continue;
    const end = environment.indexOf(0, at);
    return environment.toString('utf8', at + ASSIGNMENT.length, end < 0 ? environment.length : end);
  }
  return null;
}

/** Ticks since boot, with the boot's own id: ticks alone are met again after a restart. */
function startTimeOf(pid: number): string | null {
  const stat = read(`/proc/${pid}/stat`)?.toString('latin1');
  if (stat === undefined) return null;
  // The name in brackets may itself hold brackets and spaces. Behind it: state, …, the 20th is the start.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X') return null;
  bootId ??= read('/proc/sys/kernel/random/boot_id')?.toString('latin1').trim() ?? '';
  return `${fields[19]}@${bootId}`;
}

let bootId: string | undefined;

/** Null for a process that is gone or not ours to look at. */
function read(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}
