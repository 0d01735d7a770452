import { describe, expect, it } from 'vitest';
import type { Decision, Review } from '../../src/run/answer.ts';
import type { CheckResult } from '../../src/run/event.ts';
import {
  checksFailure,
  combinedReview,
  decided,
  noVerdictFailure,
  reviewFailure,
} from '../../src/run/verdict.ts';

const comment = (message: string, parts: Partial<Review['comments'][number]> = {}) => ({
  severity: 'major' as const,
  file: null,
  line: null,
  message,
  ...parts,
});

/** `y` approves, `n` does not; each with a word and a comment of its own. */
const votes = (text: string): Review[] =>
  [...text].map((vote, index) => ({
    approved: vote === 'y',
    summary: `word ${index}`,
    comments: [comment(`comment ${index}`)],
  }));

describe('a panel', () => {
  it.each<[given: string, seats: number, approved: boolean | null]>([
    ['', 1, null],
    ['y', 1, true],
    ['n', 1, false],
    ['y', 3, null],
    ['n', 3, null],
    ['yy', 3, true],
    ['nn', 3, false],
    ['yn', 3, null],
    ['yny', 3, true],
    ['ynn', 3, false],
    // Half of an even number is no majority, and is known to be none as soon as half objects.
    ['n', 2, false],
    ['y', 2, null],
    ['yy', 2, true],
    ['yn', 2, false],
    ['nn', 4, false],
    ['yyn', 4, null],
    ['yyny', 4, true],
    ['yyyyy', 9, true],
    ['yyyynnnn', 9, null],
  ])('that says %j of %i seats: %s', (given, seats, approved) => {
    expect(combinedReview(votes(given), seats)?.approved ?? null).toBe(approved);
  });

  it('that approves passes on all comments, one that does not those of the objectors', () => {
    const messages = (given: string): string[] =>
      combinedReview(votes(given), 3)!.comments.map(({ message }) => message);
    expect(messages('yny')).toEqual(['comment 0', 'comment 1', 'comment 2']);
    expect(messages('ynn')).toEqual(['comment 1', 'comment 2']);
    expect(combinedReview(votes('ynn'), 3)!.summary).toBe('1 of 3 reviewers approve.\nword 1\nword 2');
  });

  it('of one is that one’s word', () => {
    const [only] = votes('n');
    expect(combinedReview([only!], 1)).toBe(only);
  });
});

describe('decisions of an evaluator', () => {
  const review = (approved: boolean): Review => ({
    approved,
    summary: '',
    comments: [comment('one'), comment('two'), comment('three')],
  });
  const say = (comment: number, decision: Decision['decision']): Decision => ({
    comment,
    decision,
    reason: 'r',
  });

  it.each<[what: string, approved: boolean, given: Decision[], expected: string]>([
    [
      'each its own',
      false,
      [say(3, 'DEFER'), say(1, 'IMPLEMENT'), say(2, 'REJECT')],
      'IMPLEMENT REJECT DEFER',
    ],
    ['what was left out of a rejection is to be done', false, [say(1, 'DEFER')], 'DEFER IMPLEMENT IMPLEMENT'],
    ['what was left out of an approval is put off', true, [say(1, 'REJECT')], 'REJECT DEFER DEFER'],
    ['none at all', false, [], 'IMPLEMENT IMPLEMENT IMPLEMENT'],
    [
      'about comments that there are not',
      false,
      [say(4, 'REJECT'), say(99, 'REJECT')],
      'IMPLEMENT IMPLEMENT IMPLEMENT',
    ],
    [
      'of several words about a comment the one that loses least',
      false,
      [say(1, 'IMPLEMENT'), say(1, 'REJECT'), say(2, 'DEFER'), say(2, 'REJECT')],
      'IMPLEMENT DEFER IMPLEMENT',
    ],
  ])('%s', (_, approved, given, expected) => {
    const found = decided(review(approved), given);
    expect(found.map(({ decision }) => decision).join(' ')).toBe(expected);
    expect(found.map(({ comment: number }) => number)).toEqual([1, 2, 3]);
  });
});

describe('what the next attempt is told', () => {
  it('of a review: the summary, and each comment with its place', () => {
    const comments = [
      comment('Handle empty input.', { severity: 'critical', file: 'src/a.ts', line: 3 }),
      comment('Too long.', { severity: 'minor', file: 'src/b.ts' }),
      comment('Say why.'),
    ];
    expect(reviewFailure({ approved: false, summary: 'No.', comments }).message).toBe(
      'No.\n- [critical] src/a.ts:3: Handle empty input.\n- [minor] src/b.ts: Too long.\n- [major]: Say why.',
    );
    expect(reviewFailure({ approved: false, summary: '', comments: [] }).message).not.toBe('');
  });

  it('of checks: those that failed, with the exit status, the note and the end of the output', () => {
    const result = (parts: Partial<CheckResult>): CheckResult => ({
      command: 'a',
      passed: false,
      verdict: 'failed',
      note: '',
      outcome: 'exit status 1',
      tail: '',
      outputFile: '',
      ...parts,
    });
    const { message } = checksFailure([
      result({ command: 'lint', passed: true, verdict: 'flaky' }),
      result({ command: 'test', note: 'now also: b', tail: 'b is red\n' }),
      result({ command: 'build', tail: 'no\n' }),
    ]);
    expect(message).toBe('`test`: exit status 1; now also: b\nb is red\n\n`build`: exit status 1\nno');
  });

  it('of a mute reviewer: nothing against the work', () => {
    const failed = { category: 'logic', message: 'lost' } as const;
    expect(noVerdictFailure('reviewer', failed)).toEqual({
      category: 'infra.crash',
      message: 'the reviewer gave no verdict: lost',
    });
    const limited = { category: 'infra.rate_limit', message: 'slow down' } as const;
    expect(noVerdictFailure('evaluator', limited)).toBe(limited);
  });
});
