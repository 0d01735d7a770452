import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { attempt, type Ground, ground, must, phase, put, refusal, run } from './ground.ts';
import {
  begun,
  contentOf,
  EXPECTED,
  FILES,
  OTHERS,
  RECORD,
  recorded,
  resumed,
  survives,
} from './record-ground.ts';

describe.each([
  ['a base without a record', begun, {}],
  ['a base that has one', resumed, EXPECTED],
])('on %s the record stands aside', (_, prepare, before) => {
  it.each(['nothing', 'commit it', 'replace it by a link', 'make a repository of it'])(
    'when agents do this to it: %s',
    async name => survives(await prepare(), before, name),
  );

  it('and stays where it is while the workspace gets other contents', async () => {
    const { work, base } = await prepare();
    const one = await phase(work, base, '1', path => put(join(path, 'docs/one.md'), 'one'));
    const { path } = must(await work.open({ slot: 0, base, contents: null }));
    must(await work.placeRecord(0, FILES));
    const placed = statSync(join(path, RECORD, 'plan.md'));
    for (const [at, contents] of [
      [one.head, null],
      [base, one.snapshot.commit],
      [base, null],
    ] as const) {
      must(await work.open({ slot: 0, base: at, contents }));
      expect(contentOf(join(path, RECORD))).toEqual(EXPECTED);
      expect(existsSync(join(path, 'docs/one.md'))).toBe(at !== base || contents !== null);
    }
    expect(statSync(join(path, RECORD, 'plan.md')).ctimeMs).toBe(placed.ctimeMs);
  });
});

describe('an agent that finds a record in its base', () => {
  it('sees what is placed as it is, in git status, too', async () => {
    const { work, base, git } = await resumed();
    const { path } = must(await work.open({ slot: 0, base, contents: null }));
    must(await work.placeRecord(0, FILES));
    expect(git('-C', path, 'status', '--porcelain')).toBe('');
    must(await work.placeRecord(0, new Map([...FILES, ['plan.md', 'newer\n']])));
    expect(git('-C', path, 'status', '--porcelain')).toBe(` M ${RECORD}/plan.md`);
  });

  it('may put a file where the folder above was: then there is no place for it', async () => {
    const { work, base, git } = await resumed();
    const snapshot = await attempt(work, base, '1', path => {
      rmSync(join(path, 'docs'), { recursive: true });
      put(join(path, 'docs'), 'a file');
    });
    expect(git('ls-tree', '-r', '--name-only', snapshot.commit).split('\n')).toEqual([
      '.gitignore',
      'a.txt',
      'docs',
    ]);
    expect(snapshot.changes.map(({ path }) => path)).toContain('docs');
  });
});

describe('a folder that is ignored', () => {
  const IGNORED = [
    ...['docs/', 'docs', 'docs/*', 'docs/**', '/docs/phasewright/', `${RECORD}/`, `/${RECORD}`],
    ...['plan.md', '*.md'],
  ];
  it.each<[string, string]>([
    ...IGNORED.map((pattern): [string, string] => ['.gitignore', pattern]),
    ['.git/info/exclude', 'docs/'],
    ['docs/.gitignore', '*'],
    ['docs/phasewright/.gitignore', '*'],
  ])('because %s says %s holds the record as any other', async (file, pattern) => {
    const { work, base, git, checkout } = await run(ground({ 'a.txt': 'a\n' }), recorded());
    const isShared = file.startsWith('.git/');
    if (isShared) put(join(checkout, file), pattern);
    must(await work.open({ slot: 0, base, contents: null }));
    must(await work.placeRecord(0, FILES));
    const one = await phase(work, base, '1', path => {
      if (!isShared) put(join(path, file), pattern);
      put(join(path, 'one.txt'), 'one');
    });
    expect(one.snapshot.changes.map(({ path }) => path)).toContain('one.txt');
    const two = await phase(work, one.head, '2', path => put(join(path, 'two.txt'), 'two'));
    expect(git('diff', '--name-only', one.head, two.head)).toBe('two.txt');
    const record = { files: FILES, message: 'docs: record' };
    const closed = must(await work.closeRun({ message: null, record }));
    expect(closed).toMatchObject({ rescued: [], recordProblem: null });
    expect(git('ls-tree', '-r', '--name-only', `${closed.head}:${RECORD}`).split('\n')).toHaveLength(
      FILES.size,
    );
  });

  it.each(['[a]*/re?ord', '*', '\\odd/[!x]', '!x/^', ':(top)/é', '#/ü'])(
    'or has the odd name %j stands aside alone',
    async name => {
      const { work, base, git } = await run(ground({ 'a.txt': 'a\n' }), { record: name });
      must(await work.open({ slot: 0, base, contents: null }));
      must(await work.placeRecord(0, FILES));
      const { snapshot } = await phase(work, base, '1', path => {
        put(join(path, '.gitignore'), '/*\n!/[ab]*\n');
        put(join(path, 'a/record'), 'mine');
        put(join(path, 'b.txt'), 'mine');
      });
      expect(snapshot.changes.map(({ path }) => path)).toEqual(['a/record', 'b.txt']);
      expect(git('ls-tree', '-r', '--name-only', snapshot.commit).split('\n')).toHaveLength(3);
    },
  );
});

describe("the user's git", () => {
  it('may delete all that no ref leads to, and the record still stands aside', async () => {
    const { work, base: halted, git } = await resumed();
    const { head: base } = await phase(work, halted, '0', at => put(join(at, 'zero.txt'), 'zero'));
    const { path } = must(await work.open({ slot: 0, base, contents: null }));
    must(await work.placeRecord(0, FILES));
    put(join(path, 'one.txt'), 'one');
    git('reflog', 'expire', '--expire=now', '--all');
    git('gc', '--quiet', '--prune=now');
    const request = { slot: 0, base, phase: '1', attempt: 1, lane: null };
    const { commit, changes } = must(await work.capture(request));
    expect(changes).toEqual([{ status: 'added', path: 'one.txt' }]);
    git('gc', '--quiet', '--prune=now');
    must(await work.open({ slot: 0, base, contents: null }));
    git('gc', '--quiet', '--prune=now');
    must(await work.open({ slot: 0, base, contents: commit }));
    expect(contentOf(join(path, RECORD))).toEqual(EXPECTED);
    expect(existsSync(join(path, 'one.txt'))).toBe(true);
    expect(git('fsck', '--no-dangling')).toBe('');
  });
});

describe('a link above the record', () => {
  it('is the work of the agent that made it; later phases do without a record', async () => {
    const { work, base, git, home } = await begun();
    const { head, snapshot } = await phase(work, base, '1', path => {
      symlinkSync(home, join(path, 'docs/phasewright'));
    });
    expect(snapshot.changes).toEqual([{ status: 'added', path: 'docs/phasewright' }]);
    must(await work.open({ slot: 0, base: head, contents: null }));
    expect(refusal(await work.placeRecord(0, FILES)).reason).toBe('misplaced');
    const two = await phase(work, head, '2', path => put(join(path, 'two.txt'), 'two'));
    expect(git('diff', '--name-only', head, two.head)).toBe('two.txt');
    expect(readdirSync(home)).toEqual(['.gitconfig']);
    expect(must(await work.closeRun({ message: null, record: null })).rescued).toEqual([]);
  });
});

describe('hooks that run when a phase lands', () => {
  it('see the record of the head and leave it in the commit', async () => {
    const { work: _, base, git, again, checkout } = await resumed();
    put(join(checkout, '.git/hooks/pre-commit'), `#!/bin/sh\ngit ls-files ${RECORD} > "$GIT_DIR/seen"\n`);
    chmodSync(join(checkout, '.git/hooks/pre-commit'), 0o755);
    const work = again({ commit: { mode: 'phase', author: null, hooks: true } });
    const { head } = await phase(work, base, '1', path => put(join(path, 'work.txt'), 'work'));
    expect(readFileSync(join(checkout, '.git/worktrees/hooks/seen'), 'utf8').trim().split('\n')).toHaveLength(
      FILES.size,
    );
    expect(git('diff', '--name-only', base, head)).toBe('work.txt');
  });
});

describe('placing a record', () => {
  const opened = async (on: Ground = ground(OTHERS)) => {
    const made = await run(on, recorded());
    const { path } = must(await made.work.open({ slot: 0, base: made.base, contents: null }));
    return { ...made, path, folder: join(path, RECORD) };
  };
  const times = (folder: string) =>
    Object.fromEntries([...FILES.keys()].map(name => [name, lstatSync(join(folder, name)).ctimeMs]));

  it('writes what changed and nothing else', async () => {
    const { work, folder } = await opened();
    must(await work.placeRecord(0, FILES));
    const before = times(folder);
    const next = new Map([...FILES, ['plan.md', '# Plan 2\n'], ['phase-2/summary.md', 'two\n']]);
    must(await work.placeRecord(0, next));
    expect(contentOf(folder)).toEqual(Object.fromEntries([...next].sort()));
    const after = times(folder);
    expect(after['plan.md']).not.toBe(before['plan.md']);
    expect({ ...after, 'plan.md': 0 }).toEqual({ ...before, 'plan.md': 0 });
    must(await work.placeRecord(0, FILES));
    expect(contentOf(folder)).toEqual(EXPECTED);
    expect(existsSync(join(folder, 'phase-2'))).toBe(false);
  });

  it('writes again what somebody changed without a trace in size and time', async () => {
    const { work, folder } = await opened();
    must(await work.placeRecord(0, FILES));
    const file = join(folder, 'plan.md');
    const { atime, mtime } = statSync(file);
    writeFileSync(file, '# Evil\n');
    utimesSync(file, atime, mtime);
    must(await work.placeRecord(0, FILES));
    expect(contentOf(folder)).toEqual(EXPECTED);
  });

  it('gives everybody the right to read, whatever the mask', async () => {
    const { work, folder } = await opened();
    const mask = process.umask(0o077);
    try {
      must(await work.placeRecord(0, FILES));
    } finally {
      process.umask(mask);
    }
    expect(statSync(join(folder, 'plan.md')).mode & 0o777).toBe(0o644);
  });

  it.each([
    ['a link', (path: string) => symlinkSync('../../home', path)],
    ['a file', (path: string) => writeFileSync(path, '')],
    ['a repository', (path: string) => mkdirSync(join(path, '.git'), { recursive: true })],
  ])('refuses where %s stands on the way, and writes nothing', async (_, make) => {
    const { work, path, home } = await opened(ground({ 'a.txt': 'a' }));
    make(join(path, 'docs'));
    expect(refusal(await work.placeRecord(0, FILES)).reason).toBe('misplaced');
    expect(readdirSync(home)).toEqual(['.gitconfig']);
    expect(existsSync(join(path, RECORD))).toBe(false);
  });

  it('refuses where a submodule will be', async () => {
    const on = ground({ 'a.txt': 'a' });
    on.git('update-index', '--add', '--cacheinfo', `160000,${on.git('rev-parse', 'HEAD')},docs`);
    on.git('commit', '--quiet', '--message', 'link');
    const { work, path } = await opened(on);
    expect(refusal(await work.placeRecord(0, FILES)).reason).toBe('misplaced');
    expect(existsSync(join(path, RECORD))).toBe(false);
    put(join(path, 'work.txt'), 'work');
    const request = { slot: 0, base: on.git('rev-parse', 'HEAD'), phase: '1', attempt: 1, lane: null };
    expect(must(await work.capture(request)).changes).toEqual([{ status: 'added', path: 'work.txt' }]);
  });

  it('refuses a slot that is not open', async () => {
    const { work } = await opened();
    expect(refusal(await work.placeRecord(1, FILES)).reason).toBe('misplaced');
  });
});

describe('a report', () => {
  it.each<[string, string | null, (file: string) => void]>([
    ['a file', '{"done":true}', file => put(file, '{"done":true}')],
    ['nothing', null, () => {}],
    ['a link', null, file => symlinkSync('../plan.md', file)],
    ['a folder', null, file => mkdirSync(file)],
    ['a pipe that nobody writes to', null, file => execFileSync('mkfifo', [file])],
    ['as much as is read', 'x'.repeat(1 << 20), file => put(file, 'x'.repeat(1 << 20))],
    [
      'more than that',
      null,
      file => {
        put(file, '');
        truncateSync(file, (1 << 20) + 1);
      },
    ],
  ])('is read from %s', async (_, expected, make) => {
    const { work, base } = await begun();
    const { path } = must(await work.open({ slot: 0, base, contents: null }));
    must(await work.placeRecord(0, FILES));
    make(join(path, RECORD, 'phase-1/report.json'));
    expect(await work.readReport(0, 'phase-1/report.json')).toBe(expected);
    must(await work.placeRecord(0, FILES));
    expect(await work.readReport(0, 'phase-1/report.json')).toBe(null);
  });

  it.each([
    '../../../a.txt',
    '/etc/passwd',
    'phase-1/../plan.md',
    '',
    'plan.md/x',
    'linked/x',
    'linked/deep/x',
    'a\0b',
  ])('is never read from %j', async name => {
    const { work, base } = await begun();
    const { path } = must(await work.open({ slot: 0, base, contents: null }));
    must(await work.placeRecord(0, FILES));
    put(join(path, 'outside/x'), 'x');
    put(join(path, 'outside/deep/x'), 'x');
    symlinkSync(join(path, 'outside'), join(path, RECORD, 'linked'));
    expect(await work.readReport(0, 'plan.md')).toBe('# Plan\n');
    expect(await work.readReport(0, name)).toBe(null);
    expect(await work.readReport(5, 'plan.md')).toBe(null);
  });
});
