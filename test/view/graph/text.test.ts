import { describe, expect, it } from 'vitest';
import { clean, displayWidth, truncate } from '../../../src/view/graph/text.ts';

describe('clean', () => {
  it.each([
    ['plain', 'plain'],
    ['two\n  lines\t', 'two lines'],
    ['\u001b[31mred\u001b[0m', 'red'],
    ['\u001b]8;;http://x\u0007link\u001b]8;;\u0007', 'link'],
    ['a\u0000b\u0085c\u202ed\ufeffe\uffff', 'a b c d e'],
    ['half \ud800', 'half \ufffd'],
    ['👩‍👩‍👧 日本 é', '👩‍👩‍👧 日本 é'],
  ])('%j', (text, expected) => expect(clean(text)).toBe(expected));
});

describe('displayWidth', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['é', 1],
    ['e\u0301', 1],
    ['日本', 4],
    ['한', 2],
    ['ｆ', 2],
    ['👩‍👩‍👧‍👦', 2],
    ['🇩🇪', 2],
    ['✔', 1],
    ['✔️', 2],
    ['1️⃣', 2],
    ['╭─▼…', 4],
  ])('%s takes %i', (text, expected) => expect(displayWidth(text)).toBe(expected));
});

describe('truncate', () => {
  it.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdef', 5, 'abcd…'],
    ['日本語', 6, '日本語'],
    ['日本語', 5, '日本…'],
    ['日本語', 4, '日…'],
    ['a 👩‍👩‍👧‍👦 b', 4, 'a…'],
    ['abc', 0, ''],
  ])('%s to %i', (text, columns, expected) => expect(truncate(text, columns)).toBe(expected));
});
