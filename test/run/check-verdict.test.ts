import { describe, expect, it } from 'vitest';
import {
  type CheckFacts,
  type CheckOutcome,
  judgeCheck,
  noResult,
  resultWords,
} from '../../src/run/check-verdict.ts';
import type { Baseline, CheckVerdict } from '../../src/run/event.ts';
import { outputLines } from '../../src/run/tests/output-lines.ts';
import type { TestReading } from '../../src/run/tests/reading.ts';

const GREEN: CheckOutcome = { passed: true, outcome: 'exit status 0', tail: '', outputFile: 'log' };
const RED: CheckOutcome = { passed: false, outcome: 'exit status 1', tail: 'boom', outputFile: 'log' };

const UNNAMED: TestReading = {
  tool: null,
  failing: null,
  ran: null,
  broken: null,
  absent: null,
  stopped: null,
};
const named = (...failing: string[]): TestReading => ({ ...UNNAMED, tool: 'tap', failing, ran: 9 });

const FACTS: CheckFacts = {
  check: { command: 'npm test', kind: 'test', timeoutMs: 1 },
  expects: 'pass',
  tdd: 'warn',
  run: RED,
  reading: UNNAMED,
  redness: null,
  noResult: null,
  lines: new Map(),
  isCut: false,
  rerun: null,
  before: null,
};

const baseline = (parts: Partial<Baseline>): Baseline => ({
  command: 'npm test',
  passed: false,
  failing: null,
  lines: [],
  ...parts,
});
const printed = (text: string): Baseline => baseline({ lines: [...outputLines(text).keys()] });

type Row = readonly [
  what: string,
  facts: Partial<CheckFacts>,
  verdict: CheckVerdict,
  passed: boolean,
  note: string | null,
];

const check = (rows: readonly Row[]): void => {
  it.each(rows)('%s', (_, facts, verdict, passed, note) => {
    const result = judgeCheck({ ...FACTS, ...facts });
    expect(result).toMatchObject({ command: 'npm test', verdict, passed });
    if (note !== null) expect(result.note).toEqual(note === '' ? '' : expect.stringContaining(note));
  });
};

describe('a check that has to pass', () => {
  check([
    ['passes', { run: GREEN, reading: null }, 'passed', true, ''],
    [
      'passes and leaves a server behind',
      { run: { ...GREEN, left: ['redis'] } },
      'passed',
      true,
      'ended: redis',
    ],
    ['fails and leaves a server behind', { run: { ...RED, left: ['redis'] } }, 'failed', false, ''],
    ['fails where nobody looks further', {}, 'failed', false, ''],
    ['fails twice', { rerun: RED }, 'failed', false, ''],
    ['is flaky where it passes the second time', { rerun: GREEN }, 'flaky', true, 'exit status 1'],
    ['fails where it passed before the phase', { before: baseline({ passed: true }) }, 'failed', false, ''],
  ]);
});

describe('a check without a result', () => {
  const why = 'the check itself does not come to its end here';
  const same = { lines: outputLines('error in a'), before: printed('error in a') };
  check([
    ['fails, though it had none before', { ...same, noResult: why }, 'failed', false, why],
    [
      'fails where only the second run had none',
      { ...same, rerun: RED, noResult: why },
      'failed',
      false,
      why,
    ],
    [
      'is excused by no other run without one',
      { ...same, before: { ...same.before, noResult: why } },
      'failed',
      false,
      `how it fared before this phase is not known: ${why}`,
    ],
    [
      'does not show that tests that are written first fail as they are to',
      { expects: 'red', redness: { state: 'red', reason: 'adds fails' }, noResult: why },
      'broken',
      false,
      why,
    ],
  ]);

  it.each<
    [what: string, kind: 'test' | 'other', exitCode: number | null, reading: object, why: string | null]
  >([
    ['where it did not end', 'other', null, {}, 'does not come to its end'],
    ['where there is no such command', 'other', 127, {}, 'cannot be run here'],
    ['where a command cannot be started', 'other', 126, {}, 'cannot be run here'],
    ['where there is no such command after tests', 'test', 127, named('a'), 'cannot be run here'],
    ['where there is no such script', 'other', 1, { absent: 'no such script' }, '(no such script)'],
    ['where a signal ended its last command', 'other', 139, {}, 'ended by a signal'],
    ['but not where that many tests fail', 'test', 139, named('a'), null],
    ['but not at other exit statuses', 'other', 255, {}, null],
    [
      'where no test could be loaded',
      'test',
      1,
      { tool: 'pytest', ran: 0, broken: 'no package x' },
      'no package x',
    ],
    ['but not where some could', 'test', 1, { tool: 'pytest', ran: 3, broken: 'no package x' }, null],
    ['but not where it runs no tests', 'other', 1, { tool: 'cargo', ran: 0, broken: 'error' }, null],
    [
      'but not where there are no tests yet',
      'test',
      1,
      { tool: 'jest', ran: 0, broken: 'no test was found' },
      null,
    ],
    ['but not where it just fails', 'other', 1, {}, null],
  ])('is one %s', (_, kind, exitCode, reading, expected) => {
    const found = noResult(kind, exitCode, { ...UNNAMED, ...reading });
    expect(found).toEqual(expected === null ? null : expect.stringContaining(expected));
  });
});

describe('a check that failed before the phase, too', () => {
  const both = { reading: named('a', 'b'), before: baseline({ failing: ['a', 'b', 'c'] }) };
  check([
    ['is known where the same tests fail', { ...both }, 'known', true, 'a, b'],
    [
      'is known where tests fail whose file did not load before',
      { reading: named('x.js > a'), before: baseline({ failing: ['x.js'] }) },
      'known',
      true,
      'x.js > a',
    ],
    [
      'fails where a file does not load any more of which one test failed',
      { reading: named('x.js'), before: baseline({ failing: ['x.js > a'] }) },
      'failed',
      false,
      'now also: x.js',
    ],
    [
      'fails where one more test does',
      { ...both, reading: named('a', 'new one') },
      'failed',
      false,
      'now also: new one',
    ],
    [
      'fails where it stops at the first failure',
      { ...both, reading: { ...named('a'), stopped: '-x' } },
      'failed',
      false,
      'stops at a failure (-x)',
    ],
    [
      'fails where it prints more than is compared',
      { lines: outputLines('a'), isCut: true, before: printed('a') },
      'failed',
      false,
      'prints more than can be compared',
    ],
    [
      'fails where it printed more than is compared',
      { lines: outputLines('a'), before: { ...printed('a'), isCut: true } },
      'failed',
      false,
      'prints more than can be compared',
    ],
    [
      'is known by names where it prints more than is compared',
      { ...both, isCut: true },
      'known',
      true,
      'a, b',
    ],
    [
      'is known where it prints the same, but for numbers',
      { lines: outputLines('3 errors\nin 0.5 s'), before: printed('3 errors\nin 17.25 s') },
      'known',
      true,
      'in the same way',
    ],
    [
      'fails where it prints a line more',
      { lines: outputLines('error in a\nerror in b'), before: printed('error in a') },
      'failed',
      false,
      'now also: error in b',
    ],
    [
      'fails where it prints a line once more often',
      { lines: outputLines('error\nerror'), before: printed('error') },
      'failed',
      false,
      'now also: error',
    ],
    [
      'is known where it prints less',
      { lines: outputLines('error in a'), before: printed('error in a\nerror in b') },
      'known',
      true,
      'in the same way',
    ],
    [
      'fails where it says nothing: nobody could tell what is new',
      { before: baseline({}) },
      'failed',
      false,
      'does not say where',
    ],
    [
      'fails where tests had names before and do not even load now',
      {
        reading: { ...UNNAMED, broken: 'a syntax error in a.test.ts' },
        before: baseline({ failing: ['a'] }),
      },
      'failed',
      false,
      'a syntax error in a.test.ts',
    ],
  ]);

  it('names so many tests and counts the rest', () => {
    const names = Array.from({ length: 25 }, (_, index) => `test ${index}`);
    const { note } = judgeCheck({ ...FACTS, reading: named(...names), before: baseline({ failing: [] }) });
    expect(note).toContain('test 19 and 5 more');
    expect(note).not.toContain('test 20');
  });
});

describe('tests of which others have still to make some pass', () => {
  const then = baseline({ failing: ['x.js > a', 'x.js > b'] });
  const facts = { expects: 'progress', before: then } as const;
  const unloaded = (text: string): Baseline => ({ ...printed(text), failing: ['x.js'] });
  check([
    ['may fail in part', { ...facts, reading: named('x.js > b') }, 'known', true, 'x.js > b'],
    [
      'may not all fail as before',
      { ...facts, reading: named('x.js > a', 'x.js > b') },
      'failed',
      false,
      'none of the tests passes that failed before: x.js > a, x.js > b',
    ],
    [
      'may not all fail as before, whatever else is printed',
      {
        ...facts,
        lines: outputLines('less'),
        before: { ...then, ...printed('more'), failing: then.failing },
        reading: named('x.js > a', 'x.js > b'),
      },
      'failed',
      false,
      'none of the tests passes',
    ],
    [
      'may not fail elsewhere instead',
      { ...facts, reading: named('x.js > c') },
      'failed',
      false,
      'now also: x.js > c',
    ],
    ['may all pass', { ...facts, run: GREEN, reading: null }, 'passed', true, ''],
    [
      'may fail one by one where their file did not even load',
      { expects: 'progress', reading: named('x.js > b'), before: unloaded('no a') },
      'known',
      true,
      'x.js > b',
    ],
    [
      'may want something else before they load',
      { expects: 'progress', reading: named('x.js'), lines: outputLines('no b'), before: unloaded('no a') },
      'known',
      true,
      'x.js',
    ],
    [
      'may not want the same',
      { expects: 'progress', reading: named('x.js'), lines: outputLines('no a'), before: unloaded('no a') },
      'failed',
      false,
      'none of the tests passes that failed before: x.js',
    ],
    [
      'are compared by what is printed where they have no names',
      { expects: 'progress', lines: outputLines('error in a'), before: printed('error in a\nerror in b') },
      'known',
      true,
      null,
    ],
    [
      'are compared by what is printed where they had no names',
      {
        expects: 'progress',
        reading: named('x.js > a'),
        lines: outputLines('error in a'),
        before: printed('error in a'),
      },
      'failed',
      false,
      'none of the tests passes that failed before: x.js > a',
    ],
    [
      'may not print the same as before',
      { expects: 'progress', lines: outputLines('error in a'), before: printed('error in a') },
      'failed',
      false,
      'none of the tests passes that failed before',
    ],
  ]);

  it('are not listed where they have no names', () => {
    const lines = outputLines('error');
    const { note } = judgeCheck({ ...FACTS, expects: 'progress', lines, before: printed('error') });
    expect(note).toBe('none of the tests passes that failed before');
  });
});

describe('tests that are written first', () => {
  const red = { expects: 'red', redness: { state: 'red', reason: 'adds fails' } } as const;
  const green = { ...red, run: GREEN, reading: null, redness: { state: 'green', reason: 'pass' } } as const;
  const broken = { ...red, redness: { state: 'broken', reason: 'a syntax error' } } as const;
  check([
    ['are to fail', red, 'red', true, 'adds fails'],
    ['may pass, with a warning', green, 'premature', true, 'nothing implements'],
    ['must not pass where that is enforced', { ...green, tdd: 'enforce' }, 'premature', false, null],
    ['must run', broken, 'broken', false, 'a syntax error'],
    [
      'must run, also where they did not before',
      { ...broken, before: baseline({}) },
      'broken',
      false,
      'a syntax error',
    ],
    [
      'must not hide behind tests that failed already',
      { ...red, tdd: 'enforce', reading: named('old'), before: baseline({ failing: ['old'] }) },
      'premature',
      false,
      null,
    ],
    [
      'are red beside tests that failed already',
      { ...red, tdd: 'enforce', reading: named('old', 'adds'), before: baseline({ failing: ['old'] }) },
      'red',
      true,
      null,
    ],
    ['do what they like where nobody asks', { expects: 'any' }, 'red', true, 'as tests may'],
    ['may pass where nobody asks', { expects: 'any', run: GREEN, reading: null }, 'passed', true, ''],
  ]);
});

it('what is shown of a check is its first run, whatever came after it', () => {
  const rerun = { ...GREEN, outcome: 'exit status 0', tail: 'fine' };
  expect(judgeCheck({ ...FACTS, rerun })).toMatchObject({
    outcome: 'exit status 1',
    tail: 'boom',
    outputFile: 'log',
  });
});

it.each([
  ['exit status 1', '', 'exit status 1'],
  ['still running after 1 s', 'failed before', 'still running after 1 s; failed before'],
  ['exit status 7', 'failed (exit status 7), then passed', 'failed (exit status 7), then passed'],
])('the words for %s and "%s" hide neither', (outcome, note, words) => {
  expect(resultWords({ outcome, note })).toBe(words);
});
