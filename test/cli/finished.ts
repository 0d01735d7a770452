import { expect } from 'vitest';
import { developers, SCRIPTED_RUN, workshop } from './workshop.ts';

const PLAN = '# Looking\n\n### Task 1: First\n### Task 2: Second\n';

/** A run in which phase 2 failed once and then landed. */
export async function finished() {
  const shop = workshop({ 'plan.md': PLAN });
  const first = [{ say: 'Trying \u001b[31mred' }, { write: { path: '2.txt', content: 'wrong\n' } }];
  const second = [
    { write: { path: '2.txt', content: 'right\n' } },
    { usage: { input: 10, output: 5, costUsd: 0.5 } },
  ];
  shop.write(
    'script.json',
    developers({ '*': [[{ write: { path: '{phase}.txt', content: '{phase}\n' } }]], 2: [first, second] }),
  );
  expect((await shop.run(...SCRIPTED_RUN, '--check', '! grep -q wrong 2.txt')).code).toBe(0);
  return shop;
}
