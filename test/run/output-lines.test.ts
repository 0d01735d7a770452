import { describe, expect, it } from 'vitest';
import { outputLines } from '../../src/run/tests/output-lines.ts';

/** The lines of `now` that `before` does not have. */
const added = (before: string, now: string): string[] => {
  const known = outputLines(before);
  return [...outputLines(now)].flatMap(([mark, line]) => (known.has(mark) ? [] : [line]));
};

describe('what a program printed', () => {
  it.each<[what: string, before: string, now: string]>([
    ['times and counts', '12 passed in 0.31 s', '7 passed in 14.02 s'],
    ['places', 'src/a.ts:10:4: unused', 'src/a.ts:311:17: unused'],
    ['colours', '\x1b[31merror\x1b[0m: no', 'error: no'],
    ['capitals', 'ERROR: no', 'error: no'],
    ['indentation', '    error', 'error'],
    ['empty lines', 'error', '\n\nerror\n   \n'],
    ['line ends', 'a\r\nb\r\n', 'a\nb\n'],
    ['order', 'a\nb', 'b\na'],
    ['what went', 'a\nb', 'a'],
  ])('is the same but for %s', (_, before, now) => {
    expect(added(before, now)).toEqual([]);
  });

  it.each<[what: string, before: string, now: string, expected: string[]]>([
    ['a new line', 'a', 'a\nb', ['b']],
    ['another file', 'src/a.ts:1: unused', 'src/b.ts:1: unused', ['src/b.ts:1: unused']],
    ['a line that comes once more', 'error\nerror', 'error\nerror\nerror', ['error']],
    ['anything after silence', '', 'error', ['error']],
  ])('differs by %s', (_, before, now, expected) => {
    expect(added(before, now)).toEqual(expected);
  });

  it('is nothing where nothing but blanks was printed', () => {
    expect(outputLines('').size).toBe(0);
    expect(outputLines(' \n\t\n\r\n').size).toBe(0);
  });

  it('is bounded: the last lines, so much of each, each so often', () => {
    const many = outputLines(
      Array.from({ length: 10_000 }, (_, index) => `line ${'x'.repeat(index % 3_000)}`).join('\n'),
    );
    expect(many.size).toBeLessThanOrEqual(2_000);
    expect(Math.max(...[...many.values()].map(line => line.length))).toBeLessThanOrEqual(300);
    expect(outputLines('error\n'.repeat(1_900)).size).toBe(50);
    const last = outputLines(`${'first\n'.repeat(2_000)}last`);
    expect([...last.values()]).toContain('last');
  });

  it('is read in time that does not explode', () => {
    expect(outputLines('9'.repeat(900_000)).size).toBe(1);
    expect(outputLines('\x1b['.repeat(400_000)).size).toBeLessThanOrEqual(2);
  });
});
