import { describe, expect, it } from 'vitest';
import type { Command } from '../../../src/run/event.ts';
import { obey } from '../../../src/run/obey.ts';
import type { RunState } from '../../../src/run/state.ts';
import { summaryText } from '../../../src/view/run/summary.ts';
import { uncoloured } from '../../../src/view/style.ts';
import { attemptOn, journal, planOf } from '../report/story.ts';
import { type Drama, drama } from '../why/drama.ts';

const lastLine = (state: RunState): string => summaryText(state, uncoloured).trim().split('\n').at(-1)!;

/** A run in which the work of `a` waits to land, as all that depends on nothing does. */
function held(plan = planOf('a')): Drama {
  const told = drama(plan, { approve: 'landing' });
  const name = { phase: 'a', attempt: 1 };
  told.fact(0, { type: 'workspace_opened', ...name, lane: 0, path: '/tmp/slot' });
  told.fact(0, { type: 'session_started', ...name, lane: 0, role: 'developer', pid: 7, startTime: '1' });
  attemptOn(told, 'a', 1).session(1);
  const change = { changed: 1, added: 1, deleted: 0, tier: 'full', findings: [] } as const;
  told.fact(0, { type: 'attempt_inspected', ...name, files: [], ...change });
  return told;
}

const isRefused = (state: RunState, command: Command): boolean =>
  obey(state, state.commands + 1, command).some(({ type }) => type === 'command_refused');

describe('the summary of a run that waits', () => {
  it.each<[string, RunState, line: string, no: Command[]]>([
    [
      'before phases start',
      drama(planOf('a; b'), { approve: 'phase' }).state(),
      'yes: phasewright approve k7m2 PHASE · no: phasewright skip k7m2 PHASE · then: phasewright resume k7m2',
      [{ type: 'skip', phase: 'a' }],
    ],
    [
      'before work lands',
      held().state(),
      'yes: phasewright approve k7m2 PHASE · no: phasewright reject k7m2 PHASE --message TEXT · then: phasewright resume k7m2',
      [{ type: 'reject', phase: 'a', message: 'no' }],
    ],
    [
      'for both',
      held(planOf('a; b', { b: { gated: true } })).state(),
      'yes: phasewright approve k7m2 PHASE · no, to work: phasewright reject k7m2 PHASE --message TEXT · no, to a start: phasewright skip k7m2 PHASE · then: phasewright resume k7m2',
      [
        { type: 'reject', phase: 'a', message: 'no' },
        { type: 'skip', phase: 'b' },
      ],
    ],
  ])('%s names commands that are followed', (_, state, line, noes) => {
    expect(state.status).toBe('waiting');
    expect(lastLine(state)).toBe(line);
    for (const no of noes) expect(isRefused(state, no), JSON.stringify(no)).toBe(false);
  });
});

describe('the summary of a run that halted', () => {
  const halted = (goal: string | null, plan = planOf('a')): RunState => {
    const told = journal(plan, {}, { goal });
    told.add(0, { type: 'run_ending', status: 'halted', reason: 'it came to nothing' });
    told.add(0, { type: 'run_ended', status: 'halted', head: '0', leftover: null, record: null });
    return told.state();
  };

  it('without a plan names no phase', () => {
    const text = summaryText(halted('Greet people.', planOf('')), uncoloured);
    expect(text).toMatch(
      /it came to nothing\nlook: phasewright logs k7m2 --agents · go on: phasewright resume k7m2\n$/,
    );
    expect(text).not.toContain('what landed');
  });

  it('without a failed phase asks for none', () => {
    expect(lastLine(halted(null))).toBe('look: phasewright why k7m2 · go on: phasewright resume k7m2');
  });
});
