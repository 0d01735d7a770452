import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BRANCH, filesOf, type Ground, ground, must, phase, put, refusal, run } from './ground.ts';

/** A path that need not be text. */
const at = (folder: string, name: string | Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name)]);

interface Odd {
  readonly title: string;
  /** What stands in the first commit. */
  readonly before?: (made: Ground) => void;
  readonly work: (path: string, made: Ground) => void;
  /** Looks at a fresh workspace with the landed commit. */
  readonly check: (path: string, made: Ground) => void;
  readonly changes?: readonly string[];
}

/** A repository with one committed file, beside the checkout. */
function library({ root, git }: Ground): string {
  const folder = join(root, 'library');
  git('init', '--quiet', folder);
  put(join(folder, 'x'), 'x');
  git('-C', folder, 'add', '--all');
  git('-C', folder, 'commit', '--quiet', '--message', 'x');
  return folder;
}

const addModule = ({ git }: Ground, path: string, source: string): void =>
  void git('-C', path, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', source, 'lib');

const named = (title: string, name: string | Buffer, shown: string): Odd => ({
  title,
  work: path => writeFileSync(at(path, name), 'odd'),
  check: path => expect(readFileSync(at(path, name), 'utf8')).toBe('odd'),
  changes: [`added ${shown}`],
});

const BINARY = Buffer.from([...Array(256).keys()]);
const CRLF = 'one\r\ntwo\r\n';

const ODDITIES: readonly Odd[] = [
  named('spaces', ' a b ', ' a b '),
  named('quotes', `"'\``, `"\\"'\``.concat('"')),
  named('a line break', 'a\nb', '"a\\nb"'),
  named('a tab and a backslash', 'a\t\\b', '"a\\t\\\\b"'),
  named('letters beyond ASCII', 'żółć.txt', 'żółć.txt'),
  named('bytes that are no text', Buffer.from([0x66, 0xff, 0xfe]), '"f\\377\\376"'),
  named('a leading dash', '--force', '--force'),
  named('a pathspec', ':(exclude)a.txt', ':(exclude)a.txt'),
  named('a star', '*', '*'),
  {
    title: 'a mode',
    work: path => chmodSync(join(path, 'a.txt'), 0o755),
    check: path => expect(statSync(join(path, 'a.txt')).mode & 0o111).not.toBe(0),
    changes: ['modified a.txt'],
  },
  {
    title: 'a symbolic link that leads out',
    work: path => symlinkSync('/etc/passwd', join(path, 'link')),
    check: path => expect(readlinkSync(join(path, 'link'))).toBe('/etc/passwd'),
    changes: ['added link'],
  },
  {
    title: 'a file that becomes a link',
    work: path => {
      rmSync(join(path, 'a.txt'));
      symlinkSync('b.txt', join(path, 'a.txt'));
    },
    check: path => expect(lstatSync(join(path, 'a.txt')).isSymbolicLink()).toBe(true),
    changes: ['type_changed a.txt'],
  },
  {
    title: 'a folder that becomes a file and a file that becomes a folder',
    work: path => {
      rmSync(join(path, 'dir'), { recursive: true });
      put(join(path, 'dir'), 'file');
      rmSync(join(path, 'a.txt'));
      put(join(path, 'a.txt/deep'), 'deep');
    },
    check: path => {
      expect(readFileSync(join(path, 'dir'), 'utf8')).toBe('file');
      expect(readFileSync(join(path, 'a.txt/deep'), 'utf8')).toBe('deep');
    },
  },
  {
    title: 'binary content',
    work: path => put(join(path, 'x.bin'), BINARY),
    check: path => expect(readFileSync(join(path, 'x.bin')).equals(BINARY)).toBe(true),
  },
  {
    title: 'an empty file and a large one',
    work: path => {
      put(join(path, 'empty'), '');
      put(join(path, 'large'), Buffer.alloc(3_000_000, 7));
    },
    check: path =>
      expect([statSync(join(path, 'empty')).size, statSync(join(path, 'large')).size]).toEqual([
        0, 3_000_000,
      ]),
  },
  {
    title: 'CRLF as it is',
    work: path => put(join(path, 'crlf.txt'), CRLF),
    check: (path, { git }) => {
      expect(readFileSync(join(path, 'crlf.txt'), 'utf8')).toBe(CRLF);
      expect(git('cat-file', '-s', `${BRANCH}:crlf.txt`)).toBe(String(CRLF.length));
    },
  },
  {
    title: 'CRLF with core.autocrlf and core.safecrlf',
    before: ({ git }) => void git('config', 'core.autocrlf', 'true'),
    work: (path, { git }) => {
      git('config', 'core.safecrlf', 'true');
      put(join(path, 'crlf.txt'), CRLF);
      put(join(path, 'lf.txt'), 'one\ntwo\n');
    },
    check: (path, { git }) => {
      expect(readFileSync(join(path, 'crlf.txt'), 'utf8')).toBe(CRLF);
      expect(git('cat-file', '-s', `${BRANCH}:crlf.txt`)).toBe('8');
    },
    changes: ['added crlf.txt', 'added lf.txt'],
  },
  {
    title: 'CRLF with .gitattributes',
    before: ({ write }) => write('.gitattributes', '*.bat text eol=crlf\n*.bin -text\n'),
    work: path => {
      put(join(path, 'x.bat'), CRLF);
      put(join(path, 'x.bin'), CRLF);
    },
    check: (path, { git }) => {
      expect(readFileSync(join(path, 'x.bat'), 'utf8')).toBe(CRLF);
      expect(git('cat-file', '-s', `${BRANCH}:x.bat`)).toBe('8');
      expect(git('cat-file', '-s', `${BRANCH}:x.bin`)).toBe(String(CRLF.length));
    },
  },
  {
    title: 'a filter of the configuration, as git-lfs is one',
    before: ({ git, write }) => {
      git('config', 'filter.rot.clean', 'tr a-z n-za-m');
      git('config', 'filter.rot.smudge', 'tr a-z n-za-m');
      write('.gitattributes', '*.rot filter=rot\n');
    },
    work: path => put(join(path, 'x.rot'), 'hello'),
    check: (path, { git }) => {
      expect(git('cat-file', '-p', `${BRANCH}:x.rot`)).toBe('uryyb');
      expect(readFileSync(join(path, 'x.rot'), 'utf8')).toBe('hello');
    },
  },
  {
    title: 'a repository made by the agent',
    work: (path, { git }) => {
      put(join(path, 'made/deep/file'), 'inner');
      put(join(path, 'made/more/x'), 'innermost');
      git('-C', join(path, 'made/more'), 'init', '--quiet');
      git('-C', join(path, 'made/more'), 'add', '--all');
      git('-C', join(path, 'made/more'), 'commit', '--quiet', '--message', 'x');
      git('-C', join(path, 'made'), 'init', '--quiet');
      git('-C', join(path, 'made'), 'add', '.');
      git('-C', join(path, 'made'), 'commit', '--quiet', '--message', 'x');
      put(join(path, 'made/later'), 'uncommitted');
    },
    check: path => {
      expect(readFileSync(join(path, 'made/deep/file'), 'utf8')).toBe('inner');
      expect(readFileSync(join(path, 'made/later'), 'utf8')).toBe('uncommitted');
      expect(readFileSync(join(path, 'made/more/x'), 'utf8')).toBe('innermost');
      expect(statSync(join(path, 'made/.git'), { throwIfNoEntry: false })).toBeUndefined();
    },
    changes: ['added made/deep/file', 'added made/later', 'added made/more/x'],
  },
  {
    title: 'a repository without a commit',
    work: (path, { git }) => {
      put(join(path, 'made/file'), 'inner');
      put(join(path, 'beside'), 'beside');
      git('-C', join(path, 'made'), 'init', '--quiet');
    },
    check: path => {
      expect(readFileSync(join(path, 'made/file'), 'utf8')).toBe('inner');
      expect(readFileSync(join(path, 'beside'), 'utf8')).toBe('beside');
    },
    changes: ['added beside', 'added made/file'],
  },
  {
    title: 'a submodule',
    before: made => addModule(made, made.checkout, library(made)),
    work: path => put(join(path, 'new.txt'), 'n'),
    check: (_, { git }) => expect(git('ls-tree', BRANCH, 'lib')).toContain('160000 commit'),
    changes: ['added new.txt'],
  },
  {
    title: 'a submodule that the agent adds',
    work: (path, made) => addModule(made, path, library(made)),
    check: (_, { git }) => expect(git('ls-tree', BRANCH, 'lib')).toContain('160000 commit'),
    changes: ['added .gitmodules', 'added lib'],
  },
  {
    title: 'a tracked file that is ignored',
    before: ({ write, git }) => {
      write('kept.log', 'old');
      git('add', '--force', 'kept.log');
    },
    work: path => put(join(path, 'kept.log'), 'new'),
    check: path => expect(readFileSync(join(path, 'kept.log'), 'utf8')).toBe('new'),
    changes: ['modified kept.log'],
  },
  {
    title: 'a large number of files',
    work: path => {
      for (let n = 0; n < 300; n += 1) put(join(path, `many/${n}`), String(n));
    },
    check: path => expect(readFileSync(join(path, 'many/299'), 'utf8')).toBe('299'),
  },
  {
    title: 'a folder that is empty or holds only ignored files',
    work: path => {
      mkdirSync(join(path, 'hollow'));
      put(join(path, 'logs/x.log'), 'x');
    },
    check: (_, { git }) => expect(git('diff', '--stat', 'main', BRANCH)).toBe(''),
    changes: [],
  },
];

describe('what survives from the workspace to the branch and back', () => {
  for (const { title, before, work: agent, check, changes } of ODDITIES) {
    it(title, async () => {
      const made = ground();
      before?.(made);
      made.git('add', '--all');
      made.git('commit', '--quiet', '--allow-empty', '--message', 'second');
      const { work, base } = await run(made);
      const { head, snapshot } = await phase(work, base, '1', path => agent(path, made));
      if (changes) expect(snapshot.changes.map(({ status, path }) => `${status} ${path}`)).toEqual(changes);
      expect(snapshot.changes.length).toBe(Math.min(snapshot.changed, 200));
      // Both the slot that was worked in and a new one show the landed commit.
      for (const slot of [0, 1]) {
        const { path } = must(await work.open({ slot, base: head, contents: null }));
        expect(made.git('-C', path, 'status', '--porcelain')).toBe('');
        check(path, made);
      }
      expect(must(await work.closeRun({ message: null, record: null })).rescued).toEqual([]);
    });
  }

  it.skipIf(process.getuid?.() === 0)('but not what cannot be read, and that is said', async () => {
    const { work, base } = await run();
    const { path } = must(await work.open({ slot: 0, base, contents: null }));
    put(join(path, 'secret'), 'x');
    chmodSync(join(path, 'secret'), 0);
    const request = { slot: 0, base, phase: '1', attempt: 1, lane: null };
    expect(refusal(await work.capture(request)).reason).toBe('read_only');
  });

  it('the files and commits inside a submodule, though a commit can only link to them', async () => {
    const made = ground();
    addModule(made, made.checkout, library(made));
    made.git('commit', '--quiet', '--message', 'with a submodule');
    const { work, base } = await run(made);
    const fill = (path: string) =>
      made.git('-C', path, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'update', '--init');
    const inner = 'by the agent';
    const { head, snapshot } = await phase(work, base, '1', path => {
      fill(path);
      put(join(path, 'lib/new'), 'committed');
      made.git('-C', join(path, 'lib'), 'add', '--all');
      made.git('-C', join(path, 'lib'), 'commit', '--quiet', '--message', inner);
      put(join(path, 'lib/late'), 'uncommitted');
    });
    expect(snapshot.changes).toEqual([{ status: 'modified', path: 'lib' }]);
    expect(filesOf(made, `${snapshot.commit}^2`)).toEqual({ x: 'x', new: 'committed', late: 'uncommitted' });
    expect(made.git('log', '-1', '--format=%H %s', `${snapshot.commit}^2^`)).toBe(
      `${made.git('rev-parse', `${head}:lib`)} ${inner}`,
    );
    // Neither the next attempt nor another base gets to see what an attempt left in there.
    for (const at of [base, head]) {
      const { path } = must(await work.open({ slot: 0, base: at, contents: null }));
      expect(made.git('-C', path, 'status', '--porcelain')).toBe('');
      expect(statSync(join(path, 'lib/late'), { throwIfNoEntry: false })).toBeUndefined();
    }
    must(await work.open({ slot: 0, base, contents: null }));
    fill(join(made.root, 'slots/0'));
    put(join(made.root, 'slots/0/lib/left'), 'left');
    const { rescued } = must(await work.closeRun({ message: null, record: null }));
    expect(rescued).toHaveLength(1);
    expect(filesOf(made, `${rescued[0]}^2`)).toMatchObject({ left: 'left' });
  });

  it('in a sparse checkout, files outside of it included', async () => {
    const made = ground({ 'in/a': 'a', 'out/b': 'b', root: 'r' });
    made.git('sparse-checkout', 'set', 'in');
    expect((await made.repository()).sparse).toBe(true);
    const { work, base } = await run(made);
    const { head, snapshot } = await phase(work, base, '1', path => {
      expect(statSync(join(path, 'out/b'), { throwIfNoEntry: false })).toBeUndefined();
      put(join(path, 'in/new'), 'n');
      put(join(path, 'out/new'), 'n');
    });
    expect(snapshot.changes.map(({ path }) => path)).toEqual(['in/new', 'out/new']);
    expect(filesOf(made, head)).toEqual({
      'in/a': 'a',
      'in/new': 'n',
      'out/b': 'b',
      'out/new': 'n',
      root: 'r',
    });
    const { path } = must(await work.open({ slot: 0, base: head, contents: null }));
    expect(made.git('-C', path, 'status', '--porcelain')).toBe('');
    expect(must(await work.closeRun({ message: null, record: null })).rescued).toEqual([]);
  });
});
