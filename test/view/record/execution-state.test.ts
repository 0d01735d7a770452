import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { elements } from '../../../src/base/chunked.ts';
import { BUDGETS } from '../../../src/run/ladder-event.ts';
import type { Consultation, Counters, RevisionTried, RunState } from '../../../src/run/state.ts';
import { executionStateJsonSchema, readExecutionState } from '../../../src/view/record/execution-state.ts';
import { executionText } from '../../../src/view/record/execution-text.ts';
import { recordFiles } from '../../../src/view/record/record.ts';
import { stateJson } from '../../../src/view/run/state-json.ts';
import { planOf, subtasks } from '../../run/plans.ts';
import { runState } from './arbitrary.ts';
import { completed, past, stateOf } from './samples.ts';

const textOf = (state: RunState): string => recordFiles(state).get('execution-state.json')!;

const NONE_USED = Object.fromEntries(BUDGETS.map(budget => [budget, 0])) as Counters;

const VISIT: Consultation = {
  attempt: 2,
  call: 1,
  strength: 'cheap',
  question: 'checks:1',
  failure: { category: 'checks', message: 'no' },
  advice: {
    action: 'retry_with_fix',
    confidence: 0.9,
    diagnosis: 'd'.repeat(900),
    hint: 'Read it.',
    command: null,
  },
  helped: false,
};
const REVISION: RevisionTried = {
  attempt: 2,
  revision: 1,
  purpose: 'revise',
  rule: 'replan.same',
  reason: 'Smaller steps.',
  sessions: 2,
  helped: null,
};

const SAMPLE = stateOf(planOf('a; b: a; c: b', { a: { subtasks: subtasks('a1', 'a2') } }), {
  phases: {
    a: completed('c0ffee'),
    b: {
      standing: { status: 'failed', failure: { category: 'checks', message: 'x'.repeat(900) } },
      attempt: 2,
      base: 'c0ffee',
      spent: { ...NONE_USED, attempts: 2, doctor: 1, revisions: 1 },
      revision: 2,
      descriptions: 1,
      intent: 'i'.repeat(900),
      level: 1,
      consultations: [VISIT],
      revisions: [REVISION],
      attempts: [past(1), past(2)],
      review: { approved: true, summary: '', comments: [] },
    },
    c: { standing: { status: 'blocked', by: 'b' } },
  },
});

describe('execution-state.json', () => {
  it('holds subtasks, phases, how far each has come, and which is current [001-32]', () => {
    expect(JSON.parse(textOf(SAMPLE))).toMatchObject({
      version: 1,
      run: 'k7m',
      status: 'running',
      trackerId: 'ABC-12',
      branch: 'phasewright/k7m',
      createdAt: '2030-01-01T23:59:00.000Z',
      currentPhaseIndex: 1,
      totalPhases: 3,
      reviewIteration: 2,
      subtasks: [
        { id: 'a1', title: 'Step a1', type: 'task', phase: 'a' },
        { id: 'a2', title: 'Step a2', type: 'task', phase: 'a' },
      ],
      phases: [
        { id: 'a', status: 'completed', commit: 'c0ffee', error: null },
        {
          id: 'b',
          status: 'failed',
          prePhaseCommit: 'c0ffee',
          error: { category: 'checks', message: `${'x'.repeat(500)}…` },
          reviewResult: { approved: true, comments: 0 },
          spent: { ...NONE_USED, attempts: 2, doctor: 1, revisions: 1 },
          usage: { costUsd: 0, estimatedUsd: 0, unpriced: 0 },
          revision: 1,
          intent: `${'i'.repeat(500)}…`,
          level: 1,
          consultations: [
            {
              attempt: 2,
              call: 1,
              strength: 'cheap',
              about: 'checks',
              action: 'retry_with_fix',
              confidence: 0.9,
              diagnosis: `${'d'.repeat(500)}…`,
              helped: false,
            },
          ],
          revisions: [REVISION],
        },
        { id: 'c', status: 'blocked', blockingPhase: 'b', error: { category: 'blocked' } },
      ],
    });
  });

  it('calls no phase described anew of which nobody gave another description', () => {
    const asked = { revision: 1, intent: 'First' };
    expect(JSON.parse(textOf(stateOf(planOf('a'), { phases: { a: asked } })))).toMatchObject({
      phases: [{ revision: 0, intent: null }],
    });
  });

  it('lists the subtasks of a phase as it was described last', () => {
    const plan = planOf('a', { a: { subtasks: subtasks('a1') } });
    const revised = { ...plan.phases[0]!, title: 'Another way', subtasks: subtasks('a9') };
    expect(
      JSON.parse(textOf(stateOf(plan, { phases: { a: { revised, revision: 2, descriptions: 1 } } }))),
    ).toMatchObject({
      subtasks: [{ id: 'a9', phase: 'a' }],
      phases: [{ title: 'Another way', revision: 1 }],
    });
  });

  it('has a line for each subtask and phase, and no path of the machine', () => {
    const lines = textOf(SAMPLE).split('\n');
    expect(lines.filter(line => /^ {4}\{.*\},?$/.test(line))).toHaveLength(5);
    expect(textOf(SAMPLE)).not.toContain('/somewhere/private');
  });

  it('is read back as what was written, whatever the state [001-19]', () => {
    fc.assert(
      fc.property(runState, state => {
        const text = textOf(state);
        const read = readExecutionState(text);
        if (!read.ok) expect.fail(read.problem);
        expect(executionText(read.state)).toBe(text);
        expect(read.state.phases.map(({ id, status }) => [id, status])).toEqual(
          state.plan.phases.map(({ id }, at) => [id, elements(state.phases)[at]!.standing.status]),
        );
      }),
      { numRuns: 200 },
    );
  });

  it('says what `status --json` says', () => {
    const told = stateJson({ state: SAMPLE, driver: 1 }) as Record<string, unknown>;
    const written = JSON.parse(textOf(SAMPLE)) as Record<string, unknown>;
    const { version: _, phases, ...head } = written;
    expect(Object.keys(head).length).toBeGreaterThan(10);
    for (const [name, value] of Object.entries(head)) expect([name, told[name]]).toEqual([name, value]);
    const [phase] = phases as Record<string, unknown>[];
    const [asTold] = told.phases as Record<string, unknown>[];
    for (const [name, value] of Object.entries(phase!)) expect([name, asTold![name]]).toEqual([name, value]);
  });

  it.each<[why: string, change: (text: string) => string, problem: string]>([
    ['is cut off', text => text.slice(0, 100), 'The file is no JSON.'],
    ['is something else', () => '[]', 'The file: Invalid input: expected object, received array'],
    ['is of a version to come', text => text.replace('"version": 1', '"version": 2'), 'version: '],
    ['has no run', text => text.replace('"run"', '"ran"'), 'run: '],
    ['has an unknown status', text => text.replace('"failed"', '"lost"'), 'phases.1.status: '],
    [
      'has a count that is none',
      text => text.replace('"totalPhases": 3', '"totalPhases": -3'),
      'totalPhases: ',
    ],
  ])('is refused where it %s', (_, change, problem) => {
    const read = readExecutionState(change(textOf(SAMPLE)));
    expect(read.ok ? null : read.problem.slice(0, problem.length)).toBe(problem);
  });

  it('may have fields that later versions add, but no prototype of its own', () => {
    const text = textOf(SAMPLE).replace('{', '{"later": 1, "__proto__": {"polluted": true},');
    const read = readExecutionState(text);
    if (!read.ok) expect.fail(read.problem);
    expect(executionText(read.state)).toBe(textOf(SAMPLE));
    expect(read.state).not.toHaveProperty('polluted');
  });

  it('has a published schema that it keeps [001-19]', () => {
    const schema = executionStateJsonSchema();
    expect(schema).toMatchObject({ $schema: expect.stringContaining('draft-07'), type: 'object' });
    const published = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
    expect(published.safeParse(JSON.parse(textOf(SAMPLE))).error).toBeUndefined();
    const wrong = { ...JSON.parse(textOf(SAMPLE)), phases: [{}] };
    expect(published.safeParse(wrong).success).toBe(false);
  });
});
