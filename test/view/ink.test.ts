import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayWidth } from '../../src/view/graph/text.ts';
import { cut, harmless, inkWidth, wrap } from '../../src/view/ink.ts';
import { coloured } from '../../src/view/style.ts';

const { red, bold } = coloured;
const plain = (line: string): string => line.replace(/\x1B\[[\d;]*m/g, '');

const character = fc.constantFrom(
  'a',
  'b',
  ' ',
  '漢',
  '👩‍👩‍👧',
  'é',
  '─',
  '\x1B[31m',
  '\x1B[39m',
  '\x1B[1m',
  '\x1B[0m',
);
const line = fc.string({ unit: character, maxLength: 60 });

describe('a line with colours', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'ab…'],
    [red('abcd'), 4, red('abcd')],
    [red('abcd'), 3, '\x1B[31mab\x1B[0m…'],
    [`a${red(`b${bold('c')}d`)}e`, 4, 'a\x1B[31mb\x1B[0m\x1B[31m\x1B[1mc\x1B[0m…'],
    ['漢字漢字', 4, '漢…'],
    ['abc', 0, ''],
  ])('%j is cut to %i columns', (text, columns, expected) => {
    expect(cut(text, columns, '…')).toBe(expected);
  });

  it.each([
    ['one two three', 8, ['one two', 'three']],
    ['one two three', 5, ['one', 'two', 'three']],
    ['abcdefgh', 3, ['abc', 'def', 'gh']],
    ['a bcdefgh', 6, ['a bcde', 'fgh']],
    [`a ${red('bcd efg')} h`, 5, ['a \x1B[31mbcd\x1B[0m', '\x1B[31mefg\x1B[0m h']],
    ['', 5, ['']],
  ])('%j is wrapped to %i columns', (text, columns, expected) => {
    expect(wrap(text, columns, 10, '…')).toEqual(expected);
  });

  it('is cut where it would take too many rows', () => {
    expect(wrap('x'.repeat(1_000_000), 4, 2, '…')).toEqual(['xxxx', 'xxx…']);
  });

  it('never takes more columns than there are, and loses nothing but spaces when it is wrapped', () => {
    fc.assert(
      fc.property(line, fc.integer({ min: 2, max: 30 }), (text, columns) => {
        expect(displayWidth(plain(cut(text, columns, '…')))).toBeLessThanOrEqual(columns);
        const rows = wrap(text, columns, 1_000, '…');
        for (const row of rows) expect(displayWidth(plain(row))).toBeLessThanOrEqual(columns);
        expect(rows.map(plain).join('').replaceAll(' ', '')).toBe(plain(text).replaceAll(' ', ''));
      }),
    );
  });

  it('is as wide as the slow way to measure says', () => {
    fc.assert(fc.property(line, text => void expect(inkWidth(text)).toBe(displayWidth(plain(text)))));
  });

  it('keeps its colours and loses all else that a terminal acts on', () => {
    const foreign = `${red('a\tb')}\x1B[2J\x07\x9B3J\u202E`;
    expect(harmless(foreign, true)).toBe(`${red('a    b')}\\x1b[2J\\x07\\x9b3J\\x202e`);
    expect(harmless('Ünïcode – “漢” ✓…', false)).toBe('Unicode - "?" +...');
  });
});
