import { readdirSync, readFileSync, statSync } from 'node:fs';
import {
  type Carried,
  type IsWanted,
  MARKER_VARIABLE,
  type MarkedProcess,
  type ProcessTable,
} from './marker.ts';
import { tagIn } from './tag.ts';

/** The process table of Linux. */
export const PROC_TABLE: ProcessTable = { marked, carriedBy, startTimeOf };

function marked(isWanted: IsWanted): MarkedProcess[] {
  const found: MarkedProcess[] = [];
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid || !isWanted(carriedBy(pid))) continue;
    const stat = statOf(pid);
    if (stat !== null) found.push({ pid, ...stat });
  }
  return found;
}

const OWN_UID = process.getuid?.() ?? 0;

/** Root may end everybody's processes, and what it starts may become somebody else's (database servers do). */
const isOurs = (pid: number): boolean =>
  OWN_UID === 0 || statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid === OWN_UID;

/** Of processes that keep secrets, such as agents with keys, everybody may see the limits and nobody the environment. */
function carriedBy(pid: number): Carried {
  const marker = isOurs(pid) ? markerOf(pid) : null;
  const limits = read(`/proc/${pid}/limits`);
  return { marker, tag: limits === null ? null : tagIn(limits.toString('latin1')) };
}

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

function startTimeOf(pid: number): string | null {
  return statOf(pid)?.startTime ?? null;
}

/** The time is in ticks since boot, with the boot's own id: ticks alone are met again after a restart. */
function statOf(pid: number): Omit<MarkedProcess, 'pid'> | null {
  const stat = read(`/proc/${pid}/stat`)?.toString('latin1');
  if (stat === undefined) return null;
  // The name in brackets may itself hold brackets and spaces. Behind it: state, …, the 20th is the start.
  const end = stat.lastIndexOf(')');
  const fields = stat.slice(end + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X') return null;
  bootId ??= read('/proc/sys/kernel/random/boot_id')?.toString('latin1').trim() ?? '';
  return { startTime: `${fields[19]}@${bootId}`, name: stat.slice(stat.indexOf('(') + 1, end) };
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
