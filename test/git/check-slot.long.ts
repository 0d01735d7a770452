import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkSlot, HOOKS_SLOT, isCheckSlot, slotName, slotNamed } from '../../src/git/slot-name.ts';
import { attempt, ground, must, phase, put, type Run, run } from './ground.ts';

const SLOT = checkSlot(1);

/** A run with a check slot at its base. */
async function slotAt(on?: Run) {
  const made = on ?? (await run());
  const { work, base } = made;
  const open = (commit = base) => work.open({ slot: SLOT, base: commit, contents: null });
  const { path } = must(await open());
  const refs = () => made.git('for-each-ref', '--format=%(refname)').split('\n');
  return { ...made, open, path, refs };
}

it('names slots and finds them by their names', () => {
  for (const number of [HOOKS_SLOT, SLOT, checkSlot(12), 0, 1, 12])
    expect(slotNamed(slotName(number))).toBe(number);
  expect([slotName(SLOT), slotName(checkSlot(12)), slotName(3)]).toEqual(['check-1', 'check-12', '3']);
  for (const name of ['check-', 'check-x', 'check-1.new', '1.new', '']) expect(slotNamed(name)).toBeNull();
  expect([HOOKS_SLOT, 0, 1, SLOT].map(isCheckSlot)).toEqual([false, false, false, true]);
});

describe('a check slot', () => {
  const DAMAGE: Readonly<Record<string, (path: string, git: Run['git']) => void>> = {
    'a changed file': path => put(join(path, 'a.txt'), 'mended\n'),
    'a removed file': path => rmSync(join(path, 'b.txt')),
    'a folder in the place of a file': path => {
      rmSync(join(path, 'b.txt'));
      put(join(path, 'b.txt/c'), 'x');
    },
    'a mode': path => chmodSync(join(path, 'a.txt'), 0o755),
    'new files': path => put(join(path, 'new/deep/file.txt'), 'x'),
    'an own .gitignore that hides new files': path => {
      put(join(path, '.gitignore'), '*\n');
      put(join(path, 'hidden.txt'), 'x');
    },
    'a repository inside': (path, git) => {
      git('init', '--quiet', join(path, 'inner'));
      put(join(path, 'inner/x'), 'x');
    },
    'a commit': (path, git) => {
      put(join(path, 'a.txt'), 'committed\n');
      git('-C', path, 'commit', '--quiet', '--all', '--message', 'by a check');
    },
    'a folder nobody may read': path => {
      put(join(path, 'closed/x'), 'x');
      chmodSync(join(path, 'closed'), 0);
    },
    'its .git gone': path => rmSync(join(path, '.git')),
    'another repository in the place of .git': (path, git) => {
      rmSync(join(path, '.git'));
      git('init', '--quiet', path);
      git('-C', path, 'add', '--all');
      git('-C', path, 'commit', '--quiet', '--message', 'foreign');
    },
    'nothing left of it': path => rmSync(path, { recursive: true }),
    'a link in its place': path => {
      rmSync(path, { recursive: true });
      symlinkSync('/nowhere', path);
    },
  };
  it.each(Object.entries(DAMAGE))(
    'is a clone of its commit again after %s, and nothing is rescued',
    async (_, damage) => {
      const { open, path, refs, git } = await slotAt();
      const before = refs();
      damage(path, git);
      must(await open());
      expect(readdirSync(path).sort()).toEqual(['.git', '.gitignore', 'a.txt', 'b.txt', 'dir']);
      expect(readFileSync(join(path, 'a.txt'), 'utf8')).toBe('a\n');
      expect(git('-C', path, 'status', '--porcelain', '--ignored')).toBe('');
      expect(refs()).toEqual(before);
    },
  );

  it('stands at the commit itself, and says when it was made anew', async () => {
    const { open, path, work, base, git } = await slotAt();
    const { head } = await phase(work, base, '1', agent => put(join(agent, 'n.txt'), '1'));
    expect(must(await open(head))).toEqual({ ok: true, path });
    expect(git('-C', path, 'rev-parse', 'HEAD')).toBe(head);
    expect(git('-C', path, 'status', '--porcelain')).toBe('');
    rmSync(path, { recursive: true });
    expect(must(await open(head))).toMatchObject({ anew: true });
  });

  it.each<[what: string, change: (path: string, git: Run['git']) => void, isRemoved: boolean]>([
    [
      'adds and changes files',
      path => {
        for (const name of ['a.txt', 'n.txt']) put(join(path, name), 'new\n');
      },
      false,
    ],
    ['removes one', path => rmSync(join(path, 'b.txt')), true],
    ['renames one', (path, git) => void git('-C', path, 'mv', 'b.txt', 'c.txt'), true],
    [
      'puts a folder in the place of one',
      (path, git) => {
        git('-C', path, 'rm', '-q', 'b.txt');
        put(join(path, 'b.txt/c'), 'x');
      },
      true,
    ],
  ])('is told whether a commit has files no more: %s', async (_, change, isRemoved) => {
    const { work, base, git } = await slotAt();
    const { head } = await phase(work, base, '1', agent => change(agent, git));
    expect(must(await work.changedFiles({ from: base, to: head })).isRemoved).toBe(isRemoved);
  });

  it('tells what a command changed, what it added, and whether it moved HEAD', async () => {
    const { path, work, git } = await slotAt();
    const told = async () => must(await work.touched(SLOT));
    expect(await told()).toMatchObject({ changed: [], added: [], isMoved: false });
    put(join(path, 'a.txt'), 'mended\n');
    rmSync(join(path, 'dir/c.txt'));
    put(join(path, 'new/x'), 'x');
    put(join(path, 'cache/x'), 'ignored');
    expect(await told()).toMatchObject({ changed: ['a.txt', 'dir/c.txt'], added: ['new/'], isMoved: false });
    git('-C', path, 'commit', '--quiet', '--all', '--message', 'by a check');
    expect(await told()).toMatchObject({ isMoved: true });
  });

  it('goes when the run ends, whatever is in it, and nothing of it is kept', async () => {
    const { open, path, work, folder, git, refs } = await slotAt();
    must(await open());
    put(join(path, 'a.txt'), 'mended\n');
    git('-C', path, 'commit', '--quiet', '--all', '--message', 'by a check');
    const before = refs();
    expect(must(await work.closeRun({ message: null, record: null }))).toMatchObject({ rescued: [] });
    expect(existsSync(folder)).toBe(false);
    expect(refs()).toEqual(before);
    expect(git('worktree', 'list').split('\n')).toHaveLength(1);
  });

  it('that lost its folder leaves neither an entry nor a rescue', async () => {
    const { path, git, again, refs } = await slotAt();
    put(join(path, 'a.txt'), 'mended\n');
    git('-C', path, 'commit', '--quiet', '--all', '--message', 'by a check');
    rmSync(path, { recursive: true });
    const before = refs();
    expect(must(await again().closeRun({ message: null, record: null }))).toMatchObject({ rescued: [] });
    expect(refs()).toEqual(before);
    expect(git('worktree', 'list').split('\n')).toHaveLength(1);
  });
});

describe('ignored files of a check slot', () => {
  const set = async (made: Awaited<ReturnType<typeof slotAt>>) => {
    put(join(made.path, 'cache/kept'), 'by setup');
    put(join(made.path, 'x.log'), 'by setup');
    return must(await made.work.ignoredFiles(SLOT)).files;
  };
  const left = (path: string) => ({
    cache: existsSync(join(path, 'cache')) ? readdirSync(join(path, 'cache')).sort() : [],
    log: existsSync(join(path, 'x.log')),
  });

  it('stay when the slot is opened', async () => {
    const made = await slotAt();
    await set(made);
    must(await made.open());
    expect(left(made.path)).toEqual({ cache: ['kept'], log: true });
  });

  const NEW: Readonly<Record<string, (path: string, git: Run['git']) => void>> = {
    'a file': path => put(join(path, 'cache/new'), 'x'),
    'a file elsewhere': path => put(join(path, 'dir/y.log'), 'x'),
    'a folder that ignores itself': path => put(join(path, '.tool/.gitignore'), '*\n'),
    'a repository inside a folder that is ignored': (path, git) =>
      void git('init', '-q', join(path, 'cache/inner')),
    'a file in a folder nobody may read': path => {
      put(join(path, 'cache/closed/x'), 'x');
      chmodSync(join(path, 'cache/closed'), 0);
    },
    'a link': path => symlinkSync('/nowhere', join(path, 'cache/link')),
    'an empty folder': path => void mkdirSync(join(path, 'cache/empty')),
    'a name that is no text': path => put(`${join(path, 'cache')}/\u00e9`, 'x'),
  };
  it.each(Object.entries(NEW))('that are new go, and the others stay: %s', async (_, add) => {
    const made = await slotAt();
    const files = await set(made);
    add(made.path, made.git);
    expect(must(await made.work.restoreIgnored({ slot: SLOT, to: files })).isIntact).toBe(true);
    expect(left(made.path)).toEqual({ cache: ['kept'], log: true });
    must(await made.open());
    expect(readdirSync(made.path).sort()).toEqual(
      ['.git', '.gitignore', 'a.txt', 'b.txt', 'cache', 'dir', 'x.log'].sort(),
    );
    expect(readdirSync(join(made.path, 'dir'))).toEqual(['c.txt']);
  });

  const CHANGES: Readonly<Record<string, (path: string, git: Run['git']) => void>> = {
    'was written': path => put(join(path, 'cache/kept'), 'by check'),
    'was removed': path => rmSync(join(path, 'x.log')),
    'was made executable': path => chmodSync(join(path, 'x.log'), 0o755),
    'was replaced by the same': path => {
      rmSync(join(path, 'cache/kept'));
      put(join(path, 'cache/kept'), 'by setup');
    },
    'went with its folder': path => rmSync(join(path, 'cache'), { recursive: true }),
  };
  it.each(Object.entries(CHANGES))('all go where one of them %s', async (_, change) => {
    const made = await slotAt();
    const files = await set(made);
    change(made.path, made.git);
    expect(must(await made.work.restoreIgnored({ slot: SLOT, to: files })).isIntact).toBe(false);
    expect(left(made.path)).toEqual({ cache: [], log: false });
    must(await made.open());
    expect(made.git('-C', made.path, 'status', '--porcelain', '--ignored')).toBe('');
  });

  it('may get further names outside of the slot, as those that a package manager links to', async () => {
    const made = await slotAt();
    const [store, linked] = [join(made.path, '..', 'store'), join(made.path, 'cache/linked')];
    put(store, 'by a package manager');
    put(join(made.path, 'cache/kept'), 'by setup');
    linkSync(store, linked);
    const { files } = must(await made.work.ignoredFiles(SLOT));
    const { ctimeMs } = lstatSync(linked);
    for (let more = 0; lstatSync(linked).ctimeMs === ctimeMs; more += 1) linkSync(store, `${store}-${more}`);
    put(join(made.path, 'cache/new'), 'x');
    expect(must(await made.work.restoreIgnored({ slot: SLOT, to: files })).isIntact).toBe(true);
    expect(readdirSync(join(made.path, 'cache')).sort()).toEqual(['kept', 'linked']);
    put(linked, 'by a check');
    expect(must(await made.work.restoreIgnored({ slot: SLOT, to: files })).isIntact).toBe(false);
  });

  it('are removed by the names that they were told by, and no others', async () => {
    const made = await slotAt();
    const before = await set(made);
    const names = ['cache/new/deep/x', 'cache/new/y', 'cache/\u00e9', 'y.log'];
    for (const name of names) put(join(made.path, name), 'x');
    const { files } = must(await made.work.ignoredFiles(SLOT));
    const paths = [...files.keys()].filter(path => !before.has(path));
    expect(paths).toEqual(
      expect.arrayContaining(['cache/new', 'cache/new/deep/x', 'cache/\u00c3\u00a9', 'y.log']),
    );
    must(await made.work.removeIgnored({ slot: SLOT, paths }));
    expect(must(await made.work.ignoredFiles(SLOT)).files).toEqual(before);
  });

  it('are not hidden by a second name that lies in the slot, too', async () => {
    const made = await slotAt();
    const [one, other] = [join(made.path, 'cache/one'), join(made.path, 'cache/other')];
    put(one, 'by setup');
    linkSync(one, other);
    utimesSync(one, 1_000, 1_000);
    const { files } = must(await made.work.ignoredFiles(SLOT));
    put(one, 'by chec!');
    utimesSync(one, 1_000, 1_000);
    expect(must(await made.work.restoreIgnored({ slot: SLOT, to: files })).isIntact).toBe(false);
  });

  it('include a repository that hides in a folder of tracked files', async () => {
    const made = await slotAt();
    const files = await set(made);
    made.git('init', '--quiet', join(made.path, 'dir'));
    must(await made.work.restoreIgnored({ slot: SLOT, to: files }));
    must(await made.open());
    expect(readdirSync(join(made.path, 'dir'))).toEqual(['c.txt']);
  });
});

describe('work that git ignores', () => {
  it.each<[what: string, rules: string, files: readonly string[], told: readonly string[]]>([
    ['sources in lib', 'lib/\n', ['src/lib/calc.py'], ['src/lib/calc.py']],
    ['sources in build', 'build/\n', ['build/tool.go'], ['build/tool.go']],
    ['a single file', '*.gen.ts\n', ['src/api.gen.ts'], ['src/api.gen.ts']],
    ['data', 'data/\n', ['data/words.json'], ['data/words.json']],
    ['sources before data', 'data/\n', ['data/a.json', 'data/z.py'], ['data/z.py', 'data/a.json']],
    ['what compilers leave in lib', 'lib/\n', ['lib/a.js', 'lib/a.d.ts'], []],
    ['a cache that says so', 'build/\n', ['build/CACHEDIR.TAG', 'build/x.rs'], []],
    ['packages', 'node_modules/\n', ['node_modules/x/index.js', 'sub/node_modules/y/a.js'], []],
    ['byte code', '__pycache__/\n*.pyc\n', ['a/__pycache__/b.py', 'c.pyc'], []],
    [
      'environments and outputs',
      '.venv/\ndist/\ntarget/\n*.log\n',
      ['.venv/a.py', 'dist/a.js', 'target/a.rs', 'x.log'],
      [],
    ],
    ['a rule below generated folders', 'node_modules/*.js\n', ['node_modules/a.js'], []],
  ])('%s', async (_, rules, files, told) => {
    const { work, base } = await run(ground({ '.gitignore': rules, 'a.txt': 'a\n' }));
    const { ignored } = await attempt(work, base, '1', path => {
      for (const file of files) put(join(path, file), 'x');
    });
    expect(ignored.map(({ path }) => path)).toEqual(told);
    for (const { rule, isNew } of ignored) {
      expect(rule).toMatch(/^\.gitignore:\d+$/);
      expect(isNew).toBe(true);
    }
  });

  it('is not new where it lay there before', async () => {
    const { work, base } = await run(ground({ '.gitignore': 'lib/\n', 'a.txt': 'a\n' }));
    await attempt(work, base, '1', path => put(join(path, 'lib/old.py'), 'x'));
    const { ignored } = await attempt(work, base, '2', path => put(join(path, 'lib/new.py'), 'x'));
    expect(ignored).toMatchObject([
      { path: 'lib/new.py', isNew: true },
      { path: 'lib/old.py', isNew: false },
    ]);
  });
});
