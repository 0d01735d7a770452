import { beforeAll, describe, expect, it } from 'vitest';
import { elements } from '../../src/base/chunked.ts';
import type { Entry } from '../../src/run/apply.ts';
import { END_STATUSES } from '../../src/run/event.ts';
import { EVENT_TYPES } from '../../src/run/event-fields.ts';
import { encode } from '../../src/run/journal.ts';
import type { PhaseStatus, RunState, RunStatus, SubtaskState } from '../../src/run/state.ts';
import { type WorldOptions, world } from '../engine/world.ts';
import { fold } from './fold.ts';
import { reviewedJournal, richJournal } from './journals.ts';
import { planOf, subtasks } from './plans.ts';
import { recoveredJournal } from './recovered.ts';

/** Every state that the runs go through. */
let journals: readonly (readonly Entry[])[];
let states: readonly RunState[];

const journalOf = async (options: WorldOptions): Promise<readonly Entry[]> => {
  const made = await world(options);
  await made.go();
  return made.journal();
};

beforeAll(async () => {
  const failing = {
    plan: planOf('a', { a: { subtasks: subtasks('1', '2') } }),
    script: { a: ['partial'] },
  } as const;
  journals = await Promise.all([
    richJournal(),
    reviewedJournal(),
    recoveredJournal(),
    journalOf({ plan: planOf('a') }),
    journalOf(failing),
    journalOf({ ...failing, settings: { onFailure: 'continue' } }),
  ]);
  states = journals.flatMap(entries => entries.map((_, index) => fold(entries.slice(0, index + 1))!));
});

describe('the names on the wire', () => {
  it('of what the seeds name are theirs [000-24]', () => {
    const names = [
      'phase_started',
      'phase_completed',
      'phase_retry',
      'subtask_started',
      'subtask_completed',
      'subtask_failed',
    ];
    expect(EVENT_TYPES).toEqual(expect.arrayContaining(names));
    const written = journals.flat().map(({ at, event }) => JSON.parse(encode(event, at).data).type);
    expect(new Set(written)).toEqual(new Set(EVENT_TYPES));
  });

  it('of statuses of phases are pending, running, retrying, completed, failed, blocked, skipped [000-21] [004-09]', () => {
    const seen = new Set(
      states.flatMap(state => elements(state.phases).map(({ standing }) => standing.status)),
    );
    const expected: Record<PhaseStatus, true> = {
      pending: true,
      running: true,
      retrying: true,
      completed: true,
      failed: true,
      blocked: true,
      skipped: true,
    };
    expect([...seen].sort()).toEqual(Object.keys(expected).sort());
  });

  it('of statuses of subtasks are pending, running, retrying, completed, failed [000-21]', () => {
    const seen = new Set(
      states.flatMap(state =>
        elements(state.phases).flatMap(phase => phase.subtasks.map(({ status }) => status)),
      ),
    );
    const expected: Record<SubtaskState['status'], true> = {
      pending: true,
      running: true,
      retrying: true,
      completed: true,
      failed: true,
    };
    expect([...seen].sort()).toEqual(Object.keys(expected).sort());
  });

  it('of statuses of runs are running, waiting, paused, completed, halted, failed, cancelled', () => {
    const seen = new Set(states.map(({ status }) => status));
    const expected: Record<RunStatus, true> = {
      running: true,
      waiting: true,
      paused: true,
      completed: true,
      halted: true,
      failed: true,
      cancelled: true,
    };
    expect([...seen].sort()).toEqual(Object.keys(expected).sort());
    expect(END_STATUSES.every(status => seen.has(status))).toBe(true);
  });
});

describe('the state of a run', () => {
  it('holds the plan with its phases and subtasks, and the state of each phase in the same order [001-32]', () => {
    const state = fold(journals[0]!)!;
    expect(state.plan.phases.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e', 'g', 'x']);
    for (const [index, phase] of elements(state.phases).entries()) {
      expect(phase.subtasks.map(({ id }) => id)).toEqual(
        state.plan.phases[index]!.subtasks.map(({ id }) => id),
      );
    }
    // What the seeds call the current index: the first phase that is neither completed nor skipped.
    const isDone = elements(state.phases).map(({ standing }) =>
      ['completed', 'skipped'].includes(standing.status),
    );
    expect(isDone.indexOf(false)).toBe(3);
  });

  it('holds for each phase its subtasks, status, pre-phase commit and review result [000-23]', () => {
    const state = fold(journals[0]!)!;
    const started = journals[0]!.flatMap(({ event }) =>
      event.type === 'phase_started' && event.phase === 'b' ? [event] : [],
    );
    expect(elements(state.phases)[1]).toMatchObject({
      standing: { status: 'completed' },
      attempt: started.length,
      base: started.at(-1)!.base,
      review: {
        approved: true,
        summary: 'fine',
        comments: [{ severity: 'major', message: 'name it better' }],
      },
      subtasks: [],
    });
    expect(elements(state.phases)[2]?.subtasks.map(({ id, status }) => `${id} ${status}`)).toEqual([
      '3 completed',
      '4 completed',
    ]);
  });
});
