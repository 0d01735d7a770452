import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elements } from '../../../src/base/chunked.ts';
import { parse } from '../../../src/plan/parse.ts';
import { recordFiles } from '../../../src/view/record/record.ts';
import { planOf, subtasks } from '../../run/plans.ts';
import { runState } from './arbitrary.ts';
import { completed, past, stateOf } from './samples.ts';

describe('progress.md', () => {
  it('has phases as they were described last, also where none has landed meanwhile', () => {
    const plan = planOf('a; b', { a: { subtasks: subtasks('a1') } });
    const revised = { ...plan.phases[0]!, title: 'Another way', subtasks: subtasks('a8', 'a9') };
    const text = (phase: object): string =>
      recordFiles(stateOf(plan, { phases: { a: phase } })).get('progress.md')!;
    expect(text({})).toContain('a1: Step a1');
    expect(text({ revised })).toContain('- [ ] a8: Step a8\n- [ ] a9: Step a9');
    expect(text({ revised })).not.toContain('a1: Step a1');
    expect(text({ ...completed('c1'), revised })).toContain('- [x] a9: Step a9');
    expect(text({})).toContain('a1: Step a1');
  });

  it('ticks off what has landed and nothing else [004-19]', () => {
    const plan = planOf('a; b: a; c: b; d; e', {
      a: { subtasks: subtasks('a1', 'a2') },
      b: { subtasks: subtasks('b1', 'b2') },
      e: { done: true },
    });
    const half = { id: 'b1', attempt: 1, startedAt: 1, completedAt: 2, error: null } as const;
    const text = recordFiles(
      stateOf(plan, {
        phases: {
          a: completed('c1'),
          b: {
            standing: { status: 'retrying', notBefore: null },
            subtasks: [{ ...half, status: 'completed' }],
            attempts: [past(1)],
          },
          d: { standing: { status: 'skipped', reason: 'by request' } },
        },
      }),
    ).get('progress.md')!;
    expect(text.match(/^- \[.\] .*$/gm)).toEqual([
      '- [x] a1: Step a1',
      '- [x] a2: Step a2',
      '- [ ] b1: Step b1',
      '- [ ] b2: Step b2',
    ]);
    expect(text.match(/^\| [a-e] .*(?:Done|Open) \|$/gm)?.map(row => row.replace(/ \|.*\| /, ' '))).toEqual([
      '| a Done |',
      '| b Open |',
      '| c Open |',
      '| d Open |',
      '| e Done |',
    ]);
  });

  it('ticks off the boxes of subtasks in what it quotes of a phase that has landed, and no others', () => {
    const boxes = (letter: string): string =>
      `- [ ] ${letter}1 Step ${letter}1\n  * [ ] **Step ${letter}2**\n- [ ] more`;
    const plan = planOf('a; b', {
      a: { subtasks: subtasks('a1', 'a2'), description: boxes('a') },
      b: { subtasks: subtasks('b1', 'b2'), description: boxes('b') },
    });
    const text = recordFiles(stateOf(plan, { phases: { a: completed('c1') } })).get('progress.md')!;
    expect(text).toContain('> - [x] a1 Step a1\n>   * [x] **Step a2**\n> - [ ] more');
    expect(text).toContain('> - [ ] b1 Step b1\n>   * [ ] **Step b2**\n> - [ ] more');
  });

  it('is itself a plan: the same one with what is done marked so [004-19]', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(runState, async state => {
        const { plan, diagnostics } = await parse(recordFiles(state).get('progress.md')!, { tdd: 'off' });
        expect(diagnostics).toEqual([]);
        const isLanded = elements(state.phases).map(({ standing }) => standing.status === 'completed');
        const done = <T>(thing: T, at: number): T => (isLanded[at] ? { ...thing, done: true } : thing);
        expect(plan).toEqual({
          ...state.plan,
          phases: state.plan.phases.map((phase, at) => ({
            ...done(phase, at),
            subtasks: phase.subtasks.map(subtask => done(subtask, at)),
          })),
        });
      }),
      { numRuns: 50 },
    );
  });
});
