import { existsSync, globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { failureOf } from '../../src/git/failure.ts';
import { isLost, keep } from '../../src/git/keep.ts';
import { commonPlace } from '../../src/git/repository.ts';
import { attempt, BRANCH, type Ground, ground, landing, must, put, RUN, run } from './ground.ts';

const ID = 'd95617c14605b1b0c233e9802fb2f852a4669157';

it.each([
  ['pack-objects', `error: Could not read ${ID}\nfatal: revision walk setup failed`, true],
  ['pack-objects', `fatal: object ${ID} cannot be read`, true],
  ['pack-objects', `fatal: bad tree object ${ID}`, true],
  ['pack-objects', `fatal: unable to read ${ID}`, true],
  ['rev-list', 'fatal: bad object refs/phasewright/r1/work', true],
  ['ls-tree', 'fatal: not a tree object', true],
  ['commit-tree', `fatal: ${ID} is not a valid object`, true],
  ['mktree', `fatal: entry 'x' object ${ID} is unavailable`, true],
  ['for-each-ref', `fatal: missing object ${ID} for refs/heads/work`, true],
  ['for-each-ref', `error: no such commit ${ID}`, true],
  ['merge-base', `fatal: Not a valid commit name ${ID}`, true],
  ['read-tree', `fatal: failed to unpack tree object ${ID}`, true],
  [
    'update-ref',
    `fatal: prepare: cannot update ref 'x': trying to write with nonexistent object ${ID}`,
    true,
  ],
  [
    'write-tree',
    `error: invalid object 100644 ${ID} for 'a'\nfatal: git-write-tree: error building trees`,
    true,
  ],
  ['add', 'error: unable to create temporary file: No such file or directory', true],
  ['add', 'error: unable to create temporary file: Permission denied', false],
  ['pack-objects', 'fatal: Out of memory, malloc failed', false],
  ['update-ref', "fatal: Unable to create '/r/.git/refs/heads/work.lock': File exists.", false],
])('what git %s says of a deleted object is understood: %s', (command, stderr, lost) => {
  expect(isLost(failureOf(command, stderr))).toBe(lost);
});

/** Deletes an object as a prune does that did not know of its ref. Returns how to write it again. */
function lose({ checkout }: Ground, id: string): () => void {
  const path = join(checkout, '.git/objects', id.slice(0, 2), id.slice(2));
  const content = readFileSync(path);
  rmSync(path);
  return () => writeFileSync(path, content);
}

function commitOn({ git, write }: Ground, name: string): string {
  write(name, `${name}\n`);
  git('add', name);
  git('commit', '--quiet', '--message', name);
  return git('rev-parse', 'HEAD');
}

it('a commit of which git has deleted a part gets no ref', async () => {
  const made = ground();
  const base = made.git('rev-parse', 'HEAD');
  commitOn(made, 'one');
  const last = commitOn(made, 'two');
  const place = commonPlace(await made.repository());
  const keepLast = () =>
    keep({ place, run: RUN, branch: BRANCH, base, folder: join(made.root, 'run') }).keep([last]);
  const parts = ['', '^', '^{tree}', '^^{tree}', ':two', '^:one'];
  for (const [i, id] of made
    .git('rev-parse', ...parts.map(part => last + part))
    .split('\n')
    .entries()) {
    const writeAgain = lose(made, id);
    const kept = await keepLast();
    expect({ part: parts[i], lost: !kept.ok && isLost(kept.failure) }).toEqual({
      part: parts[i],
      lost: true,
    });
    writeAgain();
  }
  expect(await keepLast()).toEqual({ ok: true });
});

it('what a run has landed outlives a prune that began before and still deletes when the run has ended', async () => {
  const made = ground();
  const { work, base, folder, git } = await run(made);
  const { commit } = await attempt(work, base, '1', path => put(join(path, 'one'), '1'));
  must(await work.land(landing('1', { base, head: base, snapshot: commit })));
  must(await work.closeRun({ message: null, record: null }));
  const known = new Set(git('rev-list', '--objects', '--no-object-names', base).split('\n'));
  const loose = globSync('??/*', { cwd: join(made.checkout, '.git/objects') });
  const unknown = loose
    .map(path => path.replace('/', ''))
    .filter(id => /^[0-9a-f]{40}$/.test(id) && !known.has(id));
  expect(unknown.length).toBeGreaterThan(2);
  for (const id of unknown) lose(made, id);
  expect(git('rev-list', '--objects', '--quiet', '--all')).toBe('');
  expect(git('show', `${BRANCH}:one`)).toBe('1');
  expect(existsSync(folder)).toBe(false);
});

it('the commit that the branch is at is written again, and the branch not taken for deleted', async () => {
  const made = ground();
  const { work, base, git } = await run(made);
  const one = await attempt(work, base, '1', path => put(join(path, 'one'), '1'));
  const first = must(await work.land(landing('1', { base, head: base, snapshot: one.commit })));
  const two = await attempt(work, base, '2', path => put(join(path, 'two'), '2'));
  lose(made, first.head);
  const second = must(await work.land(landing('2', { base, head: first.head, snapshot: two.commit })));
  expect(second).toMatchObject({ outcome: 'landed' });
  lose(made, second.head);
  lose(made, git('rev-parse', `${first.head}^{tree}`));
  expect(must(await work.closeRun({ message: null, record: null }))).toMatchObject({ head: second.head });
  expect(git('log', '--format=%s', `${base}..${BRANCH}`)).toBe('feat: phase 2\nfeat: phase 1');
  expect(git('rev-list', '--objects', '--quiet', '--all')).toBe('');
  expect(readdirSync(made.root)).not.toContain('slots');
});

/** An agent that commits what it did, and then goes on. */
function committing(made: Ground, path: string, last: string): void {
  put(join(path, 'one'), `${last}, committed`);
  made.git('-C', path, 'add', 'one');
  made.git('-C', path, 'commit', '--quiet', '--message', 'of its own');
  put(join(path, 'one'), last);
}

it('of an agent’s own commit that was deleted before it was kept the files are kept all the same', async () => {
  const made = ground();
  const { work, base, git, again } = await run(made);
  const parts = ['HEAD', 'HEAD^{tree}', 'HEAD:one'];
  for (const part of parts) {
    const { commit } = await attempt(work, base, String(parts.indexOf(part)), path => {
      committing(made, path, part);
      lose(made, git('-C', path, 'rev-parse', part));
    });
    expect(git('show', `${commit}:one`)).toBe(part);
  }
  const { path } = must(await work.open({ slot: 0, base, contents: null }));
  expect(git('-C', path, 'status', '--porcelain')).toBe('');
  committing(made, path, 'at the end');
  lose(made, git('-C', path, 'rev-parse', 'HEAD'));
  // In a process that knows nothing of the workspace.
  const { rescued } = must(await again().closeRun({ message: null, record: null }));
  expect(git('show', `${rescued[0]}:one`)).toBe('at the end');
  expect(git('worktree', 'list').split('\n')).toHaveLength(1);
  expect(git('rev-list', '--objects', '--quiet', '--all')).toBe('');
});

it('an agent’s own branch whose commit was deleted does not keep the workspace from being used again', async () => {
  const made = ground();
  const { work, base, git } = await run(made);
  const { path } = must(await work.open({ slot: 0, base, contents: null }));
  git('-C', path, 'switch', '--quiet', '--create', 'own');
  committing(made, path, 'changed');
  lose(made, git('rev-parse', 'own'));
  must(await work.open({ slot: 0, base, contents: null }));
  expect(git('-C', path, 'rev-parse', 'HEAD')).toBe(base);
  must(await work.closeRun({ message: null, record: null }));
  expect(git('show', 'refs/phasewright/rescue/r1/0-1:one')).toBe('changed');
});
