import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/chunked.ts';
import { conclude } from '../../../src/run/conclude.ts';
import type { RunEvent } from '../../../src/run/event.ts';
import type { RunState } from '../../../src/run/state.ts';
import { fold } from '../../run/fold.ts';
import { planOf } from '../../run/plans.ts';
import { typesOf } from '../tell.ts';
import type { WorldOptions } from '../world.ts';
import {
  ANEW,
  advising,
  answering,
  climbs,
  eventsOf,
  failing,
  OTHER_TESTS,
  spentBy,
  TESTS,
} from './ladder.ts';

const STACK = failing('wrong_tech_stack', 'the project is written in another language');

/** Where phase `a` stands, with the step of an attempt that has not come to its end. */
function standing(state: RunState): string {
  const { standing: now } = elementAt(state.phases, 0);
  return now.status === 'running' ? now.work.step.step : now.status;
}

describe('what becomes of an attempt', () => {
  const check = async (
    options: Partial<WorldOptions>,
    after: RunEvent['type'],
    expected: string,
  ): Promise<void> => {
    const made = await climbs({ plan: planOf('a; b: a'), ...options }, null);
    const entries = await made.journal();
    const index = entries.findIndex(({ event }) => event.type === after);
    expect(index).toBeGreaterThan(0);
    expect(standing(fold(entries.slice(0, index + 1))!)).toBe(expected);
  };

  it('is one of these: completed, failed, another description asked for, or held up for a person [003-01]', async () => {
    await check({}, 'phase_completed', 'completed');
    await check(
      { script: { a: [TESTS] }, doctor: advising({ action: 'fatal_error' }) },
      'phase_failed',
      'failed',
    );
    await check({ script: { a: [STACK, 'ok'] }, replanner: answering(ANEW) }, 'replan_called', 'replanning');
    await check({ script: { a: [{ ...TESTS, question: 'Which one?' }] } }, 'help_asked', 'asking');
  });

  it('holds back the phases behind it, unless it is completed [003-01]', async () => {
    const plan = planOf('a; b: a');
    await climbs({ plan }, null, { standings: 'a completed, b completed' });
    const doctor = advising({ action: 'fatal_error' });
    await climbs({ plan, script: { a: [TESTS] }, doctor }, null, { standings: 'a failed, b blocked by a' });
    await climbs({ plan, script: { a: [{ ...TESTS, question: 'Which one?' }] } }, null, {
      status: 'waiting',
      standings: 'a running, b pending',
    });
  });
});

describe('every failed attempt', () => {
  it('ends in one decision with its counters, which says whether there will be another [003-02] [003-23]', async () => {
    const made = await climbs(
      {
        plan: planOf('a'),
        script: { a: [TESTS, failing('infra.overload'), OTHER_TESTS, STACK] },
        settings: { maxAttempts: 3, recovery: { doctor: { enabled: false }, replan: { enabled: false } } },
      },
      '#1, retry retry.attempts, #2, retry infra.wait, #3, retry retry.attempts, #4, STOP stuck.nothing_left, failed stuck.nothing_left',
    );
    const ends = made.events.flatMap(event =>
      event.type === 'phase_retry' || event.type === 'phase_failed' ? [event] : [],
    );
    expect(ends.map(({ type, attempt, spends, why }) => [type, attempt, spends, why.facts])).toEqual([
      ['phase_retry', 1, 'attempts', { attempt: 1, allowed: 3 }],
      ['phase_retry', 2, 'infra', { used: 0, allowed: 5 }],
      ['phase_retry', 3, 'attempts', { attempt: 2, allowed: 3 }],
      ['phase_failed', 4, 'attempts', { rounds: 1 }],
    ]);
    expect(spentBy(made.state)).toBe('attempts 3, infra 1, rounds 1');
  });

  it('is decided about in the order of the ladder, and written down before the next one [003-03]', async () => {
    const made = await climbs(
      {
        plan: planOf('a'),
        script: { a: [TESTS, OTHER_TESTS, 'ok'] },
        doctor: advising({ action: 'replan' }),
        replanner: answering(ANEW),
      },
      null,
      { status: 'completed' },
    );
    const ladder = typesOf(made.events).filter(type => !/session|workspace|run_|attempt_/.test(type));
    expect(ladder).toEqual([
      'phase_started',
      'phase_retry',
      'phase_started',
      'doctor_called',
      'doctor_answered',
      'replan_called',
      'phase_revised',
      'phase_retry',
      'phase_started',
      'review_ended',
      'phase_landed',
      'phase_completed',
    ]);
  });

  it('is decided about in the same way whenever the journal is read [003-06]', async () => {
    const made = await climbs(
      {
        plan: planOf('a'),
        script: { a: [TESTS, TESTS, TESTS, STACK, 'ok'] },
        doctor: advising({}),
        replanner: answering(ANEW),
      },
      null,
    );
    const entries = await made.journal();
    const decisions = ['phase_retry', 'doctor_called', 'replan_called', 'phase_stuck', 'phase_failed'];
    let seen = 0;
    for (const [index, { event }] of entries.entries()) {
      if (!decisions.includes(event.type)) continue;
      seen += 1;
      expect(conclude(fold(entries.slice(0, index))!)[0]).toEqual(event);
    }
    expect(seen).toBeGreaterThan(5);
    expect(eventsOf(made, 'doctor_called')).toHaveLength(1);
  });
});
