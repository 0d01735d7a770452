import { describe, expect, it } from 'vitest';
import { hasFewerLines, isComparable, newLines, outputLines } from '../../src/run/tests/output-lines.ts';

/** The lines of `now` that `before` does not have. */
const added = (before: string, now: string): string[] =>
  newLines(outputLines(now), [...outputLines(before).keys()]);

describe('what a program printed', () => {
  it.each<[what: string, before: string, now: string]>([
    ['times and counts', '12 passed in 0.31 s', '27 passed in 14.02 s'],
    ['times of the day', '[09:15:01.5] error', '[23:59:59.25] error'],
    ['dates', '2030-01-01 12:00:00 error', '2031-12-31 23:00:59 error'],
    ['what is fine', 'Tests: 1 failed, 12 passed, 13 total', 'Tests: 1 failed, 19 passed, 20 total'],
    [
      'what was looked at',
      'Found 2 errors in 1 file (checked 7 source files)',
      'Found 2 errors in 1 file (checked 8 source files)',
    ],
    ['failures that are fewer', 'Found 51 errors.', 'Found 3 errors.'],
    ['all failures but one', '2 problems (2 errors, 0 warnings)', '1 problem (1 error, 0 warnings)'],
    [
      'failures that are fewer, after the word',
      'Tests run: 9, Failures: 3, Errors: 1',
      'Tests run: 12, Failures: 2, Errors: 1',
    ],
    ['failures that are fewer in data', '{"errors":12}', '{"errors":2}'],
    ['places in brackets', 'src/a.ts(10,4): error TS2322: no', 'src/a.ts(311,17): error TS2322: no'],
    ['places in words', 'File "a.py", line 10, in f', 'File "a.py", line 99, in f'],
    ['places alone', '  10:4  error  no  rule', '  311:17  error  no  rule'],
    ['numbers of source lines', '> 12 | const a = 1', '> 9 | const a = 1'],
    ['steps', '[3/17] cc a.c', '[4/18] cc a.c'],
    ['sizes', 'a.js 12.5 kB', 'a.js 13 kB'],
    ['temporary folders', 'no /tmp/a81h/x', 'no /tmp/b22/x'],
    ['places', 'src/a.ts:10:4: unused', 'src/a.ts:311:17: unused'],
    [
      'lines of a summary',
      'ℹ tests 2\nℹ fail 2\nℹ duration_ms 230.55',
      'ℹ tests 7\nℹ fail 1\nℹ duration_ms 3.5',
    ],
    ['seeds', 'Randomized with seed 11', 'Randomized with seed 97'],
    ['colours', '\x1b[31merror\x1b[0m: no', 'error: no'],
    ['capitals', 'ERROR: no', 'error: no'],
    ['indentation', '    error', 'error'],
    ['empty lines', 'error', '\n\nerror\n   \n'],
    ['line ends', 'a\r\nb\r\n', 'a\nb\n'],
    ['order', 'a\nb', 'b\na'],
    ['what went', 'a\nb', 'a'],
  ])('is the same but for %s', (_, before, now) => {
    expect(added(before, now)).toEqual([]);
  });

  it.each<[what: string, before: string, now: string, expected: string[]]>([
    ['a new line', 'a', 'a\nb', ['b']],
    ['another file', 'src/a.ts:1: unused', 'src/b.ts:1: unused', ['src/b.ts:1: unused']],
    ['a line that comes once more', 'error\nerror', 'error\nerror\nerror', ['error']],
    ['a name with another number', 'case1.bad failed', 'case2.bad failed', ['case2.bad failed']],
    ['another number of a test', 'test 2 failed', 'test 1 failed', ['test 1 failed']],
    ['another number of a case', 'case 1: bad', 'case 2: bad', ['case 2: bad']],
    ['a file that is called like a number', 'failed: 13.txt', 'failed: 12.txt', ['failed: 12.txt']],
    ['another code', 'a.rs:1: E0308', 'a.rs:1: E0309', ['a.rs:1: E0309']],
    ['more failures', 'Found 1 errors.', 'Found 51 errors.', ['Found 51 errors.']],
    ['more failures in a line of a summary', 'ℹ fail 1', 'ℹ fail 2', ['ℹ fail 2']],
    ['another test in a line of its own', 'test 2', 'test 1', ['test 1']],
    ['more failures, after the word', 'Failures: 1', 'Failures: 2', ['Failures: 2']],
    ['more failures in data', '{"errors": 2}', '{"errors": 12}', ['{"errors": 12}']],
    [
      'more failures by words between',
      '2 files would be reformatted',
      '3 files would be reformatted',
      ['3 files would be reformatted'],
    ],
    [
      'more failures in one of several places',
      'a: 5 errors\na: 0 errors',
      'a: 4 errors\na: 1 errors',
      ['a: 1 errors'],
    ],
    ['the end of a long line', `${'x'.repeat(5_000)}1`, `${'x'.repeat(5_000)}2`, ['…']],
    [
      'the end of a long line of words',
      `${'x '.repeat(500)}1`,
      `${'x '.repeat(500)}2`,
      [`${'x '.repeat(149)}x…`],
    ],
    ['a line that comes very often', 'error\n'.repeat(500), 'error\n'.repeat(501), ['error']],
    ['anything after silence', '', 'error', ['error']],
  ])('differs by %s', (_, before, now, expected) => {
    expect(added(before, now)).toEqual(expected);
  });

  it.each<[what: string, before: string, now: string, fewer: boolean]>([
    ['where one is gone', 'a\nb', 'a', true],
    ['where one comes less often', 'a\na', 'a', true],
    ['where one reads otherwise', 'a', 'b', true],
    ['but not for a number', 'port 9 case1 took 12.5', 'port 8 case2 took 1.25', false],
    ['but not for fewer failures', '3 errors', '2 errors', false],
    ['but not for more lines', 'a', 'a\nb', false],
  ])('has fewer lines %s', (_, before, now, fewer) => {
    expect(hasFewerLines(outputLines(now), [...outputLines(before).keys()])).toBe(fewer);
  });

  it('is nothing where nothing but blanks was printed', () => {
    expect(outputLines('').size).toBe(0);
    expect(outputLines(' \n\t\n\r\n').size).toBe(0);
  });

  it('is bounded, and what is longer is not compared', () => {
    const lines = (count: number): string => Array.from({ length: count }, (_, n) => `line${n}`).join('\n');
    expect(outputLines(lines(12_000)).size).toBe(10_000);
    expect(isComparable(lines(10_000))).toBe(true);
    expect(isComparable(lines(10_001))).toBe(false);
    expect(isComparable('x'.repeat(1_000_000))).toBe(true);
    expect(isComparable('x'.repeat(1_000_001))).toBe(false);
  });

  it('is shown up to a limit, without a word that would be cut: it may be a secret', () => {
    const shown = (line: string): string[] => [...outputLines(line).values()];
    expect(shown(`line ${'x'.repeat(3_000)}`)).toEqual(['line…']);
    expect(shown(`${'a '.repeat(145)}secret-token-1`)).toEqual([`${'a '.repeat(145).trimEnd()}…`]);
    expect(shown(`${'a '.repeat(142)}secret-token-1`)).toEqual([`${'a '.repeat(142)}secret-token-1`]);
    expect(shown('ab, '.repeat(100))[0]!.length).toBeLessThanOrEqual(300);
  });

  it('is read in time that does not explode', () => {
    expect(outputLines('9'.repeat(900_000)).size).toBe(1);
    expect(outputLines('\x1b['.repeat(400_000)).size).toBeLessThanOrEqual(2);
  });
});
