import type { Report } from '../answer.ts';
import type { Finding, IgnoredFile } from '../gates.ts';
import { finding, named, shown } from './finding.ts';
import { isSource } from './generated.ts';

/** What an attempt left in its workspaces that git cannot land, and what its developers say that they did. */
export interface IgnoredWork {
  readonly files: readonly IgnoredFile[];
  readonly reports: readonly Pick<Report, 'filesChanged' | 'summary'>[];
}

export const NO_IGNORED_WORK: IgnoredWork = { files: [], reports: [] };

/** Files that have a finding of their own. */
const MAX_SINGLE = 10;
/** Files that a note about a check names. */
const MAX_NOTED = 5;

/**
 * Files that the work has and git ignores. One that its developer speaks of is for a person to decide about: it is
 * taken for part of the work and will not land. Others are told where people write files of that kind.
 */
export function ignoredFindings({ files, reports }: IgnoredWork): readonly Finding[] {
  const spoken = files.filter(file => reports.some(report => isSpokenOf(file.path, report)));
  const others = files.filter(file => file.isNew && isSource(lastName(file.path)) && !spoken.includes(file));
  const isAsked = new Set(spoken);
  const told = [...spoken, ...others];
  const single = told.length > MAX_SINGLE ? MAX_SINGLE - 1 : told.length;
  const findings = told.slice(0, single).map(file => {
    const [severity, why] = isAsked.has(file)
      ? (['ask', ', and the report names it'] as const)
      : ['warn' as const, ''];
    return finding('ignored', severity, `${ignoredWords(file)}, so it does not land${why}`, [file.path]);
  });
  const rest = told.slice(single);
  if (rest.length === 0) return findings;
  const paths = rest.map(({ path }) => path);
  const severity = rest.some(file => isAsked.has(file)) ? 'ask' : 'warn';
  return [
    ...findings,
    finding('ignored', severity, `git ignores also ${named(paths)}, so they do not land`, paths),
  ];
}

function isSpokenOf(path: string, { filesChanged, summary }: IgnoredWork['reports'][number]): boolean {
  const isNamed = filesChanged.some(file => {
    const plain = file.replace(/^\.?\/+/, '');
    return plain === path || file.endsWith(`/${path}`);
  });
  return isNamed || standsIn(summary, path);
}

/**
 * Why a check may have failed for want of files that the workspace has and its commit lacks: those whose path, name or
 * module what it printed speaks of. Empty where there is none.
 */
export function missingWords(files: readonly IgnoredFile[], printed: string): string {
  const meant = files.filter(
    ({ path }) =>
      standsIn(printed, path) || standsIn(printed, telling(path)) || standsIn(printed, moduleOf(path)),
  );
  if (meant.length === 0) return '';
  const each = meant.slice(0, MAX_NOTED).map(ignoredWords);
  const more = meant.length > MAX_NOTED ? [`${meant.length - MAX_NOTED} more`] : [];
  return `the work has files that its commit lacks: ${[...each, ...more].join('; ')}`;
}

const ignoredWords = ({ path, rule }: IgnoredFile): string =>
  `git ignores ${shown(path)}${rule === '' ? '' : ` (${shown(rule)})`}`;

/** The name of the file, with its folder where many files have that name. */
function telling(path: string): string {
  const names = path.split('/');
  return isCommon(stemOf(names.at(-1)!)) ? names.slice(-2).join('/') : names.at(-1)!;
}

/** What a program names that does not find it: the file without its ending, or its folder. */
function moduleOf(path: string): string {
  const names = path.split('/');
  const stem = stemOf(names.at(-1)!);
  const folder = names.at(-2) ?? '';
  if (!isCommon(stem)) return stem;
  return isCommon(folder) ? '' : folder;
}

/** Names of these say nothing about which file is meant. */
const isCommon = (stem: string): boolean => COMMON.has(stem.toLowerCase());
const COMMON: ReadonlySet<string> = new Set([
  ...[
    'index',
    'main',
    'mod',
    '__init__',
    '__main__',
    'test',
    'tests',
    'app',
    'lib',
    'src',
    'data',
    'file',
    'error',
  ],
  ...['config', 'setup', 'run', 'type', 'types', 'name', 'build', 'module', 'import', 'readme', 'check'],
]);

const lastName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

function stemOf(name: string): string {
  const dot = name.indexOf('.', 1);
  return dot < 0 ? name : name.slice(0, dot);
}

/** Shorter names stand in any text. */
const MIN_NAME = 3;

/** Whether the name stands in the text as a word of its own. */
function standsIn(text: string, name: string): boolean {
  if (name.length < MIN_NAME) return false;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!isPart(text[at - 1]) && !isPart(text[at + name.length])) return true;
  }
  return false;
}

const isPart = (letter: string | undefined): boolean => letter !== undefined && /[\w-]/.test(letter);
