import { describe, expect, it } from 'vitest';
import { expectEnding, heard, landing, look, RUN, scenario, shopOf } from '../scenario.ts';
import { advise, chain, fail, keepPrompt, revise, WORK, worksAfter } from '../steps.ts';

const ASKED = ['retry.attempts', 'doctor.failures', 'retry.advice'];
const ONCE = { attempts: 2, doctor: 1 };

describe('where subtasks have sessions of their own', () => {
  const phases = [
    {
      id: '1',
      title: 'First',
      subtasks: [
        { id: '1.1', title: 'Left' },
        { id: '1.2', title: 'Right' },
      ],
    },
  ];
  const work = (name: string): object => ({ write: { path: `${name}.txt`, content: '{attempt}\n' } });
  scenario(
    'a doctor looks into the phase, and all of it is tried again',
    {
      phases,
      script: {
        developer: {
          '1#1.1': [[work('left')]],
          '1#1.2': [[fail('tests')], [fail('tests')], [work('right')]],
        },
      },
      settings: { session: 'subtask' },
    },
    landing({ spent: { 1: ONCE }, rules: { 1: ASKED } }),
    ({ shop }) => expect(shop.git('show', 'work:left.txt', 'work:right.txt')).toBe('3\n3\n'),
  );
});

describe('where a failed session goes on', () => {
  const settings = { onReject: 'continue', maxAttempts: 2 };
  scenario(
    'it is told the hint, and has its files',
    {
      script: {
        developer: {
          1: [
            [{ append: { path: '1.txt', content: 'a' } }, fail('tests')],
            [{ append: { path: '1.txt', content: 'b' } }, fail('tests')],
            [keepPrompt('third'), { append: { path: '1.txt', content: 'c' } }],
          ],
        },
        doctor: { 1: [[advise('retry_with_fix', { hint: 'Begin at zero.' })]] },
      },
      settings,
    },
    landing({ spent: { 1: ONCE }, rules: { 1: ASKED } }),
    ({ shop, of }) => {
      expect(shop.read('../third')).toContain('Begin at zero.');
      expect(shop.git('show', 'work:1.txt')).toBe('abc');
      const sessions = of('session_ended').map(({ sessionId }) => sessionId);
      expect(of('phase_started').map(({ continues }) => continues)).toEqual([null, sessions[0], sessions[1]]);
    },
  );
  scenario(
    'it begins anew with another description',
    {
      script: {
        developer: {
          1: [
            [{ append: { path: '1.txt', content: 'a' } }, fail('wrong_tech_stack')],
            [{ append: { path: '1.txt', content: 'b' } }],
          ],
        },
        replanner: { 1: [[revise()]] },
      },
      settings,
    },
    landing({ spent: { 1: { attempts: 1, revisions: 1 } }, rules: { 1: ['replan.fatal', 'retry.revised'] } }),
    ({ shop, of }) => {
      expect(shop.git('show', 'work:1.txt')).toBe('b');
      expect(of('phase_started').map(({ continues }) => continues)).toEqual([null, null]);
    },
  );
  scenario(
    'it does not go on with another provider, which knows nothing of it',
    {
      script: {
        developer: {
          1: [[{ model: { small: [fail('infra.overload')], '*': [keepPrompt('second'), WORK] } }]],
        },
      },
      settings: {
        ...settings,
        models: { developer: chain('small', 'big') },
        recovery: { breaker: { failures: 1 } },
      },
    },
    landing({ spent: { 1: { infra: 1 } }, rules: { run: ['breaker.open'], 1: ['infra.wait'] } }),
    ({ shop }) => {
      expect(shop.git('show', 'work:1.txt')).toBe('1 2 big\n');
      expect(shop.read('../second')).toContain('First');
      expect(shop.read('../second')).not.toContain('Your changes are still in this folder');
    },
  );
});

describe('in the checkout itself', () => {
  const FIX = 'echo mended > tool.cache';
  it('a doctor, a fix and another description do no harm', async () => {
    const given = {
      files: { '.gitignore': '*.cache\nnotes\n' },
      script: {
        developer: {
          1: [
            [{ write: { path: 'wrong.txt', content: 'x' } }, fail('tests')],
            [fail('tests')],
            [fail('schema_mismatch')],
            [{ shell: 'cp tool.cache 1.txt' }],
          ],
        },
        doctor: { 1: [[advise('execute_fix', { command: FIX })]] },
        replanner: { 1: [[revise()]] },
      },
      settings: { recovery: { doctor: { fixes: [FIX] } } },
    };
    const shop = shopOf(given);
    shop.git('checkout', '-q', '-b', 'work');
    const words = [
      'run',
      'plan.json',
      '--agent',
      'scripted',
      '--script',
      'script.json',
      '--yes',
      '--here',
      '--json',
    ];
    const played = await look(shop, [heard(await shop.run(...words))]);
    await expectEnding(
      played,
      landing({
        spent: { 1: { attempts: 3, doctor: 1, fixes: 1, revisions: 1 } },
        rules: {
          1: [
            'retry.attempts',
            'doctor.failures',
            'doctor.fix',
            'retry.fix',
            'replan.fatal',
            'retry.revised',
          ],
        },
      }),
    );
    expect(shop.read('1.txt')).toBe('mended\n');
    expect(shop.git('status', '--porcelain')).toBe('');
    expect(shop.git('ls-files')).not.toContain('wrong.txt');
  });
});

describe('phases that do not fit together', () => {
  const phases = [
    { id: '1', title: 'First' },
    { id: '2', title: 'Second' },
  ];
  // Both write the same file; the second one waits until the first has landed.
  const until = 'for i in $(seq 600); do git show work:shared.txt > /dev/null 2>&1 && exit; sleep 0.1; done';
  const shared = { write: { path: 'shared.txt', content: '{phase} {attempt}\n' } };
  scenario(
    'are done again one by one, at the cost of no attempt',
    { phases, script: { developer: { 1: [[shared]], 2: [[shared, { shell: until }], [shared]] } } },
    landing({
      phases: { 1: 'completed', 2: 'completed' },
      landed: ['1', '2'],
      spent: { 2: { landings: 1 } },
      rules: { 2: ['retry.landing'] },
    }),
    ({ shop }) => expect(shop.git('show', 'work:shared.txt')).toBe('2 2\n'),
  );
  scenario(
    'are looked into by the strong doctor when that was done often enough',
    {
      phases,
      script: {
        developer: { 1: [[shared]], 2: [[shared, { shell: until }], [shared]] },
        doctor: { 2: [[advise('retry_with_fix')]] },
      },
      settings: {
        ...{ limits: { landingRetries: 0, backoffMs: 1 }, models: { doctor: ['small', 'big'] } },
        recovery: { doctor: { afterFailures: 1 } },
      },
    },
    landing({
      phases: { 1: 'completed', 2: 'completed' },
      landed: ['1', '2'],
      spent: { 2: { landings: 1, doctor: 1 } },
      rules: { 2: ['doctor.failures', 'retry.advice'] },
    }),
    ({ of }) => expect(of('doctor_answered')).toMatchObject([{ by: { model: 'big' } }]),
  );
});

describe('a person who answers while the run is there', () => {
  const question = { report: { status: 'failed', question: 'Which port is it?' } };
  it('has it go on at once', async () => {
    const shop = shopOf({ script: { developer: { 1: [[question], [keepPrompt('second'), WORK]] } } });
    const started = shop.start(...RUN, '--json', '--wait');
    await started.seen('run_waiting');
    expect((await shop.run('retry', 'last', '1', '--message', 'Port 8443.')).code).toBe(0);
    const played = await look(shop, [heard(await started.end)]);
    await expectEnding(
      played,
      landing({
        spent: { 1: { attempts: 1, rounds: 1 } },
        rules: { 1: ['stuck.question', 'stuck.question'] },
      }),
    );
    expect(shop.read('../second')).toContain('Port 8443.');
  });
});

describe('where there is one commit at the end', () => {
  scenario(
    'it is made of what recovery led to',
    {
      script: { developer: { 1: worksAfter(fail('tests'), fail('tests')) } },
      settings: { commit: { mode: 'single' } },
    },
    landing({ landed: [], spent: { 1: ONCE }, rules: { 1: ASKED } }),
    ({ shop }) => {
      expect(shop.git('rev-list', '--count', 'main..work')).toBe('1\n');
      expect(shop.git('show', 'work:1.txt')).toBe('1 3 \n');
    },
  );
});
