import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { attempt, type Ground, ground, landing, must, phase, put, type Run, run } from './ground.ts';

/** Everything of the user's, as one line per file; what is ours in the git folder is left out. */
function everything({ checkout, home, git }: Ground): string[] {
  const lines: string[] = [];
  const walk = (folder: string, shown: string) => {
    for (const name of readdirSync(folder).sort()) {
      const path = join(folder, name);
      const label = `${shown}/${name}`;
      if (OURS.test(label)) continue;
      const stat = lstatSync(path);
      if (stat.isDirectory()) walk(path, label);
      else if (stat.isSymbolicLink()) lines.push(`${label} -> ${readlinkSync(path)}`);
      else lines.push(`${label} ${stat.mode} ${stat.mtimeMs} ${digest(readFileSync(path))}`);
    }
  };
  walk(checkout, '');
  walk(home, '~');
  const refs = git('for-each-ref', '--format=%(refname) %(objectname)').split('\n');
  return [...lines, ...refs.filter(ref => !/^refs\/(phasewright|heads\/phasewright)\//.test(ref))];
}

const OURS = /^\/\.git\/(objects|worktrees|(logs\/)?refs\/(heads\/)?phasewright)(\/|$)/;
const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A checkout in the middle of everyday work. */
function lived(): Ground {
  const made = ground();
  made.write('stashed.txt', 'stashed');
  made.git('stash', 'push', '--quiet', '--include-untracked');
  made.git('branch', 'users-own');
  made.git('tag', 'v1');
  made.git('config', 'user.name', 'Ada L.');
  made.write('a.txt', 'edited');
  made.write('b.txt', 'staged');
  made.git('add', 'b.txt');
  made.write('untracked.txt', 'x');
  made.write('cache/ignored', 'x');
  made.git('status');
  return made;
}

const FATES: readonly (readonly [string, (made: Run) => Promise<void>])[] = [
  [
    'succeeds',
    async ({ work, base }) => {
      const one = await phase(work, base, '1', path => put(join(path, 'a.txt'), 'by an agent'));
      const two = await attempt(work, base, '2', path => put(join(path, 'dir/c.txt'), 'by an agent'), 1);
      must(await work.land(landing('2', { base, head: one.head, snapshot: two.commit })));
      must(await work.closeRun({ message: null, record: null }));
    },
  ],
  [
    'fails',
    async ({ work, base }) => {
      await attempt(work, base, '1', path => put(join(path, 'a.txt'), 'by an agent'));
      must(await work.open({ slot: 0, base, contents: null }));
      must(await work.closeRun({ message: null, record: null }));
    },
  ],
  [
    'is killed',
    async ({ work, base, again }) => {
      const { path } = must(await work.open({ slot: 0, base, contents: null }));
      put(join(path, 'a.txt'), 'by an agent');
      must(await again().openRun());
      must(await again().closeRun({ message: null, record: null }));
    },
  ],
  [
    'has its workspace deleted',
    async ({ work, base, git, folder }) => {
      const { path } = must(await work.open({ slot: 0, base, contents: null }));
      git('-C', path, 'rm', '--quiet', 'a.txt');
      must(await work.closeRun({ message: null, record: null }));
      expect(folder).not.toBe('');
    },
  ],
];

for (const [fate, live] of FATES) {
  it(`nothing of the user's changes in a run that ${fate}`, async () => {
    const made = lived();
    const before = everything(made);
    for (const part of [
      '/.git/index ',
      '/.git/HEAD ',
      '/.git/config ',
      'refs/stash ',
      '/untracked.txt ',
      '/a.txt ',
    ]) {
      expect(before.join('\n')).toContain(part);
    }
    await live(await run(made));
    expect(everything(made)).toEqual(before);
  });
}
