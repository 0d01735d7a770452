import { expect, it } from 'vitest';
import { planOf } from '../run/plans.ts';
import { compare } from './check.ts';
import { world } from './world.ts';

it('a run whose only workspace is held for a person waits, though another phase is due to be tried again', async () => {
  const made = await world({
    plan: planOf('b; a'),
    settings: { concurrency: 1, scope: { protect: ['a.txt'] }, limits: { backoffMs: 10 } },
    script: { b: ['infra', 'ok'] },
  });
  const waiting = await made.go();
  await compare(made, waiting, { status: 'waiting', reason: 'waits for approval of a' });
  await made.ask({ type: 'approve', phase: 'a' });
  expect(await made.go()).toMatchObject({ status: 'completed' });
});
