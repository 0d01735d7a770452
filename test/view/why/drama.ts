import type { Plan } from '../../../src/plan/model.ts';
import { conclude } from '../../../src/run/conclude.ts';
import type { Command, RunEvent } from '../../../src/run/event.ts';
import type { Failure } from '../../../src/run/failure.ts';
import type { Worker } from '../../../src/run/ladder-event.ts';
import { obey } from '../../../src/run/obey.ts';
import { phaseAt, positionOf } from '../../../src/run/queries.ts';
import type { Overrides } from '../../../src/run/settings.ts';
import { NO_USAGE, type Usage } from '../../../src/run/usage.ts';
import { hash, type Journal, journal, MINUTE, planOf } from '../report/story.ts';

/** Decisions after one fact; a ladder that goes on for longer goes on forever. */
const MAX_DECISIONS = 200;

/** A journal of which only the facts are told: what follows from them is decided by the rules themselves. */
export interface Drama extends Journal {
  readonly fact: (minutes: number, event: RunEvent) => void;
  readonly ask: (command: Command) => void;
  /** The attempt under way fails in its session. */
  readonly fails: (phase: string, failure: Failure, more?: Partial<Session>) => void;
  /** It lands. */
  readonly lands: (phase: string, more?: Partial<Session>) => void;
}

interface Session {
  readonly usage: Usage;
  readonly by: Worker;
  readonly minutes: number;
}

export function drama(plan: Plan, settings: Overrides = {}): Drama {
  const told = journal(plan, { review: { when: 'never' }, ...settings });
  const settle = (): void => {
    for (let decided = 0; decided < MAX_DECISIONS; decided += 1) {
      const events = conclude(told.state());
      if (events.length === 0) return;
      for (const event of events) told.add(0, event);
    }
    throw new Error('the rules never come to an end');
  };
  const fact = (minutes: number, event: RunEvent): void => {
    told.add(minutes, event);
    settle();
  };
  const session = (phase: string, failure: Failure | null, more: Partial<Session>): void => {
    const { attempt } = phaseAt(told.state(), positionOf(told.state(), phase)!);
    const name = { phase, attempt, lane: 0 };
    const { minutes = 3, usage = NO_USAGE, by } = more;
    fact(0, { type: 'workspace_opened', ...name, path: '/tmp/slot' });
    fact(0, { type: 'session_started', ...name, role: 'developer', pid: 7, startTime: '1' });
    fact(minutes, {
      ...{ type: 'session_ended', ...name, session: 0, sessionId: null, failure, report: null, usage },
      ...(by ? { by } : {}),
    });
    fact(0, { type: 'attempt_captured', ...name, commit: hash('a'), changed: 1, files: ['a.ts'] });
  };
  settle();
  return {
    ...told,
    fact,
    ask: command => {
      const { commands } = told.state();
      for (const event of obey(told.state(), commands + 1, command)) told.add(1, event);
      settle();
    },
    fails: (phase, failure, more = {}) => session(phase, failure, more),
    lands: (phase, more = {}) => {
      const { attempt } = phaseAt(told.state(), positionOf(told.state(), phase)!);
      session(phase, null, more);
      const files = [
        { path: 'a.ts', status: 'modified', from: null, added: 30, deleted: 10, binary: false },
      ] as const;
      const change = { files, changed: 1, added: 30, deleted: 10, tier: 'full', findings: [] } as const;
      fact(0, { type: 'attempt_inspected', phase, attempt, ...change });
      const commit = hash(String(positionOf(told.state(), phase)! + 1));
      fact(0, { type: 'phase_landed', phase, attempt, commit, head: commit });
    },
  };
}

const SAME: Failure = {
  category: 'tests',
  message: 'the order of the items in the exported list is wrong\n  expected 1, got 2',
};
const BUILD: Failure = { category: 'build', message: 'cannot find module lodash in the folder of the shop' };

const CHEAP: Worker = { agent: 'scripted', model: 'cheap-1', provider: 'one' };
const usage = (inputTokens: number, more: Partial<Usage> = {}): Usage => ({
  inputTokens,
  outputTokens: 100,
  costUsd: null,
  ...more,
});

/** Climbs every rung but a person: doctor, another description, a command, stronger models; the seventh attempt lands. */
export function climbing(): Drama {
  const told = drama(planOf('a', { a: { title: 'Export', deliverables: ['a.ts'] } }), {
    models: {
      developer: [
        { agent: null, model: 'small', provider: null },
        { agent: null, model: 'large', provider: null },
      ],
    },
    recovery: { doctor: { fixes: ['npm install'] } },
  });
  const { fact, fails, lands } = told;
  const doctor = {
    type: 'doctor_answered',
    phase: 'a',
    usage: usage(500, { costUsd: 0.1 }),
    by: CHEAP,
  } as const;
  fails('a', SAME, { usage: usage(1_000, { estimatedUsd: 0.5 }) });
  fails('a', SAME, { usage: usage(1_000, { estimatedUsd: 0.5 }) });
  fact(2, {
    ...{ ...doctor, attempt: 2, call: 1 },
    advice: {
      ...{ action: 'retry_with_fix', confidence: 0.9, command: null },
      diagnosis: 'The list is sorted by name.',
      hint: 'Sort by id.',
    },
  });
  fails('a', SAME);
  const plan = { ...told.state().plan.phases[0]!, title: 'Export by id' };
  fact(1, {
    ...{ type: 'phase_revised', phase: 'a', attempt: 3, revision: 1, plan, dropped: [] },
    reason: 'Sort in the query.',
    usage: usage(700),
  });
  fails('a', BUILD);
  fails('a', BUILD);
  fact(1, {
    ...{ ...doctor, attempt: 5, call: 2 },
    advice: {
      ...{ action: 'execute_fix', confidence: 0.8, command: 'npm install', hint: null },
      diagnosis: 'A package is missing.',
    },
  });
  const name = { phase: 'a', attempt: 5, command: 'npm install' };
  fact(1, { type: 'fix_ended', ...name, passed: true, outcome: 'exit status 0', tail: '' });
  fails('a', BUILD);
  lands('a', { usage: usage(2_000, { costUsd: 1 }) });
  return told;
}

const QUOTA: Failure = { category: 'infra.quota', message: 'the quota is used up' };

/** One phase waits for its quota, another one for a person, a third one's reviewer could not be asked. */
export function waiting(settings: Overrides = {}): Drama {
  const told = drama(planOf('a; b; c; d: a'), { review: { when: 'phase' }, ...settings });
  const { fact, fails } = told;
  const name = { phase: 'b', attempt: 1 };
  fails('a', { category: 'agent_error', message: 'no answer', question: 'Which of the two ports?' });
  fact(0, { type: 'workspace_opened', ...name, lane: 0, path: '/tmp/slot' });
  fact(0, { type: 'session_started', ...name, lane: 0, role: 'developer', pid: 7, startTime: '1' });
  fact(1, {
    ...{ type: 'session_ended', ...name, lane: 0, session: 0, sessionId: null },
    ...{ failure: null, report: null, usage: NO_USAGE },
  });
  fact(0, { type: 'attempt_captured', ...name, lane: 0, commit: hash('b'), changed: 1, files: ['b.ts'] });
  const change = { files: [], changed: 1, added: 3, deleted: 1, tier: 'full', findings: [] } as const;
  fact(0, { type: 'attempt_inspected', ...name, ...change });
  const overload: Failure = { category: 'infra.overload', message: 'too many requests' };
  fact(1, { type: 'review_failed', ...name, failure: overload, usage: NO_USAGE });
  const retryAt = told.state().now + 90 * MINUTE;
  fails('c', { ...QUOTA, retryAt });
  return told;
}
