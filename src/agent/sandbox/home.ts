import { existsSync, lstatSync, mkdirSync, readdirSync, readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileName } from '../../base/file-name.ts';
import { isShared } from './places.ts';

/** Folders in which programs make new entries: what is there can be read, what is new is gone with the session. */
const OPEN = ['', '.cache', '.cargo', '.local/share', '.config'];

/**
 * What package managers and compilers keep for the next time. Agents have these to themselves, so that they neither
 * begin from nothing each time nor spoil what the user goes on to build with.
 */
const CACHES = [
  '.npm',
  '.yarn',
  '.pnpm-store',
  '.local/share/pnpm',
  '.bun/install/cache',
  '.cache/yarn',
  '.cache/pnpm',
  '.cache/node',
  '.cache/deno',
  '.cache/pip',
  '.cache/uv',
  '.cache/pypoetry',
  '.cache/go-build',
  '.cache/ccache',
  '.cache/sccache',
  '.cache/composer',
  '.cargo/registry',
  '.cargo/git',
  'go/pkg',
  '.gradle',
  '.m2/repository',
  '.ivy2',
  '.nuget/packages',
  '.gem',
  '.bundle',
];

/** With more entries than this a home is left as it is, read-only. */
const MAX_ENTRIES = 2_000;

/** The user's home as agents see it: to be read as it is, and written to without anything of it changing. */
export function homeWalls(home: string, caches: string): string[] {
  if (isShared(home)) return [];
  const opened = OPEN.map(name => join(home, name)).filter(isFolder);
  const entries = opened.map(entriesOf);
  if (entries.flat().length > MAX_ENTRIES) return [];
  return [
    ...opened.flatMap((folder, at) => ['--tmpfs', folder, ...entries[at]!.flatMap(shown)]),
    ...CACHES.flatMap(name => {
      const place = join(home, name);
      if (!isMountable(place, opened)) return [];
      const own = join(caches, fileName(name));
      mkdirSync(own, { recursive: true, mode: 0o700 });
      return ['--bind', own, place];
    }),
  ];
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder).map(name => join(folder, name));
  } catch {
    return [];
  }
}

function shown(path: string): string[] {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return [];
  return found.isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind-try', path, path];
}

/** Where there is such a folder, or one can be made for it. */
function isMountable(place: string, opened: readonly string[]): boolean {
  if (existsSync(place)) return isFolder(place);
  let above = dirname(place);
  while (!existsSync(above)) above = dirname(above);
  return opened.includes(above);
}

const isFolder = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
