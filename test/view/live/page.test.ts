import { describe, expect, it } from 'vitest';
import { START } from '../../../src/view/live/press.ts';
import type { Page } from '../../../src/view/live/scene.ts';
import { screenLines } from '../../../src/view/live/screen.ts';
import { pressAll } from './keys.ts';
import { busy, screenOf } from './scenes.ts';

const scene = busy();
const screen = screenOf(40, 6);
/** Ten rows of text on lines of one row, but for the fourth, which takes three. */
const LINES = ['1', '2', '3', `4 ${'x'.repeat(100)}`, '5', '6', '7', '8'];
const pageOf = (kind: Page['kind'], top: Page['top'], lines: readonly string[] = LINES): Page => ({
  kind,
  title: 'A page',
  lines,
  top,
});
const shown = (page: Page): readonly string[] => screenLines(scene, { ...START, page }, screen);
const topAfter = (page: Page, keys: string): Page['top'] =>
  pressAll(scene, keys, { page }, screen).ui.page!.top;

describe('a page', () => {
  it('has a title, the place in the text, and the keys that move in it', () => {
    const lines = shown(pageOf('details', 0));
    expect(lines[0]).toMatch(/^ A page {24}1–4 of 8$/);
    expect(lines.slice(1, 4)).toEqual(['1', '2', '3']);
    expect(lines.at(-1)).toMatch(/scroll.* · esc back$/);
  });

  it('wraps long lines so that nothing is lost', () => {
    const text = shown(pageOf('details', 3)).slice(1, 5).join('');
    expect(text.replaceAll(' ', '')).toBe(`4${'x'.repeat(100)}5`);
  });

  it('lets a line be read to its end that is longer than the screen', () => {
    const long = Array.from({ length: 300 }, (_, index) => String(index % 10)).join('');
    const read = (keys: string): readonly string[] => {
      const { page } = pressAll(scene, keys, { page: pageOf('diff', 0, [long, 'after it']) }, screen).ui;
      return shown(page!).slice(1, 5);
    };
    const rows = Array.from({ length: 8 }, (_, row) => long.slice(row * 40, row * 40 + 40));
    expect(read('')).toEqual(rows.slice(0, 4));
    expect(read('down')).toEqual(rows.slice(1, 5));
    expect(read('pgdn')).toEqual(rows.slice(4, 8));
    expect(read('pgdn up')).toEqual(rows.slice(3, 7));
    expect(read('end')).toEqual([...rows.slice(5, 8), 'after it']);
    expect(read('end pgup')).toEqual(rows.slice(1, 5));
  });

  it('stays at the end of a log', () => {
    expect(shown(pageOf('log', null)).slice(1, 5)).toEqual(['5', '6', '7', '8']);
    expect(shown(pageOf('log', null, [...LINES, '9'])).slice(1, 5)).toEqual(['6', '7', '8', '9']);
  });

  it.each([
    ['down', 0, 1],
    ['up', 0, 0],
    ['up', 2, 1],
    ['pgdn', 0, 3],
    ['space', 3, 4],
    ['pgup', 4, 2],
    ['pgup pgup', 4, 0],
    ['end', 0, 4],
    ['G g', 0, 0],
    ['home', 4, 0],
    ['down down down', 3, 4],
  ])('%s moves from line %i to line %i', (keys, from, to) => {
    expect(topAfter(pageOf('diff', from), keys)).toBe(to);
  });

  it('goes on at the end of a log once that is reached again', () => {
    expect(topAfter(pageOf('log', null), 'up')).toBe(3);
    expect(topAfter(pageOf('log', null), 'up down')).toBeNull();
  });

  it('says that it is empty', () => {
    expect(shown(pageOf('diff', 0, []))[0]).toMatch(/empty$/);
  });

  it('looks only at the lines in sight', () => {
    let looked = 0;
    const lines = new Proxy(new Array<string>(100_000).fill('x'), {
      get(target, name, receiver) {
        if (/^\d+$/.test(String(name))) looked += 1;
        return Reflect.get(target, name, receiver);
      },
    });
    expect(shown(pageOf('log', 50_000, lines))[0]).toContain('50,001–50,004 of 100,000');
    expect(looked).toBeLessThan(50);
  });
});
