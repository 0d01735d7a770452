import { counted, grouped } from '../../base/counted.ts';
import type { Phase } from '../../plan/model.ts';
import type { FileChange, Finding, GateSettings, Inspection, Severity } from '../gates.ts';
import { checkConfigFindings } from './check-config.ts';
import { finding, MAX_FINDING_FILES, named, shown } from './finding.ts';
import { isGuarded } from './guarded.ts';
import { loosenedChecks } from './loosened-checks.ts';
import { lostTests } from './lost-tests.ts';
import { type ChangedLines, changedLines } from './patch.ts';
import { namesFile } from './plan-words.ts';
import type { Weakness } from './weakness.ts';
import { changedFirst } from './written-first.ts';

/** Files whose share the message gives in figures. */
const MAX_FIGURES = 5;

/**
 * Tests and checks that say less than before. A phase that only implements has no business there, unless its text
 * names the file; any other phase may have, so a reviewer is told.
 */
export function testFindings(
  phase: Phase,
  settings: GateSettings,
  inspection: Inspection,
  writtenFirst: readonly string[],
): readonly Finding[] {
  if (settings.tests === 'ignore') return [];
  const patches = wholePatches(inspection);
  const strict: Severity = onlyImplements(phase) ? settings.tests : 'warn';
  const configs = checkConfigFindings(
    phase,
    settings,
    inspection,
    patches,
    checkFindingSeverity(phase, settings),
  );
  const told = new Set(configs.flatMap(({ files }) => files));
  const weaknesses = [
    changedFirst(inspection, patches, writtenFirst),
    ...lostTests(inspection, patches),
    ...loosenedChecks(patches, told),
  ].filter(weakness => weakness !== null);
  const isNamed = weaknesses.length > 0 ? namesFile(phase) : () => false;
  const weakened = weaknesses.flatMap(weakness => findingsOf(weakness, strict, isNamed));
  return [
    ...weakened,
    ...configs.filter(config => !isRejected(config, weakened)),
    ...unreadFindings(inspection, patches),
  ];
}

/** What a doubt about the checks leads to: a person decides, where a phase that only implements gives cause for it. */
export const checkFindingSeverity = (phase: Phase, { tests, checks }: GateSettings): Severity =>
  onlyImplements(phase) && tests === 'reject' && checks.length > 0 ? 'ask' : 'warn';

/** Nobody is asked about files for which the attempt has failed. */
function isRejected({ files }: Finding, findings: readonly Finding[]): boolean {
  const rejected = new Set(
    findings.filter(({ severity }) => severity === 'reject').flatMap(other => other.files),
  );
  return files.every(path => rejected.has(path));
}

const onlyImplements = ({ subtasks }: Phase): boolean =>
  subtasks.some(({ type }) => type === 'impl') && !subtasks.some(({ type }) => type === 'test');

/** Files that the plan names are told apart from the others where that makes a difference. */
function findingsOf(
  weakness: Weakness,
  strict: Severity,
  isNamed: (path: string) => boolean,
): readonly Finding[] {
  if (strict === 'warn' || weakness.isHint) return [findingOn(weakness, weakness.files, 'warn')];
  const unnamed = weakness.files.filter(({ path }) => !isNamed(path));
  const meant = weakness.files.filter(({ path }) => isNamed(path));
  return [
    ...(unnamed.length > 0 ? [findingOn(weakness, unnamed, strict)] : []),
    ...(meant.length > 0 ? [findingOn(weakness, meant, 'warn')] : []),
  ];
}

function findingOn(weakness: Weakness, files: Weakness['files'], severity: Severity): Finding {
  const here = files.reduce((sum, { count }) => sum + count, 0);
  const figures = files
    .slice(0, MAX_FIGURES)
    .map(({ path, count }) => (count === 1 ? shown(path) : `${shown(path)} (${grouped(count)})`));
  const more = files.length > MAX_FIGURES ? ` and ${grouped(files.length - MAX_FIGURES)} more files` : '';
  const message = `${weakness.words(Math.min(here, weakness.count))}: ${figures.join(', ')}${more}`;
  const paths = files.slice(0, MAX_FINDING_FILES).map(({ path }) => path);
  return finding('tests', severity, message, paths);
}

/** A patch that was cut off would show lines that went without those that came in their place. */
function wholePatches({ patches, files }: Inspection): readonly ChangedLines[] {
  const changes = new Map(files.map(file => [file.path, file]));
  return patches.map(changedLines).filter(({ path, added, removed }) => {
    const change = changes.get(path);
    return !change || (added.length >= change.added && removed.length >= change.deleted);
  });
}

/** A difference that could not be read may hide anything; nobody is to think that it was looked at. */
function unreadFindings(
  { files, truncated }: Inspection,
  patches: readonly ChangedLines[],
): readonly Finding[] {
  const read = new Set(patches.map(({ path }) => path));
  const hasLines = ({ added, deleted, binary }: FileChange): boolean => added + deleted > 0 || binary;
  const unread = files
    .filter(file => hasLines(file) && !read.has(file.path) && isGuarded(file.path))
    .map(({ path }) => path);
  if (unread.length > 0) {
    const count = counted(
      unread.length,
      'changed test or check file was',
      'changed test or check files were',
    );
    return [finding('tests', 'warn', `${count} not read for weakened tests: ${named(unread)}`, unread)];
  }
  const message = 'the changes of tests and checks are too large to be read in full for weakened tests';
  return truncated ? [finding('tests', 'warn', message, [])] : [];
}
