/**
 * What a phase says it touches, as a path that can be compared. An entry stands for its path and all that lies under
 * it, so `src`, `src/`, `src/*` and `src/**` are the same. That is the only sense made of globs: with a wildcard
 * elsewhere, as in `src/*.ts`, an entry equals only the same text and lies under `src`.
 */
export function entryPath(entry: string): string | null {
  const text = entry.trim();
  if (text === '') return null;
  const segments = text.split('/').filter(segment => segment !== '' && segment !== '.');
  while (segments.at(-1) === '*' || segments.at(-1) === '**') segments.pop();
  const path = segments.join('/');
  if (text.startsWith('/')) return `/${path}`;
  return path === '' ? ROOT : path;
}

/** The working directory itself. */
const ROOT = '.';

/** Deeper directories are not looked at: hashing every prefix of a hostile path would be quadratic in its length. */
const MAX_DEPTH = 64;

/** The directories around a path, outermost first. */
export function directoriesAround(path: string): string[] {
  if (path === ROOT || path === '/') return [];
  const absolute = path.startsWith('/');
  const directories = [absolute ? '/' : ROOT];
  let slash = path.indexOf('/', absolute ? 1 : 0);
  while (slash !== -1 && directories.length < MAX_DEPTH) {
    directories.push(path.slice(0, slash));
    slash = path.indexOf('/', slash + 1);
  }
  return directories;
}
