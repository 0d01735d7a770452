import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { WorkspacesOptions } from '../../src/git/workspaces.ts';
import { BRANCH, type Ground, ground, landing, must, phase, put, run } from './ground.ts';
import { contentOf, EXPECTED, FILES, RECORD, recorded } from './record-ground.ts';

const MESSAGE = 'docs: record of run r1';
const record = { files: FILES, message: MESSAGE };
const WORK = 'refs/phasewright/r1/work';

type Mode = WorkspacesOptions['commit']['mode'];

const mode = (name: Mode): Partial<WorkspacesOptions> => ({
  commit: { mode: name, author: null, hooks: false },
});
const here = (name: Mode): Partial<WorkspacesOptions> => ({ ...mode(name), mode: 'here', branch: 'main' });

/** A run with one phase landed, and the record placed as it is in every workspace. */
async function landed(changed: Partial<WorkspacesOptions> = {}, on: Ground = ground()) {
  const made = await run(on, recorded(changed));
  const one = await phase(made.work, made.base, '1', path => put(join(path, 'one.txt'), 'one'));
  must(await made.work.open({ slot: 0, base: one.head, contents: null }));
  return { ...made, head: one.head };
}

const recordIn = ({ git }: Pick<Ground, 'git'>, commit: string): Record<string, string> =>
  Object.fromEntries(
    git('ls-tree', '-r', '--name-only', `${commit}:${RECORD}`)
      .split('\n')
      .map(name => [name, `${git('show', `${commit}:${RECORD}/${name}`)}\n`]),
  );

describe('a run that ends with a record', () => {
  it('commits it once on top of its branch, without a checkout', async () => {
    const made = await landed();
    const { work, git, again, base, head, folder } = made;
    must(await work.placeRecord(0, FILES));
    const closed = must(await work.closeRun({ message: null, record }));
    expect(closed).toEqual({
      ok: true,
      head: git('rev-parse', BRANCH),
      rescued: [],
      record: git('rev-parse', BRANCH),
      recordProblem: null,
    });
    expect(git('rev-parse', `${closed.head}^`)).toBe(head);
    expect(git('rev-parse', WORK)).toBe(closed.head);
    expect(git('log', '-1', '--format=%an %s', closed.head)).toBe(`Ada ${MESSAGE}`);
    expect(recordIn(made, closed.head)).toEqual(EXPECTED);
    expect(git('diff', '--name-only', head, closed.head).split('\n')).toHaveLength(FILES.size);
    expect(existsSync(folder)).toBe(false);
    // As after a crash before anybody heard of the end.
    expect(must(await work.closeRun({ message: null, record }))).toEqual(closed);
    expect(must(await again().closeRun({ message: null, record }))).toEqual(closed);
    expect(git('rev-list', '--count', `${base}..${BRANCH}`)).toBe('2');
  });

  it('commits it though a workspace cannot be read as one, which is saved byte by byte', async () => {
    const made = await landed();
    const { work, git, head, folder } = made;
    must(await work.open({ slot: 1, base: head, contents: null }));
    put(join(folder, '0/.gitattributes'), '*.txt working-tree-encoding=none-such');
    put(join(folder, '0/unkept.txt'), 'unkept');
    put(join(folder, '1/kept.txt'), 'kept');
    const closed = must(await work.closeRun({ message: null, record }));
    expect(recordIn(made, git('rev-parse', BRANCH))).toEqual(EXPECTED);
    expect(closed).toMatchObject({ record: git('rev-parse', BRANCH), recordProblem: null });
    expect(closed.untidied).toBeUndefined();
    const files = closed.rescued.map(ref => git('ls-tree', '-r', '--name-only', ref)).join('\n');
    expect(files.split('\n')).toEqual(expect.arrayContaining(['kept.txt', 'unkept.txt']));
    expect(existsSync(folder)).toBe(false);
  });

  it('commits it though something of somebody else lies in the folder, which stays alone and is told', async () => {
    const made = await landed();
    const { work, git, folder } = made;
    put(join(folder, '0.x/theirs.txt'), 'theirs');
    const closed = must(await work.closeRun({ message: null, record }));
    expect(recordIn(made, git('rev-parse', BRANCH))).toEqual(EXPECTED);
    expect(closed.untidied?.message).toContain(
      `${join(folder, '0.x')} was put there by somebody else and stays`,
    );
    expect(readdirSync(folder)).toEqual(['0.x']);
  });

  it('can be resumed, lands on top, and replaces the record by a new commit', async () => {
    const made = await landed();
    const { git, again } = made;
    const halted = must(await made.work.closeRun({ message: null, record }));
    const work = again();
    const { head } = must(await work.openRun());
    expect(head).toBe(halted.head);
    const two = await phase(work, head, '2', path => put(join(path, 'two.txt'), 'two'));
    expect(two).not.toHaveProperty('foreign');
    expect(git('diff', '--name-only', head, two.head)).toBe('two.txt');
    const files = new Map([
      ['plan.md', '# Plan\n'],
      ['phase-2/summary.md', 'two\n'],
    ]);
    const closed = must(await work.closeRun({ message: null, record: { files, message: MESSAGE } }));
    expect(git('log', '--format=%s', `${made.base}..${BRANCH}`).split('\n')).toEqual([
      MESSAGE,
      'feat: phase 2',
      MESSAGE,
      'feat: phase 1',
    ]);
    expect(recordIn(made, closed.head)).toEqual(Object.fromEntries(files));
  });

  it('lets an attempt land that began before the record was committed', async () => {
    const { work, git, again, head } = await landed();
    const { path } = must(await work.open({ slot: 0, base: head, contents: null }));
    put(join(path, 'two.txt'), 'two');
    const name = { phase: '2', attempt: 1, lane: null };
    const { commit } = must(await work.capture({ slot: 0, base: head, ...name }));
    const halted = must(await work.closeRun({ message: null, record }));
    const result = must(await again().land(landing('2', { base: head, head, snapshot: commit })));
    expect(result).toMatchObject({ outcome: 'landed' });
    expect(result).not.toHaveProperty('foreign');
    expect(git('diff', '--name-only', halted.head, result.head)).toBe('two.txt');
  });

  it('commits it where nothing landed at all', async () => {
    const made = await run(ground(), recorded());
    const closed = must(await made.work.closeRun({ message: null, record }));
    expect(made.git('rev-parse', `${closed.record}^`)).toBe(made.base);
    expect(recordIn(made, BRANCH)).toEqual(EXPECTED);
  });

  it('tells of commits that others put on the branch before it', async () => {
    const { work, git, base } = await landed();
    const tree = git('rev-parse', `${BRANCH}^{tree}`);
    const foreign = git('commit-tree', tree, '-p', BRANCH, '-m', 'mine');
    git('update-ref', `refs/heads/${BRANCH}`, foreign);
    const closed = must(await work.closeRun({ message: null, record }));
    expect(closed.foreign).toEqual([foreign]);
    expect(git('rev-list', '--count', `${base}..${closed.head}`)).toBe('3');
  });

  it.each([
    ['a file on the way', { docs: 'a file' }, /on the way/],
    ['a branch that is gone', null, /is gone/],
    ['a branch that was turned back', null, /does not contain/],
  ] as const)('ends all the same with %s', async (what, files, problem) => {
    const { work, git, base, head, folder } = await landed({}, ground(files ?? { 'a.txt': 'a' }));
    if (what === 'a branch that is gone') git('update-ref', '-d', `refs/heads/${BRANCH}`);
    if (what === 'a branch that was turned back') git('update-ref', `refs/heads/${BRANCH}`, base);
    const closed = must(await work.closeRun({ message: null, record }));
    expect(closed.record).toBe(null);
    expect(closed.recordProblem).toMatch(problem);
    expect(git('rev-parse', WORK)).toBe(head);
    expect(existsSync(folder)).toBe(false);
  });

  it('ends all the same with a link on the way', async () => {
    const on = ground();
    symlinkSync('elsewhere', join(on.checkout, 'docs'));
    on.git('add', 'docs');
    on.git('commit', '--quiet', '--message', 'link');
    const { work, head } = await landed({}, on);
    expect(must(await work.closeRun({ message: null, record }))).toMatchObject({ head, record: null });
  });

  it('takes the place of a file or a link that has its name', async () => {
    const made = await landed({}, ground({ [RECORD]: 'a file' }));
    const closed = must(await made.work.closeRun({ message: null, record }));
    expect(recordIn(made, closed.head)).toEqual(EXPECTED);
  });

  it('runs no hook and no filter', async () => {
    const on = ground({ '.gitattributes': '* filter=shout\n', 'a.txt': 'a' });
    on.git('config', 'filter.shout.clean', `touch ${on.home}/filtered; cat`);
    const { work, git, again, checkout, home } = await landed({}, on);
    must(await work.closeRun({ message: null, record: null }));
    for (const name of ['pre-commit', 'commit-msg', 'post-commit', 'reference-transaction']) {
      put(join(checkout, '.git/hooks', name), `#!/bin/sh\ntouch ${home}/hooked\n`);
    }
    git('config', 'core.hooksPath', join(checkout, '.git/hooks'));
    on.git('update-index', '--refresh');
    rmSync(join(home, 'filtered'), { force: true });
    must(await again().closeRun({ message: null, record }));
    expect(existsSync(join(home, 'filtered'))).toBe(false);
    expect(existsSync(join(home, 'hooked'))).toBe(false);
  });
});

describe('with one commit for all', () => {
  it('the record is part of it', async () => {
    const made = await landed(mode('single'));
    const { work, git, again, base } = made;
    const closed = must(await work.closeRun({ message: 'feat: all', record }));
    expect(git('log', '--format=%H %s', `${base}..${BRANCH}`)).toBe(`${closed.head} feat: all`);
    expect(closed.record).toBe(closed.head);
    expect(recordIn(made, closed.head)).toEqual(EXPECTED);
    expect(git('show', `${closed.head}:one.txt`)).toBe('one');
    expect(must(await again().closeRun({ message: 'feat: all', record }))).toEqual(closed);
  });

  it('a halted run leaves it on the hidden ref, and it gets into the commit at last', async () => {
    const made = await landed(mode('single'));
    const { work, git, again, base } = made;
    const halted = must(await work.closeRun({ message: null, record }));
    expect(git('rev-parse', BRANCH)).toBe(base);
    expect(git('rev-parse', WORK)).toBe(halted.record);
    const next = again();
    const { head } = must(await next.openRun());
    expect(head).toBe(halted.head);
    await phase(next, head, '2', path => put(join(path, 'two.txt'), 'two'));
    const files = new Map([['plan.md', 'at last\n']]);
    const closed = must(await next.closeRun({ message: 'feat: all', record: { files, message: MESSAGE } }));
    expect(git('log', '--format=%s', `${base}..${BRANCH}`)).toBe('feat: all');
    expect(recordIn(made, closed.head)).toEqual({ 'plan.md': 'at last\n' });
    expect(git('ls-tree', '--name-only', closed.head).split('\n')).toContain('two.txt');
  });

  it('does not fail for a record that somebody else put on the branch', async () => {
    const made = await landed(mode('single'));
    must(await made.work.closeRun({ message: null, record }));
    made.git('switch', '--quiet', BRANCH);
    made.write(`${RECORD}/plan.md`, 'mine');
    made.git('add', '--all');
    made.git('commit', '--quiet', '--message', 'mine');
    const closed = must(await made.again().closeRun({ message: 'feat: all', record }));
    expect(recordIn(made, closed.head)).toEqual(EXPECTED);
    expect(made.git('log', '--format=%s', `${made.base}..${BRANCH}`)).toBe('feat: all\nmine');
  });

  it('there is one even where nothing but the record is in it', async () => {
    const made = await run(ground(), recorded(mode('single')));
    const closed = must(await made.work.closeRun({ message: 'feat: all', record }));
    expect(recordIn(made, BRANCH)).toEqual(EXPECTED);
    expect(made.git('rev-parse', `${closed.head}^`)).toBe(made.base);
  });
});

describe('without commits', () => {
  it('the record is the last thing on the hidden ref', async () => {
    const made = await landed(mode('message-only'));
    const { work, git, again, head } = made;
    const closed = must(await work.closeRun({ message: null, record }));
    expect(git('for-each-ref', '--format=%(refname)', 'refs/heads')).toBe('refs/heads/main');
    expect(git('rev-parse', WORK)).toBe(closed.record);
    expect(git('rev-parse', `${closed.head}^`)).toBe(head);
    expect(recordIn(made, closed.head)).toEqual(EXPECTED);
    expect(must(await again().closeRun({ message: null, record }))).toEqual(closed);
  });
});

describe('in the checkout itself', () => {
  it.each(['phase', 'single', 'message-only'] as const)(
    'the record never counts as a change: %s',
    async name => {
      const made = await run(ground(), recorded(here(name)));
      const { work, git, again, checkout, base } = made;
      must(await work.open({ slot: 0, base, contents: null }));
      must(await work.placeRecord(0, FILES));
      put(join(checkout, 'one.txt'), 'one');
      const request = { slot: 0, base, phase: '1', attempt: 1, lane: null };
      const snapshot = must(await work.capture(request));
      expect(snapshot.changes).toEqual([{ status: 'added', path: 'one.txt' }]);
      const one = must(await work.land(landing('1', { base, head: base, snapshot: snapshot.commit })));
      expect(contentOf(join(checkout, RECORD))).toEqual(EXPECTED);
      // A process that comes later takes the checkout over with the record in it.
      const next = again();
      must(await next.openRun());
      must(await next.open({ slot: 0, base: one.head, contents: null }));
      const files = new Map([...FILES, ['plan.md', 'at last\n']]);
      const closing = {
        message: name === 'single' ? 'feat: all' : null,
        record: { files, message: MESSAGE },
      };
      const closed = must(await next.closeRun(closing));
      expect(must(await again().closeRun(closing))).toEqual(closed);
      expect(closed).toMatchObject({ rescued: [], recordProblem: null });
      expect(readFileSync(join(checkout, RECORD, 'plan.md'), 'utf8')).toBe('at last\n');
      if (name === 'message-only') {
        expect(closed.record).toBe(null);
        expect(git('rev-parse', 'main')).toBe(base);
        expect(git('status', '--porcelain')).toBe('?? docs/\n?? one.txt');
      } else {
        expect(git('rev-parse', 'main')).toBe(closed.record);
        expect(git('status', '--porcelain')).toBe('');
        expect(recordIn(made, 'main')['plan.md']).toBe('at last\n');
        expect(git('rev-list', '--count', `${base}..main`)).toBe(name === 'phase' ? '2' : '1');
      }
      expect(git('for-each-ref', 'refs/phasewright/rescue')).toBe('');
    },
  );

  it('a resumed run goes on with the record in its branch', async () => {
    const made = await run(ground(), recorded(here('phase')));
    const { work, git, again, base, checkout } = made;
    const one = await phase(work, base, '1', path => put(join(path, 'one.txt'), 'one'));
    must(await work.placeRecord(0, FILES));
    const halted = must(await work.closeRun({ message: null, record }));
    expect(git('rev-parse', `${halted.head}^`)).toBe(one.head);
    const next = again();
    const { head } = must(await next.openRun());
    must(await next.open({ slot: 0, base: head, contents: null }));
    must(await next.placeRecord(0, new Map([['plan.md', 'other\n']])));
    put(join(checkout, 'left.txt'), 'left by an attempt that failed');
    must(await next.open({ slot: 0, base: head, contents: null }));
    expect(existsSync(join(checkout, 'left.txt'))).toBe(false);
    const two = await phase(next, head, '2', path => put(join(path, 'two.txt'), 'two'));
    expect(git('diff', '--name-only', halted.head, two.head)).toBe('two.txt');
    expect(contentOf(join(checkout, RECORD))).toEqual({ 'plan.md': 'other\n' });
    must(await next.placeRecord(0, FILES));
    expect(git('status', '--porcelain')).toBe('');
    expect(contentOf(join(checkout, RECORD))).toEqual(EXPECTED);
  });
});
