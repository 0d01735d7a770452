import { unreachable } from '../base/unreachable.ts';
import type { Subtask } from '../plan/model.ts';
import type { Expectation } from '../run/expect.ts';

/** What a developer is told about tests: by what it has in hand, and by what the tests are to do afterwards. */
export const testingWords = (subtasks: readonly Subtask[], expects: Expectation): string =>
  `Tests: ${byWork(workOf(subtasks))} ${byExpectation(expects)} Never delete, skip or loosen one.`;

/** What kind of work a list of subtasks is, as far as tests are concerned. */
export type Work = 'tests' | 'tests_and_code' | 'code' | 'refactoring' | 'other';

export function workOf(subtasks: readonly Subtask[]): Work {
  const types = new Set(subtasks.map(({ type }) => type));
  if (types.has('impl')) return types.has('test') ? 'tests_and_code' : 'code';
  if (types.size !== 1) return 'other';
  if (types.has('test')) return 'tests';
  return types.has('refactor') ? 'refactoring' : 'other';
}

function byWork(work: Work): string {
  switch (work) {
    case 'tests':
      return 'write tests of the behaviour, which load, and no implementation.';
    case 'tests_and_code':
      return 'write them first, see them fail, then make them pass.';
    case 'code':
      return 'they exist; read them, then make them pass with little code.';
    case 'refactoring':
      return 'behaviour stays, so they pass before and after, unchanged.';
    case 'other':
      return 'cover new behaviour, in the style of the repository.';
    default:
      return unreachable(work);
  }
}

function byExpectation(expects: Expectation): string {
  switch (expects) {
    case 'pass':
      return 'All must pass when you stop.';
    case 'red':
      return 'They must fail for want of code, not by mistake: red is success here.';
    case 'progress':
      return 'Fewer must fail than before, none anew; later phases do the rest.';
    case 'any':
      return 'Whether they pass yet does not matter.';
    default:
      return unreachable(expects);
  }
}
