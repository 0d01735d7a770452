import { describe, expect, it } from 'vitest';
import { type ReductionBrief, reductionPrompt } from '../../src/prompt/reduction.ts';
import { replannerPrompt } from '../../src/prompt/replanner.ts';
import { readRevision } from '../../src/run/answer.ts';
import { jsonAtEnd } from '../../src/run/fenced.ts';
import { intentOf, MAX_INTENT_CHARACTERS } from '../../src/run/policy/intent.ts';
import { BASE, phaseWith, previous, reduction } from './briefs.ts';
import { readAsMarkdown } from './outside.ts';

const replan = (rest: Partial<ReductionBrief> = {}): string => replannerPrompt(reduction(rest), null);
const reduce = (rest: Partial<ReductionBrief> = {}): string => reductionPrompt(reduction(rest), null);

const original = phaseWith('test', 'impl');
const revised = { ...original, title: 'Another title', description: 'Another way.' };

/** As long as an intent can be, and with everything in it. */
const longest = intentOf({
  ...original,
  title: 't'.repeat(900_000),
  description: 'd'.repeat(900_000),
  deliverables: Array.from({ length: 9_000 }, (_, i) => `src/${i}.ts`),
  criteria: Array.from({ length: 9_000 }, (_, i) => `${'c'.repeat(3_000)} ${i}`),
});

describe.each([
  ['a replanner', replan],
  ['a replanner for a smaller scope', reduce],
])('%s', (_, ask) => {
  it('is shown the intent from before in full, whatever became of the phase [003-04]', () => {
    const intent = intentOf(original);
    const { fences } = readAsMarkdown(ask({ intent, phase: revised, revision: 2 }));
    expect(fences[0]).toBe(intent);
    expect(fences[1]).toContain('Another title');
    expect(fences[0]).not.toContain('Another title');
    expect(longest.length).toBeLessThanOrEqual(MAX_INTENT_CHARACTERS);
    expect(readAsMarkdown(ask({ intent: longest })).fences[0]).toBe(longest);
  });

  it('is told that the intent is a hard constraint [003-17]', () => {
    const { words } = readAsMarkdown(ask());
    expect(words).toMatch(/HARD CONSTRAINT: the phase is for this/);
  });

  it('sees why the phase failed, and what the attempts did', () => {
    const text = ask();
    expect(readAsMarkdown(text).fences).toContain('Expected 401, got 500');
    expect(readAsMarkdown(text).fences).toContain('Cannot find module "forms"');
    expect(text).toContain(`\`git diff ${BASE} refs/phasewright/k7m/2a/1\` shows what it did`);
    expect(text).toContain('Change nothing yourself: no files, no commits.');
  });

  it('is told what was wrong with its last answer, and nothing at first', () => {
    const text = ask({ problems: ['the deliverable "a.ts"\nis missing', 'it changes nothing'] });
    expect(text).toContain('again:\n- the deliverable "a.ts" is missing\n- it changes nothing\n');
    expect(ask()).not.toContain('could not be used');
  });

  it('is bounded', () => {
    const failure = { category: 'tests', message: 'm'.repeat(5_000_000) } as const;
    const text = ask({
      intent: longest,
      phase: { ...original, description: 'd'.repeat(5_000_000), criteria: ['must '.repeat(1_000_000)] },
      failure,
      attempts: Array.from({ length: 99 }, () =>
        previous({ failure: { ...failure, message: 'n'.repeat(99_999) } }),
      ),
      problems: Array.from({ length: 9_999 }, () => 'p'.repeat(9_999)),
    });
    expect(text.length).toBeLessThan(500_000);
  });
});

describe('a replanner', () => {
  it('may change how, never what, and add but not remove [003-17]', () => {
    const text = replan();
    expect(text).toContain('You may change HOW it is reached');
    expect(text).toContain('You may not change WHAT is reached.');
    expect(text).toContain(
      'Every deliverable and every criterion stays, word for word; you may add to them and remove none.',
    );
    expect(text).toContain('(revision 1)');
  });

  it('is shown an answer that can be read', () => {
    const shown = jsonAtEnd(replan({ report: 'text' })) as { subtasks: object[] };
    expect(readRevision(shown)).toBeNull();
    expect(readRevision({ ...shown, subtasks: [{ ...shown.subtasks[0], type: 'test' }] })).toMatchObject({
      title: null,
      deliverables: null,
      criteria: null,
      dropped: [],
    });
  });
});

describe('a replanner for a smaller scope', () => {
  it('knows what is left, and that each thing is kept word for word or dropped for a reason', () => {
    const text = reduce();
    expect(text).toContain('(12 % of the tokens of the run)');
    expect(text).toContain('either kept word for word');
    expect(text).toContain('listed once in `dropped` with the reason');
    expect(text).toContain('Keep at least one deliverable and one criterion');
  });

  it('has pointed out to it what must be, and only that', () => {
    const criteria = ['Passwords MUST be hashed.', 'The page is fast.', 'A name is\nrequired.'];
    const text = reduce({ phase: { ...original, criteria } });
    const fence = readAsMarkdown(text).fences.find(lines => lines.startsWith('"Passwords'))!;
    expect(fence.split('\n').map(line => JSON.parse(line) as string)).toEqual([criteria[0], criteria[2]]);
    expect(reduce()).not.toContain('by their own words');
  });

  it('is shown an answer that can be read', () => {
    const shown = jsonAtEnd(reduce({ report: 'text' })) as { subtasks: object[] };
    expect(readRevision({ ...shown, subtasks: null })).toMatchObject({
      deliverables: ['kept'],
      criteria: ['kept'],
      dropped: [{ what: 'word for word', reason: 'why it can wait' }],
    });
  });
});
