import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FileChange } from '../../src/run/gates.ts';
import { attempt, type Ground, ground, must, put, run } from './ground.ts';

const lines = (count: number, word = 'line'): string =>
  Array.from({ length: count }, (_, at) => `${word} ${at}\n`).join('');

const FILES = {
  'a.txt': lines(3),
  'old.txt': lines(20),
  'gone.txt': lines(4),
  'kind.txt': 'kind\n',
  'picture.bin': '\0\0\0',
  'src/a.test.ts': lines(10),
  'src/deep/b.ts': 'b\n',
};

/** An attempt and all that can be asked about it. */
async function inspected(
  agent: (path: string, git: Ground['git']) => void,
  deliverables: readonly string[] = [],
  on: Ground = ground(FILES),
) {
  const made = await run(on);
  const { commit } = await attempt(made.work, made.base, '1', path => agent(path, on.git));
  const request = { base: made.base, snapshot: commit, deliverables };
  return { ...made, request, inspection: must(await made.work.inspect(request)) };
}

describe('an inspection', () => {
  const check = (
    title: string,
    agent: (path: string, git: Ground['git']) => void,
    expected: Partial<FileChange> & Pick<FileChange, 'path' | 'status'>,
  ) =>
    it(`tells of ${title}`, async () => {
      const { inspection } = await inspected(agent);
      const whole = { from: null, added: 0, deleted: 0, binary: false, ...expected };
      expect(inspection).toMatchObject({ files: [whole], changed: 1, truncated: false });
    });

  check('a new file', path => put(join(path, 'new.txt'), lines(2)), {
    path: 'new.txt',
    status: 'added',
    added: 2,
  });
  check('changed lines', path => put(join(path, 'a.txt'), 'line 0\nother\nline 2\nmore'), {
    path: 'a.txt',
    status: 'modified',
    added: 2,
    deleted: 1,
  });
  check('a deleted file', path => rmSync(join(path, 'gone.txt')), {
    path: 'gone.txt',
    status: 'deleted',
    deleted: 4,
  });
  check('a renamed file', (path, git) => git('-C', path, 'mv', 'old.txt', 'src/new name.txt'), {
    path: 'src/new name.txt',
    status: 'renamed',
    from: 'old.txt',
  });
  check(
    'a renamed and changed file',
    path => {
      rmSync(join(path, 'old.txt'));
      put(join(path, 'renamed.txt'), `${lines(20)}one more\n`);
    },
    { path: 'renamed.txt', status: 'renamed', from: 'old.txt', added: 1 },
  );
  check(
    'a file that became a link',
    path => {
      rmSync(join(path, 'kind.txt'));
      symlinkSync('a.txt', join(path, 'kind.txt'));
    },
    { path: 'kind.txt', status: 'type_changed', added: 1, deleted: 1 },
  );
  check('other rights', path => chmodSync(join(path, 'a.txt'), 0o755), { path: 'a.txt', status: 'modified' });
  check('binary content', path => put(join(path, 'picture.bin'), '\0\x01\0'), {
    path: 'picture.bin',
    status: 'modified',
    binary: true,
  });
  check('a tab and a line break in a name', path => put(join(path, 'a\tb\nc'), 'x\n'), {
    path: '"a\\tb\\nc"',
    status: 'added',
    added: 1,
  });
  check('a name that looks like the beginning of an entry', path => put(join(path, ':100644 1\t2'), 'x\n'), {
    path: '":100644 1\\t2"',
    status: 'added',
    added: 1,
  });
  check(
    'a name that is no text',
    path => writeFileSync(Buffer.concat([Buffer.from(`${path}/`), Buffer.from([0xff])]), 'x\n'),
    { path: '"\\377"', status: 'added', added: 1 },
  );

  it('tells of nothing where nothing changed', async () => {
    const { inspection } = await inspected(() => {});
    expect(inspection).toEqual({
      ok: true,
      files: [],
      changed: 0,
      patches: [],
      truncated: false,
      deliverables: [],
    });
  });
});

describe('the patches of guarded files', () => {
  const patchOf = async (agent: (path: string, git: Ground['git']) => void, on?: Ground) => {
    const { inspection } = await inspected(agent, [], on);
    return inspection;
  };

  it('have the changed lines and no others', async () => {
    const { patches } = await patchOf(path => {
      put(join(path, 'src/a.test.ts'), lines(10).replace('line 4\n', 'it.skip()\n'));
      put(join(path, 'a.txt'), 'not guarded');
      put(join(path, 'tests/ü "x".py'), 'assert\n');
    });
    expect(patches.map(({ path }) => path).sort()).toEqual(['src/a.test.ts', 'tests/ü "x".py']);
    const text = patches.find(({ path }) => path === 'src/a.test.ts')!.text;
    expect(text.split('\n').filter(line => /^[-+ ]/.test(line))).toEqual([
      '--- a/src/a.test.ts',
      '+++ b/src/a.test.ts',
      '-line 4',
      '+it.skip()',
    ]);
    expect(patches.find(({ path }) => path !== 'src/a.test.ts')!.text).toContain('\n+assert\n');
  });

  it('tell of a test that was renamed away', async () => {
    const { patches } = await patchOf((path, git) => {
      git('-C', path, 'mv', 'src/a.test.ts', 'a.disabled');
      put(join(path, 'a.disabled'), lines(10).replace('line 3\n', 'other\n'));
    });
    expect(patches).toHaveLength(1);
    expect(patches[0]!.path).toBe('a.disabled');
    expect(patches[0]!.text).toMatch(/^-line 3\n\+other$/m);
  });

  it('are not fooled by content that looks like a heading', async () => {
    const trick = 'x\ndiff --git a/src/a.test.ts b/src/a.test.ts\n+it.skip()\n';
    const { patches } = await patchOf(path => {
      put(join(path, 'src/a.test.ts'), `${lines(10)}${trick}`);
      put(join(path, 'src/b.test.ts'), trick);
    });
    expect(patches.map(({ path }) => path)).toEqual(['src/a.test.ts', 'src/b.test.ts']);
    expect(patches[1]!.text).toContain('+diff --git a/src/a.test.ts');
    expect(patches[1]!.text).toContain('++it.skip()');
  });

  it('are there for a test that git takes for binary', async () => {
    const on = ground(FILES);
    on.write('.git/info/attributes', 'src/b.test.ts -diff\n');
    const { patches, files } = await patchOf(path => {
      put(join(path, 'src/a.test.ts'), `${lines(10)}it.skip()\n\0`);
      put(join(path, 'src/b.test.ts'), 'it.skip()\n');
    }, on);
    expect(files.map(({ binary }) => binary)).toEqual([true, true]);
    expect(patches.map(({ text }) => text.includes('\n+it.skip()\n'))).toEqual([true, true]);
  });

  it('are cut off where they are long, and none crowds out the others', async () => {
    const inspection = await patchOf(path => {
      for (let at = 0; at < 15; at += 1) put(join(path, `tests/${at}.ts`), lines(30_000, 'long long line'));
      put(join(path, 'tests/zzz.ts'), 'short\n');
    });
    expect(inspection.truncated).toBe(true);
    expect(inspection.changed).toBe(16);
    const sizes = inspection.patches.map(({ text }) => text.length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(200 * 1024);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(2 * 1024 * 1024);
    expect(inspection.patches.map(({ path }) => path)).toContain('tests/zzz.ts');
    expect(inspection.patches.length).toBeGreaterThan(5);
  });

  it('say that one is missing where its name is no text', async () => {
    const inspection = await patchOf(path =>
      writeFileSync(
        Buffer.concat([Buffer.from(`${path}/src/`), Buffer.from([0xff]), Buffer.from('.test.ts')]),
        'x',
      ),
    );
    expect(inspection).toMatchObject({ patches: [], truncated: true, changed: 1 });
  });
});

describe('deliverables', () => {
  it('are found or not, wherever the plan says that they are', async () => {
    const asked = [
      ...['a.txt', './a.txt', 'src', 'src/', 'src//deep', 'empty.txt', 'missing.txt', 'old/b.ts', 'a.txt/x'],
      ...['../a.txt', '/etc/passwd', '', '.', 'docs', 'new\nline', '--all', '*.txt', 'HEAD', 'a\tb'],
    ];
    const { inspection } = await inspected(path => {
      put(join(path, 'empty.txt'), '');
      put(join(path, 'docs/.keep'), '');
      for (let at = 0; at < 9; at += 1) put(join(path, `other/${at}/b.ts`), 'b');
    }, asked);
    expect(inspection.deliverables.map(({ path }) => path)).toEqual(asked);
    expect(Object.fromEntries(inspection.deliverables.map(({ path, found }) => [path, found]))).toEqual({
      ...{ 'a.txt': 'file', './a.txt': 'file', src: 'folder', 'src/': 'folder', 'src//deep': 'folder' },
      ...{ 'empty.txt': 'file', 'missing.txt': 'nothing', 'old/b.ts': 'nothing', 'a.txt/x': 'nothing' },
      ...{ '../a.txt': 'nothing', '/etc/passwd': 'nothing', '': 'nothing', '.': 'nothing', docs: 'folder' },
      ...{
        'new\nline': 'nothing',
        '--all': 'nothing',
        '*.txt': 'file',
        HEAD: 'nothing',
        'a\tb': 'nothing',
      },
    });
    const elsewhere = Object.fromEntries(inspection.deliverables.map(entry => [entry.path, entry.elsewhere]));
    expect(elsewhere['old/b.ts']).toEqual([0, 1, 2, 3, 4].map(at => `other/${at}/b.ts`));
    expect(elsewhere['missing.txt']).toEqual([]);
    expect(elsewhere['a.txt']).toEqual([]);
  });

  it.each<[pattern: string, found: string]>([
    ['src/*.ts', 'file'],
    ['src/**', 'file'],
    ['**/b.ts', 'file'],
    ['{x,src}/a.ts', 'file'],
    ['app/[id]/page.ts', 'file'],
    ['app/[xy]/page.ts', 'nothing'],
    ['src/*.js', 'nothing'],
    ['*', 'file'],
    ['{x,y}/*.ts', 'nothing'],
  ])('may be patterns: %s', async (pattern, found) => {
    const { inspection } = await inspected(
      path => {
        for (const file of ['src/a.ts', 'src/deep/b.ts', 'app/[id]/page.ts']) put(join(path, file), 'x\n');
      },
      [pattern],
    );
    expect(inspection.deliverables).toMatchObject([{ path: pattern, found }]);
  });

  it.each<[path: string, elsewhere: readonly string[]]>([
    ['lib/', ['src/lib/', 'src/lib/lib']],
    ['SRC/Lib/a.js', ['src/lib/a.js']],
    ['SRC/lib', ['src/lib/', 'src/lib/lib']],
    ['lib/Other.js', []],
  ])('are named where they stand: %s', async (path, elsewhere) => {
    const { inspection } = await inspected(
      at => {
        for (const file of ['src/lib/a.js', 'src/lib/lib']) put(join(at, file), 'x\n');
      },
      [path],
    );
    expect(inspection.deliverables).toEqual([{ path, found: 'nothing', elsewhere }]);
  });

  it('are told apart that git ignores', async () => {
    const on = ground({ ...FILES, '.gitignore': '# built\ndist/\n*.log\n!kept.log\n' });
    const deliverables = ['dist/a.js', 'dist/', 'dist/*.js', 'b.log', 'kept.log', 'none.txt'];
    const made = await inspected(path => put(join(path, 'dist/a.js'), 'x\n'), [], on);
    const { deliverables: told } = must(await made.work.inspect({ ...made.request, deliverables, slot: 0 }));
    expect(told.map(({ path, found, ignoredBy }) => [path, found, ignoredBy ?? null])).toEqual([
      ['dist/a.js', 'nothing', '.gitignore:2'],
      ['dist/', 'nothing', '.gitignore:2'],
      ['dist/*.js', 'nothing', '.gitignore:2'],
      ['b.log', 'nothing', '.gitignore:3'],
      ['kept.log', 'nothing', null],
      ['none.txt', 'nothing', null],
    ]);
  });

  it('are found where a submodule is, and where an odd tree has a folder of nothing', async () => {
    const made = await run(ground(FILES));
    const empty = made.git('hash-object', '-t', 'tree', '-w', '/dev/null');
    const input = `040000 tree ${empty}\thollow\n160000 commit ${made.base}\tinner\n`;
    const options = { cwd: made.checkout, env: made.environment, encoding: 'utf8', input } as const;
    const snapshot = made.git('commit-tree', execFileSync('git', ['mktree'], options).trim(), '-m', 'odd');
    const request = { base: made.base, snapshot, deliverables: ['hollow', 'inner', 'inner/x'] };
    const { deliverables } = must(await made.work.inspect(request));
    expect(deliverables.map(({ found }) => found)).toEqual(['empty', 'folder', 'nothing']);
  });
});

describe('a diff for a reader', () => {
  it('is the patch and a summary of it', async () => {
    const { work, request } = await inspected(path => put(join(path, 'a.txt'), 'other\n'));
    const { text, truncated, stat } = must(await work.diff({ ...request, maxBytes: 100_000 }));
    expect(text).toContain('\n-line 0\n');
    expect(text).toContain('\n+other\n');
    expect(truncated).toBe(false);
    expect(stat).toMatch(/^ a\.txt \| 4 \+---\n 1 file changed, 1 insertion\(\+\), 3 deletions\(-\)\n$/);
  });

  it('ends with a whole line where it is cut off', async () => {
    const { work, request } = await inspected(path =>
      put(join(path, 'a.txt'), 'ä'.repeat(99) + '\n'.repeat(50)),
    );
    const whole = must(await work.diff({ ...request, maxBytes: 100_000 })).text;
    for (const maxBytes of [0, 1, 120, 200, 251]) {
      const { text, truncated } = must(await work.diff({ ...request, maxBytes }));
      expect(truncated).toBe(true);
      expect(text === '' || text.endsWith('\n')).toBe(true);
      expect(whole.startsWith(text)).toBe(true);
    }
  });

  it('is refused as lost where there is no such commit', async () => {
    const { work, base } = await run();
    const result = await work.diff({ base, snapshot: 'f'.repeat(40), maxBytes: 100 });
    expect(result.ok).toBe(false);
  });
});
