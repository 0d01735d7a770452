import { counted, grouped } from '../../base/counted.ts';
import type { Finding, Severity } from '../gates.ts';
import { finding, MAX_FINDING_FILES, named } from './finding.ts';

export interface TestCounts {
  /** The command of the check. */
  readonly check: string;
  /** Tests that ran without the phase; null where the output does not tell. */
  readonly before: number | null;
  /** Those that ran with it, in a check that passes; null where the output does not tell. */
  readonly now: number | null;
  /** Test files that the phase deleted, for which tests may be missing. */
  readonly deletedTestFiles: readonly string[];
  /** What it leads to; see `checkFindingSeverity`. */
  readonly severity: Severity;
}

/**
 * A check that passes with fewer tests than before, though no test file is gone, or that does not tell any more how many
 * ran, as one does that ended before them; null where there is nothing to say.
 */
export function fewerTests({ check, before, now, deletedTestFiles, severity }: TestCounts): Finding | null {
  if (before === null || before === 0 || (now !== null && now >= before)) return null;
  if (now === null) {
    const message = `\`${named([check])}\` does not tell any more how many tests ran; ${ranBefore(before)}`;
    return finding('tests', severity, message, []);
  }
  if (deletedTestFiles.length > 0 && now > 0) return null;
  const count = now === 0 ? 'no test' : counted(now, 'test');
  const gone = deletedTestFiles.length > 0 ? '' : ', and no test file was deleted';
  const message = `${count} ran in \`${named([check])}\`; ${ranBefore(before)}${gone}`;
  return finding('tests', severity, message, deletedTestFiles.slice(0, MAX_FINDING_FILES));
}

export interface ToldFailures {
  readonly check: string;
  /** Tests that fail by what was printed in a check that passes, without and with the phase; null where it does not tell. */
  readonly before: readonly string[] | null;
  readonly now: readonly string[] | null;
  readonly severity: Severity;
}

/** A check that passes although tests fail by its own words, as none did in it before. */
export function failuresOfPassing({ check, before, now, severity }: ToldFailures): Finding | null {
  if (now === null || now.length === 0 || (before !== null && before.length > 0)) return null;
  const count = counted(now.length, 'failing test');
  const message = `\`${named([check])}\` passes, though it tells of ${count}: ${named(now)}`;
  return finding('tests', severity, message, []);
}

const ranBefore = (before: number): string => `${grouped(before)} did before the phase`;
