import { expect, it } from 'vitest';
import { coloured } from '../../src/view/style.ts';
import { fitted, hung } from '../../src/view/wrapped.ts';

it('hangs words behind what stands before them', () => {
  expect(hung('12:00  ', 'one two three four five six seven', 28)).toEqual([
    '12:00  one two three four',
    '       five six seven',
  ]);
  expect(hung('12:00  ', 'short', 28)).toEqual(['12:00  short']);
  expect(hung('12:00  ', 'one two '.repeat(40), Infinity)).toHaveLength(1);
});

it('colours each row for itself', () => {
  const rows = hung('', coloured.red('one two three four five six'), 20);
  expect(rows).toHaveLength(2);
  for (const row of rows) expect(row).toMatch(/^\u001B\[31m[a-z ]+\u001B\[\d+m$/);
});

it('indents what does not fit a little more than its line', () => {
  const text = 'short\n  a list of words that is too long for it\n';
  expect(fitted(text, 30)).toBe('short\n  a list of words that is\n    too long for it\n');
  expect(fitted(text, Infinity)).toBe(text);
});
