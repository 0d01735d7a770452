import { describe, it } from 'vitest';
import type { Workspaces } from '../../src/git/port.ts';
import { planOf } from '../run/plans.ts';
import { compare } from './check.ts';
import { type World, world } from './world.ts';

describe('a run that is cancelled', () => {
  it('sees the landing under way through and drops what else was accepted', async () => {
    const started: Promise<World> = world({
      plan: planOf('a; b'),
      settings: { review: false },
      through: (workspaces: Workspaces): Workspaces => ({
        ...workspaces,
        async land(request) {
          const { clock } = await started;
          await clock.sleep(100);
          return workspaces.land(request);
        },
      }),
    });
    const made = await started;
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
