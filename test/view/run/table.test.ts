import { expect, it } from 'vitest';
import { type Row, table } from '../../../src/view/run/table.ts';
import { coloured } from '../../../src/view/style.ts';

const ROWS: Row[] = [
  ['a', 'A title that is long', '', 'and a note that is long, too'],
  'a line for itself',
  ['bb', '漢字', '', 'x'],
];

const check = (columns: number, unicode: boolean, ...expected: string[]) =>
  expect(table(ROWS, { columns, unicode, flexible: [3, 1] }).split('\n')).toEqual([...expected, '']);

it('aligns cells, and leaves out columns with nothing in them', () => {
  expect(table(ROWS).split('\n')[0]).toBe('a   A title that is long  and a note that is long, too');
  expect(table(ROWS).split('\n')[2]).toBe('bb  漢字                  x');
});

it('cuts what may be cut, in its order, and at last whatever is too much', () => {
  check(
    45,
    true,
    'a   A title that is long  and a note that is…',
    'a line for itself',
    'bb  漢字                  x',
  );
  check(30, true, 'a   A title that…   and a not…', 'a line for itself', 'bb  漢字            x');
  check(30, false, 'a   A title tha...  and a n...', 'a line for itself', 'bb  漢字            x');
  check(12, true, 'a   A title…', 'a line for itself', 'bb  漢字');
});

it('colours a cell once it is cut', () => {
  const rows = [[{ text: 'too much', colour: coloured.red }, 'b']];
  expect(table(rows, { columns: 6, unicode: true, flexible: [] })).toBe('\u001B[31mtoo m…\u001B[39m\n');
});
