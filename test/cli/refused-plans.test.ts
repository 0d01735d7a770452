import { expect, it } from 'vitest';
import { workshop } from './workshop.ts';

/** Plans that leave open what is to be done, or in which order, and what is said about each. */
const UNCLEAR: readonly (readonly [plan: string, says: string])[] = [
  ['# Thoughts\n\nWe should do something about the cache.\n', 'no phases or tasks can be recognised'],
  ['### Task 1: One\n\nDepends on: Task 7\n', 'Task 7'],
  ['### Task 1: A\n\nDepends on: Task 2\n\n### Task 2: B\n\nDepends on: Task 1\n', '1 -> 2 -> 1'],
  [
    '### Task 1: A\n\n### Task 1: Another\n\n### Task 2: B\n\nDepends on: Task 1\n',
    '"2" names "1", an id that 2 units have (lines 1, 3)',
  ],
];

/** It can be carried out, but its table and its sections do not say the same. */
const DUBIOUS = `| Phase | Name | Depends On |
|---|---|---|
| 1 | Base | - |
| 2 | Login | 1 |

## Phase 1: The base of it all

## Phase 2: Quite another thing

## Phase 3: Extra
`;

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

it('what is dubious about a plan is told before it is approved, and at the start of a run that nobody was asked about [004-21]', async () => {
  const shop = workshop({ 'plan.md': DUBIOUS, 'script.json': '{}' });
  const words = ['run', 'plan.md', '--agent', 'scripted', '--script', 'script.json'];
  const checked = (await shop.run('check', 'plan.md')).out;
  const findings = checked.slice(0, checked.lastIndexOf('plan.md: ok'));
  expect(findings.match(/warning\[[\w-]+\]/g)).toEqual([
    'warning[title-mismatch]',
    'warning[unlisted-phase]',
  ]);
  const asked = await shop.run(...words);
  expect(asked).toMatchObject({ code: 3, err: expect.stringContaining('Nothing was started') });
  expect(asked.err.startsWith(findings)).toBe(true);
  const unasked = await shop.run(...words, '--yes');
  expect(unasked.err.startsWith(findings)).toBe(true);
  expect(unasked.err.length).toBeGreaterThan(findings.length);
});
