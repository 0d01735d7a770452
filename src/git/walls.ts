import { existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Confinement, covers, RIGHTS } from '../agent/sandbox/confine.ts';
import { homeWalls } from '../agent/sandbox/home.ts';
import { isShared, isTemporary, isWithin, moved, realPlace, TEMPORARY } from '../agent/sandbox/places.ts';
import type { Environment } from './environment.ts';

/** What git needs of this machine to work in one workspace. */
export interface Walls {
  readonly confinement: Confinement;
  readonly environment: Environment;
  /** The repository's own folder. */
  readonly commonDir: string;
  /** The files in which git's settings stand. */
  readonly files: readonly string[];
  /** Further files that the settings name, as they stand there. */
  readonly named: readonly string[];
  /** Whether Git LFS keeps files in the repository's folder. */
  readonly usesLfs: boolean;
  /** Whether a filter is a program that may need what the user installed in the home. */
  readonly needHome: boolean;
  /** Files and folders that filters name. */
  readonly programs: readonly string[];
  /** What may be read besides. */
  readonly readable: readonly string[];
  /** The workspace, its git folder, and folders of ours. */
  readonly writable: readonly string[];
}

/**
 * The command line of a shell that sees the system, the repository and the workspace; of the user's home no more than
 * git's settings and programs; and no network. What is mounted later covers what was mounted earlier.
 */
export function walledShell(walls: Walls): readonly [program: string, ...words: string[]] {
  const { confinement, commonDir, readable, writable, environment } = walls;
  const { home, hidden, caches } = confinement;
  const atHome = (path: string): string => moved(path, environment.HOME ?? home, home);
  const files = [...walls.files, ...filesNamed(walls)].map(atHome);
  const needHome = walls.needHome || isShared(home);
  const isSecret = (path: string): boolean => hidden.some(each => isWithin(path, each));
  const isAtHome = (path: string): boolean => !isShared(home) && isWithin(path, home);
  const isCovered = (path: string): boolean =>
    isSecret(path) || (isAtHome(path) ? !needHome : TEMPORARY.some(folder => isWithin(path, folder)));
  const isElsewhere = (path: string): boolean => !isWithin(path, home);
  const isLarge = (folder: string): boolean => [home, ...TEMPORARY].some(each => isWithin(each, folder));
  const above = (path: string): string => (isLarge(dirname(path)) ? path : dirname(path));
  const folders = (environment.PATH ?? '').split(':').map(atHome);
  const onPath = folders.filter(folder => isCovered(folder) && !isLarge(folder));
  const programs = [
    // What is linked from a folder of programs, or read by one of them, lies beside it.
    ...onPath.map(folder => (/\/s?bin$/.test(folder) ? above(folder) : folder)),
    ...walls.programs
      .map(atHome)
      .filter(path => isTemporary(path) && !isSecret(path))
      .map(above),
  ];
  const beside = hidden.filter(each => programs.some(folder => each !== folder && isWithin(each, folder)));
  const objects = join(commonDir, 'objects');
  const lfs = join(commonDir, 'lfs');
  // Git LFS makes it for the first file that it keeps, which it could not do in there.
  if (walls.usesLfs) mkdirUnlessDenied(lfs);
  return [
    confinement.program,
    ...RIGHTS,
    ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-net'],
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    ...TEMPORARY.flatMap(folder => ['--tmpfs', folder]),
    ...linkTo(home, environment.HOME ?? home),
    ...(needHome ? homeWalls(home, caches) : []),
    ...covers(needHome ? confinement : { ...confinement, hidden: [...hidden.filter(isElsewhere), home] }),
    ...programs.flatMap(visible),
    ...(programs.length > 0 ? covers({ ...confinement, hidden: beside }) : []),
    ...files.filter(isCovered).flatMap(visible),
    ...[commonDir, ...alternatesOf(objects).map(atHome), ...readable].flatMap(visible),
    ...[objects, lfs, ...writable].flatMap(path => {
      const place = existsSync(path) ? realpathSync(path) : null;
      return place === null ? [] : ['--bind', place, place];
    }),
    // Where the user keeps temporary files is not to be written to in here.
    ...['--setenv', 'TMPDIR', TEMPORARY[0]],
    ...['--', '/bin/sh'],
  ];
}

/** By the name that git knows, the home is found also where that is a link which went with a temporary folder. */
const linkTo = (home: string, named: string): string[] =>
  named !== home && isTemporary(named) && realPlace(named) === home ? ['--symlink', home, named] : [];

function mkdirUnlessDenied(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch {
    // It fails where a file is to be kept, and with words of its own.
  }
}

const visible = (path: string): string[] => ['--ro-bind-try', path, path];

/** Files that git's settings lead to: lists of what is ignored, and attributes. */
function filesNamed({ confinement, environment, named }: Walls): string[] {
  const { HOME: home = confinement.home, XDG_CONFIG_HOME: config } = environment;
  const usual = ['ignore', 'attributes'].map(name => join(config || join(home, '.config'), 'git', name));
  return [...usual, ...named.map(path => resolve(home, path.replace(/^~\//, `${home}/`)))];
}

/** Folders of further objects, which a repository may borrow from others, and they from others. */
function alternatesOf(objects: string, seen = new Set<string>()): string[] {
  const list = join(objects, 'info', 'alternates');
  const text = existsSync(list) ? readFileSync(list, 'utf8') : '';
  for (const entry of text.split('\n')) {
    const folder = resolve(objects, entry);
    if (entry === '' || entry.startsWith('#') || seen.has(folder) || seen.size === MAX_ALTERNATES) continue;
    seen.add(folder);
    alternatesOf(folder, seen);
  }
  return [...seen];
}

const MAX_ALTERNATES = 100;
