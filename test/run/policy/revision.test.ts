import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/plan/limits.ts';
import { EMPTY_PHASE, type Phase, SUBTASK_TYPES, type Subtask } from '../../../src/plan/model.ts';
import { type Revision, readRevision } from '../../../src/run/answer.ts';
import { mustsOf, reduceWith, reviseWith } from '../../../src/run/policy/revision.ts';

const subtask = (id: string, type: Subtask['type'], title: string, rest: Partial<Subtask> = {}): Subtask => ({
  id,
  title,
  description: '',
  type,
  dependsOn: [],
  files: [],
  done: false,
  ...rest,
});

const PHASE: Phase = {
  id: '2a',
  title: 'Add the login form',
  description: 'The form stands on its own page.',
  dependsOn: ['1'],
  parallelWith: ['2b'],
  subtasks: [
    subtask('t-1', 'test', 'Write tests', { files: ['test/login.test.ts'], done: true }),
    subtask('t-2', 'impl', 'Build the form', { dependsOn: ['t-1'] }),
  ],
  files: ['src/login.ts'],
  deliverables: ['src/login.ts', 'test/login.test.ts'],
  criteria: ['A wrong password shows an error.', 'The page must load without scripts.'],
  estimate: 3,
  done: false,
  optional: true,
  gated: true,
  group: 'Accounts',
};

/** What an agent answers, as it is read. */
const revision = (answer: object): Revision => readRevision(answer)!;
const revise = (answer: object, phase = PHASE, original = phase) =>
  reviseWith(phase, original, revision(answer));
const reduce = (answer: object, phase = PHASE) => reduceWith(phase, revision(answer));

const STEPS = [
  { title: 'Test the page', type: 'test' },
  { title: 'Render it on the server', description: 'No scripts.', type: 'impl' },
] as const;
const drop = (what: string, reason = 'It can wait.') => ({ what, reason });

const squeezed = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();

describe('a revision', () => {
  it('changes words and steps, and nothing of what the phase is in the plan', () => {
    const result = revise({
      reason: 'Scripts are blocked here.',
      title: 'Add the login page\n',
      description: 'Rendered on the server.\r\nNo scripts.',
      subtasks: STEPS,
      files: ['src/page.ts', 'SRC/login.ts', ' src/page.ts'],
      deliverables: [' SRC/login.ts', 'test/login.test.ts', 'src/page.ts'],
      criteria: ['A wrong  password\nshows an error.', ...PHASE.criteria.slice(1), 'It is fast.'],
    });
    expect(result).toEqual({
      ok: true,
      plan: {
        ...PHASE,
        title: 'Add the login page',
        description: 'Rendered on the server.\nNo scripts.',
        subtasks: [
          subtask('2a.1', 'test', 'Test the page'),
          subtask('2a.2', 'impl', 'Render it on the server', { description: 'No scripts.' }),
        ],
        files: ['src/page.ts', 'src/login.ts'],
        deliverables: [...PHASE.deliverables, 'src/page.ts'],
        criteria: [...PHASE.criteria, 'It is fast.'],
      },
    });
  });

  it('leaves what it does not speak of as it is', () => {
    expect(revise({ description: 'Another way.', subtasks: [], files: [], title: '' })).toEqual({
      ok: true,
      plan: { ...PHASE, description: 'Another way.' },
    });
  });

  it('keeps the files that the old steps declared in the scope of the phase', () => {
    const result = revise({ subtasks: STEPS });
    expect(result).toMatchObject({ ok: true, plan: { files: ['src/login.ts', 'test/login.test.ts'] } });
  });

  it('keeps steps that it repeats, with their ids', () => {
    const subtasks = PHASE.subtasks.map(({ title, type }) => ({ title: ` ${title.toUpperCase()}`, type }));
    expect(revise({ description: 'Another way.', subtasks })).toMatchObject({
      ok: true,
      plan: { subtasks: PHASE.subtasks },
    });
  });

  it('gives steps ids that no other phase has', () => {
    const phase = { ...PHASE, id: 'p'.repeat(LIMITS.idCharacters) };
    const answer = revision({ subtasks: STEPS });
    const ids = (result: ReturnType<typeof reviseWith>): string[] =>
      result.ok ? result.plan.subtasks.map(({ id }) => id) : [];
    expect(ids(reviseWith(PHASE, PHASE, answer, new Set(['2a.1', '2a.3'])))).toEqual(['2a.2', '2a.4']);
    const long = ids(reviseWith(phase, phase, answer));
    expect(new Set(long).size).toBe(2);
    for (const id of long) expect(id.length).toBeLessThanOrEqual(LIMITS.idCharacters);
  });

  it.each<[string, object, ...string[]]>([
    [
      'loses a deliverable',
      { deliverables: ['src/login.ts'] },
      'the deliverable "test/login.test.ts" is missing: none may be removed or reworded',
    ],
    [
      'rewords a criterion',
      { criteria: ['A wrong password shows an error.', 'The page should load without scripts.'] },
      'the criterion "The page must load without scripts." is missing: none may be removed or reworded',
    ],
    [
      'empties the lists',
      { deliverables: [], criteria: [] },
      ...PHASE.deliverables.map(
        path => `the deliverable "${path}" is missing: none may be removed or reworded`,
      ),
      ...PHASE.criteria.map(text => `the criterion "${text}" is missing: none may be removed or reworded`),
    ],
    [
      'drops something',
      { description: 'x', dropped: [drop('src/login.ts')] },
      '"src/login.ts" is listed as dropped: nothing may be',
    ],
    [
      'has no tests left',
      { subtasks: [{ title: 'Build', type: 'impl' }] },
      'no subtask is of type test, though the phase had one: tests still have to be written',
    ],
    ['says nothing', {}, 'it changes nothing'],
    [
      'repeats what is there',
      {
        title: 'add the LOGIN form ',
        description: `${PHASE.description}\n`,
        deliverables: PHASE.deliverables.toReversed(),
        criteria: PHASE.criteria,
        files: ['src/login.ts'],
        subtasks: PHASE.subtasks.map(({ title, type }) => ({ title, type })),
      },
      'it changes nothing',
    ],
    ['has a title of blanks', { title: ' \n ' }, 'the phase has no title'],
    ['has a step without a title', { subtasks: [STEPS[0], { title: '\t' }] }, 'subtask 2 has no title'],
    [
      'has titles that are too long',
      { title: 't'.repeat(501), subtasks: [{ title: 's'.repeat(502), type: 'test' }] },
      'the title of the phase has 501 characters; the limit is 500',
      'the title of subtask 1 has 502 characters; the limit is 500',
    ],
    ['has a bell in it', { description: 'ding \u0007' }, 'it has control characters'],
    ['turns text around', { criteria: [...PHASE.criteria, 'a\u202eb'] }, 'it has control characters'],
    ['has half a character', { subtasks: [{ ...STEPS[0], title: 'a\ud800' }] }, 'it has control characters'],
    [
      'is too large',
      {
        subtasks: Array.from({ length: 50 }, () => ({
          title: 'x',
          type: 'test',
          description: 'd'.repeat(9_999),
        })),
      },
      'it has 500000 characters; the limit is 200000',
    ],
  ])('is refused that %s', (_, answer, ...problems) => {
    expect(revise(answer)).toEqual({ ok: false, problems });
  });

  it.each<[string, string]>([
    ['../secret', 'leads out of the repository; paths begin at its top'],
    ['src/../../x', 'leads out of the repository; paths begin at its top'],
    ['/etc/passwd', 'leads out of the repository; paths begin at its top'],
    ['~/.profile', 'leads out of the repository; paths begin at its top'],
    ['C:/x', 'leads out of the repository; paths begin at its top'],
    ['.', 'names the whole repository'],
    ['./', 'names the whole repository'],
    ['**', 'is a pattern; name files or folders'],
    ['src/?.ts', 'is a pattern; name files or folders'],
    ['.git/config', 'is inside of .git'],
    ['sub/.GIT/hooks', 'is inside of .git'],
    ['p'.repeat(401), 'has more than 400 characters'],
  ])('is refused with the path %s', (path, fault) => {
    const shown = path.length > 160 ? `${path.slice(0, 160)}…` : path;
    const expected = { ok: false, problems: [`the path "${shown}" ${fault}`] };
    expect(revise({ files: ['src/login.ts', path] })).toEqual(expected);
    expect(revise({ deliverables: [...PHASE.deliverables, path] })).toEqual(expected);
  });

  it.each(['a\\..\\..\\b', 'a\nb', 'a\tb'])('is refused with the path %j', path => {
    expect(revise({ files: [path] })).toMatchObject({
      problems: [expect.stringContaining('has a tab, a line break or a backslash in it')],
    });
  });

  it('may name what the phase named already, however that looks', () => {
    const phase = { ...PHASE, files: ['src/**', '../shared'] };
    expect(revise({ files: ['SRC/**', '../shared', 'app/[id]/page.ts'] }, phase)).toMatchObject({
      ok: true,
      plan: { files: ['src/**', '../shared', 'app/[id]/page.ts'] },
    });
  });

  it('does not go back to what the plan had and failed', () => {
    const now = { ...PHASE, description: 'Another way.' };
    expect(revise({ description: PHASE.description }, now, PHASE)).toEqual({
      ok: false,
      problems: ['it goes back to what the plan had at first, which failed'],
    });
  });

  it('is refused in bounds, without anything that acts on a terminal', () => {
    const files = Array.from({ length: 1_000 }, (_, i) => `/${i}\u001b[2J${'x'.repeat(3_00)}`.slice(0, 180));
    const result = revise({ files });
    expect(result).toMatchObject({ ok: false });
    const problems = result.ok ? [] : result.problems;
    expect(problems).toHaveLength(21);
    expect(problems.at(-1)).toBe('and 981 more problems');
    expect(problems.join('\n').length).toBeLessThan(10_000);
    expect(problems.join('')).not.toContain('\u001b');
  });
});

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
