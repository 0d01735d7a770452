import { describe, expect, it } from 'vitest';
import { reportHtml } from '../../../src/view/report/html.ts';
import { reportMarkdown } from '../../../src/view/report/markdown.ts';
import { reportOf } from '../../../src/view/report/report.ts';
import { deepFreeze } from '../../run/freeze.ts';
import { climbing, type Drama, drama, waiting } from '../why/drama.ts';
import { hash, MINUTE, planOf, subtasks } from './story.ts';

const told = ({ entries, state }: Drama) => reportOf(deepFreeze([...entries]), deepFreeze(state()));

describe('the report of a phase that was not given up', () => {
  const made = climbing();
  const report = told(made);
  const [phase] = report.phases;

  it('counts tokens and cost by role and by model, and by what landed [003-08]', () => {
    const { byRole, byModel, tokensPerPhase, tokensPerLine } = report.efficiency;
    const figures = byRole.map(({ role, spent }) => [role, spent.sessions, spent.inputTokens, spent.costUsd]);
    expect(figures).toEqual([
      ['developer', 7, 4_000, 1],
      ['doctor', 2, 1_000, 0.2],
      ['replanner', 1, 700, 0],
    ]);
    expect(byRole[0]!.spent).toMatchObject({ estimatedUsd: 1, unpriced: 4 });
    // Whoever is not named is the first of the role's models.
    expect(byModel.map(({ model, spent }) => [model, spent.sessions, spent.inputTokens])).toEqual([
      ['small', 7, 4_000],
      ['cheap-1', 2, 1_000],
      [null, 1, 700],
    ]);
    const tokens = 5_700 + 600;
    expect(tokensPerPhase).toBe(tokens);
    expect(tokensPerLine).toBe(Math.round(tokens / 40));
    const { inputTokens, outputTokens, estimatedUsd, unpriced } = made.state().usage;
    expect(report.totals.spent).toMatchObject({ inputTokens, outputTokens, estimatedUsd, unpriced });
  });

  it('knows no ratio where nothing landed or no tokens are known', () => {
    const none = drama(planOf('a; b'));
    expect(told(none).efficiency).toEqual({
      byRole: [],
      byModel: [],
      tokensPerPhase: null,
      tokensPerLine: null,
    });
    none.lands('a');
    expect(told(none).efficiency).toMatchObject({ tokensPerPhase: null, tokensPerLine: null });
  });

  it('tells what was done about the failures, and what that was good for', () => {
    const markdown = reportMarkdown(report);
    const [, section = ''] = markdown.split('#### What was done about it\n\n');
    expect(section.split('\n\n')[0]!.split('\n')).toEqual(
      expect.arrayContaining([
        '- 2026-03-14 09:03:00 it is tried again — another attempt is left (1 of 2 attempts)',
        '- 2026-03-14 09:08:00 the doctor advises retry_with_fix, 90 % sure: The list is sorted by name.; hint: Sort by id.; it did not help',
        '- 2026-03-14 09:12:00 the phase is described anew: Sort in the query.; it helped',
      ]),
    );
    expect(markdown).toContain('| doctor | 2 | 1,000 in, 200 out | $0.20 |');
    expect(markdown).toContain('- **Cost:** at least $1.20 and ≈ $1.00 estimated');
    expect(markdown).toMatch(/- \*\*Budgets:\*\* .*6 of 300 failed attempts/);
  });

  it('has the time of doctors and replanners in its attempts', async () => {
    expect(phase!.attempts[1]).toMatchObject({ outcome: 'failed', endedAt: expect.any(Number) });
    expect(phase!.attempts[4]!.spans.at(-1)).toMatchObject({ kind: 'recovery', result: 'good' });
    const page = await reportHtml(report);
    expect(page).toContain('<h4>What was done about it</h4>');
    expect(page).toContain('doctor or replanner');
    expect(page).toContain('≥ ≈ $2.20');
  });
});

describe('attempts that a person ends', () => {
  it('have failed of what was the matter', () => {
    const made = waiting();
    made.ask({ type: 'retry', phase: 'a', message: 'The first port.' });
    const [first, second] = told(made).phases[0]!.attempts;
    expect(first).toMatchObject({
      outcome: 'failed',
      failure: { category: 'agent_error', question: 'Which of the two ports?' },
      spends: 'attempts',
    });
    expect(first!.endedAt).toBe(made.state().now);
    expect(second).toBeUndefined();
  });

  it('are named among what is left to do as long as they wait', () => {
    const made = drama(planOf('a'), { notify: { commands: ['true'] } });
    made.fails('a', { category: 'agent_error', message: 'no', question: 'Which port?' });
    const report = told(made);
    expect(report.status).toBe('waiting');
    expect(report.next.map(({ command }) => command)).toEqual([
      null,
      'phasewright retry k7m2 a --message TEXT',
      'phasewright edit k7m2 a',
      'phasewright skip k7m2 a',
      'phasewright resume k7m2',
    ]);
    // That people were told of it does not make a run move.
    made.add(5, { type: 'notice_sent', number: 1 });
    made.add(30, { type: 'command_taken', number: 1, command: { type: 'skip', phase: 'a' } });
    made.add(0, { type: 'phase_skipped', phase: 'a', reason: 'skipped by request' });
    made.add(0, { type: 'run_ending', status: 'completed', reason: '' });
    expect(told(made).pauses).toMatchObject([{ why: 'waiting' }]);
    const { startedAt, endedAt } = told(made).pauses[0]!;
    expect(endedAt - startedAt).toBe(35 * MINUTE);
  });
});

it('calls no subtask pending that nobody will begin', () => {
  const parts = { a: { subtasks: subtasks('a.1') }, b: { subtasks: subtasks('b.1') } };
  const made = drama(planOf('a; b; c', parts), { maxAttempts: 1, recovery: { enabled: false } });
  made.fails('a', { category: 'tests', message: 'red' });
  made.ask({ type: 'skip', phase: 'b' });
  expect(told(made).phases.flatMap(({ subtasks: of }) => of.map(({ status }) => status))).toEqual([
    'not done',
    'skipped',
  ]);
});

it('counts how often a phase was stuck since its last allowance', () => {
  const made = drama(planOf('a'), {
    maxAttempts: 1,
    recovery: { doctor: { enabled: false }, replan: { enabled: false }, escalation: { enabled: false } },
  });
  const stuck = (): readonly string[] =>
    told(made).trail.flatMap(({ text, because }) =>
      text.startsWith('stuck') ? [`${text} — ${because}`] : [],
    );
  made.fails('a', { category: 'tests', message: 'red' });
  made.add(0, { ...{ type: 'run_ended', status: 'halted', head: hash('0') }, leftover: null, record: null });
  made.fact(1, { type: 'run_resumed' });
  made.fails('a', { category: 'tests', message: 'red' });
  expect(stuck()).toHaveLength(2);
  expect(stuck()[0]).toMatch(/^stuck for the first time: .*\(0 of 3 rounds used/);
  expect(stuck()[1]).toMatch(
    /^stuck for the first time since it was given a new allowance: .*\(0 of 3 rounds used/,
  );
});

describe('sessions that tell of their spending while they go on', () => {
  const name = { phase: 'a', attempt: 1, lane: 0 };
  const usage = (inputTokens: number) => ({ inputTokens, outputTokens: 0, costUsd: null, estimatedUsd: 0.1 });
  const begun = (): Drama => {
    const made = drama(planOf('a'));
    made.fact(0, { type: 'workspace_opened', ...name, path: '/tmp/slot' });
    made.fact(0, { type: 'session_started', ...name, role: 'developer', pid: 7, startTime: '1' });
    made.fact(1, { type: 'usage_noted', ...name, role: 'developer', usage: usage(300) });
    made.fact(1, { type: 'usage_noted', ...name, role: 'developer', usage: usage(200) });
    return made;
  };

  it('count once when they end, and what they told when they are cut off', () => {
    const ended = begun();
    ended.fact(1, {
      ...{ type: 'session_ended', ...name, session: 0, sessionId: null, failure: null, report: null },
      usage: { ...usage(700), estimatedUsd: 0.3 },
    });
    const cut = begun();
    cut.add(1, { type: 'run_paused', reason: 'interrupted' });
    cut.add(1, { type: 'run_resumed' });
    for (const made of [ended, cut]) {
      const { inputTokens, unpriced } = made.state().usage;
      expect(told(made).totals.spent).toMatchObject({ inputTokens, unpriced, sessions: 1 });
      expect(told(made).totals.spent.estimatedUsd).toBeCloseTo(made.state().usage.estimatedUsd, 9);
    }
    expect(told(ended).totals.spent).toMatchObject({ inputTokens: 700, lost: 0 });
    expect(told(cut).totals.spent).toMatchObject({ inputTokens: 500, lost: 1 });
  });
});
