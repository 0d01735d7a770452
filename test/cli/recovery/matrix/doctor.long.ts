import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { failing, landing, scenario } from '../scenario.ts';
import { advise, chain, fail, keepPrompt, MESSAGE, revise, WORK, worksAfter } from '../steps.ts';

/** A developer that fails twice in the same way, so that a doctor is asked; then it does the work. */
const twice = { 1: worksAfter(fail('tests'), fail('tests')) };
const ASKED = ['retry.attempts', 'doctor.failures'];
const ONCE = { attempts: 2, doctor: 1 };

describe('a doctor that answers retry_with_fix', () => {
  scenario(
    'has the phase tried again',
    { script: { developer: twice, doctor: { '*': [[advise('retry_with_fix')]] } } },
    landing({ spent: { 1: ONCE }, rules: { 1: [...ASKED, 'retry.advice'] } }),
    ({ shop }) => expect(shop.git('show', 'work:1.txt')).toBe('1 3 \n'),
  );

  scenario(
    'tells its hint to the next developer, and to none after that',
    {
      script: {
        developer: {
          1: [
            [fail('tests')],
            [fail('tests')],
            [keepPrompt('third'), fail('tests', 'The list of names is not sorted in reverse order.')],
            [keepPrompt('fourth'), WORK],
          ],
        },
        doctor: {
          1: [
            [advise('retry_with_fix', { hint: 'Begin at zero.' })],
            [advise('retry_with_fix', { hint: 'Sort twice.' })],
          ],
        },
      },
    },
    landing({
      spent: { 1: { attempts: 3, doctor: 2 } },
      rules: { 1: [...ASKED, 'retry.advice', 'doctor.failures', 'retry.advice'] },
    }),
    ({ shop }) => {
      const [third, fourth] = [shop.read('../third'), shop.read('../fourth')];
      expect([third.includes('Begin at zero.'), third.includes('Sort twice.')]).toEqual([true, false]);
      expect([fourth.includes('Begin at zero.'), fourth.includes('Sort twice.')]).toEqual([false, true]);
    },
  );
});

describe('a doctor that answers replan', () => {
  const script = {
    developer: twice,
    doctor: { 1: [[advise('replan')]] },
    replanner: { 1: [[revise()]] },
  };
  scenario(
    'gets the phase described anew',
    { script },
    landing({
      spent: { 1: { ...ONCE, revisions: 1 } },
      rules: { 1: [...ASKED, 'replan.doctor', 'retry.revised'] },
    }),
  );
  scenario(
    'is not followed where that is switched off',
    { script, settings: { recovery: { replan: false } } },
    failing({
      spent: { 1: { ...ONCE, rounds: 1 } },
      rules: { 1: [...ASKED, 'stuck.nothing_left', 'stuck.nothing_left'] },
    }),
  );
});

describe('a doctor that answers skip_phase', () => {
  const phases = (optional: boolean): object[] => [
    { id: '1', title: 'First', optional },
    { id: '2', title: 'Second', dependsOn: ['1'] },
  ];
  const script = { developer: twice, doctor: { 1: [[advise('skip_phase')]] } };
  scenario(
    'decides about a phase that the plan calls optional',
    { phases: phases(true), script },
    landing({
      phases: { 1: 'skipped', 2: 'completed' },
      landed: ['2'],
      spent: { 1: { attempts: 1, doctor: 1 } },
      rules: { 1: ASKED },
    }),
  );
  scenario(
    'decides about any where that is set',
    { phases: phases(false), script, settings: { recovery: { doctor: { skip: 'always' } } } },
    landing({
      phases: { 1: 'skipped', 2: 'completed' },
      landed: ['2'],
      spent: { 1: { attempts: 1, doctor: 1 } },
      rules: { 1: ASKED },
    }),
  );
  scenario(
    'asks a person about any other, who skips it',
    { phases: phases(false), script, people: [['skip', '1']] },
    landing({
      codes: [3, 0],
      phases: { 1: 'skipped', 2: 'completed' },
      landed: ['2'],
      spent: { 1: { attempts: 1, doctor: 1 } },
      rules: { 1: [...ASKED, 'doctor.skips'] },
    }),
    ({ of }) =>
      expect(of('help_asked')).toMatchObject([{ need: expect.stringContaining('It counts from one.') }]),
  );
  scenario(
    'asks a person about all where that is set, who has it tried again',
    {
      phases: phases(true),
      script,
      settings: { recovery: { doctor: { skip: 'never' } } },
      people: [['retry', '1']],
    },
    landing({
      codes: [3, 0],
      phases: { 1: 'completed', 2: 'completed' },
      landed: ['1', '2'],
      spent: { 1: ONCE },
      rules: { 1: [...ASKED, 'doctor.skips'] },
    }),
  );
});

describe('a doctor that answers fatal_error', () => {
  scenario(
    'gives the phase up, and what depends on it',
    {
      phases: [
        { id: '1', title: 'First' },
        { id: '2', title: 'Second', dependsOn: ['1'] },
      ],
      script: { developer: twice, doctor: { 1: [[advise('fatal_error')]] } },
    },
    failing({
      phases: { 1: 'failed', 2: 'blocked' },
      spent: { 1: ONCE },
      rules: { 1: [...ASKED, 'doctor.gives_up'] },
    }),
    ({ of }) =>
      expect(of('phase_failed')).toMatchObject([{ failure: { category: 'tests', message: MESSAGE } }]),
  );
});

describe('a doctor that answers rollback_provider', () => {
  const script = {
    developer: { 1: [[{ model: { small: [fail('tests')], '*': [WORK] } }]] },
    doctor: { 1: [[advise('rollback_provider')]] },
  };
  scenario(
    'has the next provider asked from then on',
    { script, settings: { models: { developer: chain('small', 'big') } } },
    landing({
      spent: { 1: ONCE },
      rules: { run: ['provider.rolled_back'], 1: [...ASKED, 'retry.provider'] },
    }),
    ({ shop, status }) => {
      expect(shop.git('show', 'work:1.txt')).toBe('1 3 big\n');
      expect(status.phases).toMatchObject([{ level: 0 }]);
    },
  );
  const rejects = { reply: { approved: false, summary: 'No.' } };
  scenario(
    'means the developer’s provider, also where a reviewer had the last word',
    {
      script: {
        developer: { 1: [[WORK]] },
        reviewer: { 1: [[rejects], [rejects], [{ reply: { approved: true } }]] },
        doctor: script.doctor,
      },
      settings: {
        review: true,
        models: { developer: chain('small', 'big'), reviewer: chain('thorough', 'other') },
      },
    },
    landing({
      spent: { 1: ONCE },
      rules: { run: ['provider.rolled_back'], 1: [...ASKED, 'retry.provider'] },
    }),
    ({ shop, of }) => {
      expect(of('provider_rested')).toMatchObject([{ provider: 'small', until: null }]);
      expect(shop.git('show', 'work:1.txt')).toBe('1 3 big\n');
    },
  );
  scenario(
    'is not followed where there is no other',
    {
      script,
      settings: { models: { developer: chain('small') }, recovery: { replan: false } },
    },
    failing({
      spent: { 1: { ...ONCE, rounds: 1 } },
      rules: { 1: [...ASKED, 'stuck.nothing_left', 'stuck.nothing_left'] },
    }),
  );
});

describe('a doctor that answers execute_fix', () => {
  const FIX = 'echo mended > tool.cache';
  const files = { '.gitignore': '*.cache\n' };
  const needsTool = { shell: 'test -e tool.cache && cp tool.cache 1.txt' };
  const developer = { 1: [[fail('tests')], [fail('tests')], [needsTool]] };
  const fixes = (...commands: string[]): object => ({
    recovery: { doctor: { fixes: commands }, replan: false },
  });

  scenario(
    'has a command run that is listed, and what it leaves is there for the next developer',
    {
      files,
      script: { developer, doctor: { 1: [[advise('execute_fix', { command: FIX })]] } },
      settings: fixes(FIX),
    },
    landing({ spent: { 1: { ...ONCE, fixes: 1 } }, rules: { 1: [...ASKED, 'doctor.fix', 'retry.fix'] } }),
    ({ shop, of }) => {
      expect(shop.git('show', 'work:1.txt')).toBe('mended\n');
      expect(of('fix_ended')).toMatchObject([{ command: FIX, passed: true }]);
    },
  );
  scenario(
    'has a command run only once, and goes on where it fails',
    {
      script: {
        developer: {
          1: worksAfter(
            fail('tests'),
            fail('tests'),
            fail('tests', 'The list of names is not sorted in reverse order.'),
          ),
        },
        doctor: { 1: [[advise('execute_fix', { command: 'exit 3' })]] },
      },
      settings: fixes('exit 3'),
    },
    landing({
      spent: { 1: { attempts: 3, doctor: 2, fixes: 1 } },
      rules: { 1: [...ASKED, 'doctor.fix', 'retry.fix', 'doctor.failures', 'retry.advice'] },
    }),
    ({ of }) => expect(of('fix_ended')).toMatchObject([{ passed: false, outcome: 'exit status 3' }]),
  );
  for (const [what, command, listed] of [
    ['nothing is listed', 'touch "$HOME/evil"', []],
    ['another one is', 'touch "$HOME/evil"', ['touch evil']],
    ['it only begins like one that is', 'true; touch "$HOME/evil"', ['true']],
  ] as const) {
    scenario(
      `is only a hint where ${what}`,
      {
        script: { developer: twice, doctor: { 1: [[advise('execute_fix', { command })]] } },
        settings: fixes(...listed),
      },
      landing({ spent: { 1: ONCE }, rules: { 1: [...ASKED, 'retry.advice'] } }),
      ({ shop }) => expect(existsSync(join(shop.repository, '../evil'))).toBe(false),
    );
  }
});

describe('a doctor without an answer', () => {
  for (const [what, steps] of [
    ['says nothing', []],
    ['speaks in prose', [{ say: 'Try harder.' }]],
    ['makes up an action', [advise('pray')]],
    ['is surer than sure', [advise('fatal_error', { confidence: 2 })]],
    ['crashes', [{ crash: 3 }]],
  ] as const) {
    scenario(
      `that ${what} is passed over`,
      {
        script: { developer: twice, doctor: { 1: [steps] } },
        settings: { recovery: { replan: false } },
      },
      failing({
        spent: { 1: { ...ONCE, rounds: 1 } },
        rules: { 1: [...ASKED, 'stuck.nothing_left', 'stuck.nothing_left'] },
      }),
      ({ of }) => expect(of('doctor_failed')).toHaveLength(1),
    );
  }
});
