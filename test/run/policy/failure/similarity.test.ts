import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Failure, FailureCategory } from '../../../../src/run/failure.ts';
import { SIMILARITY_METRICS } from '../../../../src/run/policies.ts';
import {
  isSameFailure,
  type SamenessRule,
  type SimilarityMetric,
  similarity,
} from '../../../../src/run/policy/failure/similarity.ts';

const RULE: SamenessRule = { similarity: 0.8, minLength: 30, metric: 'sequence', compareMessages: true };
const failure = (message: string, category: FailureCategory = 'tests'): Failure => ({ category, message });
const message = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc
    .array(fc.constantFrom('no', 'module', 'named', "'foo'", "'bar'", 'at', '/srv/a.py:42', '12', 'ERROR'), {
      maxLength: 12,
    })
    .map(words => words.join(' ')),
);

describe.each(SIMILARITY_METRICS)('likeness by %s', metric => {
  it('is 1 of a message with itself, and the same both ways, between 0 and 1', () => {
    fc.assert(
      fc.property(message, message, (a, b) => {
        expect(similarity(a, a, metric)).toBe(1);
        const likeness = similarity(a, b, metric);
        expect(similarity(b, a, metric)).toBe(likeness);
        expect(likeness).toBeGreaterThanOrEqual(0);
        expect(likeness).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('does not see what differs from one time to the next', () => {
    const at = (place: string) => `ModuleNotFoundError: No module named 'foo' at ${place}`;
    expect(similarity(at('/one/a.py:42'), at('/two/b/a.py:7:1'), metric)).toBe(1);
  });

  it('is found of messages of any length', () => {
    const long = (word: string) => `${word} `.repeat(200_000);
    expect(similarity(long('abc'), long('abc'), metric)).toBe(1);
    expect(similarity(long('abc'), long('xyz'), metric)).toBeLessThan(0.5);
  });
});

describe('likeness', () => {
  it.each<[a: string, b: string, metric: SimilarityMetric, expected: number]>([
    ['', '', 'sequence', 1],
    ['', '', 'jaccard', 1],
    ['', 'abc', 'sequence', 0],
    ['', 'abc', 'jaccard', 0],
    ['abcd', 'abcx', 'sequence', 0.75],
    ['abcd', 'abcx', 'jaccard', 0],
    ['!', '?', 'jaccard', 0],
    ['one two three', 'three two four', 'jaccard', 0.5],
    ['no module foo', 'no module bar', 'jaccard', 0.5],
  ])('of %j and %j by %s is %d', (a, b, metric, expected) => {
    expect(similarity(a, b, metric)).toBe(expected);
  });

  it('is measured as one likes: letter by letter or by shared words [003-24]', () => {
    const [a, b] = ['expected the list of users to be empty', 'to be empty the list of users expected'];
    expect(similarity(a, b, 'jaccard')).toBe(1);
    expect(similarity(a, b, 'sequence')).toBeLessThan(0.5);
    expect(isSameFailure(failure(a), failure(b), { ...RULE, metric: 'jaccard' })).toBe(true);
    expect(isSameFailure(failure(a), failure(b), RULE)).toBe(false);
  });
});

describe('two failures', () => {
  const PYTHON = "E   ModuleNotFoundError: No module named 'inventory.models' at /srv/app/tests/test_a.py:42";
  const ELSEWHERE =
    "E   ModuleNotFoundError: No module named 'inventory.models' at /tmp/slot-3/tests/test_b.py:7";
  const OTHER = 'E   psycopg2.OperationalError: connection to server on socket failed: refused';
  /** 40 characters, of which as many differ as are told: 8 of them make a likeness of 0.8. */
  const apart = (count: number): [string, string] => [
    'a'.repeat(40),
    'a'.repeat(40 - count) + 'b'.repeat(count),
  ];

  it.each<[what: string, a: Failure, b: Failure, isSame: boolean]>([
    ['another place', failure(PYTHON), failure(ELSEWHERE), true],
    ['another category', failure(PYTHON), failure(ELSEWHERE, 'import'), false],
    ['other words', failure(PYTHON), failure(OTHER), false],
    ['a likeness of 0.8', failure(apart(8)[0]), failure(apart(8)[1]), true],
    ['a likeness below 0.8', failure(apart(9)[0]), failure(apart(9)[1]), false],
    ['29 characters, too few to compare', failure('a'.repeat(29)), failure('b'.repeat(50)), true],
    ['30 characters, enough to compare', failure('a'.repeat(30)), failure('b'.repeat(50)), false],
    ['few characters but for a path', failure(`no ${'/srv'.repeat(20)}`), failure(OTHER), true],
    ['few characters, another category', failure('no'), failure('no', 'lint'), false],
  ])(
    'with %s are the same one or not: at least 0.8 alike, from 30 characters on [003-14]',
    (_, a, b, isSame) => {
      expect(isSameFailure(a, b, RULE)).toBe(isSame);
      expect(isSameFailure(b, a, RULE)).toBe(isSame);
    },
  );

  it('are compared by category alone where messages are not', () => {
    const rule = { ...RULE, compareMessages: false };
    expect(isSameFailure(failure(PYTHON), failure(OTHER), rule)).toBe(true);
    expect(isSameFailure(failure(PYTHON), failure(PYTHON, 'lint'), rule)).toBe(false);
  });

  it('are judged by the threshold and the length that are given', () => {
    const [a, b] = apart(9);
    expect(isSameFailure(failure(a), failure(b), { ...RULE, similarity: 0.7 })).toBe(true);
    expect(isSameFailure(failure(a), failure(b), { ...RULE, minLength: 41 })).toBe(true);
  });
});
