import { describe, expect, it } from 'vitest';
import { apply, type Entry } from '../../../src/run/apply.ts';
import type { RunState } from '../../../src/run/state.ts';
import { progressLine } from '../../../src/view/run/progress.ts';
import { uncoloured } from '../../../src/view/style.ts';
import { attemptOn, journal, planOf } from '../report/story.ts';
import { climbing, drama, waiting } from '../why/drama.ts';

/** What a watcher sees of each event, with its type. */
function seen(entries: readonly Entry[]): readonly (readonly [type: string, line: string | null])[] {
  let state: RunState | null = null;
  return entries.map(entry => {
    state = apply(state, entry);
    return [entry.event.type, progressLine(entry, state, uncoloured, true)];
  });
}

const linesOf = (entries: readonly Entry[], type: string): readonly (string | null)[] =>
  seen(entries).flatMap(([of, line]) => (of === type ? [line] : []));

describe('progress', () => {
  const { entries } = climbing();

  it.each<[type: string, lines: readonly string[]]>([
    [
      'doctor_called',
      [
        '● a Export: attempt 2 failed (tests); the cheap doctor is asked about attempt 2',
        '● a Export by id: attempt 5 failed (build); the cheap doctor is asked about attempt 5',
      ],
    ],
    [
      'doctor_answered',
      [
        '● a Export: the doctor advises retry_with_fix, 90 % sure: The list is sorted by name. hint: Sort by id.',
        '● a Export by id: the doctor advises execute_fix, 80 % sure: A package is missing. command: npm install',
      ],
    ],
    [
      'replan_called',
      ['● a Export: attempt 3 failed (tests); the phase is to be described anew after attempt 3'],
    ],
    ['phase_revised', ['● a Export by id: the phase is described anew: Sort in the query.']],
    ['fix_called', ['● a Export by id: `npm install` is run']],
    ['fix_ended', ['● a Export by id: `npm install` passed (exit status 0)']],
    [
      'phase_stuck',
      [
        '● a Export by id: attempt 6 failed (build); stuck for the first time: stronger models (ESCALATE_MODEL)',
      ],
    ],
    ['phase_escalated', ['● a Export by id: stronger models take over: large instead of small']],
  ])('tells of %s on a line', (type, lines) => {
    expect(linesOf(entries, type)).toEqual(lines);
  });

  it('tells what could not be kept of the work, or not as it ought to be', () => {
    const told = entries.map((entry, at) =>
      entries.findIndex(({ event }) => event.type === 'attempt_captured') === at
        ? {
            ...entry,
            event: { ...entry.event, removed: ['a', 'b'], unfiltered: ['strip'] } as typeof entry.event,
          }
        : entry,
    );
    expect(linesOf(told, 'attempt_captured')[0]).toBe(
      '● a Export: pipes, sockets or devices cannot be kept and were removed: a, b; filters of git failed, so files are kept as they were written: strip',
    );
  });

  it('tells who rests until when, what a person is needed for, and who could not be asked', () => {
    const told = waiting().entries;
    expect(linesOf(told, 'provider_rested')).toEqual(['scripted rests until 10:35 UTC']);
    expect(linesOf(told, 'help_asked')[0]).toMatch(
      /^● a Phase a: needs a person: the developer asks: Which of the two ports\?/,
    );
    expect(linesOf(told, 'session_postponed')[0]).toMatch(
      /^● b Phase b: nobody could judge attempt 1 \(infra\.overload\); asked again at 09:0\d UTC: too many requests$/,
    );
  });

  it.each([
    ['Good.', '● a Phase a: reviewer approved: Good.'],
    [' ', '● a Phase a: reviewer approved'],
  ])('tells of a verdict with the words %j', (summary, line) => {
    const told = journal(planOf('a'));
    const attempt = attemptOn(told, 'a', 1);
    attempt.begin();
    attempt.session(1);
    attempt.inspected();
    attempt.reviewed(1, { approved: true, summary, comments: [] });
    expect(linesOf(told.entries, 'review_ended')).toEqual([line]);
  });

  it('says when a phase is tried again that has to wait', () => {
    const hour = 3_600_000;
    const told = drama(planOf('a'), {
      recovery: { doctor: { enabled: false } },
      limits: { backoffMs: hour, maxBackoffMs: hour },
    });
    told.fails('a', { category: 'infra.network', message: 'no route' });
    expect(linesOf(told.entries, 'phase_retry')[0]).toMatch(/it will be tried again at \d\d:\d\d UTC$/);
    expect(linesOf(entries, 'phase_retry')[0]).toMatch(/it will be tried again$/);
  });

  it('tells of budgets of phases and of the run, and not of each step towards them', () => {
    const told = drama(planOf('a'), {
      budgets: { run: { tokens: 5_000 }, phase: { tokens: 1_000 } },
      notify: { commands: ['false'] },
    });
    const name = { phase: 'a', attempt: 1, lane: 0 };
    told.fact(0, { type: 'workspace_opened', ...name, path: '/tmp/slot' });
    told.fact(0, { type: 'session_started', ...name, role: 'developer', pid: 7, startTime: '1' });
    for (const inputTokens of [850, 4_200])
      told.fact(1, {
        ...{ type: 'usage_noted', ...name, role: 'developer' },
        usage: { inputTokens, outputTokens: 0, costUsd: null },
      });
    told.fact(0, { type: 'notice_failed', number: 1, reason: '`false` ended with exit code 1' });
    expect(linesOf(told.entries, 'usage_noted')).toEqual([null, null]);
    expect(linesOf(told.entries, 'budget_warned')).toEqual([
      '● a Phase a: the budget of the phase is nearly spent: 850 of 1,000 tokens',
    ]);
    expect(linesOf(told.entries, 'budget_spent')).toEqual([
      'the budget of the run is spent: 5,050 of 5,000 tokens',
    ]);
    expect(linesOf(told.entries, 'notice_failed')).toEqual([
      'notice 1 reached nobody: `false` ended with exit code 1',
    ]);
  });

  it('keeps to one line of bounded length, whatever is asked', () => {
    const told = drama(planOf('a'));
    const question = `Which port?\n${'And why? '.repeat(500)}`;
    told.fails('a', { category: 'agent_error', message: question, question });
    const lines = seen(told.entries).map(([, line]) => line ?? '');
    expect(told.state().status).toBe('waiting');
    for (const line of lines) expect(line.length).toBeLessThan(300);
    expect(lines.join('\n').split('\n')).toHaveLength(lines.length);
  });
});
