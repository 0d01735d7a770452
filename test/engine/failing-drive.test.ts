import { expect, it } from 'vitest';
import { planOf } from '../run/plans.ts';
import { Died } from './crash.ts';
import { type WorldOptions, world } from './world.ts';

it('a drive that fails is over only once nothing of it is under way', async () => {
  const opening = new Set<number>();
  const through: WorldOptions['through'] = (workspaces, clock) => ({
    ...workspaces,
    async open(request) {
      opening.add(request.slot);
      if (request.slot === 2) await clock.sleep(20);
      opening.delete(request.slot);
      return workspaces.open(request);
    },
  });
  const made = await world({ plan: planOf('a; b'), settings: { concurrency: 2 }, through });
  // The first write tells that both phases started, the second that a workspace is open.
  const failing = made.go({ crash: { write: 2, when: 'before' } }).finally(() => {
    expect([...opening]).toEqual([]);
  });
  await expect(failing).rejects.toThrow(Died);
  expect(made.git.slots.size).toBe(2);
});
