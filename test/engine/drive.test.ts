import { describe, expect, it } from 'vitest';
import { planOf } from '../run/plans.ts';
import { phaseIn } from './fake-git.ts';
import { world } from './world.ts';

describe('drive', () => {
  it('carries a diamond to its end', async () => {
    const { go, git } = await world({ plan: planOf('a; b: a; c: a; d: b c') });
    const state = await go();
    expect(state.status).toBe('completed');
    expect(git.log().slice(1).map(phaseIn)).toEqual(['a', 'b', 'c', 'd']);
  });
});
