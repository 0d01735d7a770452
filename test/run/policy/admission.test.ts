import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../../src/run/event.ts';
import { aboutBudgets, deadlines } from '../../../src/run/policy/admission.ts';
import type { Limits } from '../../../src/run/policy/settings.ts';
import type { LaneStep, PhaseState, RunState, Tally } from '../../../src/run/state.ts';
import type { Step } from '../../../src/run/step.ts';
import type { Spending } from '../../../src/run/usage.ts';
import { allowance, NO_LIMITS, runWith, spending } from './accounts.ts';

interface Given {
  readonly run?: Partial<Limits>;
  readonly phase?: Partial<Limits>;
  readonly spent?: Partial<Spending>;
  readonly tally?: Partial<Tally>;
  readonly step?: Step | null;
  readonly lanes?: readonly LaneStep[];
  readonly live?: readonly string[];
  readonly least?: RunState['least'];
  readonly warned?: RunState['warned'];
  readonly more?: Partial<RunState>;
}

const AT_WORK: Step = { step: 'lanes' };
const OPENING: LaneStep = { step: 'opening', slot: 1 };
const FAILURE = { category: 'tests', message: '' } as const;

/** A run of the phases `a`, which is under way in some step unless that is null, and `b`. */
function stateOf(given: Given): RunState {
  const { run, phase, spent = {}, tally = {}, step = AT_WORK, lanes = [OPENING] } = given;
  const { live = [], least = {}, warned = [], more } = given;
  const counts: Tally = { busyMs: 0, sessions: 0, failures: 0, ...tally };
  const past = {
    attempt: 1,
    base: '',
    snapshot: null,
    lanes: [],
    change: null,
    failure: FAILURE,
    review: null,
    evaluation: null,
    endedAt: 0,
  };
  const a: Partial<PhaseState> = {
    usage: spending(spent),
    busyMs: counts.busyMs,
    sessions: counts.sessions,
    attempts: Array<typeof past>(counts.failures).fill(past),
    live,
    warned,
    ...(step && {
      standing: {
        status: 'running',
        work: {
          base: '',
          contents: null,
          continues: null,
          slot: 1,
          lanes: lanes.map(at => ({ sessions: [[]], at })),
          hints: [],
          step,
        },
      },
    }),
  };
  return {
    ...runWith({
      plan: 'a; b',
      settings: { budgets: { run: { ...NO_LIMITS, ...run }, phase: { ...NO_LIMITS, ...phase } } },
      run: { usage: spending(spent), tally: counts, allowance: allowance() },
      phases: { a },
    }),
    active: step ? [0] : [],
    ready: step ? [1] : [0, 1],
    least,
    warned,
    ...more,
  };
}

const told = (event: RunEvent | null): string | null =>
  event && 'measure' in event
    ? `${event.type} ${event.phase ?? 'run'} ${event.measure} ${event.used}/${event.limit}`
    : null;

const check = (given: Given, expected: string | null): void =>
  expect(told(aboutBudgets(stateOf(given)))).toBe(expected);

describe('a budget is spent', () => {
  it('before a session begins, of the run, in each measure [003-07]', () => {
    check(
      { run: { tokens: 100 }, spent: { inputTokens: 60, outputTokens: 40 } },
      'budget_spent run tokens 100/100',
    );
    check({ run: { usd: 2 }, spent: { costUsd: 1.5, estimatedUsd: 0.5 } }, 'budget_spent run usd 2/2');
    check({ run: { wallMs: 1_000 }, tally: { busyMs: 1_000 } }, 'budget_spent run wallMs 1000/1000');
    check({ run: { sessions: 3 }, tally: { sessions: 3 } }, 'budget_spent run sessions 3/3');
    check({ run: { failures: 2 }, tally: { failures: 2 } }, 'budget_spent run failures 2/2');
  });

  it('before a session begins, of the phase, in each measure but failures [003-07]', () => {
    check({ phase: { tokens: 100 }, spent: { inputTokens: 100 } }, 'budget_spent a tokens 100/100');
    check({ phase: { usd: 2 }, spent: { costUsd: 2 } }, 'budget_spent a usd 2/2');
    check({ phase: { wallMs: 1_000 }, tally: { busyMs: 1_000 } }, 'budget_spent a wallMs 1000/1000');
    check({ phase: { sessions: 3 }, tally: { sessions: 3 } }, 'budget_spent a sessions 3/3');
    check({ phase: { failures: 2 }, tally: { failures: 2 } }, null);
  });

  it('of the run first', () => {
    const both = { tokens: 100 };
    check({ run: both, phase: both, spent: { inputTokens: 100 } }, 'budget_spent run tokens 100/100');
  });

  it('while a session streams, of what it goes on spending [003-07]', () => {
    const live = ['developer.0'];
    check({ live, phase: { tokens: 100 }, spent: { inputTokens: 100 } }, 'budget_spent a tokens 100/100');
    check({ live, phase: { usd: 2 }, spent: { costUsd: 2 } }, 'budget_spent a usd 2/2');
    check({ live, phase: { wallMs: 1_000 }, tally: { busyMs: 1_000 } }, 'budget_spent a wallMs 1000/1000');
    check({ live, phase: { sessions: 3 }, tally: { sessions: 3 } }, null);
  });

  it('where the shortest session of the role so far would not fit any more', () => {
    const phase = { tokens: 1_000 };
    const spent = { inputTokens: 600 };
    check({ phase, spent, least: { developer: 400 } }, null);
    check({ phase, spent, least: { developer: 401 } }, 'budget_spent a tokens 600/1000');
    check({ phase, spent, least: { reviewer: 401 } }, null);
    check({ phase, spent, least: { developer: 401 }, live: ['developer.0'] }, null);
    check({ phase, spent, least: { developer: 401 }, live: ['developer.1'] }, null);
    check(
      { phase, spent, least: { developer: 401 }, live: ['reviewer.0'] },
      'budget_spent a tokens 600/1000',
    );
  });

  it('in every step in which somebody is asked, and in no other', () => {
    const trouble = { snapshot: null, failure: FAILURE, tried: [], stuck: null };
    const waiting = { failures: 0, trouble: null, notBefore: null };
    const snapshot = 's';
    const asked: readonly Step[] = [
      AT_WORK,
      { step: 'reviewing', snapshot, asked: 0, votes: [], ...waiting },
      { step: 'evaluating', snapshot, asked: 0, ...waiting },
      { step: 'consulting', call: 1, strength: 'cheap', ...trouble, ...waiting },
      { step: 'replanning', purpose: 'revise', asked: 0, problems: [], ...trouble, ...waiting },
    ];
    const free: readonly Step[] = [
      { step: 'combining' },
      { step: 'inspecting', snapshot },
      { step: 'checking', snapshot },
      { step: 'held', snapshot, reasons: [], asked: true },
      { step: 'accepted', snapshot, checked: null, unchecked: null, tries: 0 },
      { step: 'landed', commit: 'c' },
      { step: 'rejected', ...trouble },
      { step: 'fixing', command: 'x', ...trouble },
      { step: 'revised', rule: 'retry.fix', ...trouble },
      { step: 'asking', need: '', proposal: null, told: true, ...trouble },
    ];
    const spent = { phase: { tokens: 100 }, spent: { inputTokens: 100 } };
    for (const step of asked) check({ ...spent, step }, 'budget_spent a tokens 100/100');
    for (const step of free) check({ ...spent, step }, null);
  });

  it('as long as a developer has still something to do', () => {
    const spent = { phase: { tokens: 100 }, spent: { inputTokens: 100 } };
    const end = { failure: null, sessionId: null };
    const capturing: LaneStep = { step: 'capturing', slot: 1, ...end };
    const captured: LaneStep = { step: 'captured', snapshot: 's', changed: 1, files: [], ...end };
    const working: LaneStep = { step: 'working', slot: 1, session: 0 };
    for (const lane of [OPENING, working, { step: 'waiting' } as const]) {
      check({ ...spent, lanes: [captured, lane] }, 'budget_spent a tokens 100/100');
    }
    check({ ...spent, lanes: [capturing] }, null);
    check({ ...spent, lanes: [captured, capturing] }, null);
  });

  it('of the run also for a phase that would be next', () => {
    const spent = { run: { tokens: 100 }, spent: { inputTokens: 100 }, step: null };
    check(spent, 'budget_spent run tokens 100/100');
    check({ ...spent, more: { ready: [], retrying: [1] } }, 'budget_spent run tokens 100/100');
    check({ ...spent, more: { ready: [] } }, null);
    check({ ...spent, more: { stop: { mode: 'drain', reason: '' } } }, null);
  });

  it('only once: a run that stops is not stopped again', () => {
    for (const mode of ['halt', 'cancel', 'fault'] as const) {
      check({ run: { tokens: 1 }, spent: { inputTokens: 1 }, more: { stop: { mode, reason: '' } } }, null);
    }
  });

  it('only by what came after the last allowance', () => {
    const given = { run: { tokens: 100 }, spent: { inputTokens: 150 } };
    check({ ...given, more: { allowance: allowance({}, { inputTokens: 100 }) } }, null);
    check(
      { ...given, more: { allowance: allowance({}, { inputTokens: 50 }) } },
      'budget_spent run tokens 100/100',
    );
  });
});

describe('a budget is nearly spent', () => {
  it('from 80 % on, in each measure, of the run and of the phase', () => {
    for (const [whose, name] of [
      ['run', 'run'],
      ['phase', 'a'],
    ] as const) {
      check({ [whose]: { tokens: 100 }, spent: { inputTokens: 79 } }, null);
      check({ [whose]: { tokens: 100 }, spent: { inputTokens: 80 } }, `budget_warned ${name} tokens 80/100`);
      check({ [whose]: { usd: 10 }, spent: { costUsd: 8 } }, `budget_warned ${name} usd 8/10`);
      check({ [whose]: { wallMs: 10 }, tally: { busyMs: 8 } }, `budget_warned ${name} wallMs 8/10`);
      check({ [whose]: { sessions: 10 }, tally: { sessions: 8 } }, `budget_warned ${name} sessions 8/10`);
      check({ [whose]: { failures: 10 }, tally: { failures: 8 } }, `budget_warned ${name} failures 8/10`);
    }
  });

  it('is told once for each measure', () => {
    const near = { phase: { tokens: 100, sessions: 10 }, spent: { inputTokens: 80 }, tally: { sessions: 8 } };
    check(near, 'budget_warned a tokens 80/100');
    check({ ...near, warned: ['tokens'] }, 'budget_warned a sessions 8/10');
    check({ ...near, warned: ['tokens', 'sessions'] }, null);
  });

  it('is not told where nothing is left to be done', () => {
    check({ run: { tokens: 100 }, spent: { inputTokens: 80 }, more: { open: 0 } }, null);
    const accepted: Step = { step: 'accepted', snapshot: 's', checked: null, unchecked: null, tries: 0 };
    check({ phase: { tokens: 100 }, spent: { inputTokens: 80 }, step: accepted }, null);
  });
});

describe('the end of a time budget', () => {
  const check = (given: Given, busySince: number | null, expected: readonly number[]): void => {
    const state = stateOf(given);
    const phases = state.phases.chunks[0]!.map((phase, position) =>
      position === 0 ? { ...phase, busySince } : phase,
    );
    expect(deadlines({ ...state, now: 50, phases: { length: 2, chunks: [phases] } })).toEqual(expected);
  };

  it('is when what is left has passed, for the run and for each phase at work', () => {
    check({ run: { wallMs: 1_000 }, tally: { busyMs: 100 } }, 50, [950]);
    check({ phase: { wallMs: 1_000 }, tally: { busyMs: 100 } }, 50, [950]);
    check({ phase: { wallMs: 1_000 }, tally: { busyMs: 100 } }, 20, [920]);
    check({ run: { wallMs: 900 }, phase: { wallMs: 1_000 } }, 50, [950, 1_050]);
  });

  it('is none where nobody is at work, or a session would be ended before', () => {
    check({ run: { wallMs: 1_000 }, tally: { busyMs: 100 } }, null, []);
    check({ run: { wallMs: 1_000 } }, 60, []);
    check({ run: { wallMs: 3 * 60 * 60_000 } }, 50, []);
    check({}, 50, []);
  });
});
