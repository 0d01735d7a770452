import { expect, it } from 'vitest';
import { obey } from '../../src/run/obey.ts';
import { world } from '../engine/world.ts';
import { drama } from '../view/why/drama.ts';
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

it('a phase that somebody works on is not changed under their hands', () => {
  const plan = planOf('a; b');
  const state = drama(plan, { concurrency: 1 }).state();
  const edited = (phase: 'a' | 'b') => {
    const [at] = plan.phases.filter(({ id }) => id === phase);
    const events = obey(state, state.commands + 1, { type: 'edit', phase, plan: { ...at!, title: 'Other' } });
    return events.map(({ type }) => type);
  };
  expect(edited('a')).toContain('command_refused');
  expect(edited('b')).toContain('phase_edited');
});
