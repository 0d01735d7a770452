import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, nearest } from '../../src/base/nearest.ts';

describe('finds the word that was meant:', () => {
  it.each<[string, readonly string[], string | null]>([
    ['dependson', ['dependsOn', 'parallelWith'], 'dependsOn'],
    ['depends_on', ['dependsOn', 'description'], 'dependsOn'],
    ['depend-on', ['dependsOn', 'description'], 'dependsOn'],
    ['titel', ['title', 'tasks'], 'title'],
    ['descripton', ['dependsOn', 'description'], 'description'],
    ['phase', ['phases', 'parallelWith'], 'phases'],
    ['ids', ['id', 'title'], 'id'],
    ['xyz', ['id', 'title'], null],
    ['ab', ['cd'], null],
    ['colour', ['title', 'goal'], null],
    ['', ['a', 'goal'], 'a'],
    ['x', [], null],
    ['aa', ['ab', 'ac'], 'ab'],
    ['x'.repeat(65), ['x'.repeat(64)], null],
    ['x'.repeat(64), ['x'.repeat(65), 'x'.repeat(63)], 'x'.repeat(63)],
  ])('%s of %j is %s', (word, candidates, expected) => {
    expect(nearest(word, candidates)).toBe(expected);
  });
});

it.each([
  ['', '', 0],
  ['abc', 'abc', 0],
  ['abc', '', 3],
  ['abc', 'acb', 1],
  ['kitten', 'sitting', 3],
  ['ca', 'abc', 3],
])('the distance from %s to %s is %i', (a, b, expected) => {
  expect(editDistance(a, b)).toBe(expected);
});

it('the distance is a measure: zero only for equals, the same both ways, never above the longer word', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
  fc.assert(
    fc.property(word, word, (a, b) => {
      const distance = editDistance(a, b);
      expect(distance === 0).toBe(a === b);
      expect(distance).toBe(editDistance(b, a));
      expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
    }),
  );
});
