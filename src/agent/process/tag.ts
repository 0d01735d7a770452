import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { hash } from '../../base/digest.ts';
import { findProgram, isProgram } from '../find-program.ts';

/**
 * The marker once more, as a number, for processes that lose their environment: servers that write their title over it,
 * and whatever is started by `env -i`. It is the soft limit of the time that a real-time process may run without a
 * pause. Children inherit it, no program sets it by itself, and centuries hold nobody up.
 */
const LIMIT = '--rttime';
const IN_LIMITS = /^Max realtime timeout +(\d+) /m;

/** Half of it is of the first name of the marker, which is the run's. */
export function tagOf(marker: string): string {
  const [run = ''] = marker.split('/');
  return String((BigInt(hash(run) >>> 1) << 32n) | BigInt(hash(marker)));
}

/** Whether a tag is that of the marker or, where that is a run's, of any in the run. */
export function isTagWithin(tag: string, wanted: string): boolean {
  const own = tagOf(wanted);
  return tag === own || (!wanted.includes('/') && BigInt(tag) >> 32n === BigInt(own) >> 32n);
}

/** From the file `limits` of a process; null where it has none. */
export const tagIn = (limits: string): string | null => IN_LIMITS.exec(limits)?.[1] ?? null;

export interface CommandLine {
  readonly command: string;
  readonly arguments: readonly string[];
}

interface Surroundings {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** The command line that sets the tag and then becomes the given one; that itself where it cannot be done. */
export function tagged(line: CommandLine, marker: string, surroundings: Surroundings): CommandLine {
  const program = setter();
  // What cannot be run is left to the system, which says why.
  if (program === null || !isRunnable(line.command, surroundings)) return line;
  const words = [`${LIMIT}=${tagOf(marker)}:`, '--', line.command, ...line.arguments];
  return { command: program, arguments: words };
}

/** Of util-linux. Looked for where only an administrator can have put it. */
const SETTERS = ['/usr/bin/prlimit', '/bin/prlimit', '/run/current-system/sw/bin/prlimit'];
const TRIAL_MS = 5000;

let known: string | null | undefined;

/** Null where there is none, or where a limit that it sets cannot be set or read. */
function setter(): string | null {
  known ??= SETTERS.find(isSound) ?? null;
  return known;
}

function isSound(program: string): boolean {
  if (!isProgram(program)) return false;
  const trial = tagOf('trial');
  const words = [`${LIMIT}=${trial}:`, '--', 'cat', '/proc/self/limits'];
  const { status, stdout } = spawnSync(program, words, {
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin' },
    timeout: TRIAL_MS,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return status === 0 && tagIn(stdout) === trial;
}

function isRunnable(command: string, { cwd, environment }: Surroundings): boolean {
  if (command.includes('/')) return isProgram(resolve(cwd, command));
  return findProgram(command, environment.PATH ?? '/usr/bin:/bin') !== null;
}
