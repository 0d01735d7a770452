import { describe, expect } from 'vitest';
import { failing, landing, scenario, waiting } from '../scenario.ts';
import { fail, keepPrompt, revise, WORK, worksAfter } from '../steps.ts';

const GIVEN_UP = ['stuck.nothing_left', 'stuck.nothing_left'];
const bare = { doctor: false, replan: false, escalation: false };
const EDITED = JSON.stringify({
  title: 'As edited',
  phases: [
    { id: '1', title: 'Write it down', description: 'Use the other pencil.', deliverables: ['1.txt'] },
  ],
});

describe('edit --file', () => {
  const developer = { 1: [[fail('tests')], [keepPrompt('second'), WORK]] };
  const question = { report: { status: 'failed', question: 'Which pencil?' } };
  scenario(
    'changes a phase that failed, which is then tried again',
    {
      files: { 'phase.json': EDITED },
      script: { developer },
      settings: { maxAttempts: 1, recovery: bare },
      people: [['edit', '1', '--file', 'phase.json']],
    },
    landing({ codes: [1, 0], spent: { 1: { attempts: 1, rounds: 1 } }, rules: { 1: GIVEN_UP } }),
    ({ shop, status }) => {
      expect(shop.read('../second')).toContain('Use the other pencil.');
      expect(shop.git('log', '-1', '--format=%s', 'work')).toBe('Phase 1: Write it down\n');
      expect(status.phases).toMatchObject([{ title: 'Write it down', revision: 1 }]);
    },
  );
  scenario(
    'answers a question',
    {
      files: { 'phase.json': EDITED },
      script: { developer: { 1: [[question], [keepPrompt('second'), WORK]] } },
      people: [['edit', '1', '--file', 'phase.json']],
    },
    landing({
      codes: [3, 0],
      spent: { 1: { attempts: 1, rounds: 1 } },
      rules: { 1: ['stuck.question', 'stuck.question'] },
    }),
    ({ shop }) => expect(shop.read('../second')).toContain('Use the other pencil.'),
  );
  scenario(
    'changes a phase that waits for another one',
    {
      phases: [
        { id: '0', title: 'Before' },
        { id: '1', title: 'After', dependsOn: ['0'] },
      ],
      files: { 'phase.json': EDITED },
      script: { developer: { 0: [[question], [WORK]] } },
      people: [
        ['edit', '1', '--file', 'phase.json'],
        ['retry', '0'],
      ],
    },
    failing({
      codes: [3, 3, 1],
      phases: { 0: 'completed', 1: 'failed' },
      landed: ['0'],
      spent: { 0: { attempts: 1, rounds: 1 }, 1: expect.any(Object) },
      rules: { 0: ['stuck.question', 'stuck.question'], 1: expect.any(Array) },
    }),
    // What was asked for by the edit is what the work is held to: nobody writes 1.txt here.
    ({ of }) =>
      expect(of('phase_failed')).toMatchObject([{ phase: '1', failure: { category: 'deliverables' } }]),
  );
});

describe('settings', () => {
  scenario(
    'recovery: off only tries again',
    { script: { developer: { 1: [[fail('wrong_tech_stack')]] } }, settings: { recovery: 'off' } },
    failing({ spent: { 1: { attempts: 2 } }, rules: { 1: ['retry.attempts', 'retry.exhausted'] } }),
  );
  scenario(
    'recovery: off does not even ask a person',
    {
      script: { developer: { 1: [[{ report: { status: 'failed', question: 'Which port is it?' } }]] } },
      settings: { recovery: false, maxAttempts: 1 },
    },
    failing({ spent: { 1: { attempts: 1 } }, rules: { 1: ['retry.exhausted'] } }),
  );
  scenario(
    '--guarded gives five attempts, and the preset stays below the file',
    {
      script: { developer: { 1: worksAfter(...Array(4).fill(fail('tests'))) } },
      settings: { recovery: { doctor: false, replan: false } },
      words: ['--guarded'],
    },
    landing({ spent: { 1: { attempts: 4 } }, rules: { 1: Array(4).fill('retry.attempts') } }),
  );
});

describe('onFailure with a phase for which nothing can be done', () => {
  const phases = [
    { id: '1', title: 'First' },
    { id: '2', title: 'Second' },
    { id: '3', title: 'Third', dependsOn: ['1'] },
    { id: '4', title: 'Fourth', dependsOn: ['2'] },
  ];
  // The second phase is under way until the first one has failed.
  const until = 'for i in $(seq 600); do test -e "$HOME/failed" && exit; sleep 0.1; done';
  const script = { developer: { 1: [[fail('tests')]], 2: [[{ shell: until }, WORK]] } };
  const settings = (onFailure: string): object => ({
    ...{ onFailure, maxAttempts: 1, recovery: bare },
    notify: { commands: 'touch "$HOME/failed"', on: ['phase_failed'] },
  });
  const spent = { 1: { attempts: 1, rounds: 1 } };
  const rules = { 1: GIVEN_UP };
  scenario(
    'drain lets the others finish',
    { phases, script, settings: settings('drain') },
    failing({
      phases: { 1: 'failed', 2: 'completed', 3: 'blocked', 4: 'pending' },
      landed: ['2'],
      spent,
      rules,
    }),
    ({ status }) => expect(status.status).toBe('halted'),
  );
  scenario(
    'halt ends them',
    { phases, script, settings: settings('halt') },
    failing({ phases: { 1: 'failed', 2: 'pending', 3: 'blocked', 4: 'pending' }, spent, rules }),
    ({ status }) => expect(status.status).toBe('halted'),
  );
  scenario(
    'continue goes on with all that does not depend on it',
    { phases, script, settings: settings('continue') },
    failing({
      phases: { 1: 'failed', 2: 'completed', 3: 'blocked', 4: 'completed' },
      landed: ['2', '4'],
      spent,
      rules,
    }),
    ({ status }) => expect(status.status).toBe('failed'),
  );
});

describe('two phases in trouble at once', () => {
  const phases = [
    { id: '1', title: 'First' },
    { id: '2', title: 'Second' },
  ];
  scenario(
    'each go their own way',
    {
      phases,
      script: {
        developer: {
          1: worksAfter(fail('tests'), fail('tests')),
          2: worksAfter(
            fail('wrong_tech_stack'),
            fail('infra.crash', 'It fell over: no such thing as a free lunch.'),
          ),
        },
        replanner: { 2: [[revise()]] },
      },
    },
    landing({
      phases: { 1: 'completed', 2: 'completed' },
      landed: expect.arrayContaining(['1', '2']),
      spent: { 1: { attempts: 2, doctor: 1 }, 2: { attempts: 1, revisions: 1, infra: 1, doctor: 1 } },
      rules: {
        1: ['retry.attempts', 'doctor.failures', 'retry.advice'],
        2: ['replan.fatal', 'retry.revised', 'doctor.infra', 'retry.advice'],
      },
    }),
    ({ landed, shop }) => {
      expect(landed.toSorted()).toEqual(['1', '2']);
      expect(shop.git('show', 'work:1.txt', 'work:2.txt')).toBe('1 3 \n2 3 \n');
    },
  );
  scenario(
    'both wait for a person, and are answered one by one',
    {
      phases,
      script: { developer: { '*': [[{ report: { status: 'failed', question: 'Which?' } }], [WORK]] } },
      people: [
        ['retry', '2'],
        ['skip', '1'],
      ],
    },
    landing({
      codes: [3, 3, 0],
      phases: { 1: 'skipped', 2: 'completed' },
      landed: ['2'],
      spent: { 1: { rounds: 1 }, 2: { attempts: 1, rounds: 1 } },
      rules: { 1: ['stuck.question', 'stuck.question'], 2: ['stuck.question', 'stuck.question'] },
    }),
  );
  scenario(
    'one waits for a person, and the other lands meanwhile',
    {
      phases,
      script: {
        developer: {
          1: [[{ report: { status: 'failed', question: 'Which?' } }]],
          2: worksAfter(fail('tests'), fail('tests')),
        },
      },
    },
    waiting({
      phases: { 1: 'running', 2: 'completed' },
      landed: ['2'],
      spent: { 1: { rounds: 1 }, 2: { attempts: 2, doctor: 1 } },
      rules: {
        1: ['stuck.question', 'stuck.question'],
        2: ['retry.attempts', 'doctor.failures', 'retry.advice'],
      },
    }),
  );
});
