import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  attempt,
  filesOf,
  type Ground,
  ground,
  hasWalls,
  landing,
  must,
  phase,
  put,
  type Run,
  run,
  WALLS,
} from './ground.ts';

/** Git as an agent calls it in a folder of the workspace. */
function agentGit(made: Ground, folder: string) {
  mkdirSync(folder, { recursive: true });
  return (...words: string[]) => made.git('-C', folder, ...words);
}

/** A repository in the folder whose filter leaves a trace, with a file that was changed since its commit. */
function trapped(made: Ground, folder: string, trace: string): void {
  const git = agentGit(made, folder);
  if (!existsSync(join(folder, '.git'))) {
    git('init', '--quiet');
    put(join(folder, '.git/info/attributes'), '* filter=x\n');
    put(join(folder, 'f.txt'), 'one');
    git('add', '--all');
    git('commit', '--quiet', '--message', 'inner');
    git('config', 'filter.x.clean', `touch ${trace}; cat`);
    git('config', 'core.fsmonitor', `touch ${trace}; true`);
  }
  put(join(folder, 'f.txt'), `${Math.random()}`);
}

describe.each(WALLS)('%s', (_, options) => {
  const begun = (made?: Ground): Promise<Run> => run(made, options);

  it('nothing runs that a repository in the workspace configures, however often it is met', async () => {
    const made = await begun();
    const trace = join(made.root, 'trace');
    let head = made.base;
    for (const id of ['1', '2', '3']) {
      const landed = await phase(made.work, head, id, path => trapped(made, join(path, 'inner'), trace));
      head = landed.head;
    }
    expect(filesOf(made, head)['inner/f.txt']).toMatch(/^0\./);
    expect(existsSync(trace)).toBe(false);
    // It does run where git is asked in the usual way.
    const { path } = must(await made.work.open({ slot: 5, base: made.base, contents: null }));
    trapped(made, join(path, 'inner'), trace);
    made.git('-C', path, 'add', '--all');
    trapped(made, join(path, 'inner'), trace);
    made.git('-C', path, 'status');
    expect(existsSync(trace)).toBe(true);
  });

  it('nothing runs that a submodule configures which the base has', async () => {
    const on = ground();
    const library = join(on.root, 'library');
    trapped(on, library, join(on.root, 'unused'));
    rmSync(join(library, '.git/info/attributes'));
    on.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library, 'lib');
    on.git('commit', '--quiet', '--message', 'submodule');
    const made = await begun(on);
    const trace = join(made.root, 'trace');
    const snapshot = await attempt(made.work, made.base, '1', path =>
      trapped(made, join(path, 'lib'), trace),
    );
    expect(existsSync(trace)).toBe(false);
    // What it held is kept beside the attempt: the link alone would lead nowhere.
    const [, , kept] = made.git('rev-list', '--parents', '-1', snapshot.commit).split(' ');
    expect(Object.keys(filesOf(made, kept!))).toEqual(['f.txt']);
    expect(made.git('log', '--format=%s', kept!)).toContain('inner');
  });

  it('the history of a repository in the workspace is kept, branches included', async () => {
    const made = await begun();
    const commits: string[] = [];
    const snapshot = await attempt(made.work, made.base, '1', path => {
      const git = agentGit(made, join(path, 'inner'));
      git('init', '--quiet');
      for (const branch of ['one', 'two']) {
        git('checkout', '--quiet', '--orphan', branch);
        git('commit', '--quiet', '--allow-empty', '--message', branch);
        commits.push(git('rev-parse', 'HEAD'));
      }
    });
    const parents = made.git('rev-list', '--parents', '-1', snapshot.commit).split(' ');
    expect(parents).toEqual(expect.arrayContaining(commits));
  });

  it.each([
    ['a pointer', (folder: string, hidden: string) => put(join(folder, '.git'), `gitdir: ${hidden}/.git\n`)],
    [
      'a common folder',
      (folder: string, hidden: string, made: Ground) => {
        agentGit(made, folder)('init', '--quiet');
        put(join(folder, '.git/commondir'), `${hidden}/.git\n`);
      },
    ],
    [
      'borrowed objects',
      (folder: string, hidden: string, made: Ground) => {
        agentGit(made, folder)('init', '--quiet');
        put(join(folder, '.git/objects/info/alternates'), `${hidden}/.git/objects\n`);
        put(join(folder, '.git/HEAD'), readFileSync(join(hidden, '.git/refs/heads/main'), 'utf8'));
      },
    ],
  ])('a repository elsewhere is not followed by %s', async (_name, forge) => {
    const made = await begun();
    const hidden = join(made.home, 'hidden');
    const git = agentGit(made, hidden);
    git('init', '--quiet');
    put(join(hidden, 'secret'), 'TOPSECRET');
    git('add', '--all');
    git('commit', '--quiet', '--message', 'secret');
    const blob = git('rev-parse', 'HEAD:secret');
    const snapshot = await attempt(made.work, made.base, '1', path => {
      put(join(path, 'sub/f'), 'f');
      put(join(path, '.gitmodules'), '[submodule "sub"]\n\tpath = sub\n\turl = ./x\n');
      forge(join(path, 'sub'), hidden, made);
    });
    must(await made.work.open({ slot: 0, base: made.base, contents: null }));
    expect(made.tryGit('cat-file', '-e', blob).code).not.toBe(0);
    expect(made.tryGit('cat-file', '-e', git('rev-parse', 'HEAD')).code).not.toBe(0);
    expect(filesOf(made, snapshot.commit)['sub/f']).toBe('f');
  });

  it('a filter that is a script of the repository is that of the base', async () => {
    const on = ground({ 'tools/upper.sh': '#!/bin/sh\ntr a-z A-Z\n', '.gitattributes': '*.up filter=up\n' });
    chmodSync(join(on.checkout, 'tools/upper.sh'), 0o755);
    on.git('add', '--all');
    on.git('commit', '--quiet', '--message', 'executable');
    on.git('config', 'filter.up.clean', './tools/upper.sh');
    on.git('config', 'filter.up.smudge', 'sh tools/upper.sh');
    const made = await begun(on);
    const trace = join(made.root, 'trace');
    const landed = await phase(made.work, made.base, '1', path => {
      put(join(path, 'tools/upper.sh'), `#!/bin/sh\ntouch ${trace}\ncat\n`);
      put(join(path, 'a.up'), 'loud');
    });
    const { path } = must(await made.work.open({ slot: 1, base: landed.head, contents: null }));
    expect(existsSync(trace)).toBe(false);
    expect(filesOf(made, landed.head)['a.up']).toBe('LOUD');
    expect(readFileSync(join(path, 'a.up'), 'utf8')).toBe('LOUD');
    expect(filesOf(made, landed.head)['tools/upper.sh']).toContain('touch');
  });

  it.each([
    ['the top of the repository', '"$(git rev-parse --show-toplevel)"/tools/upper.sh'],
    ['a build tool', 'make --silent upper'],
  ])('a filter that finds its script by %s runs that of the base', async (_name, command) => {
    const on = ground({
      'tools/upper.sh': '#!/bin/sh\ntr a-z A-Z\n',
      Makefile: 'upper:\n\tsh tools/upper.sh\n',
      '.gitattributes': '*.up filter=up\n',
    });
    chmodSync(join(on.checkout, 'tools/upper.sh'), 0o755);
    on.git('commit', '--quiet', '--all', '--message', 'executable');
    on.git('config', 'filter.up.clean', command);
    const made = await begun(on);
    const trace = join(made.root, 'trace');
    const landed = await phase(made.work, made.base, '1', path => {
      put(join(path, 'tools/upper.sh'), `#!/bin/sh\ntouch ${trace}\necho agent\n`);
      put(join(path, 'a.up'), 'loud');
    });
    expect(filesOf(made, landed.head)['a.up']).toBe('LOUD');
    // Git may ask again whether a file is as it was.
    expect(existsSync(trace)).toBe(false);
  });

  it('a filter that is a program of the user works', async () => {
    const on = ground({ '.gitattributes': '*.rev filter=rev\n' });
    put(join(on.home, 'bin/backward'), '#!/bin/sh\nrev\n');
    chmodSync(join(on.home, 'bin/backward'), 0o755);
    on.git('config', '--global', 'filter.rev.clean', join(on.home, 'bin/backward'));
    const made = await begun(on);
    const landed = await phase(made.work, made.base, '1', path => put(join(path, 'a.rev'), 'abc\n'));
    expect(filesOf(made, landed.head)['a.rev']).toBe('cba');
  });

  it.each([
    ['clean', 'tr a-z A-Z > /dev/null; exit 3'],
    ['clean', 'no-such-program'],
    ['process', 'cat'],
  ])('a filter that fails and need not succeed is told of, %s = %s', async (kind, command) => {
    const on = ground({ '.gitattributes': '*.up filter=up.one\n' });
    on.git('config', `filter.up.one.${kind}`, command);
    const made = await begun(on);
    const snapshot = await attempt(made.work, made.base, '1', path => put(join(path, 'a.up'), 'raw'));
    expect(filesOf(made, snapshot.commit)['a.up']).toBe('raw');
    expect(snapshot.unfiltered).toEqual(['up.one']);
    const next = await attempt(made.work, made.base, '2', path => put(join(path, 'a.txt'), 'x'));
    expect(next.unfiltered).toBeUndefined();
  });

  it.each([
    '.gitattributes',
    '.gitignore',
    'dir/.gitignore',
    'inner/.git/HEAD',
    'inner/.git/config',
    '.gitmodules',
  ])('a pipe in the place of %s holds nothing up', async name => {
    const made = await begun();
    const snapshot = await attempt(made.work, made.base, '1', path => {
      put(join(path, 'new.txt'), 'new');
      if (name.startsWith('inner')) {
        agentGit(made, join(path, 'inner'))('init', '--quiet');
        put(join(path, 'inner/x'), 'x');
      }
      rmSync(join(path, name), { force: true });
      expect(spawnSync('mkfifo', [join(path, name)]).status).toBe(0);
    });
    expect(filesOf(made, snapshot.commit)['new.txt']).toBe('new');
    // Git itself does not read one of them.
    if (name !== '.gitmodules') expect(snapshot.removed).toEqual([name]);
    if (name.startsWith('inner')) expect(filesOf(made, snapshot.commit)['inner/x']).toBe('x');
    must(await made.work.open({ slot: 0, base: made.base, contents: null }));
  });

  it.each([
    ['index', 'a pipe'],
    ['index', 'a link to a pipe'],
    ['config.worktree', 'a pipe'],
    ['info/sparse-checkout', 'a pipe'],
  ])('%s of its own git folder being %s holds nothing up', async (name, what) => {
    const made = await begun();
    made.git('config', 'extensions.worktreeConfig', 'true');
    made.git('config', 'core.sparseCheckout', 'true');
    const pipe = join(made.root, 'pipe');
    const snapshot = await attempt(made.work, made.base, '1', path => {
      put(join(path, 'new.txt'), 'new');
      const file = join(made.git('-C', path, 'rev-parse', '--absolute-git-dir'), name);
      mkdirSync(dirname(file), { recursive: true });
      rmSync(file, { force: true });
      expect(spawnSync('mkfifo', [what === 'a pipe' ? file : pipe]).status).toBe(0);
      if (what !== 'a pipe') symlinkSync(pipe, file);
    });
    expect(filesOf(made, snapshot.commit)['new.txt']).toBe('new');
    // None of these is the agent's work.
    expect(snapshot.removed).toBeUndefined();
    must(await made.work.open({ slot: 0, base: made.base, contents: null }));
  });

  it('a pipe in the place of a file is taken for a file that was deleted', async () => {
    const made = await begun();
    const snapshot = await attempt(made.work, made.base, '1', path => {
      put(join(path, 'new.txt'), 'new');
      rmSync(join(path, 'a.txt'));
      expect(spawnSync('mkfifo', [join(path, 'a.txt')]).status).toBe(0);
    });
    expect(filesOf(made, snapshot.commit)).toMatchObject({ 'new.txt': 'new' });
    expect(filesOf(made, snapshot.commit)).not.toHaveProperty('a.txt');
    expect(snapshot.removed).toEqual(['a.txt']);
  });

  it('what nobody may read is kept all the same', async () => {
    const made = await begun();
    const snapshot = await attempt(made.work, made.base, '1', path => {
      put(join(path, 'closed/f.txt'), 'f');
      put(join(path, 'closed.txt'), 'closed');
      chmodSync(join(path, 'closed.txt'), 0);
      chmodSync(join(path, 'closed'), 0);
    });
    expect(filesOf(made, snapshot.commit)).toMatchObject({ 'closed/f.txt': 'f', 'closed.txt': 'closed' });
    must(await made.work.open({ slot: 0, base: made.base, contents: null }));
  });

  it('what nobody may write to can be written to by the next one', async () => {
    const made = await begun();
    await attempt(made.work, made.base, '1', path => {
      chmodSync(join(path, 'a.txt'), 0o444);
      chmodSync(path, 0o555);
    });
    const { path } = must(await made.work.open({ slot: 0, base: made.base, contents: null }));
    for (const name of ['', 'a.txt']) expect(statSync(join(path, name)).mode & 0o200).toBe(0o200);
  });

  it('repositories in repositories are kept, those without a file or a commit too', async () => {
    const made = await begun();
    const deep = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const landed = await phase(made.work, made.base, '1', path => {
      let folder = path;
      for (const name of deep) {
        folder = join(folder, name);
        agentGit(made, folder)('init', '--quiet');
        put(join(folder, 'x'), name);
      }
      agentGit(made, join(path, 'empty'))('init', '--quiet');
      const committed = agentGit(made, join(path, 'a/committed'));
      committed('init', '--quiet');
      committed('commit', '--quiet', '--allow-empty', '--message', 'none');
    });
    expect(filesOf(made, landed.head)[`${deep.join('/')}/x`]).toBe('h');
    const { path } = must(await made.work.open({ slot: 0, base: landed.head, contents: null }));
    expect(existsSync(join(path, 'a/.git'))).toBe(false);
    expect(existsSync(join(path, ...deep, 'x'))).toBe(true);
  });

  it('a folder that is called a submodule keeps its files in the next workspace', async () => {
    const made = await begun();
    await attempt(made.work, made.base, '1', path => {
      put(join(path, '.gitmodules'), '[submodule "dir"]\n\tpath = dir\n\turl = ./x\n');
      agentGit(made, join(path, 'dir'))('init', '--quiet');
      agentGit(made, join(path, 'dir'))('commit', '--quiet', '--allow-empty', '--message', 'x');
    });
    const { path } = must(await made.work.open({ slot: 0, base: made.base, contents: null }));
    expect(readFileSync(join(path, 'dir/c.txt'), 'utf8')).toBe('c\n');
    expect(made.git('-C', path, 'status', '--porcelain')).toBe('');
  });

  it('files in the place of a submodule are kept', async () => {
    const on = ground();
    on.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},ghost`);
    on.git('commit', '--quiet', '--message', 'ghost');
    const made = await begun(on);
    const snapshot = await attempt(made.work, made.base, '1', path => put(join(path, 'ghost/f'), 'f'));
    expect(filesOf(made, snapshot.commit)['ghost/f']).toBe('f');
  });

  it('git under way ends when it is told to stop', async () => {
    const on = ground({ '.gitattributes': '*.slow filter=slow\n' });
    on.git('config', 'filter.slow.clean', `touch ${join(on.root, 'slot-is-slow')} 2>/dev/null; sleep 600`);
    const made = await begun(on);
    const { path } = must(await made.work.open({ slot: 0, base: made.base, contents: null }));
    put(join(path, 'a.slow'), 'x');
    const captured = made.work.capture({ slot: 0, base: made.base, phase: '1', attempt: 1, lane: null });
    made.work.stop();
    expect((await captured).ok).toBe(false);
    expect((await made.work.open({ slot: 0, base: made.base, contents: null })).ok).toBe(false);
  });
});

describe.runIf(hasWalls)('git behind walls', () => {
  it('sees of the home no more than its settings, and writes nowhere but in its workspace', async () => {
    const on = ground({ '.gitattributes': '*.look filter=look\n' });
    put(join(on.home, 'letter'), 'private');
    const outside = join(on.home, 'outside');
    const look = `grep -c : /proc/net/dev; cat ${join(on.home, 'letter')} 2>&1; touch ${outside} ${join(on.checkout, '.git/config')} 2>&1; true`;
    on.git('config', 'filter.look.clean', `${look} #`);
    const before = statSync(join(on.checkout, '.git/config')).mtimeMs;
    const made = await run(on);
    const snapshot = await attempt(made.work, made.base, '1', path =>
      writeFileSync(join(path, 'a.look'), 'x'),
    );
    const seen = filesOf(made, snapshot.commit)['a.look'];
    expect(seen).toContain('Read-only file system');
    // No way out but to itself.
    expect(seen).toMatch(/^1\n/);
    expect(existsSync(outside)).toBe(false);
    expect(statSync(join(on.checkout, '.git/config')).mtimeMs).toBe(before);
  });

  it('a landed phase does not tell that there are walls', async () => {
    const made = await run();
    const snapshot = await attempt(made.work, made.base, '1', path => put(join(path, 'x'), 'x'));
    const landed = must(
      await made.work.land(landing('1', { base: made.base, head: made.base, snapshot: snapshot.commit })),
    );
    expect(landed.outcome).toBe('landed');
    expect(made.git('worktree', 'list', '--porcelain')).toContain('/slots/0');
    must(await made.work.closeRun({ message: null, record: null }));
    expect(existsSync(made.folder)).toBe(false);
  });
});
