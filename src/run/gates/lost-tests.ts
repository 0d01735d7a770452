import { counted } from '../../base/counted.ts';
import type { FileChange, Inspection } from '../gates.ts';
import { hasInlineTests, isTestPath } from './guarded.ts';
import { HOLLOW, IMPORT, type TestLanguage, testLanguageOf } from './languages.ts';
import type { ChangedLines } from './patch.ts';
import { growthOf, lossOf, type Tally, tallyOf, type Weakness } from './weakness.ts';

/** What the tests themselves came to say less: cases, assertions, tests that are left out, whole files. */
export function lostTests(
  { files }: Inspection,
  patches: readonly ChangedLines[],
): readonly (Weakness | null)[] {
  const withTests = patches.filter(({ path }) => isTestPath(path) || hasInlineTests(path));
  const onlyTests = withTests.filter(({ path }) => isTestPath(path));
  const cases = tallies(withTests, 'cases');
  const assertions = tallies(onlyTests, 'assertions');
  const lostCases = lossOf(cases, count => `${counted(count, 'test case was', 'test cases were')} removed`);
  return [
    ...deletedFiles(files, cases, assertions, lostCases !== null),
    lostCases,
    lossOf(assertions, count => `${counted(count, 'assertion was', 'assertions were')} removed from tests`),
    growthOf(
      tallies(withTests, 'skips'),
      count =>
        `${counted(count, 'test or suite is', 'tests or suites are')} newly skipped or expected to fail`,
    ),
    growthOf(
      tallies(onlyTests, 'focus'),
      count => `${counted(count, 'test or suite is', 'tests or suites are')} newly marked to run alone`,
    ),
  ];
}

function tallies(
  patches: readonly ChangedLines[],
  what: Exclude<keyof TestLanguage, 'comment'>,
): readonly Tally[] {
  return patches.map(patch => {
    const language = testLanguageOf(patch.path);
    return tallyOf(patch, line => {
      const text = line.trim();
      if (!language[what].test(text) || language.comment.test(text)) return false;
      return what !== 'assertions' || !(HOLLOW.test(text) || IMPORT.test(text));
    });
  });
}

/**
 * Test files that are gone. One whose cases turn up elsewhere was moved, and so was one whose name does. What is left
 * without a case or an assertion, as far as its lines were read, only served tests.
 */
function deletedFiles(
  files: readonly FileChange[],
  cases: readonly Tally[],
  assertions: readonly Tally[],
  areCasesLost: boolean,
): readonly (Weakness | null)[] {
  const gone = deletedTests(files);
  if (gone.length === 0) return [];
  const arrived = new Set(
    files.filter(file => file.status === 'added' && isTestPath(file.path)).map(file => nameOf(file.path)),
  );
  const caseCount = new Map(cases.map(({ path, removed }) => [path, removed]));
  const assertionCount = new Map(assertions.map(({ path, removed }) => [path, removed]));
  const lost = gone.filter(path =>
    (caseCount.get(path) ?? 0) > 0 ? areCasesLost : !arrived.has(nameOf(path)),
  );
  const isServant = (path: string): boolean => caseCount.get(path) === 0 && assertionCount.get(path) === 0;
  return [
    deletion(
      lost.filter(path => !isServant(path)),
      count => `${counted(count, 'test file was', 'test files were')} deleted`,
      false,
    ),
    deletion(
      lost.filter(isServant),
      count => `${counted(count, 'file was', 'files were')} deleted that tests may need`,
      true,
    ),
  ];
}

const deletion = (paths: readonly string[], words: Weakness['words'], isHint: boolean): Weakness | null =>
  growthOf(
    paths.map(path => ({ path, added: 1, removed: 0 })),
    words,
    isHint,
  );

/** The test files that an attempt deleted, or gave a name by which no program finds them. */
export const deletedTests = (files: readonly FileChange[]): readonly string[] => files.flatMap(goneTest);

/** The path of a test that no program will find any more: deleted, or under a name that is no test's. */
function goneTest({ status, path, from }: FileChange): readonly string[] {
  if (status === 'deleted') return isTestPath(path) ? [path] : [];
  if (status !== 'renamed' || from === null || !isTestPath(from)) return [];
  return isTestPath(path) && testLanguageOf(path) === testLanguageOf(from) ? [] : [from];
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
