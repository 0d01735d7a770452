import { expect, it } from 'vitest';
import { accepts } from '../../src/run/accepts.ts';
import type { RunEvent } from '../../src/run/event.ts';
import { settingsOf } from '../../src/run/settings.ts';
import { NO_USAGE } from '../../src/run/usage.ts';
import { creation } from '../engine/origin.ts';
import { fold } from './fold.ts';
import { planOf, subtasks } from './plans.ts';

const [first, second] = subtasks('1', '2');
const plan = planOf('a', { a: { subtasks: [first!, { ...second!, dependsOn: ['1'] }] } });
const settings = settingsOf('phased', { session: 'subtask' });
const lane = { phase: 'a', attempt: 1, lane: 0 };
const ended = (session: number): RunEvent => ({
  type: 'session_ended',
  ...lane,
  session,
  sessionId: null,
  failure: null,
  report: null,
  usage: NO_USAGE,
});

it('the end of a session is not that of the next one in the same workspace', () => {
  const events: RunEvent[] = [
    creation('r', plan, settings),
    { type: 'run_opened', head: 'c0' },
    { type: 'phase_started', phase: 'a', attempt: 1, base: 'c0', slot: 1, contents: null, continues: null },
    { type: 'workspace_opened', ...lane, path: '/slots/1' },
    ended(0),
  ];
  const state = fold(events.map(event => ({ at: 0, event })))!;
  expect([0, 1, 2].filter(session => accepts(state, ended(session)))).toEqual([1]);
});
