import { describe, expect, it } from 'vitest';
import type { SubtaskType } from '../../src/plan/model.ts';
import { testingWords, workOf } from '../../src/prompt/testing.ts';
import { phaseWith } from './briefs.ts';

describe('what is said about tests', () => {
  const check = (types: SubtaskType[], expected: string) =>
    expect(workOf(phaseWith(...types).subtasks)).toBe(expected);

  it('depends on the types of the subtasks', () => {
    check(['test', 'test'], 'tests');
    check(['test', 'impl'], 'tests_and_code');
    check(['test', 'impl', 'refactor'], 'tests_and_code');
    check(['impl', 'refactor'], 'code');
    check(['refactor'], 'refactoring');
    check(['test', 'refactor'], 'other');
    check(['task'], 'other');
    check([], 'other');
  });

  const words = (types: SubtaskType[], expects: Parameters<typeof testingWords>[1]) =>
    testingWords(phaseWith(...types).subtasks, expects);

  it('wants tests that load and fail of a phase that only writes tests', () => {
    const text = words(['test'], 'red');
    expect(text).toContain('which load');
    expect(text).toContain('no implementation');
    expect(text).toContain('red is success here');
    expect(text).not.toContain('All must pass');
  });

  it('wants the tests that exist to pass of a phase that implements, and not to be weakened', () => {
    const text = words(['impl'], 'pass');
    expect(text).toContain('they exist; read them');
    expect(text).toContain('All must pass when you stop');
    expect(text).toContain('Never delete, skip or loosen one');
  });

  it('wants fewer failures where later phases do the rest', () => {
    expect(words(['impl'], 'progress')).toContain('Fewer must fail than before, none anew');
    expect(words(['impl'], 'progress')).not.toContain('All must pass');
  });
});
