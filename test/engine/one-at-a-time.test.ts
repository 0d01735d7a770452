import { describe, expect, it } from 'vitest';
import { planOf, subtasks } from '../run/plans.ts';
import { check } from './check.ts';
import { CHECKS, type WorldOptions } from './world.ts';

describe('a serial run', () => {
  it('has one session at a time, also where subtasks have sessions of their own', async () => {
    const { peak, sessions } = await check(
      {
        plan: planOf('a; b', { a: { subtasks: subtasks('1', '2', '3') } }),
        settings: { schedule: 'serial', session: 'subtask', concurrency: 3, review: { when: 'never' } },
        takes: { a: 5, b: 5 },
        developer: (files, { assignment: { phase, subtasks: ids } }) => {
          files.set(`${phase}${ids.join('')}.txt`, '');
          return {};
        },
      },
      { status: 'completed', landed: 'a b' },
    );
    expect(sessions).toHaveLength(4);
    expect(peak()).toBe(1);
  });
});

describe('the merge queue', () => {
  it('lets nobody land while the first in it is being checked together with what landed', async () => {
    const asked: string[] = [];
    const through: WorldOptions['through'] = (workspaces, clock) => ({
      ...workspaces,
      async land(request) {
        asked.push(`${request.phase}${request.checked === null ? '' : ' checked'}`);
        // Meanwhile the others are accepted, too.
        await clock.sleep(20);
        return workspaces.land(request);
      },
    });
    await check(
      {
        plan: planOf('a; b; c'),
        settings: { checks: CHECKS, concurrency: 3, review: { when: 'never' } },
        takes: { a: 1, b: 2, c: 2 },
        through,
      },
      { status: 'completed', landed: 'a b c' },
    );
    expect(asked).toEqual(['a', 'b', 'b checked', 'c', 'c checked']);
  });
});
