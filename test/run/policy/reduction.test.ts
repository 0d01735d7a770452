import { describe, expect, it } from 'vitest';
import { EMPTY_PHASE } from '../../../src/plan/model.ts';
import { mustsOf, reduceWith } from '../../../src/run/policy/revision.ts';
import { PHASE, revision } from './revisions.ts';

const reduce = (answer: object, phase = PHASE) => reduceWith(phase, revision(answer));
const drop = (what: string, reason = 'It can wait.') => ({ what, reason });

describe('a smaller scope', () => {
  it('says what is left and what is not, in the words of the phase', () => {
    const result = reduce({
      description: 'Only the form.',
      deliverables: ['src/login.ts'],
      criteria: ['a wrong password shows an ERROR.', 'Errors are in English.'],
      dropped: [
        drop('The page must  load\nwithout scripts.', ' Nobody asks\nfor it yet. '),
        drop('test/LOGIN.test.ts'),
      ],
    });
    expect(result).toEqual({
      ok: true,
      plan: {
        ...PHASE,
        description: 'Only the form.',
        deliverables: ['src/login.ts'],
        criteria: ['A wrong password shows an error.', 'Errors are in English.'],
      },
      dropped: [
        { what: 'The page must load without scripts.', reason: 'Nobody asks for it yet.' },
        { what: 'test/login.test.ts', reason: 'It can wait.' },
      ],
    });
  });

  it('keeps what is not dropped of a list that it leaves out', () => {
    expect(reduce({ dropped: [drop('src/login.ts')] })).toMatchObject({
      ok: true,
      plan: { deliverables: ['test/login.test.ts'], criteria: PHASE.criteria },
    });
  });

  it('may drop the only thing of a kind that there is none of', () => {
    const phase = { ...PHASE, deliverables: [] };
    expect(reduce({ dropped: [drop(PHASE.criteria[0]!)] }, phase)).toMatchObject({ ok: true });
  });

  it.each<[string, object, ...string[]]>([
    ['drops nothing', { description: 'Less.' }, 'nothing is dropped'],
    [
      'forgets something',
      { deliverables: ['src/login.ts'], dropped: [drop(PHASE.criteria[0]!)] },
      'the deliverable "test/login.test.ts" is neither kept word for word nor dropped',
    ],
    [
      'keeps what it drops',
      { criteria: PHASE.criteria, dropped: [drop(PHASE.criteria[0]!)] },
      'the criterion "A wrong password shows an error." is both kept and dropped',
    ],
    [
      'gives no reason',
      { dropped: [drop('src/login.ts', ' \n')] },
      '"src/login.ts" is dropped without a reason',
    ],
    [
      'drops something twice',
      { dropped: [drop('src/login.ts'), drop('SRC/login.ts', 'Again.')] },
      '"SRC/login.ts" is dropped more than once',
    ],
    [
      'drops what there is not',
      { dropped: [drop('src/other.ts')] },
      '"src/other.ts" is dropped, but is no deliverable or criterion of the phase',
    ],
    [
      'keeps nothing',
      { dropped: [...PHASE.deliverables, ...PHASE.criteria].map(text => drop(text)) },
      'no deliverable is kept: at least one has to be',
      'no criterion is kept: at least one has to be',
    ],
    [
      'adds a deliverable',
      { deliverables: ['src/login.ts', 'src/extra.ts'], dropped: [drop('test/login.test.ts')] },
      'the deliverable "src/extra.ts" is new: a smaller scope adds none',
    ],
    [
      'has no tests left',
      { subtasks: [{ title: 'Build', type: 'impl' }], dropped: [drop('src/login.ts')] },
      'no subtask is of type test, though the phase had one: tests still have to be written',
    ],
    [
      'has control characters in a reason',
      { dropped: [drop('src/login.ts', 'a\u001b[2J')] },
      'it has control characters',
    ],
  ])('is refused that %s', (_, answer, ...problems) => {
    expect(reduce(answer)).toEqual({ ok: false, problems });
  });
});

describe('what must be', () => {
  const check = (criterion: string, expected: boolean): void =>
    expect(mustsOf({ ...EMPTY_PHASE, criteria: [criterion] })).toEqual(expected ? [criterion] : []);

  it('is told by its words', () => {
    check('The page must load.', true);
    check('It SHALL NOT leak.', true);
    check('A name is Required', true);
    check('The page should load.', false);
    check('Templates are written in Mustache.', false);
    check('Mustard is shallow.', false);
    check('Requires a name.', false);
  });

  it('is looked for in deliverables and criteria, and told once', () => {
    const phase = {
      ...PHASE,
      deliverables: ['docs/required.md', 'a.ts'],
      criteria: ['x must', 'x must', 'y'],
    };
    expect(mustsOf(phase)).toEqual(['docs/required.md', 'x must']);
  });
});
