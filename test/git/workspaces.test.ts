import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { attempt, BRANCH, filesOf, ground, landing, must, phase, put, refusal, run } from './ground.ts';

describe('a run', () => {
  it('makes its branch at the base and finds it again', async () => {
    const { work, base, git, again } = await run();
    expect(git('rev-parse', BRANCH)).toBe(base);
    expect(must(await work.openRun())).toMatchObject({ head: base });
    const { commit } = await phase(work, base, '1', path => put(join(path, 'n'), '1'));
    expect(must(await again().openRun())).toMatchObject({ head: commit });
  });

  it('lands every phase as one commit and leaves nothing behind', async () => {
    const { work, base, git, folder, root } = await run();
    const one = await phase(work, base, '1', path => put(join(path, 'one.txt'), 'one'));
    const two = await phase(work, one.head, '2', path => put(join(path, 'a.txt'), 'changed'));
    expect(git('rev-list', '--parents', `${base}..${BRANCH}`).split('\n')).toEqual([
      `${two.commit} ${one.commit}`,
      `${one.commit} ${base}`,
    ]);
    expect(filesOf({ git }, BRANCH)).toMatchObject({ 'one.txt': 'one', 'a.txt': 'changed', 'b.txt': 'b' });
    expect(git('log', '-1', '--format=%an <%ae>%n%B', BRANCH)).toBe(
      'Ada <ada@example.com>\nfeat: phase 2\n\nPhasewright-Run: r1\nPhasewright-Phase: 2\nPhasewright-Attempt: 1',
    );
    expect(must(await work.closeRun({ message: null, record: null }))).toMatchObject({
      head: two.commit,
      rescued: [],
    });
    expect(existsSync(folder)).toBe(false);
    expect(git('worktree', 'list').split('\n')).toHaveLength(1);
    expect(existsSync(join(root, 'checkout/.git/worktrees'))).toBe(false);
    expect(must(await work.closeRun({ message: null, record: null }))).toMatchObject({
      head: two.commit,
      rescued: [],
    });
  });

  it('keeps ignored files in a slot and nothing else', async () => {
    const { work, base } = await run();
    const { head } = await phase(work, base, '1', path => {
      put(join(path, 'cache/x'), 'kept');
      put(join(path, 'junk.txt'), 'landed');
    });
    const { path } = must(await work.open({ slot: 0, base, contents: null }));
    expect(readdirSync(path).sort()).toEqual(['.git', '.gitignore', 'a.txt', 'b.txt', 'cache', 'dir']);
    const again = must(await work.open({ slot: 0, base: head, contents: null }));
    expect(again.path).toBe(path);
    expect(work.pathOf(0)).toBe(path);
    expect(readFileSync(join(path, 'cache/x'), 'utf8')).toBe('kept');
    expect(readFileSync(join(path, 'junk.txt'), 'utf8')).toBe('landed');
  });

  it('gives an agent a clean workspace with HEAD at the base', async () => {
    const { work, base, git } = await run();
    const { path } = must(await work.open({ slot: 3, base, contents: null }));
    expect(git('-C', path, 'rev-parse', '--show-toplevel', 'HEAD').split('\n')).toEqual([path, base]);
    expect(git('-C', path, 'status', '--porcelain')).toBe('');
    expect(git('-C', path, 'branch', '--show-current')).toBe('');
  });

  it('puts other contents on a base as uncommitted changes', async () => {
    const { work, base, git } = await run();
    const failed = await attempt(work, base, '1', path => {
      put(join(path, 'new.txt'), 'new');
      rmSync(join(path, 'b.txt'));
    });
    must(await work.open({ slot: 0, base, contents: null }));
    const { path } = must(await work.open({ slot: 0, base, contents: failed.commit }));
    expect(git('-C', path, 'rev-parse', 'HEAD')).toBe(base);
    expect(git('-C', path, 'status', '--porcelain')).toBe(' D b.txt\n?? new.txt');
    const name = { phase: '1', attempt: 2, lane: null };
    expect(must(await work.capture({ slot: 0, base, ...name })).changes).toEqual(failed.changes);
  });

  it('tells what changed, whatever git status the agent left', async () => {
    const { work, base, git } = await run();
    const snapshot = await attempt(work, base, '1', path => {
      put(join(path, 'new.txt'), 'new');
      put(join(path, 'a.txt'), 'other');
      git('-C', path, 'mv', 'dir/c.txt', 'dir/d.txt');
      rmSync(join(path, 'b.txt'));
      put(join(path, 'x.log'), 'ignored');
    });
    expect(snapshot.changed).toBe(4);
    expect(snapshot.changes).toEqual([
      { status: 'modified', path: 'a.txt' },
      { status: 'deleted', path: 'b.txt' },
      { status: 'renamed', path: 'dir/d.txt' },
      { status: 'added', path: 'new.txt' },
    ]);
    expect(git('rev-parse', 'refs/phasewright/r1/1/1')).toBe(snapshot.commit);
    expect(git('rev-list', '--parents', '-1', snapshot.commit)).toBe(`${snapshot.commit} ${base}`);
  });

  it('captures the same state as the same snapshot, in this process and the next', async () => {
    const { work, base, again } = await run();
    const first = await attempt(work, base, '1', path => put(join(path, 'n'), '1'));
    const request = { slot: 0, base, phase: '1', attempt: 1, lane: null };
    expect(must(await work.capture(request)).commit).toBe(first.commit);
    expect(must(await again().capture(request)).commit).toBe(first.commit);
    put(join(first.path, 'n'), '2');
    expect(must(await work.capture(request)).commit).not.toBe(first.commit);
  });

  it('leaves the workspace as it is when it captures', async () => {
    const { work, base, git } = await run();
    const { path } = must(await work.open({ slot: 0, base, contents: null }));
    put(join(path, 'new.txt'), 'new');
    put(join(path, 'a.txt'), 'staged');
    git('-C', path, 'add', 'a.txt');
    const before = git('-C', path, 'status', '--porcelain');
    must(await work.capture({ slot: 0, base, phase: '1', attempt: 1, lane: null }));
    expect(git('-C', path, 'status', '--porcelain')).toBe(before);
  });

  it('folds the commits of an agent into one and loses none', async () => {
    const { work, base, git } = await run();
    const { head, snapshot } = await phase(work, base, '1', path => {
      put(join(path, 'one.txt'), 'one');
      git('-C', path, 'add', '--all');
      git('-C', path, 'commit', '--quiet', '--message', 'mine');
      put(join(path, 'two.txt'), 'two');
    });
    expect(git('rev-list', '--count', `${base}..${BRANCH}`)).toBe('1');
    expect(Object.keys(filesOf({ git }, head))).toEqual(expect.arrayContaining(['one.txt', 'two.txt']));
    expect(git('log', '-1', '--format=%s', `${snapshot.commit}^2`)).toBe('mine');
  });

  it('counts ignored files that the agent itself put under version control', async () => {
    const { work, base, git } = await run();
    const { changes } = await attempt(work, base, '1', path => {
      put(join(path, 'forced.log'), 'x');
      git('-C', path, 'add', '--force', 'forced.log');
      put(join(path, 'other.log'), 'x');
    });
    expect(changes).toEqual([{ status: 'added', path: 'forced.log' }]);
  });

  it('sees changes that the agent told git not to look at', async () => {
    const { work, base, git } = await run();
    const { changes } = await attempt(work, base, '1', path => {
      git('-C', path, 'update-index', '--assume-unchanged', 'a.txt');
      git('-C', path, 'update-index', '--skip-worktree', 'b.txt');
      put(join(path, 'a.txt'), 'hidden');
      put(join(path, 'b.txt'), 'hidden');
    });
    expect(changes.map(({ path }) => path)).toEqual(['a.txt', 'b.txt']);
  });

  it('works on two slots at once', async () => {
    const { work, base, git } = await run();
    const captured = await Promise.all(
      [0, 1, 2].map(slot => attempt(work, base, `p${slot}`, path => put(join(path, `f${slot}`), 'x'), slot)),
    );
    const landed = await Promise.all(
      captured.map(({ commit }, slot) =>
        work.land(landing(`p${slot}`, { base, head: base, snapshot: commit })),
      ),
    );
    expect(landed.map(result => must(result).outcome)).toEqual(['landed', 'landed', 'landed']);
    expect(git('rev-list', '--count', `${base}..${BRANCH}`)).toBe('3');
    expect(Object.keys(filesOf({ git }, BRANCH))).toEqual(expect.arrayContaining(['f0', 'f1', 'f2']));
  });

  it('refuses to capture what it has not opened', async () => {
    const { work, base } = await run();
    const request = { slot: 0, base, phase: '1', attempt: 1, lane: null };
    expect(refusal(await work.capture(request)).reason).toBe('misplaced');
  });
});

describe('combining', () => {
  const lanes = async (...contents: readonly Record<string, string>[]) => {
    const made = await run(ground({ 'a.txt': '1\n2\n3\n4\n5\n', 'b.txt': 'b\n' }));
    const commits: string[] = [];
    for (const [lane, files] of contents.entries()) {
      const { path } = must(await made.work.open({ slot: lane, base: made.base, contents: null }));
      for (const [name, content] of Object.entries(files)) put(join(path, name), content);
      const name = { phase: '1', attempt: 1, lane };
      commits.push(must(await made.work.capture({ slot: lane, base: made.base, ...name })).commit);
    }
    const request = { phase: '1', attempt: 1, lane: null, base: made.base, commits };
    return { ...made, commits, result: must(await made.work.combine(request)) };
  };

  it('joins the parts of an attempt', async () => {
    const { result, git, base } = await lanes(
      { 'a.txt': 'x\n2\n3\n4\n5\n' },
      { 'a.txt': '1\n2\n3\n4\ny\n' },
      { 'c.txt': 'c' },
    );
    if (result.outcome !== 'combined') expect.fail(result.outcome);
    expect(result.changed).toBe(2);
    expect(git('show', `${result.commit}:a.txt`)).toBe('x\n2\n3\n4\ny');
    expect(git('rev-parse', 'refs/phasewright/r1/1/1')).toBe(result.commit);
    expect(git('rev-parse', `${result.commit}^`)).toBe(base);
    expect(git('rev-parse', 'refs/phasewright/r1/1/1.2')).toMatch(/^[0-9a-f]{40}$/);
  });

  it('names the files where the parts disagree', async () => {
    const { result } = await lanes({ 'a.txt': 'x\n', 'b.txt': 'x' }, { 'a.txt': 'y\n', 'b.txt': 'y' });
    expect(result).toEqual({ ok: true, outcome: 'conflict', files: ['a.txt', 'b.txt'] });
  });
});
