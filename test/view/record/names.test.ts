import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attemptRef, workRef } from '../../../src/git/ref-names.ts';
import { ID_PATTERN } from '../../../src/plan/assemble/ids.ts';
import { LIMITS } from '../../../src/plan/limits.ts';
import { phaseFolder, recordName } from '../../../src/run/record-names.ts';
import { keptAttempt, keptWork } from '../../../src/run/ref-names.ts';

const LATE = Date.UTC(2026, 10, 16, 23, 59, 59);

describe('the folder of a run', () => {
  it.each<[trackerId: string | null, title: string, expected: string]>([
    ['ABC-12', 'Add login', '2026-11-16-ABC-12-add-login'],
    ['42', '  Größe: Café & co! ', '2026-11-16-42-gro-e-cafe-co'],
    [null, 'Add login', '2026-11-16-k7m-add-login'],
    ['', 'Add login', '2026-11-16-k7m-add-login'],
    ['../..', 'Add login', '2026-11-16-k7m-add-login'],
    ['../../etc', '../../x', '2026-11-16-etc-x'],
    ['-rf', '日本', '2026-11-16-rf-plan'],
    ['.git', '', '2026-11-16-git-plan'],
    ['a/b c\n#7.', '---', '2026-11-16-a-b-c-7-plan'],
    ['x'.repeat(99), 'y'.repeat(99), `2026-11-16-${'x'.repeat(40)}-${'y'.repeat(50)}`],
    [
      'A-1',
      'Let every word be whole as far as there is room for them',
      '2026-11-16-A-1-let-every-word-be-whole-as-far-as-there-is-room',
    ],
  ])('of %j, %j is %s [001-17] [004-18]', (trackerId, title, expected) =>
    expect(recordName(LATE, trackerId, 'k7m', title)).toBe(expected),
  );

  it('is one harmless name whatever the tracker and the title say', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (trackerId, title) => {
        const name = recordName(LATE, trackerId, 'k7m', title);
        expect(name).toMatch(/^2026-11-16-[A-Za-z0-9_][A-Za-z0-9._-]*-[a-z0-9-]+$/);
        expect(name.length).toBeLessThanOrEqual(11 + 40 + 1 + 50);
      }),
    );
  });
});

/** Ids that plans can have. */
const id = fc
  .string({ unit: fc.constantFrom(...'aAbB19./-_'), minLength: 1, maxLength: LIMITS.idCharacters })
  .filter(text => ID_PATTERN.test(text));

describe('the folder of a phase', () => {
  it.each([
    ['1', 'phase-1'],
    ['1.1', 'phase-1.1'],
    ['2/1', 'phase-2%2F1'],
    ['2a', 'phase-2a'],
    ['2A', 'phase-2+a'],
    ['T001', 'phase-+t001'],
    ['a.', 'phase-a%2E'],
    ['a/..', 'phase-a%2F.%2E'],
    ['a%2Fb', 'phase-a%252+fb'],
    ['a+b', 'phase-a%2Bb'],
  ])('%s is %s', (name, expected) => expect(phaseFolder(name)).toBe(expected));

  it('is one name, and that of no other phase, also where case is ignored [001-17]', () => {
    fc.assert(
      fc.property(id, id, (a, b) => {
        expect(phaseFolder(a)).toMatch(/^phase-[A-Za-z0-9._%+-]{1,200}$/);
        expect(phaseFolder(a)).not.toMatch(/\.$/);
        if (a !== b) expect(phaseFolder(a).toLowerCase()).not.toBe(phaseFolder(b).toLowerCase());
      }),
      { numRuns: 1_000 },
    );
    expect(phaseFolder(`a${'/'.repeat(63)}`)).not.toBe(phaseFolder(`a${'/'.repeat(62)}`));
  });
});

describe('the refs that the record names', () => {
  it('are those that git keeps, for any id that a plan can have', () => {
    fc.assert(
      fc.property(id, fc.nat(), (phase, attempt) => {
        expect(keptAttempt('k7m', phase, attempt)).toBe(attemptRef('k7m', { phase, attempt, lane: null }));
      }),
    );
    const long = `a${'/'.repeat(LIMITS.idCharacters - 1)}`;
    expect(keptAttempt('k7m', long, 1)).toBe(attemptRef('k7m', { phase: long, attempt: 1, lane: null }));
    expect(keptAttempt('k7m', 'work', 1)).toBe(attemptRef('k7m', { phase: 'work', attempt: 1, lane: null }));
    expect(keptWork('k7m')).toBe(workRef('k7m'));
  });
});
