import type { FailureCategory } from '../../../failure.ts';
import { codeSign, isAssertion } from './code.ts';
import { contractSign } from './contract.ts';
import { errorSign } from './error-class.ts';
import { surroundingsSign } from './surroundings.ts';

/** Characters of a line that are read; who speaks and what is wrong stand at its beginning. */
const MAX_STATEMENT = 1_000;

/** Source code beside an error, and what an assertion compares: both quote what may be no error at all. */
const QUOTED =
  /^>?\s{0,8}\d+\s{0,4}[|│]|^[|│]|^[+-](?:\s|$)|^> {2}|^(?:Expected|Received|Actual|expected|got|actual|left|right)(?: \w{1,20}){0,3}: /;
/** The name of a test may be made of the words of the very error that it is about. */
const TITLE =
  /^(?:(?:FAIL|PASS|FAIL:|ERROR: test\w*|not ok|ok|[●×✗✓✔❯]|✖(?! \d+ problems? \()|\d+\)|\(fail\)|\(pass\)|--- FAIL:|=== RUN) |rspec \S)/;
/** How programs begin a line with an error in it. */
const BEFORE = /^(?:E {1,12}|\[ERROR\] {1,4}|# )/;
const QUOTED_BY_PYTEST = /^E {2,12}[+?-] /;
/** The last lines of pytest: a test or a file, and its error. */
const SUMMARY = /^(?:FAILED|ERROR) \S+\.py\b/;

/** What a line of an output, with the line behind it, is a sign of; null for nothing that is known. */
export function signOf(line: string, next: string): FailureCategory | null {
  const text = line.slice(0, MAX_STATEMENT).trim();
  if (text === '' || QUOTED.test(text) || QUOTED_BY_PYTEST.test(text) || TITLE.test(text)) return null;
  const statement = statementIn(text);
  const error = errorSign(statement);
  if (error === 'tests' || isAssertion(statement)) return 'tests';
  return contractSign(statement) ?? surroundingsSign(statement) ?? codeSign(statement, next.trim()) ?? error;
}

function statementIn(text: string): string {
  if (!SUMMARY.test(text)) return text.replace(BEFORE, '');
  const end = text.indexOf(' - ');
  return end < 0 ? '' : text.slice(end + ' - '.length);
}
