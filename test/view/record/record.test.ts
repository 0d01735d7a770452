import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunked, elementAt, elements, withElement } from '../../../src/base/chunked.ts';
import { apply } from '../../../src/run/apply.ts';
import { settingsOf } from '../../../src/run/settings.ts';
import type { RunState } from '../../../src/run/state.ts';
import { readExecutionState } from '../../../src/view/record/execution-state.ts';
import { recordFiles } from '../../../src/view/record/record.ts';
import { fold } from '../../run/fold.ts';
import { richJournal } from '../../run/journals.ts';
import { planOf } from '../../run/plans.ts';
import { runState } from './arbitrary.ts';
import { completed, past, stateOf } from './samples.ts';

/** A phase in another state. */
const SECOND = elementAt(stateOf(planOf('a'), { phases: { a: completed('c2') } }).phases, 0);

describe('the record of a run', () => {
  it('has the plan, the progress, the state, and what is to be told of each phase [001-17] [004-18]', () => {
    const state = stateOf(planOf('1; 2/1; 2/2; 3; 4'), {
      phases: {
        '1': completed('c1'),
        '2/1': completed('c2', { attempts: [past(1)] }),
        '2/2': { standing: { status: 'retrying', notBefore: null }, attempts: [past(1)] },
        '3': { standing: { status: 'skipped', reason: 'by request' } },
      },
    });
    expect([...recordFiles(state).keys()]).toEqual([
      'plan.md',
      'progress.md',
      'execution-state.json',
      'phase-1/summary.md',
      'phase-2%2F1/summary.md',
      'phase-2%2F1/review-feedback.md',
      'phase-2%2F2/review-feedback.md',
      'phase-3/summary.md',
    ]);
  });

  it('has the plan as it was approved, to the letter, however far the run has come [001-18]', () => {
    const planText = '\uFEFF# Plan\r\n\n- [ ] \u001B[31mnot ours to mend\t \n\n';
    fc.assert(
      fc.property(runState, made => {
        const state = { ...made, origin: { ...made.origin, planText } };
        expect(recordFiles(state).get('plan.md')).toBe(planText);
      }),
      { numRuns: 20 },
    );
  });

  it('has no plan before one is approved', () => {
    const draft = {
      step: 'writing',
      round: 1,
      tries: 1,
      text: '',
      plan: null,
      problems: [],
      unanswered: null,
      feedback: null,
      waits: 0,
      notBefore: 0,
    } as const;
    const state = { ...stateOf(planOf('a')), draft };
    expect([...recordFiles(state).keys()]).toEqual(['execution-state.json']);
  });

  it('is the same for the same state, also for a part that is remembered', () => {
    fc.assert(
      fc.property(runState, state => {
        const record = [...recordFiles(state)];
        expect([...recordFiles(state)]).toEqual(record);
        expect([...recordFiles(structuredClone(state))]).toEqual(record);
      }),
      { numRuns: 50 },
    );
  });

  it.each<[what: string, other: (one: RunState) => RunState]>([
    ['another run', one => ({ ...one, run: 'other' })],
    ['other settings', one => ({ ...one, settings: settingsOf('phased', { commit: { mode: 'single' } }) })],
    [
      'another plan',
      ({ phases, settings }) => ({
        ...stateOf(planOf('a; b', { a: { title: 'Another' } })),
        phases,
        settings,
      }),
    ],
    ['another state', one => ({ ...one, phases: withElement(one.phases, 0, SECOND) })],
    [
      'another place',
      ({ plan, phases, settings }) => ({
        ...stateOf({ ...plan, phases: plan.phases.toReversed() }),
        phases: chunked(elements(phases).toReversed()),
        settings,
      }),
    ],
  ])('remembers nothing that is wrong for %s', (_, other) => {
    const one = stateOf(planOf('a; b'), { phases: { a: completed('c1', { attempts: [past(1)] }) } });
    const fresh = recordFiles(structuredClone(other(one)));
    const before = recordFiles(one);
    expect(recordFiles(other(one))).toEqual(fresh);
    expect(fresh).not.toEqual(before);
    expect(recordFiles(one)).toEqual(before);
  });

  it('grows with a run: no file goes away, and the plan stays as it is [001-17] [001-18]', async () => {
    const entries = await richJournal();
    const states: RunState[] = [];
    for (const entry of entries) states.push(apply(states.at(-1) ?? null, entry));
    const { planText } = states.at(-1)!.origin;
    expect(planText).not.toBe('');
    let before: readonly string[] = [];
    for (const state of states) {
      const files = recordFiles(state);
      expect([...files.keys()]).toEqual(expect.arrayContaining([...before]));
      expect(files.get('plan.md')).toBe(state.draft === null ? planText : undefined);
      expect(readExecutionState(files.get('execution-state.json')!)).toMatchObject({ ok: true });
      before = [...files.keys()];
    }
    expect(before.filter(path => path.endsWith('summary.md')).length).toBeGreaterThan(3);
    expect(before.filter(path => path.endsWith('review-feedback.md')).length).toBeGreaterThan(2);
    expect(recordFiles(fold(structuredClone(entries))!)).toEqual(recordFiles(states.at(-1)!));
  });
});
