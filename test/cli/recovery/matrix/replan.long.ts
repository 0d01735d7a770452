import { describe, expect } from 'vitest';
import { failing, landing, scenario } from '../scenario.ts';
import { fail, keepPrompt, revise, WORK, worksAfter } from '../steps.ts';

const phases = [
  {
    id: '1',
    title: 'Add the numbers up',
    description: 'Loop over the list.',
    deliverables: ['1.txt'],
    criteria: ['The sum of nothing is zero.'],
  },
];
const recovery = { doctor: false };
const fatal = { 1: worksAfter(fail('wrong_tech_stack')) };
const OTHER = 'The list of names is not sorted in reverse order.';

describe('a phase is described anew', () => {
  const rows: readonly [
    what: string,
    failures: readonly object[],
    recovery: object,
    rules: readonly string[],
  ][] = [
    ['after the same failure twice', [fail('tests'), fail('tests')], {}, ['replan.same']],
    [
      'after failures that differ in places, numbers and times alone',
      [
        fail('tests', 'src/sum.ts:12:4: 17 of 18 sums are wrong since 10:15:07, which they were not before'),
        fail('tests', 'src/sum.ts:48:9: 16 of 18 sums are wrong since 11:20:31, which they were not before'),
      ],
      {},
      ['replan.same'],
    ],
    ['after failures that say little', [fail('tests', 'No.'), fail('tests', 'Bad!')], {}, ['replan.same']],
    [
      'after failures of one category where messages do not count',
      [fail('tests'), fail('tests', OTHER)],
      { similarity: { messages: false } },
      ['replan.same'],
    ],
    [
      'when all else is used up after different failures',
      [fail('tests'), fail('tests', OTHER)],
      {},
      ['stuck.replan', 'replan.stuck'],
    ],
    [
      'when all else is used up after two categories',
      [fail('tests'), fail('lint')],
      {},
      ['stuck.replan', 'replan.stuck'],
    ],
  ];
  for (const [what, failures, more, rules] of rows) {
    const rounds = rules.includes('stuck.replan') ? { rounds: 1 } : {};
    scenario(
      what,
      {
        phases,
        script: { developer: { 1: worksAfter(...failures) }, replanner: { 1: [[revise()]] } },
        settings: { recovery: { ...recovery, ...more } },
      },
      landing({
        spent: { 1: { attempts: 2, revisions: 1, ...rounds } },
        rules: { 1: ['retry.attempts', ...rules, 'retry.revised'] },
      }),
    );
  }

  scenario(
    'and the next developer is told the new words, the replanner the old ones and what must not change',
    {
      phases,
      script: {
        developer: { 1: [[fail('wrong_tech_stack')], [keepPrompt('developer'), WORK]] },
        replanner: { 1: [[keepPrompt('replanner'), revise({ title: 'Fold the numbers' })]] },
      },
      settings: { recovery },
    },
    landing({ spent: { 1: { attempts: 1, revisions: 1 } }, rules: { 1: ['replan.fatal', 'retry.revised'] } }),
    ({ shop, status }) => {
      for (const words of ['Loop over the list.', 'The sum of nothing is zero.', 'wrong by exactly one'])
        expect(shop.read('../replanner')).toContain(words);
      expect(shop.read('../developer')).toContain('Fold the numbers');
      expect(shop.read('../developer')).toContain('Add the numbers up with a fold.');
      expect(shop.git('log', '-1', '--format=%s', 'work')).toBe('Phase 1: Fold the numbers\n');
      expect(status.phases).toMatchObject([
        { title: 'Fold the numbers', revision: 1, intent: expect.stringContaining('Loop over the list.') },
      ]);
    },
  );

  scenario(
    'twice where that is set, and its intent is that of the plan both times [003-04]',
    {
      phases,
      script: {
        developer: { 1: worksAfter(fail('wrong_tech_stack'), fail('schema_mismatch')) },
        replanner: {
          1: [[revise()], [keepPrompt('second'), revise({ description: 'Let the shell do it.' })]],
        },
      },
      settings: { recovery: { ...recovery, replan: { perPhase: 2 } } },
    },
    landing({
      spent: { 1: { attempts: 2, revisions: 2 } },
      rules: { 1: ['replan.fatal', 'retry.revised', 'replan.fatal', 'retry.revised'] },
    }),
    ({ shop, of }) => {
      expect(shop.read('../second')).toContain('Loop over the list.');
      expect(of('phase_revised')).toMatchObject([
        { revision: 1, plan: { description: 'Add the numbers up with a fold.' } },
        { revision: 2, plan: { description: 'Let the shell do it.' } },
      ]);
    },
  );

  scenario(
    'in other steps, each of which gets a session where that is set',
    {
      phases,
      script: {
        developer: {
          '*': worksAfter(fail('wrong_tech_stack')),
          '1#1.2': [[{ write: { path: 'second.txt', content: '2' } }]],
        },
        replanner: { 1: [[revise({ subtasks: [{ title: 'Read' }, { title: 'Add' }] })]] },
      },
      settings: { recovery, session: 'subtask' },
    },
    landing({ spent: { 1: { attempts: 1, revisions: 1 } }, rules: { 1: ['replan.fatal', 'retry.revised'] } }),
    ({ shop }) => expect(shop.git('show', 'work:1.txt', 'work:second.txt')).toBe('1 2 \n2'),
  );
});

describe('a description', () => {
  const bad: readonly [what: string, answer: object, problem: RegExp][] = [
    ['without a deliverable', revise({ deliverables: ['other.txt'] }), /"1\.txt" is missing/],
    ['without a criterion', revise({ criteria: [] }), /"The sum of nothing is zero\." is missing/],
    [
      'with a criterion in other words',
      revise({ criteria: ['The sum of nothing is undefined.'] }),
      /is missing/,
    ],
    [
      'that drops something in so many words',
      revise({ dropped: [{ what: '1.txt', reason: 'It is hard.' }] }),
      /nothing may be/,
    ],
    ['that changes nothing', { reply: { description: 'Loop over the list.' } }, /changes nothing/],
    ['that leads out of the repository', revise({ files: ['../secret'] }), /leads out of the repository/],
    ['that cannot be read', { say: 'Use a fold.' }, /no description that can be read/],
  ];
  for (const [what, answer, problem] of bad) {
    scenario(
      `${what} is refused once, and the replanner is told why [003-17]`,
      {
        phases,
        script: { developer: fatal, replanner: { 1: [[answer], [keepPrompt('again'), revise()]] } },
        settings: { recovery },
      },
      landing({
        spent: { 1: { attempts: 1, revisions: 1 } },
        rules: { 1: ['replan.fatal', 'retry.revised'] },
      }),
      ({ of, shop }) => {
        expect(of('revision_failed')).toMatchObject([
          { failure: { message: expect.stringMatching(problem) } },
        ]);
        expect(of('phase_revised')).toMatchObject([{ plan: { deliverables: ['1.txt'] } }]);
        expect(shop.read('../again')).toMatch(problem);
      },
    );
  }

  scenario(
    'that is refused twice is none, and the phase goes on as it was',
    {
      phases,
      script: { developer: fatal, replanner: { 1: [[revise({ deliverables: ['other.txt'] })]] } },
      settings: { recovery },
    },
    landing({
      spent: { 1: { attempts: 1, revisions: 1 } },
      rules: { 1: ['replan.fatal', 'retry.attempts'] },
    }),
    ({ of, status }) => {
      expect(of('revision_failed')).toHaveLength(2);
      expect(status.phases).toMatchObject([{ title: 'Add the numbers up' }]);
    },
  );

  scenario(
    'may add deliverables, which the work is then held to',
    {
      phases,
      script: {
        developer: { 1: [[fail('wrong_tech_stack')], [WORK]] },
        replanner: { 1: [[revise({ deliverables: ['1.txt', 'more.txt'] })]] },
      },
      settings: { maxAttempts: 1, recovery: { ...recovery, escalation: false } },
    },
    failing({
      spent: { 1: { attempts: 2, revisions: 1, rounds: 1 } },
      rules: { 1: ['replan.fatal', 'retry.revised', 'stuck.nothing_left', 'stuck.nothing_left'] },
    }),
    ({ of }) => expect(of('phase_failed')).toMatchObject([{ failure: { category: 'deliverables' } }]),
  );
});
