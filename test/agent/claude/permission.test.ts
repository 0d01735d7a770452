import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../../src/agent/claude/permission.ts';
import { isReadOnlyCommand } from '../../../src/agent/read-only-command.ts';
import { scratch } from '../../cli/phasewright.ts';

describe('a command of Claude Code', () => {
  it.each([
    'cat /etc/hostname',
    'cd sub && git log -1',
    'git -C /elsewhere diff main...HEAD --stat | head -20',
    'git --no-pager show HEAD:a.txt 2>/dev/null',
    "grep -rn 'a; rm b' . || true",
    'ls -la "/a b"; wc -l x;',
    'cat a\npwd',
    'git log --format="%h %s" 2>&1 | tail -3',
  ])('only reads: %s', command => {
    expect(isReadOnlyCommand(command)).toBe(true);
  });

  it.each([
    '',
    'rm a',
    'cat a > b',
    'cat a >> b',
    'cat $(touch b)',
    'cat `touch b`',
    'cat "$(touch b)"',
    'cat a & touch b',
    'cat a\ntouch b',
    'cat a |',
    'cat a2>/dev/nullb',
    'cat a 2>/dev/null/b',
    'cat a 2>b',
    'cat <(touch b)',
    'git commit -m x',
    'git diff --output=b',
    'git diff --outp=b',
    'git diff --ext-diff',
    'git cat-file --textconv HEAD:a',
    'git -c core.pager=touch log',
    'git --exec-path=/x log',
    'git log --output b',
    'GIT_PAGER=touch git log',
    'env cat a',
    'find . -delete',
    'sed -i s/a/b/ c',
    'sort -o b a',
    'tee b',
    'xargs rm',
    "'rm' a",
    'r"m" a',
    'cat a; {rm,b}',
    'cat \\\n a',
    "cat 'a",
    `cat ${'a'.repeat(5000)}`,
  ])('may do more: %s', command => {
    expect(isReadOnlyCommand(command)).toBe(false);
  });
});

describe('a tool of Claude Code', () => {
  const cwd = scratch;
  type Case = readonly [tool: string, input: Readonly<Record<string, unknown>>, isAllowed: boolean];
  const check =
    (permissions: 'read-only' | 'workspace-write', isConfined: boolean) =>
    ([tool, input, isAllowed]: Case): void => {
      const refusal = refusalOf(tool, input, { cwd: cwd(), permissions, isConfined });
      expect(refusal === null, `${tool} ${JSON.stringify(input)}: ${refusal}`).toBe(isAllowed);
    };

  it('may only read', () => {
    const cases: readonly Case[] = [
      ['Read', { file_path: '/etc/hostname' }, true],
      ['Bash', { command: 'git log' }, true],
      ['Bash', { command: 'npm test' }, false],
      ['Bash', {}, false],
      ['Write', { file_path: 'a' }, false],
      ['mcp__some__tool', {}, false],
      ['AskUserQuestion', {}, false],
    ];
    cases.forEach(check('read-only', false));
  });

  it('may run whatever it likes where the sandbox lets nothing be written', () => {
    check('read-only', true)(['Bash', { command: 'npm test' }, true]);
    check('read-only', true)(['Write', { file_path: 'a' }, false]);
  });

  it('may write in the workspace', () => {
    const root = scratch();
    const allowed = (file_path: unknown): boolean =>
      refusalOf('Edit', { file_path }, { cwd: root, permissions: 'workspace-write', isConfined: false }) ===
      null;
    expect([join(root, 'a/b'), 'a', join(root, '.gitignore')].map(allowed)).toEqual([true, true, true]);
    const outside = [
      '/etc/hostname',
      join(root, '../a'),
      `${root}-other/a`,
      join(root, '.git/hooks/x'),
      root,
      7,
    ];
    expect(outside.map(allowed)).toEqual(outside.map(() => false));
    check('workspace-write', false)(['Bash', { command: 'npm test' }, true]);
    check('workspace-write', false)(['AskUserQuestion', {}, false]);
    check('workspace-write', true)(['Write', { file_path: '/var/tmp/a' }, true]);
  });
});
