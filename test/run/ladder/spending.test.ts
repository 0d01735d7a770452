import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/run/apply.ts';
import { phaseAt } from '../../../src/run/queries.ts';
import type { RunState } from '../../../src/run/state.ts';
import type { Usage } from '../../../src/run/usage.ts';
import { applied, session } from './sessions.ts';

const used = (inputTokens: number, costUsd: number | null = null): Usage => ({
  inputTokens,
  outputTokens: 0,
  costUsd,
});

const noted = (usage: Usage): Entry => ({
  at: 1,
  event: { type: 'usage_noted', phase: 'a', attempt: 1, lane: 0, role: 'developer', usage },
});
const RESUMED: Entry = { at: 1, event: { type: 'run_resumed' } };

/** Tokens, dollars and sessions without a price, of the run and of the phase alike. */
function told(state: RunState): string {
  const words = ({ inputTokens, costUsd, unpriced }: RunState['usage']): string =>
    `${inputTokens} $${costUsd} ${unpriced}`;
  expect(words(phaseAt(state, 0).usage)).toBe(words(state.usage));
  return words(state.usage);
}

describe('what a session spends', () => {
  const check = (expected: string, ...entries: readonly Entry[]): void =>
    expect(told(applied({}, ...entries))).toBe(expected);

  it('is counted when it ends', () => {
    check('100 $0 1', session(1, null, used(100)));
    check('100 $2 0', session(1, null, used(100, 2)));
  });

  it('is counted while it goes on, and no part of it twice', () => {
    check('60 $0 0', noted(used(60)));
    check('100 $0 1', noted(used(60)), session(1, null, used(100)));
    check('100 $0 1', noted(used(40)), noted(used(20)), session(1, null, used(100)));
    check('100 $2 0', noted(used(60, 1)), session(1, null, used(100, 2)));
  });

  it('is never less than what was told before', () => {
    check('60 $0 1', noted(used(60)), session(1, null, used(10)));
  });

  it('stays counted where the session was cut off, and the next one comes on top', () => {
    check('60 $0 0', noted(used(60)), RESUMED);
    const opened: Entry = {
      at: 1,
      event: { type: 'workspace_opened', phase: 'a', attempt: 1, lane: 0, path: '' },
    };
    check('160 $0 1', noted(used(60)), RESUMED, opened, session(1, null, used(100)));
  });

  it('tells how few tokens a session of its role takes at least', () => {
    const least = (...tokens: number[]) =>
      applied({}, ...tokens.map(inputTokens => session(1, null, used(inputTokens)))).least;
    expect(least()).toEqual({});
    expect(least(0)).toEqual({});
    expect(least(300, 200, 400)).toEqual({ developer: 200 });
  });
});
