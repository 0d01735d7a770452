import { describe, expect, it } from 'vitest';
import { EMPTY_PHASE } from '../../../src/plan/model.ts';
import { checkFindingSeverity, deletedTests, failuresOfPassing, fewerTests } from '../../../src/run/gates.ts';
import { file, SETTINGS, subtask } from './inspections.ts';

describe('the number of tests that ran', () => {
  const said = (before: number | null, now: number | null, ...deletedTestFiles: string[]) => {
    const found = fewerTests({ check: 'npm test', before, now, deletedTestFiles, severity: 'ask' });
    return found && `${found.gate} ${found.severity}: ${found.message}`;
  };

  it.each<[title: string, before: number | null, now: number | null, deleted: string[]]>([
    ['as many as before', 3, 3, []],
    ['more', 3, 4, []],
    ['nobody knows how many before', null, 3, []],
    ['nobody knows at all', null, null, []],
    ['none before', 0, null, []],
    ['fewer, with a test file that was deleted', 3, 1, ['test/a.test.js']],
  ])('says nothing: %s', (_, before, now, deleted) => expect(said(before, now, ...deleted)).toBeNull());

  it.each<[title: string, before: number, now: number | null, deleted: string[], expected: string]>([
    [
      'fewer',
      1_200,
      1,
      [],
      'tests ask: 1 test ran in `npm test`; 1,200 did before the phase, and no test file was deleted',
    ],
    [
      'none',
      3,
      0,
      [],
      'tests ask: no test ran in `npm test`; 3 did before the phase, and no test file was deleted',
    ],
    [
      'none, whatever was deleted',
      3,
      0,
      ['a.test.js'],
      'tests ask: no test ran in `npm test`; 3 did before the phase',
    ],
    [
      'not told any more',
      3,
      null,
      [],
      'tests ask: `npm test` does not tell any more how many tests ran; 3 did before the phase',
    ],
  ])('says so: %s', (_, before, now, deleted, expected) =>
    expect(said(before, now, ...deleted)).toBe(expected),
  );

  it('knows which test files an attempt deleted', () => {
    const files = [
      file('test/a.test.js', { status: 'deleted' }),
      file('src/a.js', { status: 'deleted' }),
      file('test/b.test.js'),
      file('test/c.txt', { status: 'renamed', from: 'test/c.test.js' }),
      file('test/e.test.js', { status: 'renamed', from: 'test/d.test.js' }),
    ];
    expect(deletedTests(files)).toEqual(['test/a.test.js', 'test/c.test.js']);
  });
});

describe('failures that a check tells of and passes', () => {
  const said = (before: string[] | null, now: string[] | null) =>
    failuresOfPassing({ check: 'npm test', before, now, severity: 'ask' });

  it('are found where there were none before', () => {
    const message = '`npm test` passes, though it tells of 2 failing tests: a, b';
    const finding = { gate: 'tests', severity: 'ask', message, files: [] };
    expect(said([], ['a', 'b'])).toEqual(finding);
    expect(said(null, ['a', 'b'])).toEqual(finding);
  });

  it('are no news where it told of some before, as one does that tests a test program', () => {
    expect(said(['a'], ['a', 'b'])).toBeNull();
  });

  it('are none where nothing is told', () => {
    expect(said([], [])).toBeNull();
    expect(said([], null)).toBeNull();
  });
});

it('leads to a question in a phase that only implements, and to a warning in others', () => {
  const severityIn = (...types: ('impl' | 'test' | 'task')[]) =>
    checkFindingSeverity({ ...EMPTY_PHASE, subtasks: types.map(type => subtask(type)) }, SETTINGS);
  expect(severityIn('impl')).toBe('ask');
  expect(severityIn('impl', 'task')).toBe('ask');
  expect(severityIn('impl', 'test')).toBe('warn');
  expect(severityIn()).toBe('warn');
});
