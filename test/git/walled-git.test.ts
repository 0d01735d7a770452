import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { walledGit } from '../../src/git/walled-git.ts';

it('starts one shell for commands that come together, and another one only when that has ended', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'walled-')));
  const environment = { PATH: process.env.PATH ?? '' };
  let started = 0;
  const { runner, end } = walledGit({
    environment,
    scratch: join(folder, 'scratch'),
    identity: () => 'the same',
    commandLine: () => {
      started += 1;
      return ['/bin/sh'];
    },
  });
  const version = () => runner({ cwd: folder, environment }, ['version'], {});

  const outputs = await Promise.all([version(), version(), version()]);
  expect(outputs.map(output => output.ok)).toEqual([true, true, true]);
  expect(started).toBe(1);
  await end();

  await Promise.all([version(), version()]);
  expect(started).toBe(2);
  await end();
});
