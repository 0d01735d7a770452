import { existsSync, realpathSync, statSync } from 'node:fs';
import type { CommandLine } from '../process/tag.ts';
import { homeWalls } from './home.ts';
import { TEMPORARY } from './places.ts';

/** What keeps agents in their place: bubblewrap, as it was found on this machine. */
export interface Confinement {
  /** The program `bwrap`. */
  readonly program: string;
  /** Whether agents reach the network. */
  readonly network: boolean;
  /** The user's home. */
  readonly home: string;
  /** Where agents keep what package managers want to find again. */
  readonly caches: string;
  /** Files and folders that agents do not get to see. */
  readonly hidden: readonly string[];
  /** What lies in a temporary folder and is to be seen all the same. */
  readonly visible: readonly string[];
  /** Further folders and files that they may write to. */
  readonly writable: readonly string[];
}

interface Place {
  /** The workspace. */
  readonly cwd: string;
  /** Whether the workspace may not be written to. */
  readonly isReadOnly: boolean;
  /** What else the agent writes to: its own home. */
  readonly writable: readonly string[];
}

/** The command line that runs the given one in its place; that itself where nothing confines it. */
export function confined(line: CommandLine, confinement: Confinement | null, place: Place): CommandLine {
  if (confinement === null) return line;
  return {
    command: confinement.program,
    arguments: [...walls(confinement, place), '--', line.command, ...line.arguments],
  };
}

/**
 * Everything can be read but what is hidden, and nothing written but what is listed; what is mounted later covers what
 * was mounted earlier. Processes see none but their own, and end with the one that started them.
 */
const walls = (confinement: Confinement, { cwd, isReadOnly, writable }: Place): string[] => [
  ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--die-with-parent'],
  ...(confinement.network ? [] : ['--unshare-net']),
  ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
  ...TEMPORARY.flatMap(folder => ['--tmpfs', folder]),
  ...confinement.visible.flatMap(path => ['--ro-bind-try', path, path]),
  ...homeWalls(confinement.home, confinement.caches),
  ...confinement.hidden.flatMap(hide),
  ...[...confinement.writable, ...writable]
    .filter(path => existsSync(path))
    .flatMap(path => ['--bind', path, path]),
  ...[isReadOnly ? '--ro-bind' : '--bind', cwd, cwd],
  ...['--chdir', cwd],
];

/** A folder becomes an empty one, a file one that cannot be read; of a link, what it leads to. */
export function hide(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return [];
  const place = realpathSync(path);
  return found.isDirectory() ? ['--tmpfs', place] : ['--ro-bind', '/dev/null', place];
}
