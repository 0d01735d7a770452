import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  attempt,
  filesOf,
  ground,
  groundWithSubmodule,
  landing,
  must,
  put,
  type Run,
  run,
  WALLS,
} from './ground.ts';

/** A repository with a commit, as an agent makes it in the workspace; its git folder may lie elsewhere. */
function repositoryIn(made: Run, folder: string, ...words: readonly string[]) {
  mkdirSync(folder, { recursive: true });
  const git = (...more: string[]): string => made.git('-C', folder, ...more);
  git('init', '--quiet', '--template=', ...words);
  put(join(folder, 'f'), 'f');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'one');
  return git;
}

function pipeAt(path: string): void {
  rmSync(path, { force: true });
  expect(spawnSync('mkfifo', [path]).status).toBe(0);
}

describe.each(WALLS)('of a repository inside the workspace, %s', (_, options) => {
  const begun = (): Promise<Run> => run(ground(), options);

  it('a pipe for which two git processes wait at once fails neither of them', async () => {
    const made = await begun();
    const snapshot = await attempt(made.work, made.base, '1', path => {
      repositoryIn(made, join(path, 'inner'));
      mkdirSync(join(path, 'inner/.git/objects/info'), { recursive: true });
      pipeAt(join(path, 'inner/.git/objects/info/alternates'));
    });
    expect(snapshot.removed).toEqual(['inner/.git/objects/info/alternates']);
    expect(filesOf(made, snapshot.commit)['inner/f']).toBe('f');
  });

  it.each<[where: string, pipe: string, make: (made: Run, path: string) => void]>([
    [
      'a git folder that a pointer leads to',
      'store/HEAD',
      (made, path) => {
        repositoryIn(made, join(path, 'inner'), '--separate-git-dir', join(path, 'store'));
        pipeAt(join(path, 'store/HEAD'));
      },
    ],
    [
      'a folder that nobody may write to',
      'inner/.git/HEAD',
      (made, path) => {
        repositoryIn(made, join(path, 'inner'));
        pipeAt(join(path, 'inner/.git/HEAD'));
        chmodSync(join(path, 'inner/.git'), 0o555);
      },
    ],
  ])('a pipe in %s holds nothing up', async (_where, pipe, make) => {
    const made = await begun();
    const snapshot = await attempt(made.work, made.base, '1', path => make(made, path));
    expect(snapshot.removed).toEqual([pipe]);
    expect(filesOf(made, snapshot.commit)['inner/f']).toBe('f');
  });

  it('all stashes are kept, what a tag with words of its own stands for, and very many branches', async () => {
    const made = await begun();
    let tagged = '';
    const tips: string[] = [];
    await attempt(made.work, made.base, '1', path => {
      const git = repositoryIn(made, join(path, 'inner'));
      git('checkout', '--quiet', '--detach');
      git('commit', '--quiet', '--allow-empty', '--message', 'tagged');
      tagged = git('rev-parse', 'HEAD');
      git('tag', '--annotate', '--message', 'a release', 'v1');
      git('checkout', '--quiet', '-');
      for (const content of ['1', '2']) {
        put(join(path, 'inner/f'), content);
        git('stash', 'push', '--quiet');
        tips.push(git('rev-parse', 'refs/stash'));
      }
      const many = repositoryIn(made, join(path, 'many'));
      for (let at = 0; at < 201; at += 1) {
        const oid = many('commit-tree', '-p', 'HEAD', '-m', `${at}`, 'HEAD^{tree}');
        many('update-ref', `refs/heads/b${at}`, oid);
        tips.push(oid);
      }
    });
    const kept = new Set(made.git('rev-list', '--all').split('\n'));
    expect([tagged, ...tips].filter(oid => !kept.has(oid))).toEqual([]);
  });

  it('one that this git cannot read is kept all the same', async () => {
    const made = await begun();
    let commit = '';
    await attempt(made.work, made.base, '1', path => {
      const git = repositoryIn(made, join(path, 'inner'));
      commit = git('rev-parse', 'HEAD');
      git('config', 'core.repositoryFormatVersion', '99');
    });
    expect(made.git('rev-list', '--all')).toContain(commit);
  });

  it.each<[string, (gitFolder: string) => void]>([
    ['no HEAD', gitFolder => rmSync(join(gitFolder, 'HEAD'))],
    ['rubbish for a HEAD', gitFolder => put(join(gitFolder, 'HEAD'), '\u0000rubbish')],
  ])('one with %s is kept, and gone for the next one', async (_title, damage) => {
    const made = await begun();
    const commits: string[] = [];
    for (const folder of ['inner', 'around/inner']) {
      await attempt(made.work, made.base, folder.length.toString(), path => {
        if (folder !== 'inner') repositoryIn(made, join(path, 'around'));
        commits.push(repositoryIn(made, join(path, folder))('rev-parse', 'HEAD'));
        damage(join(path, folder, '.git'));
      });
      const { path } = must(await made.work.open({ slot: 0, base: made.base, contents: null }));
      expect(existsSync(join(path, folder))).toBe(false);
    }
    const kept = made.git('rev-list', '--all');
    for (const commit of commits) expect(kept).toContain(commit);
  });

  it('one in a folder that git knows is kept, also if nobody came to capture it, and gone for the next one', async () => {
    const made = await begun();
    const begin = (path: string): string => {
      const git = repositoryIn(made, join(path, 'dir'));
      rmSync(join(path, 'dir/f'));
      return git('rev-parse', 'HEAD');
    };
    let commit = '';
    await attempt(made.work, made.base, '1', path => {
      commit = begin(path);
    });
    expect(made.git('rev-list', '--all')).toContain(commit);
    const { path } = must(await made.work.open({ slot: 0, base: made.base, contents: null }));
    expect(existsSync(join(path, 'dir/.git'))).toBe(false);
    const second = begin(path);
    must(await made.work.open({ slot: 0, base: made.base, contents: null }));
    expect(made.git('rev-list', '--all')).toContain(second);
    expect(existsSync(join(path, 'dir/.git'))).toBe(false);
    expect(readFileSync(join(path, 'dir/c.txt'), 'utf8')).toBe('c\n');
  });

  it('one in a submodule is kept', async () => {
    const made = await run(groundWithSubmodule(), options);
    let commit = '';
    await attempt(made.work, made.base, '1', path => {
      made.git('-C', path, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'update', '--init');
      commit = repositoryIn(made, join(path, 'lib/inner'))('rev-parse', 'HEAD');
    });
    expect(made.git('rev-list', '--all')).toContain(commit);
  });

  it('a submodule that claims to be the whole workspace costs the next one nothing', async () => {
    const made = await begun();
    const snapshot = await attempt(made.work, made.base, '1', path =>
      put(join(path, '.gitmodules'), '[submodule "x"]\n\tpath = .\n\turl = ./x\n'),
    );
    const landed = must(
      await made.work.land(landing('1', { base: made.base, head: made.base, snapshot: snapshot.commit })),
    );
    if (landed.outcome !== 'landed') throw new Error(landed.outcome);
    const { path } = must(await made.work.open({ slot: 0, base: landed.head, contents: null }));
    expect(readFileSync(join(path, 'a.txt'), 'utf8')).toBe('a\n');
    expect(made.git('-C', path, 'status', '--porcelain')).toBe('');
  });
});
