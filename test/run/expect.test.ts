import { describe, expect, it } from 'vitest';
import type { Phase, Subtask } from '../../src/plan/model.ts';
import type { TddSetting } from '../../src/plan/options.ts';
import { withPhase } from '../../src/run/apply/settle.ts';
import { baselineOf, expectationOf, testsOwedBy } from '../../src/run/expect.ts';
import type { FileChange } from '../../src/run/gates.ts';
import { positionOf } from '../../src/run/queries.ts';
import { settingsOf } from '../../src/run/settings.ts';
import type { RunState } from '../../src/run/state.ts';
import { plannedRedness } from '../../src/run/tests/planned-redness.ts';
import { creation } from '../engine/origin.ts';
import { fold } from './fold.ts';
import { planOf, subtasks } from './plans.ts';

const typed = (...types: Subtask['type'][]): Partial<Phase> => ({
  subtasks: types.map((type, index) => ({ ...subtasks(`s${index}`)[0]!, type })),
});

/** By the first letter of their ids: tests, implementation, a refactoring, both in one, or plain tasks. */
const KINDS: Readonly<Record<string, Partial<Phase>>> = {
  t: typed('test'),
  i: typed('impl'),
  r: typed('refactor'),
  b: typed('test', 'impl'),
  p: typed('task'),
  n: {},
};

/** A run of a plan such as `t1; i1: t1`, of which these phases have landed; those with `!` with failing tests. */
function runOf(plan: string, landed: string, tdd: TddSetting): RunState {
  const ids = plan.split(';').map(part => part.split(':')[0]!.trim());
  const details = Object.fromEntries(ids.map(id => [id, KINDS[id[0]!]!]));
  const event = creation('r', planOf(plan, details), settingsOf('phased', { tdd }));
  let state = fold([{ at: 0, event }])!;
  for (const word of landed.split(' ').filter(Boolean)) {
    const position = positionOf(state, word.replace('!', ''))!;
    state = withPhase(state, position, { standing: { status: 'completed', commit: 'c' } });
    if (word.endsWith('!')) state = { ...state, red: [...state.red, position] };
  }
  return state;
}

describe('what a phase’s tests are expected to do', () => {
  it.each<[plan: string, landed: string, phase: string, tdd: TddSetting, expected: string]>([
    // `<expectation> from run` is: only what failed before the run is excused.
    ['t1', '', 't1', 'warn', 'red from base'],
    ['t1', '', 't1', 'enforce', 'red from base'],
    ['t1', '', 't1', 'off', 'any from base'],
    ['i1', '', 'i1', 'enforce', 'pass from base'],
    ['b1', '', 'b1', 'enforce', 'pass from base'],
    ['p1', '', 'p1', 'enforce', 'pass from base'],
    ['n1', '', 'n1', 'enforce', 'pass from base'],
    // The one phase that turns them green.
    ['t1; i1: t1', 't1!', 'i1', 'warn', 'pass from run'],
    ['t1; i1: t1', 't1!', 'i1', 'off', 'pass from run'],
    ['t1; p1: t1; i1: p1', 't1! p1', 'i1', 'warn', 'pass from run'],
    // Nothing failed, so nothing is owed.
    ['t1; i1: t1', 't1', 'i1', 'warn', 'pass from base'],
    // Who implements nothing turns nothing green, and is not blamed for what is red.
    ['t1; p1: t1; i1: t1', 't1!', 'p1', 'warn', 'pass from base'],
    ['t1; r1: t1', 't1!', 'r1', 'warn', 'pass from base'],
    ['t1; t2: t1', 't1!', 't2', 'warn', 'red from base'],
    ['t1; i1: t1; i2', 't1!', 'i2', 'warn', 'pass from base'],
    // Of several, all but the last make progress, and the last makes everything pass.
    ['t1; i1: t1; i2: t1', 't1!', 'i1', 'warn', 'progress from base'],
    ['t1; i1: t1; i2: t1', 't1!', 'i2', 'warn', 'progress from base'],
    ['t1; i1: t1; i2: t1', 't1! i1', 'i2', 'warn', 'pass from run'],
    ['t1; i1: t1; i2: i1', 't1!', 'i1', 'warn', 'progress from base'],
    ['t1; i1: t1; i2: i1', 't1! i1', 'i2', 'warn', 'pass from run'],
    ['t1; t2: t1; i1: t2; i2: i1', 't1! t2!', 'i1', 'warn', 'progress from base'],
    ['t1; t2: t1; i1: t2; i2: i1', 't1! t2', 'i1', 'warn', 'progress from base'],
    ['t1; t2; i1: t1; i2: t2', 't1! t2!', 'i1', 'warn', 'progress from base'],
    ['t1; t2; i1: t1; i2: t2', 't1! t2! i1', 'i2', 'warn', 'pass from run'],
    // What implements tests that are still to be written is no help with those that are there.
    ['t1; i1: t1; t2: i1; i2: t2', 't1!', 'i1', 'warn', 'pass from run'],
    ['t1; i1: t1; t2: i1; i2: t2', 't1! i1', 't2', 'warn', 'red from base'],
    ['t1; i1: t1; t2: i1; i2: t2', 't1! i1 t2!', 'i2', 'warn', 'pass from run'],
    ['t1; t2; i1: t1; i2: t2', 't1!', 'i1', 'warn', 'pass from run'],
    ['t1; i1: t1; t2: i1; i2: t2; i3: i1', 't1!', 'i1', 'warn', 'progress from base'],
  ])('%s with %j landed: %s, tdd %s: %s', (plan, landed, phase, tdd, expected) => {
    const state = runOf(plan, landed, tdd);
    const position = positionOf(state, phase)!;
    const from = { base: 'base', [state.origin.baseCommit]: 'run' }[baselineOf(state, position, 'base')];
    expect(`${expectationOf(state, position)} from ${from}`).toBe(expected);
  });

  it('is worked out in a plan of thousands of phases', () => {
    const ids = Array.from(
      { length: 5_000 },
      (_, index) => `i${index}: ${index === 0 ? 't' : `i${index - 1}`}`,
    );
    expect(expectationOf(runOf(`t; ${ids.join('; ')}`, 't!', 'warn'), 1)).toBe('progress');
  });
});

describe('tests that cannot import what they test', () => {
  const output = (module: string): string =>
    `=== test session starts ===\n_ ERROR collecting tests/test_a.py _\nE   ModuleNotFoundError: No module named '${module}'\n=== short test summary info ===\nERROR tests/test_a.py\n=== 1 error in 0.10s ===\n`;
  const files = (parts: Partial<Phase>) => planOf('t; i: t', { i: parts });

  it.each<[what: string, module: string, parts: Partial<Phase>, state: string]>([
    ['names as a file', 'billing', { files: ['billing.py'] }, 'red'],
    ['names as a folder', 'billing', { files: ['src/billing/tax.py'] }, 'red'],
    ['names as a deliverable', 'billing', { deliverables: ['billing/'] }, 'red'],
    [
      'names in a subtask',
      'billing',
      { subtasks: [{ ...subtasks('s')[0]!, files: ['lib/billing.py'] }] },
      'red',
    ],
    ['does not name', 'requests', { files: ['billing.py'] }, 'broken'],
    ['names only in part', 'bill', { files: ['billing.py'] }, 'broken'],
    ['does not name at all', 'billing', {}, 'broken'],
  ])('wait for a module that the plan %s', (_, module, parts, state) => {
    expect(plannedRedness(files(parts), false, 2, output(module)).state).toBe(state);
  });

  it('are broken all the same where another of them does not load', () => {
    const broken = `${output('billing')}_ ERROR collecting tests/test_b.py _\nE   SyntaxError: invalid syntax\n`;
    const { state, reason } = plannedRedness(files({ files: ['billing.py'] }), false, 2, broken);
    expect({ state, reason }).toMatchObject({
      state: 'broken',
      reason: expect.stringContaining('SyntaxError'),
    });
  });

  it('also where the plan as a whole names it', () => {
    const plan = { ...planOf('t'), files: ['billing.py'] };
    expect(plannedRedness(plan, false, 2, output('billing'))).toEqual({
      state: 'red',
      reason: 'billing is not there yet',
    });
  });
});

describe('the tests that a phase owes', () => {
  it.each<[plan: string, landed: string, phase: string, expected: string[]]>([
    ['t1; i1: t1', 't1!', 'i1', ['t1.test.ts']],
    ['t1; i1: t1', 't1', 'i1', []],
    ['t1; i1', 't1!', 'i1', []],
    ['t1; t2; i1: t1; i2: i1 t2', 't1! t2! i1', 'i2', ['t1.test.ts', 't2.test.ts']],
    ['t1; r1: t1', 't1!', 'r1', []],
    ['t1; t2: t1', 't1!', 't2', []],
  ])('%s with %j landed: %s', (plan, landed, phase, expected) => {
    let state = runOf(plan, landed, 'warn');
    for (const position of state.red) {
      const id = state.plan.phases[position]!.id;
      const change = (path: string, status: FileChange['status'] = 'added'): FileChange => ({
        ...{ path, status, from: null, added: 1, deleted: 0, binary: false },
      });
      const files = [change(`${id}.test.ts`), change(`${id}.ts`), change(`old-${id}.test.ts`, 'deleted')];
      const sums = { changed: 3, added: 3, deleted: 0, tier: 'full', findings: [] } as const;
      state = withPhase(state, position, { change: { files, ...sums } });
    }
    expect(testsOwedBy(state, positionOf(state, phase)!)).toEqual(expected);
  });
});
