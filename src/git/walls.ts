import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { type Confinement, covers } from '../agent/sandbox/confine.ts';
import { homeWalls } from '../agent/sandbox/home.ts';
import { TEMPORARY } from '../agent/sandbox/places.ts';
import type { Environment } from './environment.ts';

/** What git needs of this machine to work in one workspace. */
export interface Walls {
  readonly confinement: Confinement;
  readonly environment: Environment;
  /** The repository's own folder. */
  readonly commonDir: string;
  /** The files in which git's settings stand. */
  readonly files: readonly string[];
  /** Whether a filter is a program that may need what the user installed in the home. */
  readonly needHome: boolean;
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
  const { confinement, commonDir, files, needHome, readable, writable, environment } = walls;
  const { home, hidden, caches } = confinement;
  const covered = [...TEMPORARY, ...(needHome ? [] : [home])];
  const isCovered = (path: string): boolean =>
    [...covered, ...hidden].some(folder => path === folder || path.startsWith(folder + sep));
  const isElsewhere = (path: string): boolean => path !== home && !path.startsWith(home + sep);
  const programs = (environment.PATH ?? '').split(':').filter(isCovered).map(withItsPackage);
  const objects = join(commonDir, 'objects');
  return [
    confinement.program,
    ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-net'],
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    ...TEMPORARY.flatMap(folder => ['--tmpfs', folder]),
    ...(needHome ? homeWalls(home, caches) : []),
    ...covers(needHome ? confinement : { ...confinement, hidden: [...hidden.filter(isElsewhere), home] }),
    ...[...programs, ...files.filter(isCovered), ...pathsIn(files, environment.HOME ?? home)].flatMap(
      visible,
    ),
    ...[commonDir, ...alternatesOf(objects), ...readable].flatMap(visible),
    ...[objects, join(commonDir, 'lfs'), ...writable].flatMap(path => {
      const place = existsSync(path) ? realpathSync(path) : null;
      return place === null ? [] : ['--bind', place, place];
    }),
    ...['--', '/bin/sh'],
  ];
}

const visible = (path: string): string[] => ['--ro-bind-try', path, path];

/** What is linked from a folder of programs lies beside it. */
const withItsPackage = (folder: string): string => (/\/s?bin$/.test(folder) ? dirname(folder) : folder);

/** Files that git's settings lead to: lists of what is ignored, and attributes. */
function pathsIn(files: readonly string[], home: string): string[] {
  const usual = ['.config/git/ignore', '.config/git/attributes'].map(name => join(home, name));
  const named = files.flatMap(file => {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    const settings = text.matchAll(/^[ \t]*(?:excludesfile|attributesfile)[ \t]*=[ \t]*"?([^"\n]+)/gim);
    return [...settings].map(([, path = '']) => resolve(home, path.trim().replace(/^~\//, `${home}/`)));
  });
  return [...usual, ...named];
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
