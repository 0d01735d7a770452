import { describe, it } from 'vitest';
import { planOf } from '../run/plans.ts';
import { compare } from './check.ts';
import { world } from './world.ts';

describe('a run that is cancelled', () => {
  it('sees the landing under way through and drops what else was accepted', async () => {
    const made = await world({
      plan: planOf('a; b'),
      settings: { review: { when: 'never' } },
      through: (workspaces, clock) => ({
        ...workspaces,
        async land(request) {
          await clock.sleep(100);
          return workspaces.land(request);
        },
      }),
    });
    const driven = made.go();
    await made.clock.sleep(50);
    await made.ask({ type: 'cancel' });
    await compare(made, await driven, {
      status: 'cancelled',
      standings: 'a completed, b pending',
      landed: 'a',
    });
  });
});
