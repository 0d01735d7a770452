import { expect, it } from 'vitest';
import { world } from '../engine/world.ts';
import { planOf } from './plans.ts';

it('a run that waits for approval of a phase goes on when a person edits the phase so that none is needed', async () => {
  const plan = planOf('a', { a: { gated: true } });
  const made = await world({ plan });
  expect((await made.go()).status).toBe('waiting');
  await made.ask({ type: 'edit', phase: 'a', plan: { ...plan.phases[0]!, gated: false } });
  expect((await made.go()).status).toBe('completed');
});

it('it waits on where the phase still needs approval', async () => {
  const plan = planOf('a', { a: { gated: true } });
  const made = await world({ plan });
  await made.go();
  await made.ask({ type: 'edit', phase: 'a', plan: { ...plan.phases[0]!, title: 'Something else' } });
  expect((await made.go()).status).toBe('waiting');
  await made.ask({ type: 'approve', phase: 'a' });
  expect((await made.go()).status).toBe('completed');
});
