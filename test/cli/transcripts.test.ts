import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Home } from '../../src/cli/run/open-store.ts';
import { type Transcripts, transcriptsOf } from '../../src/cli/run/transcripts.ts';
import { scratch } from './phasewright.ts';

/** The files of attempts at phase 1 of a run. */
function records() {
  const folder = scratch();
  const path = (attempt: number, name: string): string => {
    const place = join(folder, 'runs', 'k7m', 'phases', '1', String(attempt));
    mkdirSync(place, { recursive: true });
    return join(place, name);
  };
  return {
    home: { folder } as Home,
    write: (attempt: number, name: string, text: string | Uint8Array) =>
      writeFileSync(path(attempt, name), text),
    append: (attempt: number, name: string, text: string) => appendFileSync(path(attempt, name), text),
  };
}

const told = (read: Transcripts, attempts = [1, 2], isLast = false) =>
  [...read('1', attempts, isLast)].map(({ attempt, name, lines }) => [attempt, name, ...lines]);

it('reads what was added, line by line, in the order in which files are written', () => {
  const { home, write, append } = records();
  write(1, 'reviewer.1.jsonl', 'r1\n');
  write(1, 'developer.10.jsonl', 'd10\n');
  write(1, 'developer.9.jsonl', 'd9\nhal');
  write(1, 'developer.9.raw', 'raw\n');
  const read = transcriptsOf(home, 'k7m');
  expect(told(read)).toEqual([
    [1, 'developer.9', 'd9'],
    [1, 'developer.10', 'd10'],
    [1, 'reviewer.1', 'r1'],
  ]);
  expect(told(read)).toEqual([]);
  append(1, 'developer.9.jsonl', 'f\nmore\n');
  write(2, 'developer.1.jsonl', 'new\n');
  expect(told(read, [2])).toEqual([[2, 'developer.1', 'new']]);
  expect(told(read)).toEqual([[1, 'developer.9', 'half', 'more']]);
});

it('tells whose a file is, and when it is met first', () => {
  const { home, write, append } = records();
  write(1, 'check.attempt.1.log', '');
  const read = transcriptsOf(home, 'k7m');
  expect([...read('1', [1])]).toEqual([]);
  append(1, 'check.attempt.1.log', 'a\n');
  const file = { attempt: 1, name: 'check.attempt.1.log', role: 'check', isTranscript: false, skipped: 0 };
  expect([...read('1', [1])]).toEqual([{ ...file, isFirst: true, lines: ['a'] }]);
  append(1, 'check.attempt.1.log', 'b\n');
  expect([...read('1', [1])]).toEqual([{ ...file, isFirst: false, lines: ['b'] }]);
});

it('takes the last words of a program without an end of line, but no half event', () => {
  const { home, write } = records();
  write(1, 'check.1.log', 'one\ntwo');
  write(1, 'developer.1.jsonl', '{"type"');
  const read = transcriptsOf(home, 'k7m');
  expect(told(read)).toEqual([[1, 'check.1.log', 'one']]);
  expect(told(read, [1], true)).toEqual([[1, 'check.1.log', 'two']]);
  expect(told(read, [1], true)).toEqual([]);
});

it('reads files of any length in pieces, whatever characters lie across them', () => {
  const { home, write } = records();
  const lines = Array.from({ length: 40_000 }, (_, index) => `${index} ${'é漢'.repeat(20)}`);
  write(1, 'developer.1.jsonl', `${lines.join('\n')}\n`);
  const parts = [...transcriptsOf(home, 'k7m')('1', [1])];
  expect(parts.length).toBeGreaterThan(3);
  expect(parts.flatMap(part => part.lines)).toEqual(lines);
});

it('reads the end of a long file where that is enough, from the first whole line on', () => {
  const { home, write, append } = records();
  write(1, 'developer.1.jsonl', `${'x'.repeat(1000)}\nlast but one\nlast\n`);
  const read = transcriptsOf(home, 'k7m', { lastBytes: 30 });
  const [part, ...others] = [...read('1', [1])];
  expect(part).toMatchObject({ lines: ['last but one', 'last'], skipped: 1001 + 13 + 5 - 30 });
  expect(others).toEqual([]);
  append(1, 'developer.1.jsonl', `${'y'.repeat(100)}\n`);
  expect(told(read)).toEqual([[1, 'developer.1', 'y'.repeat(100)]]);
});

it('has nothing to tell of attempts that left nothing', () => {
  expect(told(transcriptsOf(records().home, 'k7m'))).toEqual([]);
});
