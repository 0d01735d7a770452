import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { attempt, BRANCH, filesOf, ground, landing, message, must, put, refusal, run } from './ground.ts';

/** Two attempts from the same base; the first has landed. */
async function rivals(first: Record<string, string>, second: Record<string, string>) {
  const made = await run(ground({ 'a.txt': '1\n2\n3\n4\n5\n', 'b.txt': 'b\n' }));
  const { work, base } = made;
  const edit = (files: Record<string, string>) => (path: string) => {
    for (const [name, content] of Object.entries(files)) put(join(path, name), content);
  };
  const one = await attempt(work, base, '1', edit(first), 0);
  const two = await attempt(work, base, '2', edit(second), 1);
  const landed = must(await work.land(landing('1', { base, head: base, snapshot: one.commit })));
  const request = landing('2', { base, head: landed.head, snapshot: two.commit });
  return { ...made, landed, request };
}

const FIRST = { 'a.txt': 'x\n2\n3\n4\n5\n' };
const SECOND = { 'a.txt': '1\n2\n3\n4\ny\n', 'new.txt': 'n' };

describe('landing on work that landed meanwhile', () => {
  it('merges and makes one commit on top', async () => {
    const { work, request, landed, git } = await rivals(FIRST, SECOND);
    const result = must(await work.land(request));
    expect(result).toMatchObject({ outcome: 'landed' });
    expect(git('rev-list', '--parents', '-1', BRANCH)).toBe(`${result.head} ${landed.head}`);
    expect(filesOf({ git }, BRANCH)).toEqual({ 'a.txt': 'x\n2\n3\n4\ny', 'b.txt': 'b', 'new.txt': 'n' });
  });

  it('names the files in conflict and changes nothing', async () => {
    const { work, request, landed, git } = await rivals(FIRST, { 'a.txt': 'z\n2\n3\n4\n5\n' });
    expect(must(await work.land(request))).toEqual({
      ok: true,
      outcome: 'conflict',
      files: ['a.txt'],
      head: landed.head,
    });
    expect(git('rev-parse', BRANCH)).toBe(landed.head);
  });

  it('waits for checks of the combination where they are wanted', async () => {
    const { work, request, landed, git, again } = await rivals(FIRST, SECOND);
    const wanted = { ...request, checkCombined: true };
    const first = must(await work.land(wanted));
    if (first.outcome !== 'unchecked') expect.fail(first.outcome);
    expect(first.head).toBe(landed.head);
    expect(git('rev-parse', BRANCH)).toBe(landed.head);
    expect(filesOf({ git }, first.commit)).toMatchObject({ 'a.txt': 'x\n2\n3\n4\ny', 'new.txt': 'n' });
    expect(git('for-each-ref', '--format=%(refname)', `--points-at=${first.commit}`)).not.toBe('');
    expect(must(await again().land(wanted))).toEqual(first);
    const { path } = must(await work.open({ slot: 1, base: landed.head, contents: first.commit }));
    expect(git('-C', path, 'status', '--porcelain')).toBe(' M a.txt\n?? new.txt');
    expect(must(await work.land({ ...wanted, checked: first.commit }))).toMatchObject({
      outcome: 'landed',
      commit: first.commit,
    });
    expect(git('rev-parse', BRANCH)).toBe(first.commit);
  });

  it('checks again where the head moved while the combination was being checked', async () => {
    const { work, base, request, git } = await rivals(FIRST, SECOND);
    const three = await attempt(work, base, '3', path => put(join(path, 'three.txt'), '3'), 2);
    const wanted = { ...request, checkCombined: true };
    const first = must(await work.land(wanted));
    if (first.outcome !== 'unchecked') expect.fail(first.outcome);
    const other = must(await work.land(landing('3', { base, head: first.head, snapshot: three.commit })));
    const second = must(await work.land({ ...wanted, checked: first.commit }));
    if (second.outcome !== 'unchecked') expect.fail(second.outcome);
    expect(second.head).toBe(other.head);
    expect(git('rev-parse', BRANCH)).toBe(other.head);
    const last = must(await work.land({ ...wanted, head: other.head, checked: second.commit }));
    expect(last).toMatchObject({ outcome: 'landed', commit: second.commit });
  });

  it('needs no check where the combination is what was checked', async () => {
    const { work, request } = await rivals({}, SECOND);
    expect(must(await work.land({ ...request, checkCombined: true }))).toMatchObject({ outcome: 'landed' });
  });
});

describe('landing again', () => {
  it('finds the commit by its trailers, also under later ones', async () => {
    const { work, base, git, again } = await run();
    const one = await attempt(work, base, '1', path => put(join(path, 'one'), '1'), 0);
    const two = await attempt(work, base, '1/1', path => put(join(path, 'two'), '2'), 1);
    const request = landing('1', { base, head: base, snapshot: one.commit });
    const first = must(await work.land(request));
    if (first.outcome !== 'landed') expect.fail(first.outcome);
    expect(must(await again().land(request))).toEqual(first);
    const second = must(await work.land(landing('1/1', { base, head: first.head, snapshot: two.commit })));
    expect(must(await work.land(request))).toEqual({ ...first, head: second.head });
    expect(git('rev-list', '--count', `${base}..${BRANCH}`)).toBe('2');
  });

  it('does not take another phase, another run or a quotation for it', async () => {
    for (const other of [
      message('2'),
      message('1').replace('r1', 'r2'),
      `${message('1')}\nThat was a quotation.\n`,
    ]) {
      const { work, base, git } = await run();
      const { commit } = await attempt(work, base, '1', path => put(join(path, 'one'), '1'));
      const foreign = git('commit-tree', `${base}^{tree}`, '-p', base, '-m', other);
      git('update-ref', `refs/heads/${BRANCH}`, foreign);
      const landed = must(await work.land(landing('1', { base, head: base, snapshot: commit })));
      expect(git('rev-list', '--parents', '-1', BRANCH)).toBe(`${landed.head} ${foreign}`);
    }
  });
});

describe('landing', () => {
  it('makes an empty commit of an empty change', async () => {
    const { work, base, git } = await run();
    const { commit, changed } = await attempt(work, base, '1', () => {});
    expect(changed).toBe(0);
    must(await work.land(landing('1', { base, head: base, snapshot: commit })));
    expect(git('rev-list', '--count', `${base}..${BRANCH}`)).toBe('1');
    expect(git('diff', '--stat', base, BRANCH)).toBe('');
  });

  it('refuses where the branch was rewound or is gone, and says how to mend it', async () => {
    const { work, base, git } = await run();
    const one = await attempt(work, base, '1', path => put(join(path, 'one'), '1'));
    const { head } = must(await work.land(landing('1', { base, head: base, snapshot: one.commit })));
    const two = await attempt(work, head, '2', path => put(join(path, 'two'), '2'));
    const request = landing('2', { base: head, head, snapshot: two.commit });
    git('update-ref', `refs/heads/${BRANCH}`, base);
    const moved = refusal(await work.land(request));
    expect(moved.reason).toBe('branch_moved');
    expect(git('rev-parse', BRANCH)).toBe(base);
    git('update-ref', '-d', `refs/heads/${BRANCH}`);
    const gone = refusal(await work.land(request));
    expect(gone.reason).toBe('branch_gone');
    expect(gone.hint).toContain(head);
    expect(refusal(await work.openRun()).reason).toBe('branch_gone');
    git('branch', BRANCH, head);
    expect(must(await work.land(request))).toMatchObject({ outcome: 'landed' });
  });

  it('uses the author that is set', async () => {
    const author = { name: 'Bot <x>\n', email: 'bot@example.com' };
    const { work, base, git } = await run(ground(), { commit: { mode: 'phase', author, hooks: false } });
    const { commit } = await attempt(work, base, '1', path => put(join(path, 'one'), '1'));
    must(await work.land(landing('1', { base, head: base, snapshot: commit })));
    expect(git('log', '-1', '--format=%an|%ae|%cn', BRANCH)).toBe('Bot  x|bot@example.com|Ada');
  });

  it('signs with a name of its own where the user has none', async () => {
    const made = ground();
    rmSync(join(made.home, '.gitconfig'));
    const { work, base, git } = await run(made);
    const { commit } = await attempt(work, base, '1', path => put(join(path, 'one'), '1'));
    must(await work.land(landing('1', { base, head: base, snapshot: commit })));
    expect(git('log', '-1', '--format=%ae', BRANCH)).toMatch(/@/);
  });

  it('gets past the lock of a killed process on its own branch', async () => {
    const { work, base, git, checkout } = await run();
    const { commit } = await attempt(work, base, '1', path => put(join(path, 'one'), '1'));
    put(join(checkout, `.git/refs/heads/${BRANCH}.lock`), '');
    const landed = must(await work.land(landing('1', { base, head: base, snapshot: commit })));
    expect(git('rev-parse', BRANCH)).toBe(landed.head);
  });
});

describe('commit hooks', () => {
  const hooked = async (hooks: boolean, scripts: Record<string, string>) => {
    const made = ground();
    for (const [name, script] of Object.entries(scripts)) {
      made.write(`.git/hooks/${name}`, `#!/bin/sh\n${script}\n`);
      chmodSync(join(made.checkout, `.git/hooks/${name}`), 0o755);
    }
    const begun = await run(made, { commit: { mode: 'phase', author: null, hooks } });
    const snapshot = await attempt(begun.work, begun.base, '1', path => put(join(path, 'one.txt'), 'one'));
    const request = landing('1', { base: begun.base, head: begun.base, snapshot: snapshot.commit });
    return { ...begun, request };
  };

  const SCRIPTS = {
    'pre-commit': 'git diff --cached --name-only >"$HOME/staged"; echo formatted >one.txt; git add one.txt',
    'commit-msg': 'echo "fix: by hook" >"$1"',
    'post-commit': 'touch "$HOME/post"',
  };

  it('run where they are wanted and may change files and message', async () => {
    for (const slot of [0, null]) {
      const { work, request, git, base } = await hooked(true, SCRIPTS);
      must(await work.land({ ...request, slot }));
      expect(git('show', `${BRANCH}:one.txt`)).toBe('formatted');
      expect(git('log', '-1', '--format=%B', BRANCH)).toBe(
        'fix: by hook\n\nPhasewright-Run: r1\nPhasewright-Phase: 1\nPhasewright-Attempt: 1',
      );
      expect(git('rev-list', '--count', `${base}..${BRANCH}`)).toBe('1');
      must(await work.closeRun({ message: null, record: null }));
      expect(git('worktree', 'list').split('\n')).toHaveLength(1);
    }
  });

  it('may refuse', async () => {
    const { work, request, git, base } = await hooked(true, {
      'pre-commit': 'echo "too long a line" >&2; exit 3',
    });
    const failure = refusal(await work.land(request));
    expect(failure.reason).toBe('hook_refused');
    expect(failure.message).toContain('too long a line');
    expect(git('rev-parse', BRANCH)).toBe(base);
  });

  it('do not run otherwise', async () => {
    const { work, request, git } = await hooked(false, { ...SCRIPTS, 'pre-commit': 'exit 1' });
    must(await work.land(request));
    expect(git('show', `${BRANCH}:one.txt`)).toBe('one');
  });
});
