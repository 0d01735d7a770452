import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { ground, must, run } from './ground.ts';

it('tens of thousands of changed files are inspected and shown in part', async () => {
  const made = await run(ground({ 'gone.txt': 'gone\n', 'new.txt': '1\n2\n3\n' }));
  const { base, git } = made;
  const blob = git('rev-parse', 'HEAD:new.txt');
  const input = Array.from({ length: 50_000 }, (_, at) => `100644 blob ${blob}\tsrc-${at}.test.ts\n`).join(
    '',
  );
  const options = { cwd: made.checkout, env: made.environment, encoding: 'utf8', input } as const;
  const snapshot = git('commit-tree', execFileSync('git', ['mktree'], options).trim(), '-m', 'many');
  const deliverables = ['src-9.test.ts', 'elsewhere/src-8.test.ts'];
  const inspection = must(await made.work.inspect({ base, snapshot, deliverables }));
  // One of them is the old file under a new name.
  expect(inspection.changed).toBe(50_001);
  expect(inspection.files.filter(({ added }) => added === 3)).toHaveLength(49_999);
  expect(inspection.truncated).toBe(true);
  expect(inspection.patches.length).toBeGreaterThan(1000);
  expect(inspection.deliverables).toEqual([
    { path: 'src-9.test.ts', found: 'file', elsewhere: [] },
    { path: 'elsewhere/src-8.test.ts', found: 'nothing', elsewhere: ['src-8.test.ts'] },
  ]);
  const { stat, text, truncated } = must(await made.work.diff({ base, snapshot, maxBytes: 5000 }));
  expect(stat.split('\n').length).toBeLessThan(210);
  expect(stat).toMatch(/^ 50001 files changed/m);
  expect(truncated).toBe(true);
  expect(text.length).toBeLessThanOrEqual(5000);
});
