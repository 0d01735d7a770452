import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { FileChange } from '../../../src/run/gates.ts';
import { shellWord } from '../../../src/view/record/commands.ts';
import { recordFiles } from '../../../src/view/record/record.ts';
import { type Workshop, workshop } from '../../cli/workshop.ts';
import { planOf } from '../../run/plans.ts';
import { change, changed, commandsOf, completed, past, stateOf } from './samples.ts';

const LINES = Array.from({ length: 20 }, (_, index) => `line ${index}\n`).join('');

function commit(shop: Workshop): string {
  shop.git('add', '-A');
  shop.git('commit', '-q', '-m', 'Phase');
  return shop.git('rev-parse', 'HEAD').trim();
}

/** What each command of the summary prints; one that fails is told. The phase began right below its commit. */
function shown(shop: Workshop, commit: string, files: readonly FileChange[]): Map<string, string> {
  const base = shop.git('rev-parse', `${commit}^`).trim();
  const state = stateOf(planOf('2/1'), {
    phases: { '2/1': completed(commit, { base, change: changed(...files) }) },
  });
  const summary = recordFiles(state).get('phase-2%2F1/summary.md')!;
  return new Map(commandsOf(summary).map(command => [command, run(shop, command)]));
}

function run(shop: Workshop, command: string): string {
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', command], {
    cwd: shop.repository,
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '', HOME: shop.home, GIT_CONFIG_NOSYSTEM: '1', GIT_PAGER: 'cat' },
  });
  expect({ command, status, stderr }).toEqual({ command, status: 0, stderr: '' });
  return stdout;
}

describe('the commands of a summary', () => {
  it('show the whole phase and each file as it left it [001-20] [001-21]', () => {
    const shop = workshop({ 'src/kept.ts': LINES, 'src/old.ts': `${LINES}old\n`, 'src/gone.ts': LINES });
    shop.write('src/new.ts', 'new\nfile\n');
    shop.write('src/kept.ts', `${LINES}more\nand more\n`);
    shop.write('src/small.ts', 'one line\n');
    shop.git('mv', 'src/old.ts', 'src/moved.ts');
    shop.git('rm', '-q', 'src/gone.ts');
    const id = commit(shop);
    const before = shop.git('rev-parse', 'HEAD~1').trim();
    shop.write('src/kept.ts', 'later phases change it\n');
    shop.git('rm', '-q', 'src/new.ts');
    commit(shop);

    const output = shown(shop, id, [
      change('src/new.ts', { status: 'added', added: 2, deleted: 0 }),
      change('src/kept.ts', { added: 2, deleted: 0 }),
      change('src/small.ts', { status: 'added', added: 1, deleted: 0 }),
      change('src/moved.ts', { status: 'renamed', from: 'src/old.ts', added: 3, deleted: 0 }),
      change('src/gone.ts', { status: 'deleted', added: 0, deleted: 20 }),
    ]);
    expect(output.size).toBe(9);
    expect(output.get(`git show ${id}:src/new.ts`)).toBe('new\nfile\n');
    expect(output.get(`git show ${id}:src/kept.ts`)).toBe(`${LINES}more\nand more\n`);
    expect(output.get(`git show ${id} -- ':(top,literal)src/small.ts'`)).toContain('\n+one line\n');
    expect(output.get(`git show ${id}:src/moved.ts`)).toBe(`${LINES}old\n`);
    expect(output.get(`git show ${before}:src/gone.ts`)).toBe(LINES);
    expect(output.get(`git diff ${id}^ ${id}`)).toBe(shop.git('diff', before, id));
    expect(output.get(`git show ${id}`)).toContain(shop.git('diff', before, id));
    expect(output.get(`git show --stat ${id}`)).toContain('5 files changed');
    expect(output.get(`git log --oneline -10 ${id}`)!.split('\n')).toHaveLength(3);
  });

  it('show what a phase deleted that did nothing else [001-21]', () => {
    const shop = workshop({ 'a.txt': LINES, 'b c.txt': LINES, '1': 'x\n' });
    shop.git('rm', '-q', 'a.txt', 'b c.txt', '1');
    const before = shop.git('rev-parse', 'HEAD').trim();
    const id = commit(shop);
    const deleted = { status: 'deleted', added: 0, deleted: 20 } as const;
    const output = shown(shop, id, [
      change('a.txt', deleted),
      change('b c.txt', deleted),
      change('1', { ...deleted, deleted: 1 }),
    ]);
    expect(output.get(`git show ${before}:a.txt`)).toBe(LINES);
    expect(output.get(`git show '${before}:b c.txt'`)).toBe(LINES);
    expect(output.get(`git show ${id} -- ':(top,literal)1'`)).toContain('\n-x\n');
  });

  it('work for every name that a file can have, and do nothing else [001-21]', () => {
    const shop = workshop();
    const plain = ["it's", '$(touch hacked)', '`touch hacked`', 'a"b', 'a b', '*', '[a]', '-rf', '~', 'café'];
    const more = [
      ':(glob)x',
      ':!y',
      'a;touch hacked',
      'a&b',
      '#x',
      'a\\b',
      'a^b',
      'HEAD',
      '日本',
      '!x',
      '```',
    ];
    const names = [...plain, ...more];
    for (const [index, name] of names.entries()) shop.write(name, `${name}\n${index}\n`);
    for (const [index, name] of names.entries()) shop.write(`short/${name}`, `short ${index}\n`);
    const unseen = ['a\nb', '"quoted"', 'turned\u202Earound', 'bell\u0007'];
    for (const name of unseen) shop.write(name, 'odd\n'.repeat(2));
    const id = commit(shop);
    const added = { status: 'added', added: 2, deleted: 0 } as const;

    for (let at = 0; at < names.length; at += 10) {
      const some = names.slice(at, at + 10);
      const short = some.map(name => change(`short/${name}`, { ...added, added: 1 }));
      const output = [...shown(shop, id, [...some.map(name => change(name, added)), ...short]).values()];
      expect(output).toHaveLength(4 + 2 * some.length);
      for (const [index, name] of some.entries()) {
        expect(output).toContain(`${name}\n${at + index}\n`);
        expect(output.filter(text => text.endsWith(`\n+short ${at + index}\n`))).toHaveLength(1);
      }
    }
    for (const name of ['"a\\nb"', '"\\"quoted\\""', 'turned\u202Earound', '"bell\\a"']) {
      const commands = [...shown(shop, id, [change(name, added)]).keys()];
      expect(commands).toHaveLength(4);
      expect(commands).toContain(`git show --stat ${id}`);
    }
    expect(shop.git('status', '--porcelain')).toBe('');
  });

  it('work for the link to a submodule, whose commit is not here [001-21]', () => {
    const shop = workshop();
    shop.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},sub`);
    shop.git('commit', '-q', '-m', 'Link');
    const id = shop.git('rev-parse', 'HEAD').trim();
    const output = shown(shop, id, [change('sub', { status: 'added', added: 1, deleted: 0 })]);
    expect([...output.values()].at(-1)).toContain(`+Subproject commit ${'1'.repeat(40)}`);
  });

  it('are from anywhere in the repository', () => {
    const shop = workshop();
    shop.write('deep/down/x.txt', LINES);
    shop.write('top.txt', 'x\n');
    const id = commit(shop);
    const output = shown({ ...shop, repository: `${shop.repository}/deep` }, id, [
      change('deep/down/x.txt', { added: 20 }),
      change('top.txt', { added: 1, deleted: 0 }),
    ]);
    expect(output.get(`git show ${id}:deep/down/x.txt`)).toBe(LINES);
    expect(output.get(`git show ${id} -- ':(top,literal)top.txt'`)).toContain('\n+x\n');
  });

  it('are few, however many files there are', () => {
    const files = Array.from({ length: 5_000 }, (_, index) => change(`f${index}`));
    const state = stateOf(planOf('a'), { phases: { a: completed('c1', { change: changed(...files) }) } });
    expect(commandsOf(recordFiles(state).get('phase-a/summary.md')!)).toHaveLength(24);
  });

  it('show what a phase deleted although another that landed before it had deleted that, too [001-21]', () => {
    const shop = workshop({ 'a.txt': LINES, 'b.txt': LINES });
    const base = shop.git('rev-parse', 'HEAD').trim();
    shop.git('rm', '-q', 'a.txt');
    commit(shop);
    shop.git('rm', '-q', 'b.txt');
    const id = commit(shop);
    const files = ['a.txt', 'b.txt'].map(path => change(path, { status: 'deleted', added: 0, deleted: 20 }));
    const state = stateOf(planOf('a'), {
      phases: { a: completed(id, { base, change: changed(...files) }) },
    });
    const commands = commandsOf(recordFiles(state).get('phase-a/summary.md')!).slice(-2);
    expect(commands.map(command => run(shop, command))).toEqual([LINES, LINES]);
  });
});

describe('the commands of the feedback', () => {
  it('show what a failed attempt had done [001-21]', () => {
    const shop = workshop();
    const base = shop.git('rev-parse', 'HEAD').trim();
    shop.write('tried.txt', 'tried\n');
    const snapshot = commit(shop);
    shop.git('reset', '-q', '--hard', base);
    shop.git('update-ref', 'refs/phasewright/k7m/2%2F1/1', snapshot);
    const state = stateOf(planOf('2/1'), { phases: { '2/1': { attempts: [past(1, { base, snapshot })] } } });
    const commands = commandsOf(recordFiles(state).get('phase-2%2F1/review-feedback.md')!);
    expect(commands).toEqual([`git diff ${base} refs/phasewright/k7m/2%2F1/1`]);
    expect(run(shop, commands[0]!)).toContain('\n+tried\n');
  });
});

describe('a word of a shell', () => {
  it.each([
    '',
    'a',
    "'",
    "''",
    'a b',
    '$x',
    '`x`',
    '"',
    '\\',
    "\\'",
    '*',
    '~',
    '~root',
    '#',
    '!',
    'a\nb',
    '-n',
    'é',
  ])('%j reaches a program as it is', text => {
    const { stdout } = spawnSync('/bin/sh', ['-c', `printf '%s' ${shellWord(text)}`], { encoding: 'utf8' });
    expect(stdout).toBe(text);
  });
});
