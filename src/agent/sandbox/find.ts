import { spawnSync } from 'node:child_process';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import type { Sandbox } from '../../run/policy/settings.ts';
import { findProgram } from '../find-program.ts';
import { type Confinement, RIGHTS } from './confine.ts';
import { type Grounds, hiddenPlaces, neededPlaces, programFolders } from './places.ts';

/** Where an administrator puts it comes first. */
const USUAL = '/usr/bin:/bin:/usr/local/bin:/run/current-system/sw/bin';

export type Bubblewrap =
  | { readonly ok: true; readonly program: string; readonly version: string }
  | { readonly ok: false; readonly problem: string; readonly hint: string };

const TRIAL_MS = 10_000;
const TRIAL = [
  ...RIGHTS,
  '--unshare-pid',
  '--die-with-parent',
  '--ro-bind',
  '/',
  '/',
  '--dev',
  '/dev',
  '--proc',
  '/proc',
];

let known: Bubblewrap | undefined;

/** Whether bubblewrap is there and does what it is needed for. Tried once in the life of this process. */
export function bubblewrap(path: string): Bubblewrap {
  known ??= tried(path);
  return known;
}

function tried(path: string): Bubblewrap {
  if (process.platform !== 'linux')
    return {
      ok: false,
      problem: 'bubblewrap is for Linux only',
      hint: 'Use a container or a machine of its own.',
    };
  const program = findProgram('bwrap', `${USUAL}:${path}`);
  if (program === null)
    return {
      ok: false,
      problem: 'bwrap is not installed',
      hint: 'Install it, on Debian: apt install bubblewrap',
    };
  const run = (words: readonly string[]) =>
    spawnSync(program, words, { encoding: 'utf8', env: { PATH: USUAL }, timeout: TRIAL_MS });
  const trial = run([...TRIAL, 'true']);
  if (trial.status !== 0)
    return {
      ok: false,
      problem: `bwrap does not work here: ${trial.stderr?.trim() || String(trial.error ?? 'no reason given')}`,
      hint: 'Namespaces for users may be switched off: see kernel.unprivileged_userns_clone or AppArmor.',
    };
  return { ok: true, program, version: run(['--version']).stdout.trim().split(' ').at(-1) ?? '' };
}

/** The same for checks and setup commands, which run what agents wrote. */
export const checkConfinementFor = (sandbox: Sandbox, grounds: Grounds): Confinement | null =>
  sandbox.checks === 'none' ? null : confinementFor(sandbox, grounds);

/** What keeps agents in their place, by the settings and what this machine has; null where nothing does. */
export function confinementFor(sandbox: Sandbox, grounds: Grounds): Confinement | null {
  if (sandbox.mode === 'none') return null;
  const found = bubblewrap(grounds.path);
  if (!found.ok) return null;
  return {
    program: found.program,
    network: sandbox.network,
    home: grounds.home,
    caches: join(grounds.stateFolder, 'caches'),
    hidden: [...hiddenPlaces(grounds), ...sandbox.hidden.map(fromHome)],
    // Runs that began before there was this setting have none.
    open: (sandbox.open ?? []).map(fromHome),
    programs: programFolders(grounds),
    stateFolder: grounds.stateFolder,
    visible: neededPlaces(grounds),
    writable: sandbox.writable.map(fromHome),
  };
}

const fromHome = (path: string): string => {
  if (path.startsWith('~/')) return join(homedir(), path.slice(2));
  return isAbsolute(path) ? path : resolve(path);
};
