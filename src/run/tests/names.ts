import { MAX_NAME } from './reading.ts';

const BLANKS = /\s+/g;
const DURATION = /[([](?:<\s?)?\d+(?:\.\d+)?\s?(?:ns|µs|μs|us|ms|s|m|min|sec|seconds)[)\]]$/;
const ADDRESS = /\b0x[0-9a-fA-F]{4,16}\b/g;
const UUID = /\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b/g;
const TIME = /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,9})?Z?/g;
const TEMPORARY = /(?:\/private)?\/(?:tmp|var\/tmp|var\/folders)\/[^\s'"`)\]]*/g;
const WINDOWS_TEMPORARY = /\\AppData\\Local\\Temp\\[^\s'"`)\]]*/g;
const POSITION = /(?::\d+){1,2}$/;
const ABSOLUTE = /^(?:file:\/\/|\/|[A-Za-z]:\/)/;
/** Folders that say more about a test than where the repository lies. */
const FOLDERS = ['test', 'tests', 'spec', 'specs', '__tests__', 'src', 'lib', 'unit', 'integration', 'e2e'];

/** A test's name without what differs from run to run. */
export const testName = (name: string): string =>
  withoutChance(name.trim().replace(DURATION, '')).trim().slice(0, MAX_NAME);

/** A text without addresses, ids, times and folders that are made anew each time, with single blanks. */
export const withoutChance = (text: string): string =>
  text
    .replace(ADDRESS, '0x')
    .replace(UUID, '<uuid>')
    .replace(TIME, '<time>')
    .replace(TEMPORARY, '<tmp>')
    .replace(WINDOWS_TEMPORARY, '<tmp>')
    .replace(BLANKS, ' ');

/**
 * A file's name without line and column. Of an absolute path only the end is kept: the same test runs in many folders,
 * and nothing here knows which part of the path is the repository's.
 */
export function fileName(file: string): string {
  const path = file.trim().replace(POSITION, '').replaceAll('\\', '/');
  if (!ABSOLUTE.test(path)) return (path.startsWith('./') ? path.slice(2) : path).slice(0, MAX_NAME);
  const parts = path.split('/');
  const folder = parts.at(-2) ?? '';
  const base = parts.at(-1) ?? '';
  return (FOLDERS.includes(folder) ? `${folder}/${base}` : base).slice(0, MAX_NAME);
}

/** A test in a file. */
export const testIn = (file: string, name: string): string => `${fileName(file)} > ${testName(name)}`;

/** Names that come twice are told apart by number: one more of them is one more failure. */
export function numbered(names: readonly string[]): string[] {
  const times = new Map<string, number>();
  return names.map(each => {
    const name = each.slice(0, MAX_NAME);
    const count = (times.get(name) ?? 0) + 1;
    times.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}
