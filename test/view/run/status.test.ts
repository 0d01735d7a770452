import { describe, expect, it } from 'vitest';
import type { RunState } from '../../../src/run/state.ts';
import { allowedSince } from '../../../src/view/run/allowance.ts';
import { endOf } from '../../../src/view/run/end.ts';
import { runsText } from '../../../src/view/run/runs.ts';
import { stateJson } from '../../../src/view/run/state-json.ts';
import { statusText } from '../../../src/view/run/status.ts';
import { summaryText } from '../../../src/view/run/summary.ts';
import { uncoloured } from '../../../src/view/style.ts';
import { hash, MINUTE, planOf, usd } from '../report/story.ts';
import { type Drama, drama, waiting } from '../why/drama.ts';

const PIPE = { style: uncoloured, unicode: true, columns: Infinity };

/** What stands above the phases. */
const head = (state: RunState, verbose = false): readonly string[] =>
  statusText({ state, driver: 1 }, uncoloured, true, verbose).split('\n\n')[0]!.split('\n');
const rowOf = (state: RunState, phase: string): string =>
  statusText({ state, driver: 1 }, uncoloured, true)
    .split('\n')
    .find(line => line.includes(`  ${phase}  `))!;
const json = (state: RunState) => stateJson({ state, driver: 1 }) as Record<string, unknown>;

/** A phase whose budget ran out, for which less is proposed. */
function proposed(): Drama {
  const told = drama(planOf('a', { a: { deliverables: ['a.ts', 'b.ts'], criteria: ['It is fast.'] } }), {
    maxAttempts: 1,
    budgets: { phase: { wallMs: 10 * MINUTE } },
    recovery: { doctor: { enabled: false }, replan: { enabled: false }, escalation: { enabled: false } },
  });
  told.fails('a', { category: 'tests', message: 'red' }, { minutes: 9 });
  const plan = { ...told.state().plan.phases[0]!, deliverables: ['a.ts'] };
  const dropped = [{ what: 'b.ts', reason: 'it can be done later' }];
  const name = { phase: 'a', attempt: 1, revision: 1 };
  told.fact(0, { type: 'phase_revised', ...name, plan, reason: 'One file first.', dropped, usage: usd(0.1) });
  return told;
}

describe('status', () => {
  const hour = 60 * MINUTE;
  const state = waiting({ limits: { backoffMs: hour, maxBackoffMs: hour } }).state();

  it('tells until when and for what phases, reviewers and providers wait', () => {
    const lines = head(state).filter(line => line.includes('UTC'));
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^b waits until \d\d:\d\d UTC \(in \d+ min \d\d s\) for the next review$/);
    expect(lines[1]).toBe('scripted is not asked before 10:35 UTC (in 1 h 27 min)');
    expect(rowOf(state, 'b')).toMatch(/running .*review, not before \d\d:\d\d UTC$/);
    expect(json(state).waits).toMatchObject([
      { phase: 'b', provider: null, for: 'review', until: expect.stringMatching(/^2026-03-14T/) },
      { phase: null, provider: 'scripted', for: 'provider', until: '2026-03-14T10:35:00.000Z' },
    ]);
  });

  it('tells of a phase that is tried again later why it waits', () => {
    const told = drama(planOf('a'), {
      recovery: { doctor: { enabled: false } },
      limits: { backoffMs: 3_600_000, maxBackoffMs: 3_600_000 },
    });
    told.fails('a', { category: 'infra.network', message: 'no route' });
    const [, wait] = head(told.state());
    expect(wait).toMatch(
      /^a waits until \d\d:\d\d UTC \(in \d+ min \d\d s\) for the next attempt \(infra\.network: no route\)$/,
    );
    expect(rowOf(told.state(), 'a')).toMatch(/retrying .*not before \d\d:\d\d UTC$/);
    const later = { ...told.state(), now: told.state().now + 60 * MINUTE };
    expect(head(later).some(line => line.includes('waits'))).toBe(false);
  });

  it('tells in full what a person is needed for, with the commands that go on', () => {
    expect(head(state)).toEqual(
      expect.arrayContaining([
        'a needs a person: the developer asks: Which of the two ports?; answer with retry a --message "…", or edit or skip the phase',
        '  phasewright retry k7m2 a --message TEXT',
        '  phasewright edit k7m2 a',
        '  phasewright skip k7m2 a',
      ]),
    );
    expect(rowOf(state, 'a')).toMatch(/needs a person$/);
    expect(json(state).needs).toMatchObject([{ phase: 'a', isProposal: false, commands: { length: 3 } }]);
  });

  it('tells a proposal with all that it leaves out, once', () => {
    const told = proposed().state();
    expect(told.status).toBe('waiting');
    expect(head(told)).toEqual([
      'run k7m2: waiting (process 1), 0 of 1 phases done',
      'a needs a person: the budget does not reach for all of phase a; a smaller scope is proposed: One file first.',
      '  leaves out: b.ts (it can be done later)',
      'approve a accepts it, reject a --message "…" gives the phase up, retry a tries all of it again',
      '  phasewright approve k7m2 a',
      '  phasewright reject k7m2 a --message TEXT',
      '  phasewright retry k7m2 a',
      '  phasewright edit k7m2 a',
      '  phasewright skip k7m2 a',
      'branch phasewright/k7m2 at 0000000',
    ]);
    const summary = summaryText(told, uncoloured);
    expect(summary).toContain('  leaves out: b.ts (it can be done later)\n');
    expect(summary).toContain('\nthen: phasewright resume k7m2\n');
    expect(summary).not.toContain('yes: ');
  });

  it('tells budgets of which much is used, the nearest first, and all of them where that is asked for', () => {
    const told = drama(planOf('a; b; c; d'), {
      budgets: { run: { tokens: 20_000, usd: 2, sessions: null }, phase: { failures: null } },
    });
    expect(head(told.state())).toHaveLength(2);
    for (const id of ['a', 'b', 'c'])
      told.lands(id, { usage: { inputTokens: 4_000, outputTokens: 0, costUsd: 0.5 } });
    const now = told.state();
    expect(head(now)[2]).toBe('used: $1.50 of $2 (75 %), 12k of 20k tokens (60 %)');
    expect(head(now, true)[2]).toBe(
      'used: $1.50 of $2 (75 %), 12k of 20k tokens (60 %), 9 min of 7 days busy (0 %), 0 of 300 failed attempts (0 %)',
    );
    expect(json(now).budgets).toEqual([
      { measure: 'usd', used: 1.5, limit: 2, isLeast: false },
      { measure: 'tokens', used: 12_000, limit: 20_000, isLeast: false },
      { measure: 'wallMs', used: 9 * MINUTE, limit: 7 * 24 * 60 * MINUTE, isLeast: false },
      { measure: 'failures', used: 0, limit: 300, isLeast: false },
    ]);
  });

  it('goes by the clock while a process drives the run, and has plain words for what goes on', () => {
    const { state: of, entries } = drama(planOf('a'));
    const now = of().now + 6_000;
    const view = { state: of(), driver: 1, now, allowed: allowedSince(entries) };
    expect(statusText(view, uncoloured, true, true)).toMatch(/● {2}a .*running {2}6\.0 s {2}at work\n/);
    expect(statusText(view, uncoloured, true, true)).toContain('6 s of 7 days busy');
    const { updatedAt } = stateJson(view) as { updatedAt: string };
    expect(Date.parse(updatedAt)).toBe(of().now);
  });

  it('tells of a budget what is not known of it, and since when it counts', () => {
    const made = drama(planOf('a'), { maxAttempts: 1, recovery: { enabled: false } });
    made.fails('a', { category: 'tests', message: 'red' });
    const used = (): string | undefined =>
      statusText(
        { state: made.state(), driver: null, allowed: allowedSince(made.entries) },
        uncoloured,
        true,
        true,
      )
        .split('\n')
        .find(line => line.startsWith('used'));
    expect(used()).toMatch(/^used: .*unknown of 500M tokens, unknown of \$500/);
    made.add(0, {
      ...{ type: 'run_ended', status: 'halted', head: hash('0') },
      leftover: null,
      record: null,
    });
    made.add(1, { type: 'run_resumed' });
    expect(used()).toMatch(
      /^used since the run was taken on again at 2026-03-14 [\d:]+ UTC: .*\$0 of \$500 \(0 %\)/,
    );
  });

  it('takes no phase that was left out for done, but one that was done before', () => {
    const made = drama(planOf('a; b; c', { c: { done: true } }));
    made.lands('a');
    made.ask({ type: 'skip', phase: 'b' });
    expect(head(made.state())[0]).toMatch(/, 2 of 3 phases done, 1 skipped$/);
    expect(runsText([{ state: made.state(), driver: null }], PIPE, 0)).toContain(' 2/3 ');
  });

  it('foresees what is left, and which limit that would overrun', () => {
    const told = drama(planOf('a; b; c'), { concurrency: 1, budgets: { run: { tokens: 22_000 } } });
    expect(json(told.state()).forecast).toBeNull();
    told.lands('a', { usage: { inputTokens: 9_000, outputTokens: 0, costUsd: 1 } });
    expect(head(told.state()).at(-1)).toBe(
      'left: about 6 min, 18k tokens, $2 for 2 phases (judging by 1); that is more than the budget has of tokens',
    );
    expect(json(told.state()).forecast).toMatchObject({ tokens: 18_000, usd: 2, exceeds: ['tokens'] });
  });

  it('is as short as before where nothing is out of the ordinary', () => {
    const told = drama(planOf('a'));
    told.lands('a');
    expect(head(told.state())).toHaveLength(2);
  });
});

describe('the summary of a run that is over', () => {
  it('has the time that the run took, whatever is asked of it afterwards', () => {
    const made = drama(planOf('a'));
    made.lands('a');
    made.add(0, {
      ...{ type: 'run_ended', status: 'completed', head: hash('1') },
      leftover: null,
      record: null,
    });
    const before = summaryText(made.state(), uncoloured);
    made.ask({ type: 'retry', phase: 'a' });
    expect(made.entries.at(-1)!.event.type).toBe('command_refused');
    expect(summaryText(made.state(), uncoloured, endOf(made.entries, made.state()))).toBe(before);
  });
});
