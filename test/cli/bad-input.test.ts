import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { phasewright, scratch } from './phasewright.ts';

const MB = 1024 * 1024;

interface BadFile {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly code: string;
  readonly says: string;
}

const FILES: readonly BadFile[] = [
  { name: 'empty', content: '', code: 'no-units', says: 'the plan is empty' },
  { name: 'only blanks', content: ' \n\t\n', code: 'no-units', says: 'the plan is empty' },
  { name: 'NUL bytes', content: '### Task 1: a\0b\n', code: 'unreadable', says: 'NUL bytes' },
  {
    name: 'bad UTF-8',
    content: new Uint8Array([35, 32, 0xc3, 0x28, 10]),
    code: 'unreadable',
    says: 'not valid UTF-8',
  },
  { name: 'a PDF', content: '%PDF-1.7\n1 0 obj\n', code: 'unreadable', says: 'a PDF document' },
  { name: 'an office document', content: 'PK\x03\x04word', code: 'unreadable', says: 'office document' },
  {
    name: 'more than 10 MB',
    content: `${'word '.repeat(200)}\n`.repeat(11_000),
    code: 'too-large',
    says: '10 MB',
  },
  {
    name: 'a line of 10 million characters',
    content: 'x'.repeat(10_000_000),
    code: 'too-large',
    says: 'characters',
  },
  {
    name: 'quotes nested without end',
    content: `${'> '.repeat(50_000)}a\n`,
    code: 'too-large',
    says: 'nested',
  },
  {
    name: 'lists nested without end',
    content: `${'- '.repeat(50_000)}a\n`,
    code: 'too-large',
    says: 'nested',
  },
  {
    name: 'an id of 100 characters',
    content: `{"phases":[{"id":"${'a'.repeat(100)}","title":"x"}]}`,
    code: 'invalid-id',
    says: 'id',
  },
  { name: 'JSON cut short', content: '{"phases": [{"id": "1", ', code: 'invalid-syntax', says: 'JSON' },
];

describe('a file that is no plan', () => {
  it.each(FILES)('$name: one clear diagnostic, exit 2, no stack trace', async ({ content, code, says }) => {
    const folder = scratch();
    writeFileSync(join(folder, 'plan.md'), content);
    const { code: exit, out, err } = await phasewright(['check', 'plan.md', '--json'], { cwd: folder });
    expect(exit).toBe(2);
    const report = JSON.parse(out);
    expect(report.diagnostics).toMatchObject([{ severity: 'error', code }]);
    expect(report.diagnostics[0].message).toContain(says);
    expect(err).toBe('');
  });

  it.each([
    { name: 'a missing file', path: 'nothing.md', says: 'no such file' },
    { name: 'a directory', path: 'folder', says: 'this is a directory' },
    { name: 'a device', path: '/dev/zero', says: 'not a regular file' },
    { name: 'a link to itself', path: 'loop', says: 'loop of links' },
    { name: 'a path through a file', path: 'file/plan.md', says: 'not a directory' },
  ])('$name: says so, exit 2', async ({ path, says }) => {
    const folder = scratch();
    mkdirSync(join(folder, 'folder'));
    writeFileSync(join(folder, 'file'), 'x');
    symlinkSync('loop', join(folder, 'loop'));
    const { code, out, err } = await phasewright(['check', path], { cwd: folder });
    expect(code).toBe(2);
    expect(out).toContain(says);
    expect(err).toBe('');
  });

  it('more than 20,000 phases: says how many are allowed', async () => {
    const input = Array.from({ length: 20_001 }, (_, i) => `### Task ${i + 1}: x\n`).join('');
    const { code, out } = await phasewright(['check', '-', '--json'], { input });
    expect(code).toBe(2);
    expect(
      JSON.parse(out)
        .diagnostics.map((d: { message: string }) => d.message)
        .join(),
    ).toContain('the limit is 20000');
  });

  it('standard input larger than the limit is refused without waiting for its end', async () => {
    const { code, out } = await phasewright(['check', '-'], { input: 'word '.repeat((12 * MB) / 5) });
    expect(code).toBe(2);
    expect(out).toContain('10 MB');
  });
});

describe('a wrong command line', () => {
  it.each([
    { words: [], says: 'Usage: phasewright' },
    { words: ['chek', 'plan.md'], says: 'Did you mean phasewright check?' },
    { words: ['check'], says: 'phasewright check needs PLANS: plan files' },
    { words: ['check', 'plan.md', '--jsn'], says: 'Did you mean --json?' },
    { words: ['check', 'plan.md', '--from', 'word'], says: 'Give one of: tasks, table' },
    { words: ['graph', 'plan.md', '--as', 'png'], says: 'one of: ascii' },
    { words: ['convert', 'plan.md'], says: 'needs --to: form to write' },
    { words: ['run', 'plan.md', '--dry-run', '--concurrency', '0'], says: 'whole number from 1 to 256' },
  ])('$words: says what is wrong and ends with 2', async ({ words, says }) => {
    const { code, out, err } = await phasewright(words);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toContain(says);
    expect(err).not.toContain('    at ');
  });

  it('points to the help of the command that was called wrongly, and else to that of all', async () => {
    expect((await phasewright(['graph', 'plan.md', '--nope'])).err).toContain(
      'phasewright graph --help lists its options.',
    );
    expect((await phasewright(['grap', 'plan.md'])).err).toContain('phasewright help lists the commands.');
  });

  it('keeps terminal escapes of file names and titles away from the terminal', async () => {
    const folder = scratch();
    const name = 'pl\x1B[31man.md';
    writeFileSync(join(folder, name), '### Task 1: red \x1B[31m\u202Ehello\n**Depends on:** Task 9\n');
    for (const words of [
      ['check', name],
      ['graph', name],
      ['run', name, '--dry-run'],
    ]) {
      const { out, err } = await phasewright(words, { cwd: folder });
      expect(out + err).not.toContain('\x1B');
      expect(out + err).not.toContain('\u202E');
    }
  });
});
