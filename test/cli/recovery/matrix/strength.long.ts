import { describe, expect } from 'vitest';
import { failing, landing, type Played, scenario } from '../scenario.ts';
import { advise, fail, WORK, worksAfter } from '../steps.ts';

const models = { doctor: ['small', 'big'] };
const OTHER = 'The list of names is not sorted in reverse order.';

/** Which models doctors had, in the order of their answers. */
const doctors = ({ of }: Played): string[] =>
  of('doctor_answered').map(({ by }) => (by as { model: string }).model);

describe('the doctor that is asked', () => {
  const spends = { usage: { input: 10, output: 10, costUsd: 0.42 } };
  const rows: readonly [
    what: string,
    failures: readonly object[],
    settings: object,
    model: string,
    why: unknown,
  ][] = [
    ['is the cheap one', [fail('tests'), fail('tests')], {}, 'small', null],
    ['is the strong one at a risky category', [fail('logic'), fail('logic')], {}, 'big', 'risk'],
    ['is the strong one at two categories', [fail('tests'), fail('lint')], {}, 'big', 'categories'],
    [
      'is the strong one after four attempts',
      [fail('tests'), fail('tests', OTHER), fail('tests'), fail('tests', OTHER)],
      { maxAttempts: 4, recovery: { doctor: { afterFailures: 4 } } },
      'big',
      'attempts',
    ],
    [
      'is the cheap one after three',
      [fail('tests'), fail('tests', OTHER), fail('tests')],
      { maxAttempts: 3, recovery: { doctor: { afterFailures: 3 } } },
      'small',
      null,
    ],
    [
      'is the cheap one at a risky category where the strong one was asked often enough',
      [fail('logic'), fail('logic')],
      { recovery: { doctor: { strongPerRun: 0 } } },
      'small',
      'risk',
    ],
  ];
  for (const [what, failures, settings, model, complication] of rows) {
    const attempts = failures.length;
    scenario(
      what,
      { script: { developer: { 1: worksAfter(...failures) } }, settings: { models, ...settings } },
      landing({
        spent: { 1: { attempts, doctor: 1 } },
        rules: { 1: [...Array(attempts - 1).fill('retry.attempts'), 'doctor.failures', 'retry.advice'] },
      }),
      played => {
        expect(doctors(played)).toEqual([model]);
        expect(played.of('doctor_called')).toMatchObject([{ why: { facts: { complication } } }]);
      },
    );
  }

  scenario(
    'is the strong one when most of a budget is gone, of which is warned once',
    {
      script: { developer: { 1: [[spends, fail('tests')], [spends, fail('tests')], [WORK]] } },
      settings: { models, budgets: { phase: { usd: 1 } } },
    },
    landing({
      spent: { 1: { attempts: 2, doctor: 1 } },
      rules: { 1: ['retry.attempts', 'doctor.failures', 'retry.advice'] },
    }),
    played => {
      expect(doctors(played)).toEqual(['big']);
      expect(played.of('budget_warned')).toMatchObject([
        { phase: '1', measure: 'usd', used: 0.84, limit: 1 },
      ]);
      expect(played.of('doctor_called')).toMatchObject([{ why: { facts: { complication: 'budget' } } }]);
    },
  );
});

describe('a cheap doctor that is not sure', () => {
  const unsure = {
    model: { small: [advise('fatal_error', { confidence: 0.6 })], big: [advise('retry_with_fix')] },
  };
  const doctor = { '*': [[unsure]] };
  scenario(
    'is followed by the strong one, which decides',
    { script: { developer: { 1: worksAfter(fail('tests'), fail('tests')) }, doctor }, settings: { models } },
    landing({
      spent: { 1: { attempts: 2, doctor: 2, strongAgain: 1 } },
      rules: { 1: ['retry.attempts', 'doctor.failures', 'doctor.unsure', 'retry.advice'] },
    }),
    played => expect(doctors(played)).toEqual(['small', 'big']),
  );
  const passedOver: readonly [what: string, category: string, settings: object][] = [
    ['is sure enough at a category without risk', 'lint', {}],
    ['is sure enough where less is asked for', 'tests', { minConfidence: 0.6 }],
    ['is not followed by the strong one where that was asked often enough', 'tests', { strongPerRun: 0 }],
    ['is not followed by the strong one where the phase may not ask again', 'tests', { perPhase: 1 }],
    ['is not followed by the strong one where that is switched off', 'tests', { strongAgainPerPhase: 0 }],
  ];
  for (const [what, category, settings] of passedOver) {
    scenario(
      what,
      {
        script: { developer: { 1: worksAfter(fail(category), fail(category)) }, doctor },
        settings: { models, recovery: { doctor: settings } },
      },
      failing({
        spent: { 1: { attempts: 2, doctor: 1 } },
        rules: { 1: ['retry.attempts', 'doctor.failures', 'doctor.gives_up'] },
      }),
      played => expect(doctors(played)).toEqual(['small']),
    );
  }
});

describe('what a doctor said of another phase', () => {
  const phases = [
    { id: '1', title: 'First' },
    { id: '2', title: 'Second', dependsOn: ['1'] },
  ];
  const developer = { '*': worksAfter(fail('tests'), fail('tests')) };
  const both = { phases: { 1: 'completed', 2: 'completed' }, landed: ['1', '2'] };
  const first = ['retry.attempts', 'doctor.failures', 'retry.advice'];
  scenario(
    'is recalled at the same failure',
    { phases, script: { developer } },
    landing({
      ...both,
      spent: { 1: { attempts: 2, doctor: 1 }, 2: { attempts: 2 } },
      rules: { 1: first, 2: ['retry.attempts', 'doctor.recalled', 'retry.advice'] },
    }),
    ({ of }) => expect(of('doctor_recalled')).toMatchObject([{ phase: '2', from: '1' }]),
  );
  scenario(
    'is not where it was something else than a hint, or the failure another one',
    {
      phases: [...phases, { id: '3', title: 'Third', dependsOn: ['2'] }],
      script: {
        developer: { ...developer, 3: worksAfter(fail('tests', OTHER), fail('tests', OTHER)) },
        doctor: { 1: [[advise('skip_phase')]] },
      },
      settings: { recovery: { doctor: { skip: 'always' } } },
    },
    landing({
      phases: { 1: 'skipped', 2: 'completed', 3: 'completed' },
      landed: ['2', '3'],
      spent: {
        1: { attempts: 1, doctor: 1 },
        2: { attempts: 2, doctor: 1 },
        3: { attempts: 2, doctor: 1 },
      },
      rules: { 1: ['retry.attempts', 'doctor.failures'], 2: first, 3: first },
    }),
  );
});
