import type { Entry } from '../../../src/run/apply.ts';
import { CHECKS, type WorldOptions, world } from '../../engine/world.ts';
import { richJournal } from '../../run/journals.ts';
import { planOf, subtasks } from '../../run/plans.ts';
import { recoveredJournal } from '../../run/recovered.ts';

const PLAN = planOf('a; b; c: a; d: a b; e: d', {
  a: { subtasks: subtasks('1', '2', '3') },
  c: { gated: true },
  d: { subtasks: subtasks('4', '5') },
});

/** Ids of the plans below, and one of no phase. */
export const PHASES = ['a', 'b', 'c', 'd', 'e', 'g', 'x', 'nowhere'];

const WORLDS: readonly WorldOptions[] = [
  { plan: PLAN, settings: { checks: CHECKS }, script: { a: ['red', 'ok'], b: ['reject', 'ok'] } },
  { plan: PLAN, preset: 'subtasks', script: { d: ['fail'] } },
  { plan: PLAN, preset: 'tasks', settings: { checks: CHECKS }, script: { a: ['mute', 'mute', 'ok'] } },
  {
    plan: PLAN,
    preset: 'autobuild',
    settings: { onFailure: 'continue' },
    script: { a: ['clash'], b: ['clash'] },
  },
  {
    plan: PLAN,
    settings: { review: { when: 'never' }, session: 'subtask', concurrency: 2 },
    script: { b: ['infra', 'ok'] },
  },
  { plan: planOf('a'), settings: { review: { when: 'never' } } },
];

/** Journals of runs that really took place, on fakes. */
export const JOURNALS: readonly (readonly Entry[])[] = [
  await richJournal(),
  await recoveredJournal(),
  ...(await Promise.all(WORLDS.map(run))),
];

async function run(options: WorldOptions): Promise<readonly Entry[]> {
  const made = await world(options);
  const first = await made.go();
  if (first.status === 'waiting') {
    await made.ask({ type: 'approve', phase: 'c' });
    await made.go({ resume: true });
  }
  return made.journal();
}
