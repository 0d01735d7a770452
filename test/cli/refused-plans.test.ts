import { expect, it } from 'vitest';
import { workshop } from './workshop.ts';

/** Plans that leave open what is to be done, or in which order, and what is said about each. */
const UNCLEAR: readonly (readonly [plan: string, says: string])[] = [
  ['# Thoughts\n\nWe should do something about the cache.\n', 'no phases or tasks can be recognised'],
  ['### Task 1: One\n\nDepends on: Task 7\n', 'Task 7'],
  ['### Task 1: A\n\nDepends on: Task 2\n\n### Task 2: B\n\nDepends on: Task 1\n', '1 -> 2 -> 1'],
];

it('a plan that is not clear is reviewed before a run, and refused although it was approved unseen [004-21]', async () => {
  const shop = workshop();
  for (const [plan, says] of UNCLEAR) {
    shop.write('plan.md', plan);
    const { code, err } = await shop.run('run', 'plan.md', '--agent', 'scripted', '--yes');
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining(says) });
    expect(err).toMatch(/\berror\b/);
  }
  expect(shop.git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main\n');
  expect((await shop.run('status')).out).toContain('no runs yet');
});
