import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { program } from './bundle.ts';
import { finished } from './finished.ts';
import { carryOut } from './story.ts';
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

  it('goes by the clock while a run is driven, and by its end afterwards', async () => {
    const shop = workshop({ 'plan.md': '# Slow\n\n### Task 1: Only\n' });
    shop.write('script.json', developers({ '*': [[{ sleep: 60_000 }]] }));
    const driven = shop.start(...SCRIPTED_RUN);
    await driven.seen('session_started');
    const took = async (): Promise<string | undefined> =>
      (await shop.run('status', 'last')).out.match(/running {2}(\S+ s) {2}at work/)?.[1];
    const first = await took();
    expect(first).toMatch(/s$/);
    expect(await took()).not.toBe(first);
    const report = (await shop.run('report')).out;
    expect(report).toContain('- **Work:** 1 attempt, 1 session\n');
    expect(report).toContain('1 of 5,000 sessions');
    driven.signal('SIGINT');
    expect((await driven.end).code).not.toBe(0);
    const paused = (await shop.run('report')).out;
    expect((await shop.run('report')).out).toBe(paused);
  });

  it('does not count the time after a run among its own', async () => {
    const { run } = await finished();
    const { out } = await run('resume', 'last');
    expect((await run('retry', 'last', '1')).err).toContain('refused');
    expect((await run('resume', 'last')).out).toBe(out);
  });

  it('reports what the review of the whole puts off, and no costs as zero that nobody knows', async () => {
    const shop = workshop({ 'plan.md': '# Whole\n\n### Task 1: Only\n' });
    const comment = { severity: 'minor', file: '1.txt', line: 1, message: 'Say it shorter.' };
    const verdict = { reply: { approved: true, summary: 'Fine.', comments: [comment] } };
    const script = {
      developer: { '*': [[{ write: { path: '1.txt', content: 'x\n' } }]] },
      reviewer: { '*': [[verdict]] },
    };
    expect((await carryOut(shop, script, '--set', 'review=end')).code).toBe(0);
    const { out } = await shop.run('report');
    expect(out).toContain(
      '- the whole, minor, 1.txt:1: Say it shorter. — the reviewer approved all the same\n',
    );
    expect(out).toMatch(/\*\*Budgets:\*\* .*unknown of 500M tokens, unknown of \$500/);
    expect((await shop.run('report', '--format', 'html')).out).not.toContain('full review');
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
