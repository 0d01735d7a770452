import type { TextLine } from '../markdown/text.ts';

const PATH_CHARACTERS = 400;
const LINE_SUFFIX = /(?:[:#]L?\d+(?:[-–:,]L?\d+)*|:[A-Za-z_]\w*(?:\(\))?)$/;
const PATH = /^[\w@.+\-/*{},[\]$~ ()]*[\w*\])}/]$/;
const WITH_EXTENSION = /\.[A-Za-z0-9]{1,10}$/;
const KNOWN_BARE =
  /^(?:Makefile|Dockerfile|Gemfile|Rakefile|Procfile|LICENSE|README|CHANGELOG|Cargo\.lock|\.[a-z][\w.-]+)$/;

/** Paths named on a line: its code spans, else the comma-separated words that look like paths. */
export function pathsOf(line: Pick<TextLine, 'text' | 'codes'>): string[] {
  const candidates =
    line.codes.length > 0 ? line.codes : line.text.split(/,|\s+and\s+|\s+\+\s+/).map(withoutRemark);
  return candidates.map(cleanPath).filter(path => path !== '');
}

/** The path as it will be compared, or '' where the words are no path. */
export function cleanPath(raw: string): string {
  if (raw.length > PATH_CHARACTERS) return '';
  const path = raw
    .trim()
    .replace(/^["'`]+|["'`]+$/g, '')
    .replace(LINE_SUFFIX, '')
    .replace(/^\.\//, '');
  if (path.length === 0 || !PATH.test(path) || /\s{2}/.test(path)) return '';
  if (path.includes('/')) return /^https?:/.test(path) || /\s/.test(path) ? '' : path;
  return (WITH_EXTENSION.test(path) && !/\s/.test(path)) || KNOWN_BARE.test(path) ? path : '';
}

/** Absolute, or leading out of the repository. */
export const isOutside = (path: string): boolean =>
  path.startsWith('/') || path.startsWith('~') || /^[A-Za-z]:/.test(path) || path.split('/').includes('..');

/** Whether a part of the path stands for a name that is still to be chosen, as in `migrations/{date}_users.sql`. */
export const isPlaceholder = (path: string): boolean => /\[|\{[^{},]*\}/.test(path);

const withoutRemark = (text: string): string => text.replace(/\s*(?:\(.*|[–—].*|\s-\s.*)$/s, '').trim();
