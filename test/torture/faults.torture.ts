import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { phasewright, scratch } from '../cli/phasewright.ts';
import { developers, SCRIPTED_RUN, workshop } from '../cli/workshop.ts';

const PLAN = '# Two\n\n### Task 1: First\n### Task 2: Second\n';
const RUN = [...SCRIPTED_RUN, '--no-review'];
const write = { write: { path: '{phase}.txt', content: '{phase}' } };

const shopThat = (steps: Parameters<typeof developers>[0]) =>
  workshop({ 'plan.md': PLAN, 'script.json': developers(steps) });

describe('a fault is survived', () => {
  it.each([
    ['an agent deletes its workspace', 'rm -rf "$PWD"'],
    ['an agent leaves a lock in its workspace', 'touch "$(git rev-parse --git-dir)/index.lock"'],
    ['an agent deletes the link to the repository', 'rm .git'],
    ['an agent switches to a branch of its own', 'git switch -q -c mine'],
    [
      'an agent leaves a merge behind',
      'git commit -q --allow-empty -m x && touch "$(git rev-parse --git-dir)/MERGE_HEAD"',
    ],
  ])('%s', async (_, command) => {
    const shop = shopThat({ '*': [[write]], 1: [[write, { shell: command }], [write]] });
    const { code, err } = await shop.run(...RUN);
    expect({ code, err }).toMatchObject({ code: 0 });
    expect(shop.git('log', '--format=%s', '--reverse', 'main..work')).toBe(
      'Phase 1: First\nPhase 2: Second\n',
    );
    expect(shop.git('ls-tree', '--name-only', 'work').split('\n')).toContain('1.txt');
    expect(shop.git('worktree', 'list').trim().split('\n')).toHaveLength(1);
  });

  it('the worktrees are deleted while nobody drives the run', async () => {
    const shop = shopThat({ '*': [[write, { sleep: 60_000 }], [write]], 1: [[write]] });
    const program = shop.start(...RUN);
    await program.seen('session_started', '2');
    program.signal('SIGKILL');
    await program.end;
    rmSync(join(shop.home, 'worktrees'), { recursive: true });
    const resumed = shop.start('resume', '--json');
    await resumed.seen('session_started', '2');
    resumed.signal('SIGINT');
    expect((await resumed.end).code).toBe(130);
    expect(readdirSync(join(shop.home, 'worktrees'))).toHaveLength(1);
  });

  it('the base moves on and the run does not care', async () => {
    const shop = shopThat({
      '*': [[write]],
      1: [
        [{ shell: 'git -C "$(git rev-parse --git-common-dir)/.." commit -q --allow-empty -m theirs' }, write],
      ],
    });
    const base = shop.git('rev-parse', 'main');
    expect((await shop.run(...RUN)).code).toBe(0);
    expect(shop.git('rev-parse', 'work~2')).toBe(base);
  });
});

describe('the run keeps its own copy', () => {
  it('of the plan, and says so when the file has changed', async () => {
    const shop = shopThat({ '*': [[write]], 1: [[{ fail: { category: 'logic', message: 'no' } }], [write]] });
    expect((await shop.run(...RUN, '--max-attempts', '1')).code).toBe(1);
    shop.write('plan.md', '# Other\n\n### Task 9: Other\n');
    rmSync(join(shop.repository, 'script.json'));
    const { code, err } = await shop.run('resume');
    expect({ code, err }).toMatchObject({ code: 0, err: expect.stringContaining('has changed since') });
    expect(shop.git('log', '--format=%s', '--reverse', 'main..work')).toBe(
      'Phase 1: First\nPhase 2: Second\n',
    );
  });
});

describe('the user’s own things are as before', () => {
  it('after a run that failed', async () => {
    const shop = shopThat({ '*': [[write, { fail: { category: 'logic', message: 'no' } }]] });
    shop.write('mine.txt', 'not committed\n');
    shop.git('stash', '--include-untracked');
    shop.write('dirty.txt', 'dirty\n');
    shop.git('add', 'dirty.txt');
    shop.write('dirty.txt', 'dirtier\n');
    const before = shop.fingerprint();
    expect((await shop.run(...RUN)).code).toBe(1);
    shop.git('branch', '-D', 'work');
    expect(shop.fingerprint()).toBe(before);
  });
});

describe('what cannot be used is refused', () => {
  const cases: [string, (shop: ReturnType<typeof workshop>) => void, RegExp][] = [
    [
      'no repository',
      shop => rmSync(join(shop.repository, '.git'), { recursive: true }),
      /not in a git repository/,
    ],
    [
      'an unknown setting',
      shop => shop.write('phasewright.yaml', 'concurency: 2\n'),
      /concurency.*concurrency\?/,
    ],
    ['a wrong setting', shop => shop.write('phasewright.yaml', 'concurrency: many\n'), /concurrency/],
    ['settings that are no YAML', shop => shop.write('phasewright.yaml', 'a: [\n'), /phasewright.yaml/],
    ['a script with a mistake', shop => shop.write('script.json', '{"developr": {}}'), /developr/],
    [
      'a journal that is none',
      shop => {
        mkdirSync(shop.home);
        writeFileSync(join(shop.home, 'journal.db'), 'x'.repeat(5000));
      },
      /journal\.db/,
    ],
    [
      'a journal of someone else',
      shop => {
        mkdirSync(shop.home);
        const other = new DatabaseSync(join(shop.home, 'journal.db'));
        other.exec('CREATE TABLE theirs (a)');
        other.close();
      },
      /journal\.db/,
    ],
  ];
  it.each(cases)('%s', async (_, prepare, message) => {
    const shop = shopThat({ '*': [[write]] });
    prepare(shop);
    const { code, err, out } = await shop.run(...RUN);
    expect(code).toBeGreaterThan(0);
    expect(err).toMatch(message);
    expect(err).toContain('hint:');
    expect(err).not.toMatch(/internal error|^ {4}at /m);
    expect(out).toBe('');
  });

  it('a journal of a newer version', async () => {
    const shop = shopThat({ '*': [[write]] });
    expect((await shop.run(...RUN)).code).toBe(0);
    const database = new DatabaseSync(join(shop.home, 'journal.db'));
    database.exec('PRAGMA user_version = 999');
    database.close();
    const { code, err } = await shop.run('status');
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('version 999') });
  });

  it('a folder outside of any repository', async () => {
    const folder = scratch();
    writeFileSync(join(folder, 'plan.md'), PLAN);
    const { code, err } = await phasewright(['run', 'plan.md', '--agent', 'scripted', '--yes'], {
      cwd: folder,
    });
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining('not in a git repository') });
  });
});
