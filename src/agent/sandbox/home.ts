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

/** Each entry costs a mount. What would be more than this, all in all, is left as it is, read-only, a folder at a time. */
const MAX_ENTRIES = 500;

/** The user's home as agents see it: to be read as it is, and written to without anything of it changing. */
export function homeWalls(home: string, caches: string): string[] {
  if (isShared(home)) return [];
  const entries = new Map<string, readonly string[]>();
  let room = MAX_ENTRIES;
  for (const folder of OPEN.map(name => join(home, name)).filter(isFolder)) {
    const inside = entriesOf(folder);
    if (inside.length > room) continue;
    room -= inside.length;
    entries.set(folder, inside);
  }
  const opened = [...entries.keys()];
  return [
    ...[...entries].flatMap(([folder, inside]) => ['--tmpfs', folder, ...inside.flatMap(shown)]),
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
