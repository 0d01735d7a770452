import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paint } from '../../../src/view/live/paint.ts';

const COLUMNS = 12;

/** As much of a terminal as is needed: what stands on its lines after the text was written to it. */
function shown(before: readonly string[], text: string, rows: number): string[] {
  const screen = Array.from({ length: rows }, (_, row) => [...(before[row] ?? '').padEnd(COLUMNS)]);
  let row = 0;
  let column = 0;
  for (const [whole, sequence, letter] of text.matchAll(/\x1B\[([?\d;]*)([A-Za-z])|./gs)) {
    const at = screen[row]!;
    if (letter === undefined) {
      at[column] = whole;
      column = Math.min(COLUMNS - 1, column + 1);
    } else if (letter === 'H') {
      [row, column] = sequence!.split(';').map(part => Number(part) - 1) as [number, number];
    } else if (letter === 'K') at.fill(' ', column);
    else if (letter === 'J') for (const line of screen) line.fill(' ');
    else if (letter !== 'm' && letter !== 'h' && letter !== 'l') throw new Error(`what is ${letter}?`);
  }
  return screen.map(line => line.join('').trimEnd());
}

const frame = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '─'), maxLength: COLUMNS }), {
  minLength: 5,
  maxLength: 5,
});

describe('a frame on the terminal', () => {
  it('becomes the next one, whatever the two are', () => {
    fc.assert(
      fc.property(frame, frame, (before, after) => {
        expect(shown(before, paint(before, after), 5)).toEqual(after);
      }),
    );
  });

  it('is drawn whole over whatever was there', () => {
    fc.assert(
      fc.property(frame, frame, (rubbish, after) => {
        expect(shown(rubbish, paint(null, after), 5)).toEqual(after);
      }),
    );
  });

  it('is not touched where nothing changed', () => {
    fc.assert(fc.property(frame, same => void expect(paint(same, [...same])).toBe('')));
  });

  it('is written only where lines differ, in one update', () => {
    const text = paint(['one', 'two', 'three'], ['one', 'TWO', 'three']);
    expect(text).toBe('\x1B[?2026h\x1B[2;1H\x1B[0m\x1B[KTWO\x1B[0m\x1B[?2026l');
  });

  it('loses the lines that the next one does not have', () => {
    expect(shown(['a', 'b', 'c'], paint(['a', 'b', 'c'], ['a']), 3)).toEqual(['a', '', '']);
  });
});
