import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { program } from './bundle.ts';
import { finished } from './finished.ts';
import { developers, SCRIPTED_RUN, workshop } from './workshop.ts';

describe('looking at runs', () => {
  it('clean forgets what has completed and leaves the branch', async () => {
    const { run, git, home } = await finished();
    expect((await run('clean', '--dry-run')).out).toMatch(/^would remove run \w{5} \(completed\)/);
    expect(git('for-each-ref', 'refs/phasewright')).not.toBe('');
    expect((await run('clean')).code).toBe(0);
    expect(git('for-each-ref', 'refs/phasewright')).toBe('');
    expect(readdirSync(join(home, 'runs'))).toEqual([]);
    expect((await run('status')).out).toContain('no runs yet');
    expect(git('log', '--format=%s', 'main..work').trim().split('\n')).toHaveLength(2);
    expect((await run('clean')).out).toContain('nothing to clean');
  });

  it('says which phase was probably meant', async () => {
    const { run } = await finished();
    for (const words of [
      ['show', 'last', '22'],
      ['diff', 'last', '22'],
      ['logs', 'last', '22'],
    ]) {
      expect(await run(...words)).toMatchObject({ code: 2, err: expect.stringContaining('no phase 22') });
    }
    expect(await run('diff', 'last', '2', '--attempt', '9')).toMatchObject({
      code: 2,
      err: expect.stringContaining('2 attempts'),
    });
  });

  it('diff gives a program all of a long patch, byte for byte', async () => {
    const { run, write, repository, home } = workshop({ 'plan.md': '### Task 1: Much\n' });
    const shell = `yes ${'x'.repeat(99)} | head -n 100000 > long.txt; printf 'na\\357ve \\377\\n' > latin-1.txt`;
    write('script.json', developers({ '*': [[{ shell }]] }));
    expect((await run(...SCRIPTED_RUN)).code).toBe(0);
    const options = { cwd: repository, maxBuffer: 64 << 20, env: { ...process.env, PHASEWRIGHT_HOME: home } };
    const patch = execFileSync(process.execPath, [program(), 'diff', 'last', '1'], options);
    expect(patch.length).toBeGreaterThan(10_000_000);
    expect(patch.equals(execFileSync('git', ['diff', '--no-color', 'work^1', 'work'], options))).toBe(true);
  });
});
