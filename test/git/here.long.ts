import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { WorkspacesOptions } from '../../src/git/workspaces.ts';
import {
  attempt,
  emptyGround,
  type Ground,
  ground,
  groundWithSubmodule,
  landing,
  must,
  phase,
  put,
  refusal,
  run,
  WALLS,
} from './ground.ts';

const here = (mode: WorkspacesOptions['commit']['mode'] = 'phase'): Partial<WorkspacesOptions> => ({
  mode: 'here',
  branch: 'main',
  commit: { mode, author: null, hooks: false },
});

const indexOf = ({ checkout }: Ground): string => readFileSync(join(checkout, '.git/index'), 'base64');

describe('working in the checkout itself', () => {
  it('lands on the branch that the user is on', async () => {
    const made = ground();
    const { work, base, checkout, git, folder } = await run(made, here());
    expect(work.pathOf(0)).toBe(checkout);
    const one = await phase(work, base, '1', path => {
      expect(path).toBe(checkout);
      put(join(path, 'one'), '1');
      rmSync(join(path, 'b.txt'));
    });
    expect(git('status', '--porcelain')).toBe('');
    expect(git('rev-parse', 'main', 'HEAD').split('\n')).toEqual([one.commit, one.commit]);
    const two = await phase(work, one.head, '2', path => put(join(path, 'two'), '2'));
    expect(git('log', '--format=%s', `${base}..main`)).toBe('feat: phase 2\nfeat: phase 1');
    expect(must(await work.closeRun({ message: null, record: null }))).toMatchObject({
      head: two.commit,
      rescued: [],
    });
    expect(git('status', '--porcelain', '--branch')).toBe('## main');
    expect(existsSync(folder)).toBe(false);
    expect(git('for-each-ref', '--format=%(refname)', 'refs/heads')).toBe('refs/heads/main');
  });

  const UNREADY: readonly (readonly [string, string, (made: Ground) => void])[] = [
    ['a changed file', 'dirty', ({ write }) => write('a.txt', 'x')],
    ['an untracked file', 'dirty', ({ write }) => write('new', 'x')],
    [
      'a staged file',
      'dirty',
      ({ write, git }) => {
        write('a.txt', 'x');
        git('add', 'a.txt');
      },
    ],
    [
      'a merge in progress',
      'in_progress',
      ({ git }) => {
        const other = git('commit-tree', 'HEAD^{tree}', '-p', 'HEAD', '-m', 'x');
        git('merge', '--quiet', '--no-commit', '--no-ff', other);
      },
    ],
    ['another branch', 'misplaced', ({ git }) => void git('switch', '--quiet', '--create', 'other')],
    ['a detached HEAD', 'misplaced', ({ git }) => void git('checkout', '--quiet', '--detach')],
  ];
  for (const [title, reason, change] of UNREADY) {
    it(`does not begin on ${title}, and changes nothing`, async () => {
      const made = ground();
      change(made);
      const before = [indexOf(made), made.git('status', '--porcelain', '--branch'), made.git('show-ref')];
      await expect(run(made, here())).rejects.toThrow(reason);
      expect([indexOf(made), made.git('status', '--porcelain', '--branch'), made.git('show-ref')]).toEqual(
        before,
      );
    });
  }

  it('does not begin without a first commit', async () => {
    await expect(run(emptyGround(), here())).rejects.toThrow('misplaced');
  });

  it('begins where only ignored files lie about, and keeps them', async () => {
    const made = ground();
    made.write('cache/x', 'x');
    const { work, base } = await run(made, here());
    await attempt(work, base, '1', path => put(join(path, 'one'), '1'));
    must(await work.open({ slot: 0, base, contents: null }));
    expect(made.read('cache/x')).toBe('x');
    expect(existsSync(join(made.checkout, 'one'))).toBe(false);
  });

  it('leaves the index to the user while an attempt is being saved and thrown away', async () => {
    const made = ground();
    const before = indexOf(made);
    const { work, base, git } = await run(made, here());
    const failed = await attempt(work, base, '1', path => {
      put(join(path, 'one'), '1');
      put(join(path, 'a.txt'), 'x');
    });
    expect(indexOf(made)).toBe(before);
    must(await work.open({ slot: 0, base, contents: null }));
    expect(indexOf(made)).toBe(before);
    expect(git('status', '--porcelain')).toBe('');
    expect(git('show', `${failed.commit}:one`)).toBe('1');
    must(await work.closeRun({ message: null, record: null }));
    expect(indexOf(made)).toBe(before);
    expect(git('rev-parse', 'main')).toBe(base);
  });

  it('saves what a killed session left before it begins again', async () => {
    const made = ground();
    const { work, base, git, again } = await run(made, here());
    must(await work.open({ slot: 0, base, contents: null }));
    put(join(made.checkout, 'half.txt'), 'half');
    const next = again();
    expect(must(await next.openRun()).head).toBe(base);
    must(await next.open({ slot: 0, base, contents: null }));
    expect(git('status', '--porcelain')).toBe('');
    expect(git('show', 'refs/phasewright/rescue/r1/0-1:half.txt')).toBe('half');
  });

  it('completes a landing that was cut off after the branch had moved', async () => {
    const made = ground();
    const { work, base, git, again } = await run(made, here());
    const { commit } = await attempt(work, base, '1', path => put(join(path, 'one'), '1'));
    const request = landing('1', { base, head: base, snapshot: commit });
    const landed = git('commit-tree', `${commit}^{tree}`, '-p', base, '-m', request.message);
    git('update-ref', 'refs/heads/main', landed);
    expect(git('status', '--porcelain')).not.toBe('');
    expect(must(await again().land(request))).toMatchObject({ outcome: 'landed', commit: landed });
    expect(git('status', '--porcelain')).toBe('');
    expect(made.read('one')).toBe('1');
  });

  it('folds the commits of an agent, or takes them off the branch again', async () => {
    const made = ground();
    const { work, base, git } = await run(made, here());
    const commits = (path: string) => {
      put(join(path, 'one'), '1');
      git('add', '--all');
      git('commit', '--quiet', '--message', 'mine');
      put(join(path, 'two'), '2');
    };
    const first = await attempt(work, base, '1', commits);
    must(await work.open({ slot: 0, base, contents: null }));
    expect(git('rev-parse', 'main')).toBe(base);
    expect(git('status', '--porcelain')).toBe('');
    expect(git('log', '-1', '--format=%s', `${first.commit}^2`)).toBe('mine');
    await phase(work, base, '2', commits);
    expect(git('log', '--format=%s', `${base}..main`)).toBe('feat: phase 2');
    expect(git('status', '--porcelain')).toBe('');
  });

  it('stops where the user has committed or gone elsewhere', async () => {
    const made = ground();
    const { work, base, git } = await run(made, here());
    git('commit', '--quiet', '--allow-empty', '--message', 'the user was here');
    const own = git('rev-parse', 'main');
    expect(refusal(await work.open({ slot: 0, base, contents: null })).reason).toBe('branch_moved');
    expect(git('rev-parse', 'main')).toBe(own);
    git('switch', '--quiet', '--create', 'other');
    expect(refusal(await work.open({ slot: 0, base, contents: null })).reason).toBe('misplaced');
  });

  it('runs hooks on what lands', async () => {
    const made = ground();
    const { work, base, git } = await run(made, {
      ...here(),
      commit: { mode: 'phase', author: null, hooks: true },
    });
    git('config', 'core.hooksPath', 'hooks');
    await phase(work, base, '1', path => put(join(path, 'one'), '1'));
    expect(git('status', '--porcelain')).toBe('');
  });
});

describe('working in the checkout itself, with a repository whose git folder lies beside it', () => {
  it.each(WALLS)('waits for no pipe among its files, and lets others be, %s', async (_, options) => {
    const made = await run(ground(), { ...here(), ...options });
    const snapshot = await attempt(made.work, made.base, '1', path => {
      made.git('init', '--quiet', '--separate-git-dir', join(path, 'store'), join(path, 'inner'));
      put(join(path, 'inner/f'), 'f');
      for (const name of ['store/HEAD', 'own']) {
        rmSync(join(path, name), { force: true });
        expect(spawnSync('mkfifo', [join(path, name)]).status).toBe(0);
      }
    });
    expect(snapshot.removed).toEqual(['store/HEAD']);
    expect(made.git('show', `${snapshot.commit}:inner/f`)).toBe('f');
    expect(existsSync(join(made.checkout, 'own'))).toBe(true);
  });
});

describe('commit modes', () => {
  const two = async (changed: Partial<WorkspacesOptions>) => {
    const made = await run(ground(), changed);
    const one = await phase(made.work, made.base, '1', path => put(join(path, 'one'), '1'));
    const last = await phase(made.work, one.head, '2', path => put(join(path, 'two'), '2'));
    return { ...made, head: last.head };
  };
  const inWorktrees = (mode: WorkspacesOptions['commit']['mode']): Partial<WorkspacesOptions> => ({
    commit: { mode, author: null, hooks: false },
  });

  it('message-only leaves the work at a hidden ref', async () => {
    const { work, git, head, again } = await two(inWorktrees('message-only'));
    expect(must(await again().openRun()).head).toBe(head);
    expect(must(await work.closeRun({ message: 'all', record: null })).head).toBe(head);
    expect(git('for-each-ref', '--format=%(refname)', 'refs/heads')).toBe('refs/heads/main');
    expect(git('rev-parse', 'refs/phasewright/r1/work')).toBe(head);
    expect(git('ls-tree', '--name-only', head).split('\n')).toEqual(expect.arrayContaining(['one', 'two']));
  });

  it('single makes one commit at the end, once', async () => {
    const { work, git, base, again } = await two(inWorktrees('single'));
    expect(git('rev-parse', 'phasewright/r1')).toBe(base);
    const { head } = must(await work.closeRun({ message: 'feat: all', record: null }));
    expect(must(await again().closeRun({ message: 'feat: all', record: null })).head).toBe(head);
    expect(git('log', '--format=%H %s', `${base}..phasewright/r1`)).toBe(`${head} feat: all`);
    expect(git('ls-tree', '--name-only', head).split('\n')).toEqual(expect.arrayContaining(['one', 'two']));
  });

  it('single puts it on top of what came onto the branch, or says that it cannot', async () => {
    for (const [file, fits] of [
      ['other', true],
      ['one', false],
    ] as const) {
      const { work, git, base, checkout } = await two(inWorktrees('single'));
      git('switch', '--quiet', 'phasewright/r1');
      put(join(checkout, file), 'users');
      git('add', '--all');
      git('commit', '--quiet', '--message', 'by the user');
      const closed = await work.closeRun({ message: 'feat: all', record: null });
      if (fits) expect(git('rev-list', '--count', `${base}..${must(closed).head}`)).toBe('2');
      else expect(refusal(closed).reason).toBe('branch_moved');
    }
  });

  it('message-only in the checkout leaves uncommitted changes', async () => {
    const { work, git, base } = await two(here('message-only'));
    must(await work.closeRun({ message: null, record: null }));
    expect(git('rev-parse', 'HEAD')).toBe(base);
    expect(git('status', '--porcelain')).toBe('?? one\n?? two');
  });

  it('single in the checkout makes one commit', async () => {
    const { work, git, base } = await two(here('single'));
    must(await work.closeRun({ message: 'feat: all', record: null }));
    expect(git('log', '--format=%s', `${base}..main`)).toBe('feat: all');
    expect(git('status', '--porcelain')).toBe('');
  });
});

describe('working in the checkout itself, with a submodule', () => {
  it.each(WALLS)('takes it for what the base has, %s', async (_, options) => {
    const made = await run(groundWithSubmodule(), { ...here(), ...options });
    let head = made.base;
    for (const id of ['1', '2'])
      head = (await phase(made.work, head, id, path => put(join(path, id), id))).head;
    expect(made.git('diff', '--name-only', made.base, head).split('\n')).toEqual(['1', '2']);
    expect(made.git('status', '--porcelain')).toBe('');
    await made.work.closeRun({ message: null, record: null });
    expect(existsSync(made.folder)).toBe(false);
  });
});
