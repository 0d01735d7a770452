import { describe, expect, it } from 'vitest';
import { finished } from './finished.ts';
import { workshop } from './workshop.ts';

const parsed = (out: string) =>
  out
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line));

describe('views of a run', () => {
  it('take the last run where none is named, and one attempt where it is', async () => {
    const { run } = await finished();
    const [show, logs, diff] = await Promise.all([run('show'), run('logs'), run('diff', '--stat')]);
    expect(show.out).toBe((await run('show', 'last')).out);
    expect(logs.out).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}run \w{5}: 2 phases on work/);
    expect(diff.out).toMatch(/^1\.txt +\+1\n2\.txt +\+1\n2 files, 2 lines added, 0 deleted\n$/);
    const first = (await run('logs', 'last', '2', '--attempt', '1')).out;
    expect(first).toMatch(/^attempt 1, developer/);
    expect(first).not.toMatch(/^attempt 2,/m);
    expect(first).toContain('  ✓ 6 bytes written\n');
    expect((await run('logs', 'last', '2', '--attempt', '2')).out).toContain(
      '\nused 10 tokens in, 5 out, $0.50\n',
    );
    expect(await run('logs', 'last', '2', '--attempt', '3')).toMatchObject({
      code: 2,
      err: expect.stringContaining('phase 2 has had 2 attempts'),
    });
    expect(await run('logs', '2')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/there is no run 2\n[\s\S]*Phase 2 of the last run is: last 2\n/),
    });
    for (const view of ['logs', 'diff'])
      expect(await run(view, 'last', '--attempt', '1')).toMatchObject({
        code: 2,
        err: expect.stringMatching(/--attempt is of a phase[\s\S]*PHASE/),
      });
  });

  it('are data for programs, an object on each line', async () => {
    const { run, git } = await finished();
    const commit = git('rev-parse', 'work').trim();
    const file = { path: '2.txt', status: 'added', from: null, added: 1, deleted: 0, binary: false };
    const [whole] = parsed((await run('diff', '--json')).out);
    expect(whole).toMatchObject({ phase: null, attempt: null, commit, isCut: false });
    expect(whole.files.map(({ path }: { path: string }) => path)).toEqual(['1.txt', '2.txt']);
    expect(whole.patch).toBe(git('diff', 'main', 'work'));
    const [landed] = parsed((await run('diff', 'last', '2', '--json')).out);
    expect(landed).toMatchObject({ run: whole.run, phase: '2', attempt: 2, commit, files: [file] });
    expect(landed.patch).toContain('+right');
    const [first] = parsed((await run('diff', 'last', '2', '--attempt', '1', '--json')).out);
    expect(first).toMatchObject({ attempt: 1, files: [file] });
    expect(first.patch).toContain('+wrong');
    const [stat] = parsed((await run('diff', 'last', '2', '--stat', '--json')).out);
    expect(stat).toEqual({ run: whole.run, phase: '2', attempt: 2, subtasks: null, commit, files: [file] });

    const log = parsed((await run('logs', 'last', '2', '--json')).out);
    expect(log).toContainEqual({
      ...{ phase: '2', index: 1, attempt: 1, role: 'developer' },
      event: { type: 'text', text: 'Trying \u001b[31mred' },
    });
    expect(new Set(log.map(({ role, attempt }) => `${role} ${attempt}`))).toEqual(
      new Set(['developer 1', 'developer 2', 'reviewer 2', 'baseline 1']),
    );
    expect(log.find(({ role }) => role === 'baseline').event).toMatchObject({ type: 'output' });
    expect(parsed((await run('logs', '--json')).out).at(-1)).toMatchObject({ type: 'run_ended' });
    expect(parsed((await run('show', '--json')).out)).toMatchObject([{ status: 'completed' }]);
    expect(parsed((await run('show', 'last', '2', '--json')).out)).toMatchObject([{ id: '2' }]);
    expect(parsed((await run('status', '--json')).out)).toMatchObject([{ totalPhases: 2 }]);
    expect(parsed((await run('why', '--json')).out)).toMatchObject([{ status: 'completed' }]);
  });

  it('list below all runs what people are waited for', async () => {
    const shop = workshop({
      'plan.json': JSON.stringify({ title: 'Gated', phases: [{ id: '1', title: 'One', gated: true }] }),
    });
    expect((await shop.run('status')).out).toMatch(/^no runs yet; begin one: phasewright run PLAN/);
    expect((await shop.run('run', 'plan.json', '--agent', 'scripted', '--yes')).code).toBe(3);
    expect((await shop.run('status')).out).toMatch(
      /^RUN .*\n(\w{5}) +! waiting +0\/1 .*\n\n\1: 1 waits for you to let it begin: phasewright approve \1 1, then phasewright resume \1\n$/,
    );
  });
});
