import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clip, tokensAtMost } from '../../src/prompt/estimate.ts';
import { FREQUENT_WORDS } from '../../src/prompt/frequent-words.ts';
import { times } from '../times.ts';
import { tokensIn } from './tokens.ts';

const range = (from: number, to: number) =>
  fc.integer({ min: from, max: to }).map(code => String.fromCodePoint(code));
const words = (letter: fc.Arbitrary<string>, maxLength: number) =>
  fc
    .array(fc.string({ unit: letter, minLength: 1, maxLength }), { minLength: 60, maxLength: 60 })
    .map(list => list.join(' '));

/** The estimate may be a little too low for random text; nobody writes a plan in that. */
const SLACK = 1.15;

describe('the estimate of tokens', () => {
  it.each<[string, fc.Arbitrary<string>]>([
    ['random words', words(fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), 10)],
    ['random capitals', words(fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'), 10)],
    ['one random word without end', words(fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), 80)],
    ['printable characters', words(range(0x20, 0x7e), 20)],
    ['hexadecimal', words(fc.constantFrom(...'0123456789abcdef'), 40)],
    ['Cyrillic', words(range(0x410, 0x44f), 10)],
    ['Chinese', words(range(0x4e00, 0x9fff), 10)],
    ['Korean', words(range(0xac00, 0xd7a3), 10)],
    ['pictures', words(range(0x1f300, 0x1faff), 10)],
    ['anything', words(fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }), 10)],
  ])('is not too low for %s', (_, text) => {
    fc.assert(
      fc.property(text, sample => {
        expect(tokensIn(sample)).toBeLessThanOrEqual(tokensAtMost(sample) * SLACK);
      }),
      { numRuns: times(12) },
    );
  });

  it('is at most twice too high for prose', () => {
    const prose =
      'Write tests for the parser of settings, then read the file once when the program starts and report every unknown key with the line where it stands. Users who are signed in keep their session.';
    expect(tokensAtMost(prose)).toBeGreaterThanOrEqual(tokensIn(prose));
    expect(tokensAtMost(prose)).toBeLessThan(2 * tokensIn(prose));
  });
});

it('a frequent word is one token, however it stands', () => {
  for (const word of FREQUENT_WORDS) {
    const capital = word[0]!.toUpperCase() + word.slice(1);
    for (const form of [word, capital, ` ${word}`, ` ${capital}`]) expect(tokensIn(form), form).toBe(1);
  }
});

describe('a clipped text', () => {
  it('is the text itself where that fits, else a beginning of it with a mark', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        fc.integer({ min: 2, max: 60 }),
        (text, tokens) => {
          const clipped = clip(text, tokens);
          if (tokensAtMost(text) <= tokens) {
            expect(clipped).toBe(text);
            return;
          }
          expect(clipped.endsWith('…')).toBe(true);
          expect(text.startsWith(clipped.slice(0, -1))).toBe(true);
          expect(tokensAtMost(clipped.slice(0, -1))).toBeLessThanOrEqual(tokens - 1);
          expect(clipped.isWellFormed()).toBe(true);
        },
      ),
    );
  });

  it('takes no longer for a text without end', () => {
    expect(clip('a '.repeat(5_000_000), 20).length).toBeLessThan(100);
  });
});
