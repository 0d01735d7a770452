import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { GitFailureReason } from '../../src/git/port.ts';
import { openRepository, type Repository, resolveBase } from '../../src/git/repository.ts';
import {
  BRANCH,
  emptyGround,
  filesOf,
  type Ground,
  ground,
  must,
  phase,
  put,
  refusal,
  run,
} from './ground.ts';

/** What is found in the checkout after something was done to it. */
const STATES: readonly (readonly [
  title: string,
  change: (made: Ground) => void,
  found: Partial<Repository>,
])[] = [
  ['a branch', () => {}, { branch: 'main', inProgress: null, shallow: false, sparse: false }],
  ['a detached HEAD', ({ git }) => void git('checkout', '--quiet', '--detach'), { branch: null }],
  [
    'a merge in progress',
    ({ git }) => {
      const other = git('commit-tree', 'HEAD^{tree}', '-p', 'HEAD', '-m', 'x');
      git('merge', '--quiet', '--no-commit', '--no-ff', other);
    },
    { inProgress: 'merge', branch: 'main' },
  ],
  [
    'a rebase in progress',
    ({ git, tryGit, write }) => {
      git('switch', '--quiet', '--create', 'topic');
      write('a.txt', 'mine');
      git('commit', '--quiet', '--all', '--message', 'mine');
      git('switch', '--quiet', 'main');
      write('a.txt', 'theirs');
      git('commit', '--quiet', '--all', '--message', 'theirs');
      tryGit('rebase', 'main', 'topic');
    },
    { inProgress: 'rebase', branch: null },
  ],
  [
    'a cherry-pick in progress',
    ({ git, tryGit, write }) => {
      git('switch', '--quiet', '--create', 'topic');
      write('a.txt', 'mine');
      git('commit', '--quiet', '--all', '--message', 'mine');
      git('switch', '--quiet', 'main');
      write('a.txt', 'theirs');
      git('commit', '--quiet', '--all', '--message', 'theirs');
      tryGit('cherry-pick', 'topic');
    },
    { inProgress: 'cherry-pick' },
  ],
  ['a bisection in progress', ({ git }) => void git('bisect', 'start'), { inProgress: 'bisect' }],
  ['a sparse checkout', ({ git }) => void git('sparse-checkout', 'set', 'dir'), { sparse: true }],
];

describe('opening a repository', () => {
  for (const [title, change, found] of STATES) {
    it(`finds ${title}, and a run works there`, async () => {
      const made = ground();
      change(made);
      const repository = await made.repository();
      expect(repository).toMatchObject({
        toplevel: made.checkout,
        commonDir: join(made.checkout, '.git'),
        gitDir: join(made.checkout, '.git'),
        head: made.git('rev-parse', 'HEAD'),
        ...found,
      });
      const before = made.git('status', '--porcelain=v2', '--branch');
      const { work, base } = await run(made);
      await phase(work, base, '1', path => put(join(path, 'one'), '1'));
      must(await work.closeRun({ message: null, record: null }));
      expect(made.git('status', '--porcelain=v2', '--branch')).toBe(before);
      expect(made.git('show', `${BRANCH}:one`)).toBe('1');
    });
  }

  it('finds it from a folder inside and from a linked worktree', async () => {
    const made = ground();
    const linked = join(made.root, 'linked tree');
    made.git('worktree', 'add', '--quiet', '-b', 'linked', linked);
    const inner = must(await openRepository(join(made.checkout, 'dir'), made.environment)).repository;
    expect(inner.toplevel).toBe(made.checkout);
    const { repository } = must(await openRepository(linked, made.environment));
    expect(repository).toMatchObject({
      toplevel: linked,
      commonDir: join(made.checkout, '.git'),
      gitDir: join(made.checkout, '.git/worktrees/linked-tree'),
      branch: 'linked',
    });
    const { work, base } = await run({ ...made, repository: async () => repository });
    await phase(work, base, '1', path => put(join(path, 'one'), '1'));
    must(await work.closeRun({ message: null, record: null }));
    expect(made.git('worktree', 'list').split('\n')).toHaveLength(2);
  });

  it('works in a worktree of a bare repository', async () => {
    const made = ground();
    const [bare, tree] = [join(made.root, 'bare'), join(made.root, 'tree')];
    made.git('clone', '--quiet', '--bare', made.checkout, bare);
    made.git('-C', bare, 'worktree', 'add', '--quiet', '-b', 'topic', tree);
    const { repository } = must(await openRepository(tree, made.environment));
    const { work, base } = await run({ ...made, repository: async () => repository });
    await phase(work, base, '1', path => put(join(path, 'one'), '1'));
    must(await work.closeRun({ message: null, record: null }));
    expect(made.git('-C', tree, 'show', `${BRANCH}:one`)).toBe('1');
    expect(made.git('-C', tree, 'status', '--porcelain')).toBe('');
  });

  it('finds a shallow clone, and a run works there', async () => {
    const origin = ground();
    origin.git('commit', '--quiet', '--allow-empty', '--message', 'second');
    const clone = join(origin.root, 'clone');
    origin.git('clone', '--quiet', '--depth=1', `file://${origin.checkout}`, clone);
    const { repository } = must(await openRepository(clone, origin.environment));
    expect(repository.shallow).toBe(true);
    const { work, base } = await run({ ...origin, repository: async () => repository });
    const { head } = await phase(work, base, '1', path => put(join(path, 'one'), '1'));
    expect(origin.git('-C', clone, 'rev-list', '--count', head)).toBe('2');
  });

  it('works in a repository without a commit and leaves it so', async () => {
    const made = emptyGround();
    made.write('users.txt', 'not added');
    const repository = await made.repository();
    expect(repository).toMatchObject({ head: null, branch: 'main' });
    const first = must(await resolveBase(repository, null)).commit;
    expect(must(await resolveBase(repository, null)).commit).toBe(first);
    const { work, base } = await run(made);
    expect(base).toBe(first);
    await phase(work, base, '1', path => put(join(path, 'one'), '1'));
    must(await work.closeRun({ message: null, record: null }));
    expect(filesOf(made, BRANCH)).toEqual({ one: '1' });
    expect(made.tryGit('rev-parse', '--verify', '--quiet', 'HEAD').code).toBe(1);
    expect(made.git('status', '--porcelain')).toBe('?? users.txt');
  });

  it('works in a repository with SHA-256 ids', async () => {
    const made = emptyGround();
    rmSync(join(made.checkout, '.git'), { recursive: true });
    made.git('init', '--quiet', '--object-format=sha256');
    made.write('a.txt', 'a');
    made.git('add', '--all');
    made.git('commit', '--quiet', '--message', 'first');
    const { work, base } = await run(made);
    const { head } = await phase(work, base, '1', path => put(join(path, 'one'), '1'));
    expect(head).toHaveLength(64);
    expect(filesOf(made, BRANCH)).toEqual({ 'a.txt': 'a', one: '1' });
  });
});

const scripted = (made: Ground, script: string): Readonly<Record<string, string>> => {
  const bin = join(made.root, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'git'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(bin, 'git'), 0o755);
  return { ...made.environment, PATH: `${bin}:${made.environment.PATH}` };
};

/** Where and with what environment a repository is looked for in vain. */
type Vain = (made: Ground) => readonly [path: string, environment?: Readonly<Record<string, string>>];
const REFUSALS: readonly (readonly [title: string, reason: GitFailureReason, part: string, where: Vain])[] = [
  ['no repository', 'not_a_repository', 'git init', ({ root }) => [root]],
  ['no folder', 'not_a_repository', 'folder', ({ root }) => [join(root, 'nowhere')]],
  ['a file', 'not_a_repository', 'folder', ({ checkout }) => [join(checkout, 'a.txt')]],
  ['the git folder', 'not_a_repository', 'checkout', ({ checkout }) => [join(checkout, '.git/refs')]],
  [
    'a bare repository',
    'bare',
    'checkout',
    ({ git, checkout, root }) => {
      git('clone', '--quiet', '--bare', checkout, join(root, 'bare'));
      return [join(root, 'bare')];
    },
  ],
  ['no git', 'no_git', 'Install', ({ checkout, root }) => [checkout, { PATH: root, HOME: root }]],
  [
    'an old git',
    'no_git',
    '2.38',
    made => [made.checkout, scripted(made, 'echo "git version 2.37.9 (Apple Git-1)"')],
  ],
];

describe('a repository is refused with a way out where there is', () => {
  for (const [title, reason, part, where] of REFUSALS) {
    it(title, async () => {
      const made = ground();
      const [path, environment] = where(made);
      const failure = refusal(await openRepository(path, environment ?? made.environment));
      expect(failure.reason).toBe(reason);
      expect(failure.hint).toContain(part);
    });
  }

  it.runIf(process.getuid?.() === 0)('another owner', async () => {
    const made = ground();
    chownSync(made.checkout, 12345, 12345);
    chownSync(join(made.checkout, '.git'), 12345, 12345);
    const failure = refusal(await openRepository(made.checkout, made.environment));
    expect(failure.reason).toBe('unsafe_ownership');
    expect(failure.hint).toContain('safe.directory');
  });
});

describe('the base of a run', () => {
  it('is what its name stands for', async () => {
    const made = ground();
    made.git('tag', '--annotate', 'v1', '--message', 'x');
    made.git('branch', 'topic');
    const repository = await made.repository();
    const head = made.git('rev-parse', 'HEAD');
    for (const name of [null, 'main', 'topic', 'v1', 'HEAD', head, head.slice(0, 10), 'refs/heads/main']) {
      expect(must(await resolveBase(repository, name)).commit, String(name)).toBe(head);
    }
  });

  it('must exist', async () => {
    const repository = await ground().repository();
    for (const name of [
      'nowhere',
      '',
      '--all',
      '-h',
      'main:a.txt',
      '1'.repeat(40),
      'a\0b',
      'a\nb',
      'HEAD~5',
    ]) {
      expect(refusal(await resolveBase(repository, name)).reason, name).toBe('no_such_base');
    }
  });

  it('must still exist when the run begins', async () => {
    await expect(run(ground(), { base: '1'.repeat(40) })).rejects.toThrow('no_such_base');
  });
});
