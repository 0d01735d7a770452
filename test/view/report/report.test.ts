import { describe, expect, it } from 'vitest';
import { NO_USAGE } from '../../../src/run/usage.ts';
import { reportHtml } from '../../../src/view/report/html.ts';
import { reportMarkdown } from '../../../src/view/report/markdown.ts';
import { reportOf } from '../../../src/view/report/report.ts';
import { deepFreeze } from '../../run/freeze.ts';
import { sampleJournal } from './sample.ts';
import { attemptOn, check, hash, type Journal, journal, MINUTE, planOf, START, usd } from './story.ts';

const told = ({ entries, state }: Journal) => reportOf(deepFreeze([...entries]), deepFreeze(state()));
const sample = told(sampleJournal());
const phase = (id: string) => sample.phases.find(({ plan }) => plan.id === id)!;
const kinds = (id: string, attempt: number) =>
  phase(id).attempts[attempt - 1]!.spans.map(({ kind, result }) => `${kind} ${result}`);

describe('the report of a run', () => {
  it('says what was asked for, how it ended and where', () => {
    expect(sample).toMatchObject({
      run: 'k7m2',
      title: 'Orders for the web shop',
      goal: 'Customers place orders, and the warehouse gets them.',
      trackerId: 'SHOP-217',
      status: 'halted',
      reason: 'phase 3 failed',
      branch: 'phasewright/k7m2',
      base: 'main',
      baseCommit: hash('0'),
      record: hash('f'),
    });
    expect(sample.totals.phases).toEqual({
      pending: 0,
      running: 0,
      retrying: 0,
      completed: 3,
      failed: 1,
      blocked: 1,
      skipped: 2,
    });
    expect(sample.totals).toMatchObject({ attempts: 8, changed: 6, added: 90, deleted: 12 });
  });

  it.each([
    ['/tmp/shop/docs/plan.md', 'docs/plan.md'],
    ['/tmp/shopping/plan.md', '/tmp/shopping/plan.md'],
    ['plan.md', 'plan.md'],
  ])('names the plan %s as %s, from the top of the repository', (planFile, expected) => {
    expect(told(journal(planOf('a'), {}, { planFile })).planFile).toBe(expected);
  });

  it('tells time at work apart from time in which nobody was', () => {
    expect(sample.pauses.map(({ why, startedAt, endedAt }) => [why, (endedAt - startedAt) / MINUTE])).toEqual(
      [
        ['waiting', 7],
        ['waiting', 6],
        ['paused', 90],
        ['waiting', 12],
        ['waiting', 11],
      ],
    );
    expect(sample.startedAt).toBe(START);
    expect(sample.elapsedMs).toBe(sample.endedAt - START);
    expect(sample.elapsedMs - sample.workedMs).toBe(126 * MINUTE);
    expect(phase('1').elapsedMs! - phase('1').workedMs!).toBe(90 * MINUTE);
  });

  it('adds up what sessions spent, and knows of those that never told', () => {
    const { spent } = sample.totals;
    const { costUsd, ...usage } = sampleJournal().state().usage;
    expect(spent).toMatchObject(usage);
    expect(spent.costUsd).toBeCloseTo(costUsd, 9);
    expect(spent).toMatchObject({ sessions: 20, lost: 1 });
    expect(phase('1').spent).toMatchObject({ sessions: 4, lost: 1, unpriced: 0 });
    expect(phase('2b').spent).toMatchObject({ sessions: 4, lost: 0, unpriced: 3 });
  });

  it('tells why each attempt failed, and what it was busy with', () => {
    expect(phase('1').attempts.map(({ outcome, failure }) => [outcome, failure?.category])).toEqual([
      ['failed', 'checks'],
      ['landed', undefined],
    ]);
    expect(kinds('1', 1)).toEqual(['session good', 'checks bad']);
    expect(kinds('1', 2)).toEqual([
      'session lost',
      'session good',
      'checks good',
      'review good',
      'landing good',
    ]);
    expect(kinds('2b', 1)).toEqual(['session good', 'checks good', 'review good', 'person bad']);
    const [lost] = phase('1').attempts[1]!.spans;
    expect(lost!.endedAt - lost!.startedAt).toBe(3 * MINUTE);
  });

  it('puts each decision of an evaluator beside the comment that it is about', () => {
    const { decisions } = phase('2a').attempts[0]!.evaluations[0]!;
    expect(decisions).toMatchObject([
      { decision: 'IMPLEMENT', comment: { message: 'A negative amount is accepted.' } },
      { decision: 'DEFER', comment: { message: 'Paging would be good for long lists.' } },
      { decision: 'REJECT', comment: { message: 'Could be written in a functional style.' } },
    ]);
    expect(sample.deferred).toMatchObject([
      { phase: '2a', attempt: 1, comment: { line: 90 }, reason: 'Not part of this plan.' },
    ]);
  });

  it('keeps what people said', () => {
    expect(phase('2b').attempts.map(({ approvals }) => approvals)).toMatchObject([
      [{ answer: 'refused', message: 'Leave the workflow as it is.', reasons: ['changes a protected path'] }],
      [{ answer: 'approved', message: '' }],
    ]);
    const words = sample.trail
      .filter(({ by }) => by === 'person')
      .map(({ text, words: said }) => `${text}|${said}`);
    expect(words).toContain('attempt 1 was sent back|Leave the workflow as it is.');
    expect(words).toContain('the plan was approved with 7 phases|');
    expect(words).toContain('asked to skip 5|');
  });

  it('tells how a goal became a plan', () => {
    expect(sample.planning).toMatchObject([
      {
        type: 'drafted',
        round: 1,
        phases: null,
        problems: ['"3" depends on "77", which is not in the plan'],
      },
      { type: 'drafted', round: 2, phases: 7 },
      { type: 'rejected', message: 'Keep the export in a phase of its own.' },
      { type: 'drafted', round: 3, problems: [] },
      { type: 'approved', edited: true },
    ]);
  });

  it('finds the chain that took longest by the time that it really took', () => {
    expect(sample.criticalPath).toEqual(['1', '2a', '3']);
    expect(sample.phases.filter(({ critical }) => critical).map(({ plan }) => plan.id)).toEqual([
      '1',
      '2a',
      '3',
    ]);
  });

  it('names commits that others put on the branch', () => {
    expect(sample.foreign).toMatchObject([{ phase: '1', commits: [hash('e')] }]);
  });

  it('tells every decision in the order of time', () => {
    const times = sample.trail.map(({ at }) => at);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    const decisive = sampleJournal().entries.filter(({ event }) =>
      /^(phase_(?!landed)|attempt_(approved|refused)|command_|approval_|plan_|baseline_|run_(?!ended))/.test(
        event.type,
      ),
    );
    expect(decisive.length).toBeGreaterThan(40);
    for (const { at, event } of decisive) {
      expect(
        sample.trail.some(item => item.at === at && (!('phase' in event) || item.phase === event.phase)),
      ).toBe(true);
    }
  });
});

describe('a run that is not over', () => {
  it('leaves the session under way open, and takes one for lost that nobody hears of', () => {
    const running = journal(planOf('a'));
    attemptOn(running, 'a', 1).begin();
    const ofRunning = told(running).phases[0]!;
    expect(ofRunning.attempts[0]).toMatchObject({
      outcome: 'under way',
      endedAt: null,
      spans: [{ result: 'open' }],
    });
    expect(ofRunning.spent).toMatchObject({ sessions: 1, open: 1, lost: 0 });
    running.add(5, { type: 'run_paused', reason: 'interrupted' });
    const ofPaused = told(running);
    expect(ofPaused.phases[0]!.attempts[0]).toMatchObject({
      outcome: 'under way',
      spans: [{ result: 'lost' }],
    });
    expect(ofPaused.totals.spent).toMatchObject({ sessions: 1, lost: 1 });
    expect(ofPaused.next).toEqual([{ text: 'Go on with the run', command: 'phasewright resume k7m2' }]);
  });

  it('goes on with the clock while a process drives it, and counts the sessions that its budgets count', () => {
    const running = journal(planOf('a'));
    attemptOn(running, 'a', 1).begin();
    const { entries, state } = running;
    const now = state().now + 6 * MINUTE;
    const report = reportOf(entries, state(), now);
    expect(report).toMatchObject({ endedAt: now, elapsedMs: 7 * MINUTE, workedMs: 7 * MINUTE });
    expect(report.phases[0]).toMatchObject({ elapsedMs: 6 * MINUTE, endedAt: null });
    expect(report.phases[0]!.attempts[0]!.spans).toMatchObject([{ endedAt: now }]);
    expect(report.totals.spent.sessions).toBe(1);
    expect(report.budgets).toContainEqual({
      ...{ measure: 'wallMs', used: 6 * MINUTE, limit: 7 * 24 * 60 * MINUTE },
      isLeast: false,
    });
    expect(report.budgets).toContainEqual(
      expect.objectContaining({ measure: 'sessions', used: report.totals.spent.sessions }),
    );
    running.add(1, { type: 'run_paused', reason: 'interrupted' });
    expect(told(running)).toEqual(reportOf(entries, state(), now + 60 * MINUTE));
  });

  it('takes the time after a crash from the last that was heard', () => {
    const crashed = journal(planOf('a'));
    attemptOn(crashed, 'a', 1).begin(2);
    crashed.add(30, { type: 'run_resumed' });
    const { pauses, phases } = told(crashed);
    expect(pauses).toEqual([
      { why: 'interrupted', startedAt: START + 2 * MINUTE, endedAt: START + 32 * MINUTE },
    ]);
    expect(phases[0]!.attempts[0]!.spans).toMatchObject([{ result: 'lost', endedAt: START + 2 * MINUTE }]);
  });

  it('says whom a waiting run waits for, in words that a shell takes as they are', () => {
    const id = "it's; rm -rf $HOME";
    const waiting = journal(planOf('x', { x: { id, gated: true } }));
    waiting.add(1, { type: 'run_waiting', phases: [id] });
    expect(told(waiting).next.map(({ command }) => command)).toEqual([
      `phasewright approve k7m2 'it'\\''s; rm -rf $HOME'`,
      `phasewright skip k7m2 'it'\\''s; rm -rf $HOME'`,
      'phasewright resume k7m2',
    ]);
  });
});

it('puts off what the review of the whole asked for when it approved', async () => {
  const made = journal(planOf('a'), { review: { when: 'end' } });
  const attempt = attemptOn(made, 'a', 1);
  attempt.begin();
  attempt.session(1);
  attempt.inspected();
  attempt.landed(hash('b'));
  const comment = { severity: 'minor', file: 'src/a.ts', line: 7, message: 'Name it better.' } as const;
  const review = { approved: true, summary: '', comments: [comment] };
  made.add(1, { type: 'run_reviewed', review, usage: NO_USAGE });
  const report = told(made);
  expect(report.deferred).toEqual([
    { phase: null, attempt: null, comment, reason: 'the reviewer approved all the same' },
  ]);
  const words = 'minor, src/a.ts:7: Name it better.';
  expect(report.trail.at(-1)).toMatchObject({ words });
  expect(reportMarkdown(report)).toContain(`- the whole, ${words} — the reviewer approved all the same\n`);
  expect(await reportHtml(report)).toContain(`<b>the whole</b> ${words}`);
});

describe('attempts that the end of a run overtakes', () => {
  const ended = (accepted: boolean): Journal => {
    const made = journal(planOf('a'), { evaluate: false });
    const attempt = attemptOn(made, 'a', 1);
    attempt.begin();
    if (accepted) {
      attempt.session(1);
      attempt.inspected();
      attempt.reviewed(1);
    }
    made.add(1, { type: 'run_ending', status: 'halted', reason: 'the disk is full' });
    made.add(0, { type: 'run_ended', status: 'halted', head: hash('0'), leftover: null, record: null });
    return made;
  };

  it('are dropped', () => {
    expect(told(ended(false)).phases[0]!.attempts).toMatchObject([
      { outcome: 'dropped', endedAt: START + 2 * MINUTE, spans: [{ result: 'lost' }] },
    ]);
  });

  it('go on where they were accepted, and can still land', () => {
    const made = ended(true);
    expect(told(made).phases[0]!.attempts).toMatchObject([{ outcome: 'under way', endedAt: null }]);
    made.add(10, { type: 'run_resumed' });
    attemptOn(made, 'a', 1).landed(hash('9'));
    expect(told(made).phases[0]!.attempts).toMatchObject([
      { outcome: 'landed', endedAt: START + 14 * MINUTE },
    ]);
  });

  it('are dropped when their phase is skipped', () => {
    const made = journal(planOf('a'));
    attemptOn(made, 'a', 1).begin();
    made.add(4, { type: 'phase_skipped', phase: 'a', reason: 'skipped by request' });
    expect(told(made).phases[0]).toMatchObject({ status: 'skipped', attempts: [{ outcome: 'dropped' }] });
  });
});

it('does not take the output of a phase that failed for what landed', () => {
  const made = journal(planOf('a'), {
    checks: [{ command: 'npm test', kind: 'test', timeoutMs: 1 }],
    maxAttempts: 1,
  });
  const attempt = attemptOn(made, 'a', 1);
  attempt.begin();
  attempt.session(1, usd(1));
  attempt.inspected();
  attempt.checked(1, [check('failed')]);
  const failure = { category: 'checks', message: 'no' } as const;
  const why = { rule: 'retry.exhausted', facts: {} } as const;
  made.add(0, { type: 'phase_failed', phase: 'a', attempt: 1, failure, spends: 'attempts', why });
  const { totals, phases } = told(made);
  expect(totals).toMatchObject({ changed: 0, added: 0, deleted: 0 });
  expect(phases[0]).toMatchObject({ commit: null, change: { added: 30 }, reason: 'checks: no' });
});
