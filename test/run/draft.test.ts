import { describe, expect, it } from 'vitest';
import { EMPTY_PLAN } from '../../src/plan/model.ts';
import { conclude } from '../../src/run/conclude.ts';
import { decide } from '../../src/run/decide.ts';
import type { RunEvent } from '../../src/run/event.ts';
import type { Failure } from '../../src/run/failure.ts';
import { type Overrides, settingsOf } from '../../src/run/settings.ts';
import type { RunState } from '../../src/run/state.ts';
import { creation } from '../engine/origin.ts';
import { fold } from './fold.ts';
import { planOf } from './plans.ts';

const usage = { inputTokens: 1, outputTokens: 1, costUsd: 3 };

/** A run that began with a goal, a second later after each of these events, with all that follows by rule. */
function planning(settings: Overrides, ...events: readonly RunEvent[]): RunState {
  const created = creation('run', EMPTY_PLAN, settingsOf('phased', settings), {}, { goal: 'Build it.' });
  const all: RunEvent[] = [created, { type: 'run_opened', head: 'c0' }, ...events];
  const entries = all.map((event, index) => ({ at: index * 1_000, event }));
  let state = fold(entries)!;
  for (let next = conclude(state); next.length > 0; next = conclude(state)) {
    entries.push(...next.map(event => ({ at: state.now, event })));
    state = fold(entries)!;
  }
  return state;
}

const failed = (round: number, failure: Failure): RunEvent => ({
  type: 'draft_failed',
  round,
  failure,
  usage,
});
const NONE: Failure = { category: 'agent_error', message: 'none' };
const BUSY: Failure = { category: 'infra.overload', message: 'busy' };
const effects = (state: RunState): string[] => decide(state).map(({ kind }) => kind);

describe('a plan in the making', () => {
  it('is not begun where a budget is spent, and the run has not completed anything', () => {
    const state = planning({ budgets: { run: { usd: 5 } } }, failed(1, NONE), failed(2, NONE));
    expect({ ending: state.ending, effects: effects(state) }).toEqual({
      ending: 'halted',
      effects: ['close_run'],
    });
    expect(state.reason).toContain('$6 of $5');
  });

  it('is waited for where nobody can be asked, without spending one of the three sessions', () => {
    const state = planning({}, ...[1, 2, 3, 4].map(round => failed(round, BUSY)));
    expect(state.draft).toMatchObject({ tries: 0, waits: 4 });
    expect(effects(state)).toEqual(['wake']);
    const spent = planning({ limits: { infraRetries: 1 } }, failed(1, BUSY), failed(2, BUSY));
    expect(spent.draft).toMatchObject({ tries: 1, waits: 1 });
  });

  it('keeps what is wrong with it where the session after it gives none', () => {
    const drafted = {
      type: 'plan_drafted',
      round: 1,
      text: '# P',
      plan: null,
      problems: ['a cycle'],
      usage,
    } as const;
    expect(planning({}, drafted, failed(2, NONE)).draft).toMatchObject({
      problems: ['a cycle'],
      unanswered: 'none',
      tries: 2,
    });
  });

  it('is carried out without asking where it was approved beforehand, and only then', () => {
    const plan = planOf('a');
    const drafted = { type: 'plan_drafted', round: 1, text: '# P', plan, problems: [], usage } as const;
    expect(planning({}, drafted).status).toBe('waiting');
    const created = creation(
      'run',
      EMPTY_PLAN,
      settingsOf('phased', {}),
      {},
      { goal: 'x', isPlanApproved: true },
    );
    const events: RunEvent[] = [created, { type: 'run_opened', head: 'c0' }, drafted];
    const state = fold(events.map(event => ({ at: 0, event })))!;
    expect(conclude(state)).toMatchObject([{ type: 'plan_approved', text: '# P' }]);
  });
});
