import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayWidth } from '../../../src/view/graph/text.ts';
import { finalText } from '../../../src/view/live/final.ts';
import { helpPage } from '../../../src/view/live/help.ts';
import { START } from '../../../src/view/live/press.ts';
import type { Scene, Screen, Ui } from '../../../src/view/live/scene.ts';
import { screenLines } from '../../../src/view/live/screen.ts';
import { coloured, uncoloured } from '../../../src/view/style.ts';
import {
  busy,
  drafted,
  failed,
  held,
  hostile,
  large,
  proposed,
  sceneOf,
  screenOf,
  stalled,
} from './scenes.ts';

const SCENES: readonly Scene[] = [
  ...[busy(), stalled(), failed(), sceneOf(held().state()), sceneOf(proposed().state())],
  ...[drafted(false), drafted(true), hostile(), large(1_000)],
];
const TEXT = '漢字\x1B[2J \u202E typed '.repeat(20);

const screen: fc.Arbitrary<Screen> = fc.record({
  columns: fc.integer({ min: 20, max: 250 }),
  rows: fc.integer({ min: 4, max: 80 }),
  style: fc.constantFrom(coloured, uncoloured),
  unicode: fc.boolean(),
});

const about = { type: 'retry', phase: '1' } as const;
const ui: fc.Arbitrary<Ui> = fc.record({
  selected: fc.constantFrom(null, 0, 1, 5, 999),
  logBack: fc.constantFrom(0, 3, 10_000),
  page: fc.constantFrom(
    null,
    null,
    helpPage(screenOf(80, 24)),
    { kind: 'log', title: TEXT, lines: [TEXT, coloured.red(TEXT), '', 'a\tb'], top: null } as const,
    { kind: 'diff', title: 'd', lines: [], top: 7 } as const,
    { kind: 'diff', title: 'd', lines: [TEXT.repeat(20)], top: 0, row: 9 } as const,
  ),
  question: fc.constantFrom(
    null,
    null,
    { kind: 'words', need: '', text: TEXT, typed: TEXT, needed: true, about } as const,
    { kind: 'words', need: TEXT, text: TEXT, typed: TEXT, needed: true, about } as const,
    { kind: 'sure', text: TEXT, wish: { kind: 'leave' } } as const,
  ),
  notice: fc.constantFrom(null, null, TEXT),
});

const COLOURS = /\x1B\[(?:0|1|2|22|7|27|3[1-4]|39)m/g;
const STEERING = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;

function expectToFit(lines: readonly string[], { columns, unicode }: Screen): void {
  for (const line of lines) {
    const text = line.replace(COLOURS, '');
    expect(text).not.toMatch(STEERING);
    expect(displayWidth(text), text).toBeLessThanOrEqual(columns);
    if (!unicode) expect(text).toMatch(/^[\x20-\x7E]*$/);
  }
}

describe('whatever is shown', () => {
  it('fills the screen, keeps within it and steers no terminal, at any size', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SCENES), ui, screen, (scene, looked, on) => {
        const lines = screenLines(scene, looked, on);
        expect(lines).toHaveLength(on.rows);
        expectToFit(lines, on);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps within the columns when it is left on the terminal', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SCENES), screen, (scene, on) => {
        const text = finalText(scene, on);
        expect(text.endsWith('\n')).toBe(true);
        expectToFit(text.slice(0, -1).split('\n'), on);
      }),
      { numRuns: 200 },
    );
  });

  it('is the same text with and without colours', () => {
    for (const scene of SCENES) {
      const plain = screenLines(scene, START, screenOf(100, 30));
      const inked = screenLines(scene, START, screenOf(100, 30, { style: coloured }));
      expect(inked.map(line => line.replace(COLOURS, '').trimEnd())).toEqual(
        plain.map(line => line.replace(COLOURS, '').trimEnd()),
      );
    }
  });
});
