import { counted, grouped } from '../../base/counted.ts';
import { literalPath } from '../../base/glob.ts';
import type { Phase } from '../../plan/model.ts';
import type { FileChange, Finding, GateSettings, Inspection, Severity } from '../gates.ts';
import { type SteeringFiles, steeringFiles } from './check-config/find.ts';
import { finding, named } from './finding.ts';
import { isTestName } from './guarded.ts';
import type { ChangedLines } from './patch.ts';
import { declaredPaths } from './scope.ts';

/** Kinds of files that have a finding of their own; those beyond share one. */
const MAX_KINDS = 10;

/**
 * Changed files that steer what checks run: configurations of test programs, scripts, what takes the place of a module or
 * a target. `strict` is what one leads to that the phase does not declare.
 */
export function checkConfigFindings(
  phase: Phase,
  { checks }: GateSettings,
  inspection: Inspection,
  patches: readonly ChangedLines[],
  strict: Severity,
): readonly Finding[] {
  const kinds = steeringFiles(inspection, patches, checks, isTestName);
  const declared = new Set(declaredPaths(phase).map(literalPath));
  const isDeclared = ({ path }: FileChange): boolean => declared.has(literalPath(path));
  const told = kinds.slice(0, MAX_KINDS).flatMap(kind => findingsOn(kind, isDeclared, strict));
  const rest = kinds.slice(MAX_KINDS).flatMap(({ files }) => files);
  if (rest.length === 0) return told;
  const count = counted(rest.length, 'more file that steers checks was', 'more files that steer checks were');
  const severity = rest.every(isDeclared) ? 'warn' : strict;
  return [...told, finding('tests', severity, `${count} changed: ${named(pathsOf(rest))}`, pathsOf(rest))];
}

function findingsOn(
  kind: SteeringFiles,
  isDeclared: (file: FileChange) => boolean,
  strict: Severity,
): readonly Finding[] {
  if (strict === 'warn' || kind.isHint) return [findingOn(kind, kind.files, 'warn', '')];
  const unexpected = kind.files.filter(file => !isDeclared(file));
  const expected = kind.files.filter(isDeclared);
  return [
    ...(unexpected.length > 0 ? [findingOn(kind, unexpected, strict, ' without being declared')] : []),
    ...(expected.length > 0 ? [findingOn(kind, expected, 'warn', '')] : []),
  ];
}

function findingOn(
  { programs, effect }: SteeringFiles,
  files: readonly FileChange[],
  severity: Severity,
  how: string,
): Finding {
  const isOne = files.length === 1;
  const subject = isOne ? '1 file that steers' : `${grouped(files.length)} files that steer`;
  const verb = `${isOne ? 'was' : 'were'} ${verbOf(files)}${how}`;
  const paths = pathsOf(files);
  const message = `${subject} ${programs} ${verb}: ${named(paths)}; ${isOne ? 'it' : 'they'} can ${effect}`;
  return finding('tests', severity, message, paths);
}

function verbOf(files: readonly FileChange[]): string {
  const [first] = files;
  const isSame = files.every(({ status }) => status === first?.status);
  return isSame && (first?.status === 'added' || first?.status === 'deleted') ? first.status : 'changed';
}

const pathsOf = (files: readonly FileChange[]): readonly string[] => files.map(({ path }) => path);
