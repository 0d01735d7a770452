import { describe, expect, it } from 'vitest';
import { ANGLES } from '../../src/prompt/angles.ts';
import { MAX_DIFF_CHARACTERS, type ReviewerBrief, reviewerPrompt } from '../../src/prompt/reviewer.ts';
import { readReview } from '../../src/run/answer.ts';
import { jsonAtEnd } from '../../src/run/fenced.ts';
import { BASE, phaseWith, RECORD, reviewer, SNAPSHOT } from './briefs.ts';
import { readAsMarkdown } from './outside.ts';
import { tokensIn } from './tokens.ts';

const review = (rest: Partial<ReviewerBrief> = {}): string => reviewerPrompt(reviewer(rest), null);

describe('a reviewer', () => {
  it('sees the phase, the change, the checks and what the gates found', () => {
    const text = review({
      findings: [{ gate: 'tests', severity: 'major', message: 'test/login.test.ts: 2 assertions\nremoved' }],
    });
    const { fences, words } = readAsMarkdown(text);
    expect(fences[0]).toContain('Phase 2a: Add the login form');
    expect(fences[0]).toContain('Done when:\n- A wrong password shows an error.');
    expect(fences[0]).toContain('Errors are shown below the field.');
    expect(fences[1]).toBe('diff --git a/src/login.ts b/src/login.ts\n+export const login = 1;');
    expect(words).toContain(`git diff ${BASE} ${SNAPSHOT}`);
    expect(words).toContain(`${RECORD}/plan.md`);
    expect(text).toContain('- `npm test`: passed (exit status 0)');
    expect(text).toContain('- tests (major): test/login.test.ts: 2 assertions removed');
    expect(words).toContain('Change nothing: no files, no commits.');
  });

  it('is led through a change that is too large to be shown', () => {
    const text = review({ diff: { reference: true, files: 812, lines: 90_000 } });
    expect(text).toContain('812 files, 90000 lines');
    for (const command of ['git diff --stat', 'git diff'])
      expect(text).toContain(`\`${command} ${BASE} ${SNAPSHOT}`);
    expect(text).toContain(`\`git diff ${BASE} ${SNAPSHOT} -- <path>\``);
    expect(readAsMarkdown(text).fences).toContain(' src/login.ts | 1 +');
    expect(text).not.toContain('+export');
  });

  it('is shown no more of a change than the limit', () => {
    const text = review({ diff: { text: `+first\n${'+x\n'.repeat(MAX_DIFF_CHARACTERS)}+last\n` } });
    expect(text.length).toBeLessThan(MAX_DIFF_CHARACTERS + 10_000);
    expect(text).toContain('characters left out, see git diff');
  });

  it('judges how good tests are where a phase only writes tests, and not whether they pass', () => {
    const text = review({ phase: phaseWith('test', 'test') });
    expect(text).toContain('Judge how good the tests are');
    expect(text).toContain('do not hold it against the tests that they do not pass');
    expect(text).not.toContain('Judge both the code and the tests');
  });

  it.each([[['impl']], [['test', 'impl']]] as const)('judges code and tests of a phase of %j', types => {
    const text = review({ phase: phaseWith(...types) });
    expect(text).toContain('Judge both the code and the tests');
    expect(text).not.toContain('Judge how good the tests are');
  });

  it('is told where earlier reviews are, and what of them is settled', () => {
    const text = review({ wasReviewed: true });
    expect(text).toContain(`\`${RECORD}/phase-2a/review-feedback.md\` has what was asked for`);
    expect(text).toMatch(/IMPLEMENT is met.*REJECT or DEFER are settled/);
    expect(review()).not.toContain('review-feedback.md');
  });

  it('of the light kind is not told that a change is small, which nobody looked at', () => {
    expect(review({ tier: 'light', diff: { reference: true, files: 99, lines: 9_999 } })).not.toContain(
      'is small',
    );
  });

  it('is asked shortly for a small change', () => {
    expect(tokensIn(review({ tier: 'light' }))).toBeLessThan(tokensIn(review()));
    expect(review({ tier: 'light' })).toContain('Be brief');
    expect(review({ tier: 'light' })).not.toContain('Errors are shown below the field.');
  });

  it('looks from another side in each seat of a panel, and from all of them alone', () => {
    const seats = [0, 1, 2, 3].map(seat => review({ tier: 'panel', seat }));
    const angles = seats.map(text => ANGLES.filter(angle => text.includes(angle)));
    expect(angles).toEqual([[ANGLES[0]], [ANGLES[1]], [ANGLES[2]], [ANGLES[0]]]);
    expect(ANGLES.filter(angle => review({ tier: 'full' }).includes(angle))).toEqual([]);
  });

  it('is shown an answer that can be read', () => {
    const shown = jsonAtEnd(review({ report: 'text' })) as object;
    expect(Object.keys(shown)).toEqual(['approved', 'summary', 'comments']);
    const [comment] = (shown as { comments: object[] }).comments;
    expect(readReview({ ...shown, comments: [{ ...comment, severity: 'major' }] })?.comments).toHaveLength(1);
  });
});
