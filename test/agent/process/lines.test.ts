import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitLines } from '../../../src/agent/process/lines.ts';

function split(chunks: readonly Buffer[], maxBytes: number): (readonly [string, number])[] {
  const lines: (readonly [string, number])[] = [];
  const splitter = splitLines(maxBytes, ({ text, cutBytes }) => lines.push([text, cutBytes]));
  for (const chunk of chunks) splitter.push(chunk);
  splitter.end();
  return lines;
}

const whole = (text: string): (readonly [string, number])[] => {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map(line => [line, 0]);
};

describe('lines', () => {
  it('are the same wherever the bytes are cut', () => {
    const text = fc.array(fc.constantFrom('a', '\n', 'ß', '✓', '😀', '\r'), { maxLength: 60 });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 7 }), (parts, size) => {
        const bytes = Buffer.from(parts.join(''));
        const chunks: Buffer[] = [];
        for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
        expect(split(chunks, 1000)).toEqual(whole(parts.join('')));
      }),
    );
  });

  const cases: readonly (readonly [string, readonly string[], ReturnType<typeof split>])[] = [
    ['nothing', [], []],
    ['an empty line', ['\n'], [['', 0]]],
    [
      'a line as long as may be',
      ['abcde\nx'],
      [
        ['abcde', 0],
        ['x', 0],
      ],
    ],
    [
      'a line too long',
      ['abcdefgh\nx\n'],
      [
        ['abcde', 3],
        ['x', 0],
      ],
    ],
    [
      'a line too long in pieces',
      ['abc', 'def', 'gh', '\nx'],
      [
        ['abcde', 3],
        ['x', 0],
      ],
    ],
    [
      'an end too long',
      ['x\nabc', 'def'],
      [
        ['x', 0],
        ['abcde', 1],
      ],
    ],
  ];
  it.each(cases)('of %s', (_, chunks, expected) => {
    expect(
      split(
        chunks.map(chunk => Buffer.from(chunk)),
        5,
      ),
    ).toEqual(expected);
  });
});
