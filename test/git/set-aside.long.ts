import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filesOf, type Ground, must, put, type Run, refusal, run } from './ground.ts';

const rescues = ({ git }: Pick<Ground, 'git'>): string[] =>
  git('for-each-ref', '--format=%(refname)', 'refs/phasewright/rescue').split('\n').filter(Boolean);

/** Contents of all files that any rescue holds. */
const rescued = (made: Ground): string[] =>
  rescues(made).flatMap(ref =>
    made
      .git('rev-list', ref, '--not', 'main')
      .split('\n')
      .filter(Boolean)
      .flatMap(commit => Object.values(filesOf(made, commit))),
  );

const opened = async (made: Run, slot = 0) =>
  must(await made.again().open({ slot, base: made.base, contents: null }));

const repositoryIn = ({ git }: Ground, path: string, ...words: string[]): void => {
  rmSync(join(path, '.git'), { recursive: true, force: true });
  git('-C', path, 'init', '--quiet', ...words);
  git('-C', path, 'add', '--all');
  git('-C', path, 'commit', '--quiet', '--message', 'own');
};

/** What an agent does to a workspace, so that git cannot take it back. */
const DEEDS: Readonly<Record<string, (made: Run, path: string) => void>> = {
  'a file that git cannot name': (_, path) => put(join(path, 'dir/git~1'), 'x'),
  'a folder called .GIT': (_, path) => put(join(path, '.GIT/config'), 'x'),
  'a link called .gitmodules': (_, path) => symlinkSync('a.txt', join(path, '.gitmodules')),
  'an encoding that does not exist': (_, path) =>
    put(join(path, '.gitattributes'), '*.txt working-tree-encoding=none-such'),
  'folders that are too deep': (_, path) => deep(join(path, 'deep')),
};

const LEVELS = 600;

/** Folders whose path is longer than the system takes, with a file in the innermost. */
function deep(top: string): void {
  mkdirSync(top);
  const script = `for i in $(seq ${LEVELS}); do mkdir dddddddddd && cd -P dddddddddd; done; printf bottom > f`;
  execFileSync('sh', ['-c', script], { cwd: top });
}

describe('a workspace that cannot be brought back is set aside, and what it holds is kept, with', () => {
  for (const [title, harm] of Object.entries(DEEDS)) {
    it(title, async () => {
      const made = await run();
      const { path } = await opened(made);
      put(join(path, 'work.txt'), 'precious');
      put(join(path, 'cache/x'), 'cached');
      harm(made, path);
      const request = { slot: 0, base: made.base, phase: '1', attempt: 1, lane: null };
      const capturing = made.again();
      const captured = await capturing.capture(request);
      if (!captured.ok) expect(captured.failure.reason).toBe('unstorable');
      const next = must(await capturing.open({ slot: 0, base: made.base, contents: null }));
      expect(next).toMatchObject({ path, anew: true, setAside: expect.stringContaining('0.aside-1') });
      expect(made.git('-C', path, 'status', '--porcelain', '--ignored')).toBe('');
      put(join(path, 'next.txt'), 'next');
      must(await capturing.capture({ ...request, attempt: 2 }));
      const closed = must(await capturing.closeRun({ message: null, record: null }));
      expect(closed.untidied).toBeUndefined();
      expect(rescued(made)).toEqual(expect.arrayContaining(['precious']));
      expect(rescued(made)).not.toContain('cached');
      if (title.startsWith('folders')) expect(rescued(made)).toContain('bottom');
      expect(existsSync(made.folder)).toBe(false);
      expect(made.git('worktree', 'list').split('\n')).toHaveLength(1);
    });
  }

  it('something else in its place, which is not followed', async () => {
    const made = await run();
    const { path } = await opened(made);
    rmSync(path, { recursive: true });
    put(join(made.root, 'outside/precious.txt'), 'outside');
    symlinkSync(join(made.root, 'outside'), path);
    expect(await opened(made)).toMatchObject({ path, anew: true });
    rmSync(path, { recursive: true });
    writeFileSync(path, 'instead');
    expect(await opened(made)).toMatchObject({ path, anew: true });
    must(await made.again().closeRun({ message: null, record: null }));
    expect(rescued(made)).toContain('instead');
    expect(rescued(made)).not.toContain('outside');
    expect(existsSync(join(made.root, 'outside/precious.txt'))).toBe(true);
    expect(existsSync(made.folder)).toBe(false);
  });

  it('the same thing again and again', async () => {
    const made = await run();
    for (const text of ['one', 'two', 'three']) {
      const { path } = await opened(made);
      put(join(path, 'git~1'), text);
    }
    must(await made.again().closeRun({ message: null, record: null }));
    expect(rescued(made)).toEqual(expect.arrayContaining(['one', 'two', 'three']));
  });
});

it('a lock on our own index that nobody holds is removed, and the workspace stays', async () => {
  const made = await run();
  const { path } = must(await made.work.open({ slot: 0, base: made.base, contents: null }));
  const own = made.git('-C', path, 'rev-parse', '--absolute-git-dir');
  const lock = () => {
    for (const name of readdirSync(own).filter(found => found.endsWith('.index')))
      writeFileSync(join(own, `${name}.lock`), '');
  };
  put(join(path, 'one'), '1');
  lock();
  const request = { slot: 0, base: made.base, phase: '1', attempt: 1, lane: null };
  expect(must(await made.work.capture(request)).changed).toBe(1);
  put(join(path, 'two'), '2');
  lock();
  const next = must(await made.work.open({ slot: 0, base: made.base, contents: null }));
  expect(next).not.toHaveProperty('setAside');
  expect(rescued(made)).toContain('2');
});

it('the failure of the disk, or of a base that is gone, sets nothing aside', async () => {
  const made = await run();
  const { path } = await opened(made);
  put(join(path, 'work.txt'), 'work');
  const gone = { slot: 0, base: '1'.repeat(40), contents: null };
  expect(refusal(await made.again().open(gone)).message).toContain(gone.base);
  expect(readdirSync(made.folder).filter(name => name.includes('aside'))).toEqual([]);
  expect(existsSync(path)).toBe(true);
});

/** Repositories that an agent puts in the place of the `.git` of its workspace, which holds `work.txt`. */
const REPOSITORIES: Readonly<Record<string, (made: Run, path: string) => void>> = {
  'with several branches, a tag and a stash': (made, path) => {
    repositoryIn(made, path);
    for (const name of ['one', 'two']) {
      made.git('-C', path, 'switch', '--quiet', '--create', name);
      put(join(path, `${name}.txt`), `only on ${name}`);
      made.git('-C', path, 'add', '--all');
      made.git('-C', path, 'commit', '--quiet', '--message', name);
    }
    made.git('-C', path, 'tag', '--annotate', '--message', 'x', 'v1');
    made.git('-C', path, 'switch', '--quiet', '--detach', 'HEAD~2');
    put(join(path, 'work.txt'), 'stashed');
    made.git('-C', path, 'stash', '--quiet');
    made.git('-C', path, 'pack-refs', '--all');
  },
  'whose objects are damaged': (made, path) => {
    repositoryIn(made, path);
    for (const name of readdirSync(join(path, '.git/objects')))
      if (name.length === 2) rmSync(join(path, '.git/objects', name), { recursive: true });
  },
  'with another hash': (made, path) => repositoryIn(made, path, '--object-format=sha256'),
  'that is shallow': (made, path) => {
    const source = join(made.root, 'source');
    mkdirSync(source);
    put(join(source, 'old.txt'), 'old');
    repositoryIn(made, source);
    made.git('-C', source, 'commit', '--quiet', '--allow-empty', '--message', 'second');
    rmSync(join(path, '.git'));
    made.git('clone', '--quiet', '--depth', '1', `file://${source}`, join(made.root, 'clone'));
    execFileSync('mv', [join(made.root, 'clone/.git'), join(path, '.git')]);
  },
  'that borrows objects of another': (made, path) => {
    const other = join(made.root, 'other');
    put(join(other, 'hidden.txt'), 'hidden');
    repositoryIn(made, other);
    rmSync(join(path, '.git'));
    made.git('-C', path, 'init', '--quiet');
    put(join(path, '.git/objects/info/alternates'), `${other}/.git/objects\n`);
    put(join(path, '.git/refs/heads/main'), `${made.git('-C', other, 'rev-parse', 'HEAD')}\n`);
  },
  'with a pipe for a HEAD': (made, path) => {
    repositoryIn(made, path);
    rmSync(join(path, '.git/HEAD'));
    execFileSync('mkfifo', [join(path, '.git/HEAD')]);
  },
  'with a pipe among its objects': (made, path) => {
    repositoryIn(made, path);
    execFileSync('mkfifo', [join(path, '.git/objects/pack/pack-1.idx')]);
  },
  'that is an empty folder': (_, path) => {
    rmSync(join(path, '.git'));
    mkdirSync(join(path, '.git'));
  },
  'that is a pipe': (_, path) => {
    rmSync(join(path, '.git'));
    execFileSync('mkfifo', [join(path, '.git')]);
  },
};

describe('a repository in the place of the workspace’s own does not hold us up, and what is in it is kept,', () => {
  for (const [title, replace] of Object.entries(REPOSITORIES)) {
    it(title, async () => {
      const made = await run();
      const { path } = await opened(made);
      put(join(path, 'work.txt'), 'precious');
      replace(made, path);
      expect(await opened(made)).not.toHaveProperty('setAside');
      const found = rescued(made);
      expect(found).toContain(title.includes('stash') ? 'stashed' : 'precious');
      if (title.includes('branches'))
        expect(found).toEqual(expect.arrayContaining(['only on one', 'only on two']));
      if (title.includes('hash') || title.includes('damaged'))
        expect(found.some(text => text.includes('ref: refs/heads/'))).toBe(true);
      expect(found).not.toContain('hidden');
      expect(readdirSync(join(made.checkout, '.git'))).not.toContain('FETCH_HEAD');
      must(await made.again().closeRun({ message: null, record: null }));
      expect(existsSync(made.folder)).toBe(false);
    });
  }
});

/** In an order that chance decides: ways in which something comes to be rescued, and refs of others between them. */
const WAYS: Readonly<Record<string, (made: Run, path: string, text: string) => void>> = {
  files: () => {},
  commits: ({ git }, path) => {
    git('-C', path, 'add', '--all');
    git('-C', path, 'commit', '--quiet', '--message', 'own');
    git('-C', path, 'rm', '--quiet', 'work.txt');
  },
  'a gone folder': ({ git }, path) => {
    git('-C', path, 'add', '--all');
    git('-C', path, 'commit', '--quiet', '--message', 'own');
    rmSync(path, { recursive: true });
  },
  'a repository': (made, path) => repositoryIn(made, path),
  'no .git': (_, path) => rmSync(join(path, '.git')),
  'what git cannot store': (_, path) => put(join(path, 'git~1'), 'x'),
};
const NAMES = ['0-NaN', '0-7', '1-git-0248690e41c3', '0-9/x', '1-999999999', '0-x'];

it('rescue refs are only ever created, and nothing that was to be rescued is lost', async () => {
  const step = fc.record({
    slot: fc.nat(1),
    way: fc.constantFrom(...Object.keys(WAYS)),
    name: fc.option(fc.constantFrom(...NAMES), { freq: 3 }),
  });
  const runs = fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 5 }), async steps => {
    const made = await run();
    const refs = () =>
      made.git('for-each-ref', '--format=%(objectname) %(refname)', 'refs/phasewright/rescue');
    const texts: string[] = [];
    for (const [at, { slot, way, name }] of steps.entries()) {
      const before = refs();
      const { path } = await opened(made, slot);
      if (name !== null) made.tryGit('update-ref', `refs/phasewright/rescue/r1/${name}`, made.base, '');
      const text = `work ${at}`;
      put(join(path, 'work.txt'), text);
      texts.push(text);
      WAYS[way]!(made, path, text);
      await opened(made, slot);
      const after = refs().split('\n');
      expect(after).toEqual(expect.arrayContaining(before.split('\n').filter(Boolean)));
    }
    const before = refs();
    must(await made.again().closeRun({ message: null, record: null }));
    expect(refs().split('\n')).toEqual(expect.arrayContaining(before.split('\n').filter(Boolean)));
    expect(rescued(made)).toEqual(expect.arrayContaining(texts));
    for (const ref of rescues(made)) {
      const name = ref.replace('refs/phasewright/rescue/r1/', '');
      if (!NAMES.includes(name)) expect(name).toMatch(/^[01]-\d+$/);
    }
  });
  await fc.assert(runs, { numRuns: 8 });
});

it('folders that only lack the right to write are handed out with it', async () => {
  const made = await run();
  const { path } = await opened(made);
  chmodSync(join(path, 'dir'), 0o555);
  chmodSync(path, 0o555);
  await opened(made);
  must(await made.again().closeRun({ message: null, record: null }));
  expect(existsSync(made.folder)).toBe(false);
});
