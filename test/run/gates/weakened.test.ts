import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_FINDING_FILES } from '../../../src/run/gates/finding.ts';
import type { Inspection } from '../../../src/run/gates.ts';
import { type Attempt, edited, file, judge, subtask } from './inspections.ts';
import { found, IMPL } from './weakened.ts';

describe('whole files', () => {
  const gone = (path: string, text: string, more: Partial<Inspection> = {}): Partial<Inspection> => ({
    patches: edited({ [path]: text }).patches,
    ...more,
    files: [file(path, { status: 'deleted', added: 0, deleted: 1 }), ...(more.files ?? [])],
  });

  it('that are deleted with their tests', () => {
    expect(found(gone('a.test.ts', "-it('a', f);"))).toEqual([
      'tests reject: 1 test file was deleted: a.test.ts',
      'tests reject: 1 test case was removed: a.test.ts',
    ]);
  });

  it('whose tests turn up elsewhere are moved', () => {
    expect(
      found({
        ...gone('a.test.ts', ''),
        ...{ patches: edited({ 'a.test.ts': "-it('a', f);", 'b.test.ts': "+it('a', f);" }).patches },
      }),
    ).toEqual([]);
  });

  it('whose name turns up elsewhere are moved, whatever is in them', () => {
    const files = [
      file('a.test.ts', { status: 'deleted', added: 0, deleted: 0 }),
      file('b/a.test.ts', { status: 'added', deleted: 0, added: 0 }),
    ];
    expect(found({ files })).toEqual([]);
    expect(found({ files: [files[0]!] })).toEqual(['tests reject: 1 test file was deleted: a.test.ts']);
  });

  it('that only served tests are told', () => {
    expect(found(gone('test/server.ts', '-export const port = 1;'))).toEqual([
      'tests warn: 1 file was deleted that tests may need: test/server.ts',
    ]);
  });

  it('whose lines were not read are deleted tests', () => {
    expect(found({ files: [file('a.test.ts', { status: 'deleted', binary: true })] })).toEqual([
      'tests reject: 1 test file was deleted: a.test.ts',
      'tests warn: 1 changed test or check file was not read for weakened tests: a.test.ts',
    ]);
  });

  it.each<[string, string, string[]]>([
    ['test/a.test.ts', 'test/b.test.ts', []],
    ['test/a.test.ts', 'src/a.ts', ['tests reject: 1 test file was deleted: test/a.test.ts']],
    ['test/a.test.ts', 'test/a.test.ts.off', ['tests reject: 1 test file was deleted: test/a.test.ts']],
    ['src/a.ts', 'src/b.ts', []],
  ])('renamed from %s to %s', (from, path, expected) => {
    expect(found({ files: [file(path, { status: 'renamed', from, added: 0, deleted: 0 })] })).toEqual(
      expected,
    );
  });

  it('of data beside tests may go', () => {
    expect(found({ files: [file('test/fixtures/a.json', { status: 'deleted' })] })).toEqual([]);
  });

  it('that were read in part are not judged by the part', () => {
    const { files, patches } = edited({ 'a.test.ts': "-it('a', f);" });
    expect(found({ files: [{ ...files[0]!, added: 1 }], patches, truncated: true })).toEqual([
      'tests warn: 1 changed test or check file was not read for weakened tests: a.test.ts',
    ]);
  });

  it('that could not be read are told', () => {
    const unread = { files: [file('a.test.ts'), file('src/a.ts')], truncated: true };
    expect(found(unread)).toEqual([
      'tests warn: 1 changed test or check file was not read for weakened tests: a.test.ts',
    ]);
    expect(found({ ...edited({ 'a.test.ts': '+a' }), truncated: true })).toEqual([
      'tests warn: the changes of tests and checks are too large to be read in full for weakened tests',
    ]);
  });
});

describe('what it leads to', () => {
  const CHANGES = edited({ 'src/a.test.ts': "-it('a', f);" });
  const severity = (attempt: Attempt): string | undefined => found(CHANGES, attempt)[0]?.split(/[ :]/)[1];

  it.each<[string, Attempt, string | undefined]>([
    ['a phase that only implements', { phase: IMPL }, 'reject'],
    ['the settings say so', { phase: IMPL, tests: 'warn' }, 'warn'],
    ['the settings ignore it', { phase: IMPL, tests: 'ignore' }, undefined],
    ['tests and code', { phase: { subtasks: [subtask('test'), subtask('impl')] } }, 'warn'],
    ['refactoring', { phase: { subtasks: [subtask('refactor')] } }, 'warn'],
    ['refactoring beside code', { phase: { subtasks: [subtask('refactor'), subtask('impl')] } }, 'reject'],
    ['one undivided phase', { phase: {} }, 'warn'],
    ['the title names the file', { phase: { ...IMPL, title: 'Drop a.test.ts' } }, 'warn'],
    ['the text names the path', { phase: { ...IMPL, description: 'Remove (`./src/a.test.ts`).' } }, 'warn'],
    ['the text ends with it', { phase: { ...IMPL, description: 'Remove src/a.test.ts.' } }, 'warn'],
    [
      'a subtask names it',
      { phase: { subtasks: [subtask('impl', { description: 'see a.test.ts' })] } },
      'warn',
    ],
    ['the files have it', { phase: { ...IMPL, files: ['src/a.test.ts'] } }, 'warn'],
    [
      'the files of a subtask have it',
      { phase: { subtasks: [subtask('impl', { files: ['src/a.test.ts'] })] } },
      'warn',
    ],
    ['a file that ends like it', { phase: { ...IMPL, description: 'data.test.ts' } }, 'reject'],
    ['a file of that name elsewhere', { phase: { ...IMPL, description: 'lib/a.test.ts' } }, 'reject'],
    ['the folder', { phase: { ...IMPL, files: ['src/'] } }, 'reject'],
  ])('%s', (_, attempt, expected) => expect(severity(attempt)).toBe(expected));

  it('tells the files that the plan names from the others', () => {
    const changes = edited({ 'a.test.ts': "-it('a', f);\n-it('b', f);", 'b.test.ts': "-it('c', f);" });
    expect(found(changes, { phase: { ...IMPL, title: 'Drop a.test.ts' } })).toEqual([
      'tests reject: 1 test case was removed: b.test.ts',
      'tests warn: 2 test cases were removed: a.test.ts (2)',
    ]);
  });
});

describe('whatever a difference says', () => {
  it('the answer is a bounded list', () => {
    const line = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.constantFrom("it.skip('a')", 'expect(a)', '|| true', 'lines: 3', '"test": "x"', '@@', 'diff '),
    );
    const path = fc.oneof(
      fc.string(),
      fc.constantFrom('a.test.ts', '__proto__', 'constructor.test.ts', 'Makefile', 'package.json', 'a.rs'),
    );
    const patch = fc.record({
      path,
      text: fc
        .array(fc.tuple(fc.constantFrom('+', '-', '', '@@'), line).map(([sign, text]) => sign + text))
        .map(lines => `@@\n${lines.join('\n')}`),
    });
    fc.assert(
      fc.property(fc.array(patch), fc.array(path), (patches, paths) => {
        const findings = judge({
          phase: { ...IMPL, files: paths, deliverables: paths },
          inspection: { patches, files: paths.map(name => file(name, { status: 'deleted' })) },
        });
        expect(findings.length).toBeLessThan(60);
        for (const { files, message } of findings) {
          expect(files.length).toBeLessThanOrEqual(MAX_FINDING_FILES);
          expect(message.length).toBeLessThan(2_000);
        }
      }),
    );
  });
});
