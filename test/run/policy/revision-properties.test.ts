import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY_PHASE, type Phase, SUBTASK_TYPES, type Subtask } from '../../../src/plan/model.ts';
import type { Revision } from '../../../src/run/answer.ts';
import { reduceWith, reviseWith } from '../../../src/run/policy/revision.ts';
import { revision, subtask } from './revisions.ts';

const squeezed = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();

/** Few words, so that answers often speak of what there is, in other spelling too. */
const item = fc.constantFrom(
  'a.ts',
  'A.ts ',
  'b.ts',
  'c/d.ts',
  'must hold',
  'Must  hold',
  'is fast',
  'e\n f',
);
const items = fc.array(item, { maxLength: 5 });
const somePhase: fc.Arbitrary<Phase> = fc
  .record({
    title: fc.constantFrom('x', 'y'),
    deliverables: items,
    criteria: items,
    files: items,
    subtasks: fc.array(
      fc.constantFrom(...SUBTASK_TYPES).map(type => subtask('s', type, 'Step')),
      { maxLength: 2 },
    ),
  })
  .map(parts => ({ ...EMPTY_PHASE, id: '1', ...parts }));
const someWords = {
  title: fc.option(fc.constantFrom('x', 'z')),
  description: fc.option(fc.constantFrom('One.', 'Two.')),
  files: fc.option(items),
  subtasks: fc.option(
    fc.array(fc.record({ title: fc.constant('New'), type: fc.constantFrom(...SUBTASK_TYPES) }), {
      maxLength: 2,
    }),
  ),
};
/** Often all that there is, and sometimes not. */
const listLike = (own: readonly string[]) =>
  fc.option(
    fc.oneof(
      items,
      items.map(more => [...more, '', ...own.map(text => ` ${text.toUpperCase()}`)]),
    ),
  );
const revisionOf = (phase: Phase): fc.Arbitrary<Revision> =>
  fc
    .record({
      ...someWords,
      deliverables: listLike(phase.deliverables),
      criteria: listLike(phase.criteria),
    })
    .map(revision);
const reductionOf = (phase: Phase): fc.Arbitrary<Revision> => {
  const own = [...new Set([...phase.deliverables, ...phase.criteria])];
  const reason = fc.oneof({ weight: 9, arbitrary: fc.constant('r') }, fc.constant(''));
  return fc.subarray(own).chain(gone => {
    const left = (list: readonly string[]) => {
      const rest = list.filter(text => !gone.includes(text));
      return fc.oneof(fc.constantFrom(null, rest), items);
    };
    return fc
      .record({
        ...someWords,
        deliverables: left(phase.deliverables),
        criteria: left(phase.criteria),
        dropped: fc.tuple(...gone.map(what => fc.record({ what: fc.constant(what), reason }))),
      })
      .map(revision);
  });
};

const withAnswers = (answerTo: (phase: Phase) => fc.Arbitrary<Revision>) =>
  somePhase.chain(phase => fc.tuple(fc.constant(phase), answerTo(phase), answerTo(phase)));

/** Everything but the words that an answer can change. */
const fixed = ({ id, dependsOn, parallelWith, estimate, done, optional, gated, group }: Phase) => ({
  id,
  dependsOn,
  parallelWith,
  estimate,
  done,
  optional,
  gated,
  group,
});

/** How many of the samples came to something, so that no property holds for want of samples. */
const LEAST_ACCEPTED = 20;

describe('whatever an agent answers', () => {
  it('an accepted revision, and one of that, has every deliverable and criterion of the phase [003-17]', () => {
    let accepted = 0;
    fc.assert(
      fc.property(withAnswers(revisionOf), ([phase, ...answers]) => {
        let now = phase;
        for (const answer of answers) {
          const result = reviseWith(now, phase, answer);
          if (!result.ok) {
            expect(result.problems.length).toBeGreaterThan(0);
            continue;
          }
          accepted += 1;
          now = result.plan;
          expect(now.deliverables.slice(0, phase.deliverables.length)).toEqual(phase.deliverables);
          expect(now.criteria.slice(0, phase.criteria.length)).toEqual(phase.criteria);
          expect(fixed(now)).toEqual(fixed(phase));
          const tests = (subtasks: readonly Subtask[]) => subtasks.filter(({ type }) => type === 'test');
          if (tests(phase.subtasks).length > 0) expect(tests(now.subtasks).length).toBeGreaterThan(0);
        }
      }),
      { numRuns: 1_000 },
    );
    expect(accepted).toBeGreaterThan(LEAST_ACCEPTED);
  });

  it('a smaller scope accounts for everything: kept as it was, or dropped for a reason', () => {
    let accepted = 0;
    fc.assert(
      fc.property(withAnswers(reductionOf), ([phase, answer]) => {
        const result = reduceWith(phase, answer);
        if (!result.ok) return;
        accepted += 1;
        const dropped = new Set(result.dropped.map(({ what }) => squeezed(what)));
        expect(dropped.size).toBe(result.dropped.length);
        expect(dropped.size).toBeGreaterThan(0);
        for (const { reason } of result.dropped) expect(reason).not.toBe('');
        for (const list of ['deliverables', 'criteria'] as const) {
          const kept = phase[list].filter(text => !dropped.has(squeezed(text)));
          expect(result.plan[list].slice(0, kept.length)).toEqual(kept);
          if (phase[list].length > 0) expect(kept.length).toBeGreaterThan(0);
        }
        for (const path of result.plan.deliverables) expect(phase.deliverables).toContain(path);
        expect(fixed(result.plan)).toEqual(fixed(phase));
      }),
      { numRuns: 1_000 },
    );
    expect(accepted).toBeGreaterThan(LEAST_ACCEPTED);
  });
});
