import { describe, expect, it } from 'vitest';
import { uncoloured } from '../../../src/view/style.ts';
import { whyJson } from '../../../src/view/why/json.ts';
import { storyOf } from '../../../src/view/why/story.ts';
import { whyText } from '../../../src/view/why/text.ts';
import { deepFreeze } from '../../run/freeze.ts';
import { planOf } from '../report/story.ts';
import { climbing, type Drama, drama, waiting } from './drama.ts';

const story = ({ entries, state }: Drama) => storyOf(deepFreeze([...entries]), deepFreeze(state()));
const text = (told: Drama, only: string | null = null): string =>
  whyText(story(told), only, { style: uncoloured, unicode: true, columns: Infinity });
/** Without the moments. */
const lines = (told: Drama, only: string | null = null): readonly string[] =>
  text(told, only)
    .split('\n')
    .map(line => line.replace(/^ {2}[\d -]{10} [\d:]{8}/, '').trim());

describe('the story of a phase', () => {
  it('tells what failed, which rule decided what with its figures, and whether it helped', () => {
    expect(text(climbing())).toMatchInlineSnapshot(`
      "a Export by id: completed
        2026-03-14 09:03:00  attempt 1 failed (tests): the order of the items in the exported list is wrong
                             it is tried again — another attempt is left (1 of 2 attempts)
        2026-03-14 09:06:00  attempt 2 failed (tests): the order of the items in the exported list is wrong
                             the cheap doctor is asked about attempt 2 — the phase has failed often enough to ask a doctor (2 failed attempts, asked 0 of 2 times in the phase, 0 of 10 in the run)
        2026-03-14 09:08:00  the doctor advises retry_with_fix, 90 % sure
                               The list is sorted by name.
                               hint: Sort by id.
                               it did not help
                             it is tried again — the doctor says what to do differently (90 % sure)
        2026-03-14 09:11:00  attempt 3 failed (tests): the order of the items in the exported list is wrong
                             the phase is to be described anew after attempt 3 — the same failure again and again is a flaw of the approach (tests, 3 times in a row, 2 are enough)
        2026-03-14 09:12:00  the phase is described anew
                               Sort in the query.
                               it helped
                             it is tried again — the phase is described anew
        2026-03-14 09:15:00  attempt 4 failed (build): cannot find module lodash in the folder of the shop
                             it is tried again — another attempt is left (1 of 2 attempts)
        2026-03-14 09:18:00  attempt 5 failed (build): cannot find module lodash in the folder of the shop
                             the cheap doctor is asked about attempt 5 — the phase has failed often enough to ask a doctor (2 failed attempts, asked 1 of 2 times in the phase, 1 of 10 in the run)
        2026-03-14 09:19:00  the doctor advises execute_fix, 80 % sure
                               A package is missing.
                               command: npm install
                               it did not help
                             \`npm install\` is run — the doctor chose a command that the settings allow (0 of 1 command used)
        2026-03-14 09:20:00  \`npm install\` passed (exit status 0)
                             it is tried again — the command that the doctor chose has run
        2026-03-14 09:23:00  attempt 6 failed (build): cannot find module lodash in the folder of the shop
                             stuck for the first time: stronger models (ESCALATE_MODEL) — stronger models have not been tried yet (0 of 3 rounds used, 75 % of a budget left, another description was asked for before)
                             stronger models take over: large instead of small — stronger models have not been tried yet
                             it is tried again — stronger models take over
        2026-03-14 09:26:00  attempt 7 landed as 1111111
      "
    `);
  });

  it('tells of one phase alone where that is asked for', () => {
    const told = waiting();
    expect(lines(told, 'c')).toEqual([
      'c Phase c: retrying',
      'attempt 1 failed (infra.quota): the quota is used up',
      'it is tried again — the quota is used up; its reset is waited for (0 of 50 waits used)',
      '',
    ]);
    expect(lines(told)).toContain(
      'scripted rests until 10:35 UTC — the provider says when it can be asked again (infra.quota, the quota is used up)',
    );
  });

  it('tells what is needed of a person, what they said, and what came of it', () => {
    const told = waiting();
    const asked = lines(told, 'a');
    expect(asked).toContain(
      'stuck for the first time: a person (BLOCKED_NEEDS_HUMAN) — only a person can answer',
    );
    expect(asked).toContain('needs a person — only a person can answer');
    expect(asked.join('\n')).toContain('the developer asks: Which of the two ports?');
    told.ask({ type: 'retry', phase: 'a', message: 'The first port.' });
    expect(lines(told, 'a').slice(-3)).toEqual(['given a new allowance of attempts', 'The first port.', '']);
  });

  it('tells of a reviewer that could not be asked, which is no failure of the attempt', () => {
    const told = lines(waiting(), 'b');
    expect(told[1]).toMatch(
      /^nobody could judge attempt 1 \(infra\.overload\); asked again at \d\d:\d\d UTC — not the fault of the work: it is tried again after a while \(0 of 5 retries used\)$/,
    );
    expect(told.some(line => line.startsWith('attempt 1 failed'))).toBe(false);
  });

  it('tells which budget ended a phase, and with which figures', () => {
    const told = drama(planOf('a'), { budgets: { phase: { tokens: 1_000 } } });
    const name = { phase: 'a', attempt: 1, lane: 0 };
    told.fact(0, { type: 'workspace_opened', ...name, path: '/tmp/slot' });
    told.fact(0, { type: 'session_started', ...name, role: 'developer', pid: 7, startTime: '1' });
    const usage = { inputTokens: 850, outputTokens: 0, costUsd: null };
    told.fact(1, { type: 'usage_noted', ...name, role: 'developer', usage });
    told.fact(1, { type: 'usage_noted', ...name, role: 'developer', usage });
    expect(lines(told, 'a')).toEqual([
      'a Phase a: failed',
      'the budget of the phase is nearly spent: 850 of 1,000 tokens',
      'the budget of the phase is spent: 1,700 of 1,000 tokens',
      'attempt 1 failed (budget): the budget of the phase is spent: 1,700 of 1,000 tokens; retry a gives it the same again',
      'the phase has failed — the budget of the phase is spent',
      '',
    ]);
  });

  it('says so where there is nothing to tell', () => {
    const told = drama(planOf('a; b: a'));
    told.lands('a');
    expect(text(told)).toBe('nothing to tell about run k7m2: nothing failed and nothing had to be decided\n');
    expect(text(told, 'b')).toMatch(/^nothing to tell about phase b of run k7m2: /);
    told.lands('b');
    told.fact(0, { type: 'run_ended', status: 'completed', head: null, leftover: null, record: null });
    expect(text(told)).toMatch(/^nothing to tell/);
  });

  it('has nothing in it that acts on a terminal', () => {
    const told = drama(planOf('a', { a: { title: 'Red \u001B[31m' } }));
    told.fails('a', { category: 'tests', message: 'first \u001B[2J\nsecond \u202E' });
    told.fails('a', { category: 'tests', message: 'third \u009B' });
    expect(text(told)).toContain('first \\x1b[2J');
    expect(text(told)).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202E]/);
  });

  it('leaves out the middle of what goes on for too long', () => {
    const told = drama(planOf('a'), {
      maxAttempts: 100,
      budgets: { phase: { failures: null, sessions: null } },
      recovery: { enabled: false },
    });
    for (let attempt = 1; attempt <= 99; attempt += 1)
      told.fails('a', { category: 'tests', message: `${attempt}${'\nmore'.repeat(50)}` });
    expect(lines(told, 'a')).toHaveLength(1 + 100 + 1 + 1);
    expect(lines(told, 'a')).toContain('98 left out; --json has all of them');
    expect(story(told).phases[0]!.decisions).toHaveLength(198);
  });
});

describe('why --json', () => {
  it('has rules and facts as data', () => {
    const json = whyJson(story(climbing()), 'a') as { phases: { decisions: object[] }[] };
    expect(json).toMatchObject({ run: 'k7m2', decisions: [], phases: [{ id: 'a', title: 'Export by id' }] });
    const { decisions } = json.phases[0]!;
    expect(decisions[0]).toEqual({
      at: '2026-03-14T09:03:00.000Z',
      attempt: 1,
      event: 'attempt_failed',
      by: 'check',
      tone: 'bad',
      text: 'attempt 1 failed (tests)',
      words: expect.stringContaining('expected 1, got 2'),
      rule: null,
      facts: {},
      because: '',
      helped: null,
    });
    expect(decisions[1]).toMatchObject({ rule: 'retry.attempts', facts: { attempt: 1, allowed: 2 } });
    expect(decisions.filter(decision => 'helped' in decision && decision.helped !== null)).toMatchObject([
      { event: 'doctor_answered', attempt: 2, helped: false },
      { event: 'phase_revised', attempt: 3, helped: true },
      { event: 'doctor_answered', attempt: 5, helped: false },
    ]);
  });
});

it('keeps to a screen, with the day on a line of its own', () => {
  const told = whyText(story(climbing()), null, { style: uncoloured, unicode: false, columns: 80 });
  for (const line of told.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  expect(told).toMatch(
    /^a Export by id: completed\n {2}2026-03-14\n {2}09:03:00 {2}attempt 1 failed.*\n {12}.*\n/,
  );
  expect(told.match(/2026-03-14/g)).toHaveLength(1);
  expect(told).toMatch(/^[\n -~]*$/);
});
