import { expect, it } from 'vitest';
import { planOf } from '../../run/plans.ts';
import { type Act, world } from '../world.ts';

/** Whoever is asked fails at first, then says nothing that can be read, then does what is wanted. */
function faltering(answer: unknown): Act {
  let asked = 0;
  return () => {
    asked += 1;
    const isThird = asked % 3 === 0;
    if (asked % 3 === 1) return { failure: { category: 'infra.overload', message: 'Too much to do.' } };
    return isThird ? { answer } : { answer: 'hm' };
  };
}

const rejection = {
  approved: false,
  summary: 'Not yet.',
  comments: [{ severity: 'major', file: 'a.ts', line: 1, message: 'Mend it.' }],
};

it('no two sessions of a run have the same name, by which their cassettes are found', async () => {
  const made = await world({
    plan: planOf('a; b'),
    settings: { review: { tier: 'panel', seats: 3 }, maxAttempts: 3 },
    abilities: { answers: 'text' },
    developer: files => {
      files.set('a.ts', `${files.get('a.ts') ?? ''}x`);
      return made.sessions.length % 4 === 1
        ? { failure: { category: 'infra.overload', message: 'Too much to do.' } }
        : {};
    },
    reviewer: faltering(rejection),
    evaluator: faltering({ decisions: [{ comment: 1, decision: 'IMPLEMENT', reason: 'right' }] }),
  });
  await made.go();
  // What the engine calls a session is the end of its marker, and the name of its raw output.
  const names = made.sessions.map(({ marker }) => marker);
  expect(new Set(made.sessions.map(({ role }) => role))).toEqual(
    new Set(['developer', 'reviewer', 'evaluator']),
  );
  expect(names.some(name => name.endsWith('.repair'))).toBe(true);
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
