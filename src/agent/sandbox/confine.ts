import { closeSync, existsSync, mkdirSync, openSync, realpathSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { CommandLine } from '../process/tag.ts';
import { homeWalls } from './home.ts';
import { isTemporary, isWithin, realPlace, TEMPORARY } from './places.ts';
import { boundSockets } from './sockets.ts';

/** What keeps agents and checks in their place: bubblewrap, as it was found on this machine. */
export interface Confinement {
  /** The program `bwrap`. */
  readonly program: string;
  /** Whether they reach the network. */
  readonly network: boolean;
  /** The user's home. */
  readonly home: string;
  /** Where they keep what package managers want to find again. */
  readonly caches: string;
  /** Files and folders that they do not get to see. */
  readonly hidden: readonly string[];
  /** What of that, or below it, they get to see all the same. */
  readonly open: readonly string[];
  /** Folders of programs, which are seen wherever they lie. */
  readonly programs: readonly string[];
  /** Phasewright's own folder, which is opened to nobody. */
  readonly stateFolder: string;
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
  /**
   * Whether all ends at once with the program or with us. Else what the program leaves running is still there to be
   * found, told and ended, by the run's marker.
   */
  readonly diesWithParent: boolean;
}

/** What installers and test programs do as root: own files, change users, end processes, open ports. */
const KEPT_RIGHTS = [
  ...['CAP_CHOWN', 'CAP_DAC_OVERRIDE', 'CAP_FOWNER', 'CAP_FSETID', 'CAP_SETUID', 'CAP_SETGID'],
  ...['CAP_KILL', 'CAP_NET_BIND_SERVICE'],
];

/**
 * To root bubblewrap leaves all rights, among them those to unmount the walls, or to get past them by devices and file
 * handles. https://man7.org/linux/man-pages/man7/capabilities.7.html
 */
export const RIGHTS: readonly string[] =
  process.getuid?.() === 0
    ? ['--cap-drop', 'ALL', ...KEPT_RIGHTS.flatMap(right => ['--cap-add', right])]
    : [];

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
 * was mounted earlier. Processes see none but their own.
 */
const walls = (confinement: Confinement, { cwd, isReadOnly, writable, diesWithParent }: Place): string[] => [
  ...RIGHTS,
  ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', ...(diesWithParent ? ['--die-with-parent'] : [])],
  ...(confinement.network ? [] : ['--unshare-net']),
  ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
  ...TEMPORARY.flatMap(folder => ['--tmpfs', folder]),
  ...confinement.visible.flatMap(path => ['--ro-bind-try', path, path]),
  ...homeWalls(confinement.home, confinement.caches),
  ...covers(confinement),
  // Where the user keeps temporary files is either empty or not to be written to in here.
  ...['--setenv', 'TMPDIR', TEMPORARY[0]],
  ...[...confinement.writable, ...writable]
    .filter(path => existsSync(path))
    .map(placed)
    .flatMap(path => ['--bind', path, path]),
  ...[isReadOnly ? '--ro-bind' : '--bind', cwd, cwd],
  ...['--chdir', cwd],
];

/** Of names of processes, those that are not the sandbox itself, which is about to end. */
export const withoutSandbox = (
  names: readonly string[],
  confinement: Confinement | null,
): readonly string[] =>
  confinement === null ? names : names.filter(name => name !== basename(confinement.program));

/** Command line words by which what is hidden is covered, then what of it is open shown again. */
export function covers({ home, hidden, open, programs, stateFolder, caches }: Confinement): string[] {
  const empty = emptyFile(caches);
  const opened = [...open, ...open.map(realPlace)];
  const isOpen = (path: string): boolean =>
    opened.some(each => isWithin(path, each) || isWithin(realPlace(path), each));
  const closed = [...hidden.filter(path => !isOpen(path)), stateFolder];
  const isClosed = (path: string): boolean => closed.some(each => isWithin(path, each));
  // Whoever listens in the home is the user's own: an agent of keys, a container engine, an editor.
  const sockets = boundSockets().filter(path => isWithin(path, home) && !isOpen(path) && !isClosed(path));
  const shown = [
    ...open.filter(path => isClosed(path) || isTemporary(path)).map(placed),
    ...programs.filter(path => isClosed(path) && !closed.includes(path)),
  ];
  return [
    ...[...closed, ...sockets].flatMap(path => hide(path, empty)),
    ...shown.filter(path => !isWithin(path, stateFolder)).flatMap(path => ['--ro-bind-try', path, path]),
  ];
}

/** Where something is mounted: behind a link, unless the link is in a folder that is empty in there. */
const placed = (path: string): string => (isTemporary(path) ? path : realPlace(path));

/** A folder becomes an empty one, a file an empty one; of a link, what it leads to. */
function hide(path: string, empty: string): string[] {
  try {
    const isFolder = statSync(path).isDirectory();
    const place = realpathSync(path);
    return isFolder ? ['--tmpfs', place] : ['--ro-bind', empty, place];
  } catch {
    // It is not there, or nobody of this user's can get to it.
    return [];
  }
}

/** Programs go on without settings that are empty, and give up on those that they may not read. */
function emptyFile(folder: string): string {
  const file = join(folder, 'empty');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    closeSync(openSync(file, 'a', 0o400));
    return file;
  } catch {
    return existsSync(file) ? file : '/dev/null';
  }
}
