import { describe, expect, it } from 'vitest';
import { isReading, refusal } from '../../../src/agent/opencode/policy.ts';

describe('a session that may only read', () => {
  it.each([
    'git diff',
    'git diff HEAD~1 -- src/a.ts',
    'git --no-pager log --oneline -n 5',
    'git show HEAD:src/a.ts | head -20',
    'git status && git log -1 2>&1',
    "git log --grep 'a word'",
    'cat a; ls -la',
    'grep -rn "word" src | wc -l',
  ])('runs %s', command => {
    expect(isReading(command)).toBe(true);
  });

  it.each([
    '',
    'rm a',
    'git commit -m x',
    'git diff > a',
    '{ git diff; } > a',
    '> a',
    'git diff --output=a',
    'git diff --outp"ut"=a',
    "git log '--output=a'",
    'git log\t--output=a',
    'git -c core.pager=touch log',
    'GIT_PAGER=touch git log',
    'git log $(touch a)',
    'git log `touch a`',
    'git log & touch a',
    'git log\ntouch a',
    'git log | tee a',
    'git log || touch a',
    'git difftool -y -x touch',
    'cat <(touch a)',
    'grep x a | xargs rm',
    'gitx diff',
    'git log --format=%h\\;touch a',
  ])('does not run %j', command => {
    expect(isReading(command)).toBe(false);
  });
});

describe('what is asked for', () => {
  it.each([
    ['external_directory', 'read', null, null],
    ['external_directory', 'write', null, 'workspace'],
    ['external_directory', null, null, 'workspace'],
    ['external_directory', 'bash', 'cat /etc/hosts', null],
    ['external_directory', 'bash', 'rm -rf /tmp/x', 'workspace'],
    ['bash', 'bash', 'git log', null],
    ['bash', 'bash', 'make', 'may only read'],
    ['something', 'new', null, 'not allowed'],
  ])('%s by %s for %s', (permission, tool, command, words) => {
    const answer = refusal({ permission, tool, command });
    if (words === null) expect(answer).toBe(null);
    else expect(answer).toContain(words);
  });
});
