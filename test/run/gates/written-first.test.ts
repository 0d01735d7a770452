import { describe, expect, it } from 'vitest';
import { edited, file, subtask } from './inspections.ts';
import { type Changes, found } from './weakened.ts';

const changed = (figures: string, lines = '1 line') => [
  `tests reject: ${lines} of tests that were written first ${lines === '1 line' ? 'was' : 'were'} changed or removed: ${figures}`,
];
const FIRST = { writtenFirst: ['a.test.js', 'b.test.js'] };

describe('tests that were written first', () => {
  it.each<[what: string, changes: Changes, expected: string[]]>([
    ['may get company', { 'a.test.js': "+test('b', () => equal(b(), 2));", 'c.js': '+x' }, []],
    [
      'may be wrapped',
      { 'a.test.js': "-test('a', f);\n+describe('all', () => {\n+  test('a', f);\n+});" },
      [],
    ],
    ['may lose a comment and a blank line', { 'a.test.js': '-// first of all\n-' }, []],
    ['are not others', { 'c.test.js': '-equal(c(), 1)\n+equal(c(), 2)' }, []],
    [
      'are not to ask for something else',
      { 'a.test.js': '-equal(a(), 1)\n+equal(a(), 2)' },
      changed('a.test.js'),
    ],
    [
      'are not to ask for nothing',
      {
        'a.test.js': '-equal(a(), 1)\n-equal(a(), 2)\n+equal(1, 1)\n+equal(2, 2)',
        'b.test.js': '-equal(b(), 1)\n+equal(1, 1)',
      },
      changed('a.test.js (2), b.test.js', '3 lines'),
    ],
    [
      'are not to be there twice and once less',
      { 'a.test.js': '-equal(a(), 1)\n-equal(a(), 1)\n+equal(a(), 1)\n+equal(1, 1)' },
      changed('a.test.js'),
    ],
  ])('%s', (_, changes, expected) => expect(found(edited(changes), FIRST)).toEqual(expected));

  const rewritten = edited({ 'a.test.js': '-equal(a(), 1)\n+equal(a(), 2)' });

  it.each<[what: string, attempt: object, expected: string[]]>([
    ['nothing where the settings ignore it', { tests: 'ignore' }, []],
    ['a warning where the settings say so', { tests: 'warn' }, ['warn']],
    [
      'a warning where the phase writes tests',
      { phase: { subtasks: [subtask('impl'), subtask('test')] } },
      ['warn'],
    ],
    [
      'a warning where the phase names the file',
      { phase: { files: ['a.test.js'], subtasks: [subtask('impl')] } },
      ['warn'],
    ],
  ])('that change are %s', (_, attempt, expected) =>
    expect(found(rewritten, { ...FIRST, ...attempt }).map(text => text.split(/[ :]/)[1])).toEqual(expected),
  );

  it('that were renamed are still the same', () => {
    const { patches } = edited({ 'c.test.js': '-equal(a(), 1)\n+equal(a(), 2)' });
    const files = [file('c.test.js', { status: 'renamed', from: 'a.test.js', added: 1, deleted: 1 })];
    expect(found({ files, patches }, FIRST)).toEqual(changed('c.test.js'));
  });

  it('that could not be read have changed where lines are gone', () => {
    const files = [file('a.test.js', { added: 5, deleted: 2 })];
    expect(found({ files }, FIRST)).toEqual([
      ...changed('a.test.js (2)', '2 lines'),
      'tests warn: 1 changed test or check file was not read for weakened tests: a.test.js',
    ]);
  });
});
