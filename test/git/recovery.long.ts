import { chmodSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  attempt,
  BRANCH,
  filesOf,
  ground,
  landing,
  must,
  phase,
  put,
  type Run,
  refusal,
  run,
} from './ground.ts';

const rescues = ({ git }: Pick<Run, 'git'>): string[] =>
  git('for-each-ref', '--format=%(refname)', 'refs/phasewright/rescue').split('\n').filter(Boolean);

/** Does something to a slot with uncommitted work of an agent. Then the slot must open clean, and the work be saved. */
interface Damage {
  readonly title: string;
  readonly harm: (made: Run, path: string, gitDir: string) => void;
  /** Files that the rescue must have, or null where there was nothing left to save. */
  readonly saved: Record<string, string> | null;
}

const WORK = { 'work.txt': 'precious', 'a.txt': 'edited' };
const commitAll = ({ git }: Run, path: string): void => {
  git('-C', path, 'add', '--all');
  git('-C', path, 'commit', '--quiet', '--message', 'by the agent');
};

/** A file in the entry of the slot in `.git/worktrees`. */
const overwritten = (title: string, name: string, content: string): Damage => ({
  title,
  harm: (_made, _path, gitDir) => writeFileSync(join(gitDir, name), content),
  saved: WORK,
});

const DAMAGES: readonly Damage[] = [
  { title: 'nothing but uncommitted work', harm: () => {}, saved: WORK },
  { title: 'a folder that was deleted', harm: (_, path) => rmSync(path, { recursive: true }), saved: null },
  {
    title: 'a folder that was deleted after the agent committed',
    harm: (made, path) => {
      commitAll(made, path);
      rmSync(path, { recursive: true });
    },
    saved: WORK,
  },
  {
    title: 'a folder that was emptied',
    harm: (_, path) => {
      for (const name of readdirSync(path)) rmSync(join(path, name), { recursive: true });
    },
    saved: null,
  },
  { title: 'a .git file that was deleted', harm: (_, path) => rmSync(join(path, '.git')), saved: WORK },
  {
    title: 'a .git file that points elsewhere',
    harm: ({ checkout }, path) => writeFileSync(join(path, '.git'), `gitdir: ${checkout}/.git\n`),
    saved: WORK,
  },
  {
    title: 'a repository of its own in the place of the .git file',
    harm: (made, path) => {
      rmSync(join(path, '.git'));
      made.git('-C', path, 'init', '--quiet');
      commitAll(made, path);
    },
    saved: WORK,
  },
  {
    title: 'an entry in .git/worktrees that was deleted',
    harm: (_made, _path, gitDir) => rmSync(gitDir, { recursive: true }),
    saved: WORK,
  },
  {
    title: 'an entry and a .git file that were deleted',
    harm: (_, path, gitDir) => {
      rmSync(gitDir, { recursive: true });
      rmSync(join(path, '.git'));
    },
    saved: WORK,
  },
  overwritten('a HEAD that is garbage', 'HEAD', 'x'),
  overwritten('an index that is garbage', 'index', 'x'),
  overwritten('a stale index.lock', 'index.lock', ''),
  overwritten('a stale HEAD.lock', 'HEAD.lock', ''),
  { title: 'commits of the agent', harm: commitAll, saved: WORK },
  {
    title: 'a branch of the agent',
    harm: (made, path) => {
      made.git('-C', path, 'switch', '--quiet', '--create', basename(path));
      commitAll(made, path);
    },
    saved: WORK,
  },
  {
    title: 'a branch without a commit',
    harm: (made, path) => void made.git('-C', path, 'checkout', '--quiet', '--orphan', basename(path)),
    saved: WORK,
  },
  {
    title: 'a merge in progress',
    harm: (made, path) => {
      commitAll(made, path);
      const theirs = made.git('commit-tree', `${made.base}^{tree}`, '-p', made.base, '-m', 'x');
      made.git('-C', path, 'merge', '--no-commit', '--no-ff', theirs);
    },
    saved: WORK,
  },
  {
    title: 'a rebase in progress',
    harm: (made, path) => {
      commitAll(made, path);
      const onto = made.git('-C', path, 'rev-parse', 'HEAD');
      made.git('-C', path, 'checkout', '--quiet', made.base);
      put(join(path, 'a.txt'), 'against');
      commitAll(made, path);
      made.tryGit('-C', path, 'rebase', onto);
    },
    saved: { 'work.txt': 'precious' },
  },
  {
    title: 'a bisection in progress',
    harm: ({ git }, path) => void git('-C', path, 'bisect', 'start'),
    saved: WORK,
  },
];

describe('a slot opens clean, and what lay in it is saved, after', () => {
  for (const { title, harm, saved } of DAMAGES) {
    it(title, async () => {
      const made = await run();
      const { git, base } = made;
      // The first slot is mended by the process that knew it, the second by one that knows nothing.
      for (const slot of [0, 1]) {
        const { path } = must(await made.work.open({ slot, base, contents: null }));
        for (const [name, content] of Object.entries(WORK)) put(join(path, name), content);
        put(join(path, 'slot.txt'), String(slot));
        put(join(path, 'cache/x'), 'cached');
        const before = rescues(made).length;
        harm(made, path, join(made.checkout, '.git/worktrees', String(slot)));
        const work = slot === 0 ? made.work : made.again();
        must(await work.open({ slot, base, contents: null }));
        expect(git('-C', path, 'rev-parse', '--show-toplevel', 'HEAD').split('\n')).toEqual([path, base]);
        expect(git('-C', path, 'status')).toMatch(/^(HEAD|Not).*\nnothing to commit, working tree clean$/);
        const gitDir = git('-C', path, 'rev-parse', '--absolute-git-dir');
        expect(readdirSync(gitDir).filter(name => name.endsWith('.lock'))).toEqual([]);
        const found = rescues(made);
        const files = found.slice(before).map(ref => filesOf(made, ref));
        const wanted = { ...saved, 'slot.txt': String(slot) };
        if (saved === null) expect(files).toEqual([]);
        else expect(files).toContainEqual(expect.objectContaining(wanted));
        must(await work.open({ slot, base, contents: null }));
        expect(rescues(made)).toEqual(found);
      }
      expect(git('rev-parse', BRANCH)).toBe(base);
    });
  }

  it('a crash at any point while a worktree is being made', async () => {
    const made = await run();
    must(await made.work.open({ slot: 0, base: made.base, contents: null }));
    const path = join(made.folder, '0');
    const stages: ((gitDir: string) => void)[] = [
      gitDir => writeFileSync(join(gitDir, 'locked'), 'initializing\n'),
      gitDir => {
        writeFileSync(join(gitDir, 'locked'), 'initializing\n');
        rmSync(join(gitDir, 'HEAD'));
        rmSync(join(path, '.git'));
      },
      gitDir => {
        for (const name of readdirSync(gitDir))
          if (name !== 'gitdir') rmSync(join(gitDir, name), { recursive: true });
        writeFileSync(join(gitDir, 'locked'), 'initializing\n');
      },
      gitDir => rmSync(join(gitDir, 'commondir')),
    ];
    for (const stage of stages) {
      for (const name of readdirSync(path))
        if (name !== '.git') rmSync(join(path, name), { recursive: true });
      stage(join(made.checkout, '.git/worktrees', readdirSync(join(made.checkout, '.git/worktrees'))[0]!));
      const work = made.again();
      must(await work.open({ slot: 0, base: made.base, contents: null }));
      expect(made.git('-C', path, 'status', '--porcelain')).toBe('');
      expect(made.git('worktree', 'list').split('\n')).toHaveLength(2);
    }
  });
});

describe('what is kept already', () => {
  it('is not saved a second time, though a new process knows nothing of it', async () => {
    const made = await run();
    const { commit } = await attempt(made.work, made.base, '1', path => {
      put(join(path, 'x'), 'x');
      commitAll(made, path);
      put(join(path, 'y'), 'y');
    });
    must(await made.again().open({ slot: 0, base: made.base, contents: null }));
    expect(rescues(made)).toEqual([]);
    expect(made.git('rev-parse', 'refs/phasewright/r1/1/1')).toBe(commit);
  });

  it('is not the whole workspace where a file came after the capture', async () => {
    const made = await run();
    const { path } = await attempt(made.work, made.base, '1', folder => put(join(folder, 'x'), 'x'));
    put(join(path, 'late.txt'), 'late');
    must(await made.work.open({ slot: 0, base: made.base, contents: null }));
    expect(rescues(made).map(ref => filesOf(made, ref))).toEqual([
      expect.objectContaining({ x: 'x', 'late.txt': 'late' }),
    ]);
    expect(existsSync(join(path, 'late.txt'))).toBe(false);
  });
});

describe('a slot does not open', () => {
  it('where the base is gone', async () => {
    const { work } = await run();
    const base = '1'.repeat(40);
    expect(refusal(await work.open({ slot: 0, base, contents: null }))).toMatchObject({
      reason: 'other',
      message: expect.stringContaining(base),
    });
  });
});

describe('closing a run', () => {
  it('saves what is not kept and removes every worktree of its own, and none else', async () => {
    const made = await run();
    const { work, base, git, root, folder } = made;
    git('worktree', 'add', '--quiet', join(root, 'users-own'), '-b', 'own');
    git('worktree', 'add', '--quiet', join(root, 'users-stale'), '-b', 'stale');
    rmSync(join(root, 'users-stale'), { recursive: true });
    const before = git('worktree', 'list', '--porcelain');
    await phase(work, base, '1', path => put(join(path, 'one'), '1'));
    const { path } = must(await work.open({ slot: 1, base, contents: null }));
    put(join(path, 'left.txt'), 'left');
    must(await work.open({ slot: 2, base, contents: null }));
    rmSync(join(folder, '2'), { recursive: true });
    const closed = must(await made.again().closeRun({ message: null, record: null }));
    expect(closed.rescued).toEqual(['refs/phasewright/rescue/r1/1-1']);
    expect(filesOf(made, closed.rescued[0]!)).toMatchObject({ 'left.txt': 'left' });
    expect(git('worktree', 'list', '--porcelain')).toBe(before);
    expect(existsSync(folder)).toBe(false);
  });

  it('works where the folder is gone, and saves the commits that were made in it', async () => {
    const made = await run();
    const { path } = must(await made.work.open({ slot: 0, base: made.base, contents: null }));
    put(join(path, 'x'), 'x');
    commitAll(made, path);
    rmSync(made.folder, { recursive: true });
    const { rescued } = must(await made.work.closeRun({ message: null, record: null }));
    expect(rescued.map(ref => made.git('log', '-1', '--format=%s', `${ref}^`))).toEqual(['by the agent']);
    expect(made.git('worktree', 'list').split('\n')).toHaveLength(1);
    expect(must(await made.work.closeRun({ message: null, record: null })).rescued).toEqual([]);
  });

  it('removes folders without write permission', async () => {
    const { work, base, folder } = await run();
    await phase(work, base, '1', path => {
      put(join(path, 'cache/deep/x'), 'x');
      chmodSync(join(path, 'cache/deep'), 0o500);
    });
    must(await work.closeRun({ message: null, record: null }));
    expect(existsSync(folder)).toBe(false);
  });

  it('can be followed by more work', async () => {
    const { work, base } = await run();
    const one = await phase(work, base, '1', path => put(join(path, 'one'), '1'));
    must(await work.closeRun({ message: null, record: null }));
    must(await work.openRun());
    const two = await attempt(work, one.head, '2', path => put(join(path, 'two'), '2'));
    must(await work.land(landing('2', { base: one.head, head: one.head, snapshot: two.commit })));
    must(await work.closeRun({ message: null, record: null }));
  });
});

it('a run whose branch was about to be made begins again', async () => {
  const made = await run();
  made.git('update-ref', '-d', `refs/heads/${BRANCH}`);
  expect(must(await made.again().openRun()).head).toBe(made.base);
  expect(made.git('rev-parse', BRANCH)).toBe(made.base);
});

it('a run does not take over a branch, a name or a run id that is in use', async () => {
  const branches = [BRANCH, 'phasewright', `${BRANCH}/x`];
  for (const branch of branches) {
    const on = ground();
    on.git('branch', branch);
    await expect(run(on)).rejects.toThrow('branch_exists');
  }
  const made = await run();
  put(join(made.checkout, 'a.txt'), 'more');
  made.git('commit', '--quiet', '--all', '--message', 'more');
  const other = made.again({ base: made.git('rev-parse', 'HEAD'), branch: 'other' });
  expect(refusal(await other.openRun()).reason).toBe('branch_exists');
  const bad = made.again({ branch: 'a..b', run: 'r2' });
  expect(refusal(await bad.openRun()).message).toContain('a..b');
});
