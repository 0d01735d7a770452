import { describe, expect, it } from 'vitest';
import type { RunState } from '../../../src/run/state.ts';
import { displayWidth } from '../../../src/view/graph/text.ts';
import { nextStep } from '../../../src/view/run/next-step.ts';
import { runsText } from '../../../src/view/run/runs.ts';
import { statusText } from '../../../src/view/run/status.ts';
import { coloured, uncoloured } from '../../../src/view/style.ts';
import { hash, MINUTE, planOf, usd } from '../report/story.ts';
import { type Drama, drama, waiting } from '../why/drama.ts';

const LONG = 'A title that goes on and on, far beyond what fits on a line of a screen with eighty columns';
const PIPE = { style: uncoloured, unicode: true, columns: Infinity };
const SCREEN = { ...PIPE, columns: 80 };

/** One phase landed of two, with this title. */
function half(title = LONG): RunState {
  const told = drama({ ...planOf('a; b: a', { a: { title } }), title }, {});
  told.lands('a', { usage: usd(4.1) });
  return told.state();
}

const lines = (...told: readonly string[]): string[] => told.flatMap(text => text.split('\n'));
const widest = (text: string): number => Math.max(...lines(text).map(displayWidth));

describe('the list of runs', () => {
  it('tells how far each is, since when, for how much, and keeps to a screen', () => {
    const state = half();
    const now = state.createdAt + 12 * MINUTE;
    const screen = runsText([{ state, driver: 7 }], SCREEN, now);
    expect(screen).toMatch(
      /^RUN +STATUS +DONE +BEGAN +TOOK +COST +PLAN\nk7m2 +● running +1\/2 +12 min ago +12 min 00 s +\$4\.10 +A title.*…\n$/,
    );
    expect(widest(screen)).toBeLessThanOrEqual(80);
    const pipe = runsText([{ state, driver: null, endedAt: state.createdAt + MINUTE }], PIPE, now);
    expect(pipe).toMatch(/○ interrupted +1\/2 +2026-03-14 09:00:00 +1 min 00 s/);
    expect(pipe).toContain(LONG);
    const typed = runsText([{ state, driver: 7 }], { ...SCREEN, unicode: false }, now);
    expect(typed).toMatch(/\* running .*\.\.\.\n$/);
    expect(typed).not.toMatch(/[^\n -~]/);
  });

  it.each([
    [0, 'just now'],
    [59 * MINUTE, '59 min ago'],
    [60 * MINUTE, '1 h ago'],
    [47 * 60 * MINUTE, '47 h ago'],
    [48 * 60 * MINUTE, '2 days ago'],
  ])('says of %d ms: %s', (ms, words) => {
    const state = half();
    expect(runsText([{ state, driver: 1 }], SCREEN, state.createdAt + ms)).toContain(`  ${words}  `);
  });

  it('says below what people are waited for', () => {
    const state = waiting().state();
    const text = runsText(
      [
        { state: half('Other'), driver: null },
        { state, driver: 3 },
      ],
      PIPE,
      state.now,
    );
    expect(text).toMatch(
      /\n\nk7m2: a needs you(?: \(and \d more\))?: phasewright retry k7m2 a --message TEXT\n$/,
    );
    expect(widest(runsText([{ state, driver: null }], SCREEN, state.now))).toBeLessThanOrEqual(80);
  });
});

describe('what can be done next', () => {
  const step = (told: Drama | RunState, driver: number | null = null) =>
    nextStep({ state: 'state' in told ? told.state() : told, driver });

  it('is to look on, to go on, or to find out', () => {
    expect(step(half(), 7)).toBe('look on: phasewright watch k7m2; be with it: phasewright attach k7m2');
    expect(step(half())).toBe('go on: phasewright resume k7m2');
    const failed = drama(planOf('a'), {
      maxAttempts: 1,
      recovery: { doctor: { enabled: false }, replan: { enabled: false }, escalation: { enabled: false } },
    });
    failed.fails('a', { category: 'tests', message: 'red' });
    failed.add(0, { type: 'run_ended', status: 'halted', head: hash('0'), leftover: null, record: null });
    expect(step(failed)).toBe('what went wrong: phasewright why k7m2; go on: phasewright resume k7m2');
  });

  it('is nothing after all is done', () => {
    const told = drama(planOf('a'), {});
    told.lands('a');
    told.add(0, { type: 'run_ended', status: 'completed', head: hash('1'), leftover: null, record: null });
    expect(step(told)).toBeNull();
  });

  it('is to answer, with the resume that nobody else does', () => {
    expect(step(waiting(), 3)).toMatch(/^a needs you.*--message TEXT$/);
    expect(step(waiting())).toMatch(/--message TEXT, then phasewright resume k7m2$/);
    const gated = drama(planOf('a', { a: { gated: true } }), {});
    expect(step(gated, 3)).toBe('a waits for you to let it begin: phasewright approve k7m2 a');
  });
});

describe('a run with its phases', () => {
  it('fits on a screen of eighty columns and of forty, and says everything in a pipe', () => {
    for (const state of [half(), waiting().state()]) {
      for (const columns of [40, 80]) {
        const text = statusText({ state, driver: 1 }, uncoloured, true, true, columns);
        expect(widest(text)).toBeLessThanOrEqual(columns);
      }
    }
    expect(statusText({ state: half(), driver: 1 }, uncoloured, true)).toContain(LONG);
  });

  it('ends with what can be done next', () => {
    expect(statusText({ state: half(), driver: 1 }, uncoloured, true)).toMatch(
      /\n\nlook on: phasewright watch k7m2; be with it: phasewright attach k7m2\n$/,
    );
  });

  it('is coloured by status', () => {
    const text = statusText({ state: half('First'), driver: 1 }, coloured, true, false, 80);
    expect(text).toContain('\u001B[32m  ✓\u001B[39m');
    expect(text).toContain('\u001B[32mcompleted\u001B[39m');
  });
});
