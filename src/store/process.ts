import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Owner } from './port.ts';

let self: Owner | undefined;

/** The owner that this process is, the same at every call. */
export function thisProcess(): Owner {
  self ??= {
    id: randomUUID(),
    host: thisHost(),
    pid: process.pid,
    startTime: startTimeOf(process.pid) ?? '',
  };
  return self;
}

/** Errs towards alive: a process that cannot be looked at may be the owner. */
export function isAlive(owner: Owner): boolean {
  if (owner.host !== thisHost()) return true;
  if (!exists(owner.pid)) return false;
  const startTime = startTimeOf(owner.pid);
  return startTime === null ? exists(owner.pid) : startTime === owner.startTime;
}

/** Linux gives the first pid namespace the same number on every machine and at every boot. */
const FIRST_PID_NAMESPACE = 'pid:[4026531836]';

/** Pids mean something only inside their namespace: a container with the host's name is another host. */
function thisHost(): string {
  const namespace = attempt(() => readlinkSync('/proc/self/ns/pid'));
  return namespace === null || namespace === FIRST_PID_NAMESPACE ? hostname() : `${hostname()} ${namespace}`;
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** A text that no other process of this host shares with the same pid; 'zombie' for one that has ended; null if unknown. */
function startTimeOf(pid: number): string | null {
  return process.platform === 'linux' ? procStartTime(pid) : psStartTime(pid);
}

/** Ticks since boot alone could repeat after a reboot. */
function procStartTime(pid: number): string | null {
  const boot = attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  if (boot === null || stat === null) return null;
  // The program's name, in brackets, may hold spaces and brackets; the state, field 3, follows the last one.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return /^[ZXx]/.test(fields[0] ?? '') ? ZOMBIE : `${boot} ${fields[19]}`;
}

function psStartTime(pid: number): string | null {
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  const args = ['-o', 'stat=', '-o', 'lstart=', '-p', String(pid)];
  const line = attempt(() =>
    execFileSync('ps', args, { env, timeout: PS_LIMIT_MS, stdio: ['ignore', 'pipe', 'ignore'] }),
  );
  const [, state = '', started = ''] = /^(\S+)\s+(.+)$/.exec(String(line ?? '').trim()) ?? [];
  if (started === '') return null;
  return state.startsWith('Z') ? ZOMBIE : started;
}

const ZOMBIE = 'zombie';
const PS_LIMIT_MS = 2_000;

function attempt<T>(action: () => T): T | null {
  try {
    return action();
  } catch {
    return null;
  }
}
