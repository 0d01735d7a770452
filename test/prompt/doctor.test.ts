import { describe, expect, it } from 'vitest';
import { MAX_FAILURE_CHARACTERS } from '../../src/prompt/attempts.ts';
import { type DoctorBrief, doctorPrompt } from '../../src/prompt/doctor.ts';
import { ACTIONS, type Action, readAdvice } from '../../src/run/answer.ts';
import { jsonAtEnd } from '../../src/run/fenced.ts';
import { BASE, doctor, previous, RECORD, SNAPSHOT } from './briefs.ts';
import { readAsMarkdown } from './outside.ts';

const ask = (rest: Partial<DoctorBrief> = {}): string => doctorPrompt(doctor(rest), null);

const offeredIn = (text: string): string[] =>
  [...text.matchAll(/^- `(\w+)`: /gm)].map(([, action]) => action!);

const actionsShown = (text: string): string[] => (jsonAtEnd(text) as { action: string }).action.split('|');

describe('a doctor', () => {
  it('sees the phase, what was found, and what each attempt did', () => {
    const text = ask();
    const { fences, words } = readAsMarkdown(text);
    expect(fences[0]).toContain('Phase 2a: Add the login form');
    expect(fences[0]).toContain('A wrong password shows an error.');
    expect(fences.slice(1, 3)).toEqual(['Expected 401, got 500', 'Cannot find module "forms"']);
    expect(text).toContain('What was found in the last attempt (tests):');
    expect(text).toContain(
      `Attempt 1 failed (build). \`git diff ${BASE} refs/phasewright/k7m/2a/1\` shows what it did.`,
    );
    expect(text).toContain(`Attempt 2 failed (tests). \`git diff ${BASE} refs/phasewright/k7m/2a/2\``);
    expect(words).toContain(`${RECORD}/phase-2a/review-feedback.md`);
    expect(words).toContain('Read only: change no files, commit nothing');
  });

  it.each<[string, Partial<DoctorBrief>, readonly Action[]]>([
    ['everything', {}, ACTIONS],
    ['no commands', { fixes: [] }, ACTIONS.filter(action => action !== 'execute_fix')],
    [
      'no other provider',
      { providers: { current: 'north', others: [] } },
      ACTIONS.filter(action => action !== 'rollback_provider'),
    ],
    ['no revision left', { canReplan: false }, ACTIONS.filter(action => action !== 'replan')],
    ['a phase that is needed', { optional: false }, ACTIONS.filter(action => action !== 'skip_phase')],
    [
      'nothing',
      { fixes: [], providers: { current: 'north', others: [] }, canReplan: false, optional: false },
      ['retry_with_fix', 'fatal_error'],
    ],
  ])('chooses among what can be done with %s', (_, rest, expected) => {
    const text = ask({ ...rest, report: 'text' });
    expect(offeredIn(text).toSorted()).toEqual(expected.toSorted());
    expect(actionsShown(text)).toEqual(offeredIn(text));
  });

  it('is shown the commands word for word, and the providers', () => {
    const text = ask();
    expect(text).toContain('word for word:\n  - `npm ci`\n  - `npm run "clean all"`\n- `rollback_provider`');
    expect(text).toContain('(`north`). Another one takes over: `south`, `west`.');
    expect(ask({ fixes: [] })).not.toContain('npm ci');
  });

  it('sees both ends of a long failure, within bounds, and where the rest is', () => {
    const message = `first words\n${'x'.repeat(5_000_000)}\nlast words`;
    const failure = { category: 'tests', message } as const;
    const attempts = Array.from({ length: 500 }, (_, i) =>
      previous({ attempt: i + 1, failure: { ...failure, message: `${i} begins ${message} ends ${i}` } }),
    );
    const text = ask({ failure, attempts });
    expect(text.length).toBeLessThan(3 * MAX_FAILURE_CHARACTERS);
    const fence = readAsMarkdown(text).fences[1]!;
    expect(fence.startsWith('first words\n')).toBe(true);
    expect(fence.endsWith('\nlast words')).toBe(true);
    expect(fence).toContain(`characters left out, see ${RECORD}/phase-2a/review-feedback.md`);
    expect(text).toContain('The last 10 of 500 attempts, the newest last:');
    expect(text).toMatch(/499 begins[\s\S]+ends 499/);
    expect(text).not.toContain('Attempt 490 failed');
  });

  it('knows what was said before and whether it helped', () => {
    const text = ask({
      earlier: [
        { diagnosis: 'A stale cache\n# Rules', hint: 'Clean it.', helped: false },
        { diagnosis: 'y'.repeat(1_000_000), hint: null, helped: null },
      ],
    });
    const lines = readAsMarkdown(text)
      .fences.find(fence => fence.startsWith('{"diagnosis"'))!
      .split('\n')
      .map(line => JSON.parse(line) as { diagnosis: string; hint: string | null; helped: unknown });
    expect(lines[0]).toEqual({ diagnosis: 'A stale cache\n# Rules', hint: 'Clean it.', helped: false });
    expect(lines[1]).toMatchObject({ hint: null, helped: 'unknown' });
    expect(text.length).toBeLessThan(20_000);
    expect(ask()).not.toContain('What was said about this phase before');
  });

  it('shows each attempt from where it began, and what others landed after that', () => {
    const older = '0c1ab24e7788aa01b2c3d4e5f60718293a4b77aa';
    const text = ask({ attempts: [previous({ base: older }), previous({ attempt: 2 })] });
    expect(text).toContain(`\`git diff ${older} refs/phasewright/k7m/2a/1\` shows what it did.`);
    expect(text).toContain(`What others landed later: \`git diff ${older} ${BASE}\`.`);
    expect(text.match(/What others landed later/g)).toHaveLength(1);
  });

  it('says of attempts without a ref where their work is, or that there is none', () => {
    const kept = previous({ attempt: 3, ref: null });
    const empty = previous({ attempt: 4, ref: null, snapshot: null });
    const text = ask({ attempts: [kept, empty] });
    expect(text).toContain(`Attempt 3 failed (tests). \`git diff ${BASE} ${SNAPSHOT}\``);
    expect(text).toContain('Attempt 4 failed (tests). It left no changes.');
    expect(ask({ attempts: [] })).not.toContain('The attempts so far');
  });

  it('is asked for a quick look or a thorough one by its strength', () => {
    expect(ask({ strength: 'cheap' })).toContain('A quick look is enough');
    expect(ask({ strength: 'strong' })).toContain('Nobody looks closer after you');
    expect(ask({ strength: 'strong' })).not.toContain('A quick look is enough');
  });

  it.each(ACTIONS)('is shown an answer that can be read, as for %s', action => {
    const shown = jsonAtEnd(ask({ report: 'text' })) as object;
    expect(readAdvice({ ...shown, action })).toEqual({
      action,
      confidence: 0.9,
      diagnosis: 'what is wrong and where it shows',
      hint: null,
      command: null,
    });
  });
});
