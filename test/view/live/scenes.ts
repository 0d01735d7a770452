import type { Phase, Plan, SubtaskType } from '../../../src/plan/model.ts';
import type { Overrides } from '../../../src/run/settings.ts';
import type { RunState } from '../../../src/run/state.ts';
import type { Activity, Scene, Screen } from '../../../src/view/live/scene.ts';
import { coloured, uncoloured } from '../../../src/view/style.ts';
import { hash, journal, MINUTE, planOf, subtasks, usd } from '../report/story.ts';
import { type Drama, drama, waiting } from '../why/drama.ts';

/** Runs as they are looked at, each at a telling moment. */

const SECOND = 1_000;

export const screenOf = (columns: number, rows: number, more: Partial<Screen> = {}): Screen => ({
  columns,
  rows,
  style: uncoloured,
  unicode: true,
  ...more,
});

export const COLOURED = { style: coloured };

export const sceneOf = (state: RunState, more: Partial<Scene> & { driver?: number | null } = {}): Scene => {
  const { driver = 4711, ...others } = more;
  return {
    view: { state, driver, now: state.now + 12 * SECOND },
    activities: [],
    log: [],
    isOwner: true,
    ...others,
  };
};

/** Subtasks with their types and titles, written as `test store tests`. */
const steps = (...texts: string[]): Phase['subtasks'] =>
  subtasks(...texts.map((_, index) => String(index + 1))).map((subtask, index) => {
    const [type = '', ...words] = texts[index]!.split(' ');
    return { ...subtask, type: type as SubtaskType, title: words.join(' ') };
  });

const LINKS: Plan = {
  ...planOf('1; 2a: 1; 2b: 1; 3: 2a 2b; 4: 3; 5: 3', {
    '1': { title: 'Set up the project', subtasks: steps('impl package', 'impl first test') },
    '2a': { title: 'Store links in memory', subtasks: steps('test store tests', 'impl store', 'impl index') },
    '2b': { title: 'Shorten URLs', subtasks: steps('test codes', 'impl codes') },
    '3': { title: 'Serve redirects over HTTP', subtasks: steps('impl server', 'test end to end') },
    '4': { title: 'Count visits', gated: true },
    '5': { title: 'Describe it in the README' },
  }),
  title: 'Link shortener',
};

const MODELS: Overrides = {
  models: { developer: [{ agent: 'claude', model: 'sonnet-5', provider: null }] },
  budgets: { run: { tokens: 40_000 } },
};

/** One phase has landed, one is in its second attempt, one in its first. */
export function busy(): Scene {
  const told = drama(LINKS, {
    ...MODELS,
    recovery: { doctor: { enabled: false } },
    limits: { backoffMs: 0 },
  });
  landsWhole(told, '1', '1', '2');
  told.fails('2a', { category: 'tests', message: 'the store forgets' }, { minutes: 1 });
  const name = { phase: '2a', attempt: 2 } as const;
  told.fact(0, { type: 'workspace_opened', ...name, lane: 0, path: '/tmp/slot' });
  told.fact(0, { type: 'session_started', ...name, lane: 0, role: 'developer', pid: 7, startTime: '1' });
  told.fact(0, { type: 'subtask_completed', ...name, lane: 0, subtask: '1' });
  told.fact(0, { type: 'subtask_started', ...name, lane: 0, subtask: '2' });
  return sceneOf(told.state(), {
    activities: [activity('2a', 2, 'developer', '$ Bash npm test'), activity('2b', 1, 'developer', '')],
    log: [
      '● 1 Set up the project: started',
      '✓ 1 Set up the project: landed as 1111111 (2 min 00 s)',
      '● 2a Store links in memory: started',
      '↻ 2a Store links in memory: attempt 1 failed (tests: the store forgets); it will be tried again',
      '● 2a Store links in memory: attempt 2 started',
    ],
  });
}

/** A phase lands of which all subtasks were told to be done. */
function landsWhole(told: Drama, phase: string, ...ids: string[]): void {
  const lane = { phase, attempt: 1, lane: 0 };
  told.fact(0, { type: 'workspace_opened', ...lane, path: '/tmp/slot' });
  for (const subtask of ids) told.fact(0, { type: 'subtask_completed', ...lane, subtask });
  told.fact(0, { type: 'session_started', ...lane, role: 'developer', pid: 7, startTime: '1' });
  const end = { session: 0, sessionId: null, failure: null, report: null, usage: usd(null) };
  told.fact(2, { type: 'session_ended', ...lane, ...end });
  told.fact(0, { type: 'attempt_captured', ...lane, commit: hash('a'), changed: 1, files: ['a.ts'] });
  const change = { files: [], changed: 1, added: 30, deleted: 10, tier: 'full', findings: [] } as const;
  told.fact(0, { type: 'attempt_inspected', phase, attempt: 1, ...change });
  const commit = hash(phase);
  told.fact(0, { type: 'phase_landed', phase, attempt: 1, commit, head: commit });
}

const activity = (phase: string, attempt: number, source: string, line: string): Activity => ({
  phase,
  attempt,
  source,
  line,
});

/** Phases wait for a person, for a reviewer and for a quota. */
export const stalled = (): Scene =>
  sceneOf(waiting({ limits: { backoffMs: 60 * MINUTE, maxBackoffMs: 60 * MINUTE } }).state());

/** What landed, what failed, what cannot begin, what was left out. */
export function failed(): Scene {
  const told = drama(LINKS, { maxAttempts: 1, recovery: { enabled: false } });
  told.lands('1');
  told.fails('2a', { category: 'tests', message: 'the store forgets\n  expected 1, got 0' });
  told.lands('2b');
  told.add(0, {
    type: 'run_ended',
    status: told.state().ending!,
    head: hash('3'),
    leftover: null,
    record: null,
  });
  return sceneOf(told.state(), { driver: null });
}

/** A good attempt is not to land before a person has looked at it. */
export function held(): Drama {
  const told = drama(planOf('1; 2'), { approve: 'landing', concurrency: 1 });
  const name = { phase: '1', attempt: 1 };
  told.fact(0, { type: 'workspace_opened', ...name, lane: 0, path: '/tmp/slot' });
  told.fact(0, { type: 'session_started', ...name, lane: 0, role: 'developer', pid: 7, startTime: '1' });
  told.fact(3, {
    ...{ type: 'session_ended', ...name, lane: 0, session: 0, sessionId: null, failure: null, report: null },
    usage: usd(0.4),
  });
  told.fact(0, {
    type: 'attempt_captured',
    ...name,
    lane: 0,
    commit: hash('a'),
    changed: 1,
    files: ['a.ts'],
  });
  const change = { files: [], changed: 1, added: 3, deleted: 1, tier: 'full', findings: [] } as const;
  told.fact(0, { type: 'attempt_inspected', ...name, ...change });
  return told;
}

/** Less is proposed of a phase, without something that must be. */
export function proposed(): Drama {
  const told = drama(planOf('a', { a: { deliverables: ['a.ts', 'b.ts'], criteria: ['It must be fast.'] } }), {
    maxAttempts: 1,
    budgets: { phase: { wallMs: 10 * MINUTE } },
    recovery: { doctor: { enabled: false }, replan: { enabled: false }, escalation: { enabled: false } },
  });
  told.fails('a', { category: 'tests', message: 'red' }, { minutes: 9 });
  const plan = { ...told.state().plan.phases[0]!, deliverables: ['a.ts'], criteria: [] };
  const dropped = [
    { what: 'b.ts', reason: 'it can be done later' },
    { what: 'It must be fast.', reason: 'no time' },
  ];
  const name = { phase: 'a', attempt: 1, revision: 1 };
  told.fact(0, { type: 'phase_revised', ...name, plan, reason: 'One file first.', dropped, usage: usd(0.1) });
  return told;
}

/** The architect is at work on the second draft, or has written one. */
export function drafted(isReady: boolean): Scene {
  return sceneOf(draftState(isReady), {
    activities: isReady ? [] : [activity('plan', 2, 'architect', 'Read src/server.ts')],
  });
}

function draftState(isReady: boolean): RunState {
  const told = journal({ ...LINKS, phases: [] }, {}, { goal: 'Make links short.' });
  told.add(1, {
    type: 'plan_drafted',
    round: 1,
    text: '# Plan',
    plan: LINKS,
    problems: isReady ? [] : ['phase 3 depends on 9, which does not exist'],
    usage: usd(0.2),
  });
  if (isReady) told.add(0, { type: 'run_waiting', phases: [] });
  return told.state();
}

/** So many phases in levels of ten, of which a third have landed. */
export function large(count: number): Scene {
  const level = 10;
  const text = Array.from({ length: count }, (_, index) => {
    const before = index - level;
    return before < 0 ? `p${index}` : `p${index}: p${before}`;
  }).join(';');
  const told = drama(planOf(text), { concurrency: level, recovery: { enabled: false } });
  for (let index = 0; index < Math.floor(count / 3); index += 1) told.lands(`p${index}`, { minutes: 0.01 });
  return sceneOf(told.state(), { log: Array.from({ length: 5_000 }, (_, index) => `line ${index}`) });
}

/** Words of others that could do harm, or take more columns than they have characters. */
export const hostile = (): Scene =>
  sceneOf(
    drama({
      ...planOf('1; 2', {
        '1': {
          title: '\x1B]0;owned\x07\x1B[31mred\x1B[2J \u202Eabc',
          subtasks: steps('impl \x1B[5mblink\r\n'),
        },
        '2': { title: '数据库迁移和用户界面的全面重新设计 🎉👩‍👩‍👧‍👦 é'.repeat(3) },
      }),
      title: 'bad\x9B31m\ntitle 漢字',
    }).state(),
    {
      activities: [activity('1', 1, 'developer', 'was safe\x1B[H\u009B2J 漢字漢字')],
      log: ['\x1B[32mgreen\x1B[39m and\tthen \x1B[2J', '漢字'.repeat(200)],
    },
  );
