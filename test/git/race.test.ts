import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { attempt, BRANCH, ground, landing, must, put, run } from './ground.ts';

it('landing does not lose what somebody puts on the branch between our look and our move', async () => {
  const made = ground();
  const { work, base, git } = await run(made, {
    commit: { mode: 'phase', author: null, hooks: true },
    confinement: null,
  });
  const one = await attempt(work, base, '1', path => put(join(path, 'one'), '1'));
  const foreign = git('commit-tree', `${base}^{tree}`, '-p', base, '-m', 'from somebody else');
  // Hooks run after we have looked where the branch stands, and before we move it.
  const hook = join(made.checkout, '.git/hooks/commit-msg');
  put(hook, `#!/bin/sh\ngit update-ref refs/heads/${BRANCH} ${foreign} ${base} || true\n`);
  chmodSync(hook, 0o755);
  const landed = must(await work.land(landing('1', { base, head: base, snapshot: one.commit })));
  expect(landed).toMatchObject({ outcome: 'landed', foreign: [foreign] });
  expect(git('rev-list', '--parents', '-1', BRANCH)).toBe(`${landed.head} ${foreign}`);
});
