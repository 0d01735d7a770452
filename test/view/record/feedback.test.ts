import { describe, expect, it } from 'vitest';
import type { PastAttempt } from '../../../src/run/state.ts';
import { recordFiles } from '../../../src/view/record/record.ts';
import { planOf } from '../../run/plans.ts';
import { change, changed, comment, past, stateOf } from './samples.ts';

const feedbackOf = (...attempts: PastAttempt[]): string =>
  recordFiles(stateOf(planOf('2/1'), { phases: { '2/1': { attempts } } })).get(
    'phase-2%2F1/review-feedback.md',
  )!;

describe('the feedback on a phase', () => {
  it('tells of each attempt that failed, the newest first, what is to be done before what is not [001-17]', () => {
    const review = {
      approved: false,
      summary: 'Two things.',
      comments: [
        comment('Rename it.', { severity: 'info' }),
        comment('Add docs.', { severity: 'minor' }),
        comment('It divides by zero.', { severity: 'critical', file: 'src/a.ts', line: 3 }),
        comment('Nobody decided about this.'),
      ],
    };
    const evaluation = [
      { comment: 1, decision: 'REJECT', reason: 'A matter of taste.' },
      { comment: 2, decision: 'DEFER', reason: 'Later.' },
      { comment: 3, decision: 'IMPLEMENT', reason: '' },
    ] as const;
    expect(
      feedbackOf(
        past(1, { failure: { category: 'checks', message: 'npm test failed\n```\n1 != 2\n```' } }),
        past(2, { failure: { category: 'infra.crash', message: 'gone' }, snapshot: null }),
        past(3, {
          failure: { category: 'review', message: 'rejected' },
          review,
          evaluation: [...evaluation],
        }),
      ),
    ).toMatchInlineSnapshot(`
      "# Feedback on phase 2/1: Phase 2/1

      3 attempts failed. The newest stands first.

      ## Attempt 3: review

      It ended 2030-01-01 23:59:03 UTC:

      \`\`\`text
      rejected
      \`\`\`

      ### Review

      The reviewer did not approve:

      > Two things.

      - Comment 3, critical, \`src/a.ts:3\`: **IMPLEMENT**

        > It divides by zero.

      - Comment 4, major:

        > Nobody decided about this.

      - Comment 2, minor: **DEFER**

        > Add docs.

        The evaluator:

        > Later.

      - Comment 1, info: **REJECT**

        > Rename it.

        The evaluator:

        > A matter of taste.

      ### What it had done

      Kept as \`refs/phasewright/k7m/2%2F1/3\`.

      \`\`\`sh
      git diff b0 refs/phasewright/k7m/2%2F1/3
      \`\`\`

      ## Attempt 2: infra.crash

      It ended 2030-01-01 23:59:02 UTC:

      \`\`\`text
      gone
      \`\`\`

      Nothing of it was kept.

      ## Attempt 1: checks

      It ended 2030-01-01 23:59:01 UTC:

      \`\`\`\`text
      npm test failed
      \`\`\`
      1 != 2
      \`\`\`
      \`\`\`\`

      ### What it had done

      Kept as \`refs/phasewright/k7m/2%2F1/1\`.

      \`\`\`sh
      git diff b0 refs/phasewright/k7m/2%2F1/1
      \`\`\`
      "
    `);
  });

  it('holds a long message whole, and is bounded', () => {
    const long = 'x'.repeat(99_000);
    expect(feedbackOf(past(1, { failure: { category: 'checks', message: long } }))).toContain(long);
    const endless = { category: 'checks', message: 'y'.repeat(1_000_000) } as const;
    const many = Array.from({ length: 120 }, (_, at) => past(at + 1, { failure: endless }));
    const text = feedbackOf(...many);
    expect(text.length).toBeLessThan(50 * 101_000);
    expect(text).toContain('120 attempts failed');
    expect(text).toContain('## Attempt 120:');
    expect(text).toContain('70 older ones are left out.');
  });

  it('shows the first of very many comments', () => {
    const comments = Array.from({ length: 1_000 }, (_, at) => comment(`comment ${at}`));
    const text = feedbackOf(past(1, { review: { approved: false, summary: '', comments } }));
    expect(text.match(/^- Comment \d+, major:$/gm)).toHaveLength(200);
    expect(text).toContain('\n- and 800 more\n');
  });

  it('names what an attempt changed, for those who have no refs', () => {
    const lanes = [{ lane: 0, subtasks: ['a'], snapshot: 's', changed: 3, files: ['x.ts', 'y.ts'] }];
    const looked = changed(change('x.ts', { status: 'added', added: 4, deleted: 0 }));
    const text = feedbackOf(past(1, { lanes }), past(2, { lanes, change: looked }));
    expect(text).toContain('- `x.ts`\n- `y.ts`\n- and 1 more\n');
    expect(text).toContain('- `x.ts`: added, +4 −0\n');
  });

  it('tells of each part of an attempt that was not joined where it is kept', () => {
    const lane = { snapshot: 's', changed: 1, files: ['x.ts'] };
    const lanes = [
      { ...lane, lane: 0, subtasks: ['a', 'b'] },
      { ...lane, lane: 2, subtasks: ['c'], changed: 0, files: [] },
    ];
    const text = feedbackOf(past(1, { snapshot: null, lanes }));
    expect(text).toContain('Subtasks a then b:\n\nKept as `refs/phasewright/k7m/2%2F1/1.0`.');
    expect(text).toContain('git diff b0 refs/phasewright/k7m/2%2F1/1.0\n');
    expect(text).toContain('Subtasks c: nothing was changed.');
    expect(text).not.toContain('Nothing of it was kept.');
  });
});
