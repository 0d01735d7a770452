import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { finished } from './finished.ts';

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
});
