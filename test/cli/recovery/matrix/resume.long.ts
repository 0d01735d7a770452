import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { story } from '../../story.ts';
import {
  type Ending,
  expectEnding,
  heard,
  landing,
  look,
  type Played,
  play,
  RUN,
  type Scenario,
  shopOf,
} from '../scenario.ts';
import { advise, chain, fail, revise, WORK, worksAfter } from '../steps.ts';

const phases = [{ id: '1', title: 'First', deliverables: ['1.txt', 'more.txt'] }];
const MORE = { write: { path: 'more.txt', content: 'more\n' } };
const FIX = 'echo mended >> tool.cache';
const QUESTION = { report: { status: 'failed', question: 'Which port is it?' } };

/** For each rung: what is under way on it, a run that comes to it, and how that ends. */
const RUNGS: readonly [
  rung: string,
  effects: readonly string[],
  given: Scenario,
  ending: Required<Ending>,
][] = [
  [
    'the doctor',
    ['consult/1/2/1'],
    { script: { developer: { 1: worksAfter(fail('tests'), fail('tests')) } } },
    landing({
      spent: { 1: { attempts: 2, doctor: 1 } },
      rules: { 1: ['retry.attempts', 'doctor.failures', 'retry.advice'] },
    }),
  ],
  [
    'a second opinion',
    ['consult/1/2/2'],
    {
      script: {
        developer: { 1: worksAfter(fail('tests'), fail('tests')) },
        doctor: { 1: [[advise('fatal_error', { confidence: 0.1 })], [advise('retry_with_fix')]] },
      },
      settings: { models: { doctor: ['small', 'big'] } },
    },
    landing({
      spent: { 1: { attempts: 2, doctor: 2, strongAgain: 1 } },
      rules: { 1: ['retry.attempts', 'doctor.failures', 'doctor.unsure', 'retry.advice'] },
    }),
  ],
  [
    'another description',
    ['replan/1/1/1/0', 'replan/1/1/1/1'],
    {
      script: {
        developer: { 1: worksAfter(fail('wrong_tech_stack')) },
        replanner: { 1: [[{ say: 'Let me see.' }], [revise()]] },
      },
    },
    landing({ spent: { 1: { attempts: 1, revisions: 1 } }, rules: { 1: ['replan.fatal', 'retry.revised'] } }),
  ],
  [
    'a fix',
    ['run_fix/1/2'],
    {
      files: { '.gitignore': '*.cache\n' },
      script: {
        developer: { 1: [[fail('tests')], [fail('tests')], [{ shell: 'sort -u tool.cache > 1.txt' }]] },
        doctor: { 1: [[advise('execute_fix', { command: FIX })]] },
      },
      settings: { recovery: { doctor: { fixes: [FIX] } } },
    },
    landing({
      spent: { 1: { attempts: 2, doctor: 1, fixes: 1 } },
      rules: { 1: ['retry.attempts', 'doctor.failures', 'doctor.fix', 'retry.fix'] },
    }),
  ],
  [
    'a stronger model',
    ['open_workspace/1/2', 'run_session/1/2'],
    {
      script: { developer: { 1: [[{ model: { small: [fail('tests')], '*': [WORK] } }]] } },
      settings: {
        ...{ models: { developer: chain('small', 'big') }, maxAttempts: 1 },
        recovery: { doctor: false, replan: false },
      },
    },
    landing({
      spent: { 1: { attempts: 1, escalations: 1, rounds: 1 } },
      rules: { 1: ['stuck.escalate', 'stuck.escalate', 'retry.escalated'] },
    }),
  ],
  [
    'a smaller scope',
    ['replan/1/1/1/0'],
    {
      phases,
      script: {
        developer: { 1: [[fail('truncated')], [WORK]] },
        replanner: {
          1: [[{ reply: { reason: 'Enough.', dropped: [{ what: 'more.txt', reason: 'Later.' }] } }]],
        },
      },
      settings: { maxAttempts: 1, recovery: { doctor: false, replan: false } },
      people: [['approve', '1']],
    },
    landing({
      codes: [3, 0],
      spent: { 1: { attempts: 1, rounds: 1 } },
      rules: { 1: ['stuck.truncated', 'scope.reduce', 'scope.reduce', 'retry.revised'] },
    }),
  ],
  [
    'a postponed review',
    ['review/1/1/0/1'],
    {
      script: {
        developer: { 1: [[WORK, MORE]] },
        reviewer: {
          1: [[{ model: { small: [fail('infra.network')], '*': [{ reply: { approved: true } }] } }]],
        },
      },
      settings: {
        review: true,
        models: { reviewer: chain('small', 'big') },
        recovery: { breaker: { failures: 2 } },
      },
    },
    landing({
      spent: { 1: { infra: 2 } },
      rules: { run: ['breaker.open'], 1: ['infra.wait', 'infra.wait'] },
    }),
  ],
  [
    'a notice',
    ['notify/1'],
    {
      script: { developer: { 1: [[QUESTION], [WORK]] } },
      settings: { notify: { commands: 'cat >> "$HOME/notices"; echo >> "$HOME/notices"', on: ['waiting'] } },
      people: [['retry', '1']],
    },
    landing({
      codes: [3, 0],
      spent: { 1: { attempts: 1, rounds: 1 } },
      rules: { 1: ['stuck.question', 'stuck.question'] },
    }),
  ],
];

/** What has to be the same whether or not it was killed. */
const outcome = ({ shop, status }: Played): object => ({
  tree: shop.git('rev-parse', 'work^{tree}'),
  attempts: status.phases.map(({ attempt, level, revision }) => [attempt, level, revision]),
});

describe.each(RUNGS)('%s', (_, effects, given, ending) => {
  it('that is cut off goes on with resume, and nothing is spent twice', async () => {
    const undisturbed = await play(given);
    await expectEnding(undisturbed, ending);
    for (const effect of effects) {
      for (const moment of ['before', 'after']) {
        const played = await play(given, `${moment}:${effect}`);
        await expectEnding(played, ending);
        expect(outcome(played), `${moment} ${effect}`).toEqual(outcome(undisturbed));
      }
    }
  }, 240_000);
});

describe('SIGKILL', () => {
  /** Starts, kills at that event, resumes. */
  async function killedAt(given: Scenario, event: string, ...words: string[]): Promise<Played> {
    const shop = shopOf(given);
    const started = shop.start(...RUN, '--json', ...words);
    await started.seen(event);
    started.signal('SIGKILL');
    expect(await started.end).toMatchObject({ signal: 'SIGKILL' });
    const drives = [await story(shop, 'resume')];
    for (const [command, ...rest] of given.people ?? []) {
      expect((await shop.run(command, 'last', ...rest)).code).toBe(0);
      drives.push(await story(shop, 'resume'));
    }
    return look(shop, drives);
  }

  it('while a quota is waited for does not begin before its time', async () => {
    const given = {
      script: { developer: { 1: worksAfter(fail('infra.quota', 'Used up.', { retryAfterMs: 4_000 })) } },
    };
    const played = await killedAt(given, 'provider_rested');
    await expectEnding(
      played,
      landing({ spent: { 1: { quota: 1 } }, rules: { run: ['provider.asks_to_wait'], 1: ['quota.wait'] } }),
    );
    const events = heard(await played.shop.run('logs', 'last', '--json'));
    const [rested] = events.of('provider_rested');
    const begun = events.of('phase_started').map(({ at }) => Date.parse(String(at)));
    expect(begun).toHaveLength(2);
    expect(begun[1]).toBeGreaterThanOrEqual(rested!.until as number);
  });

  it('while a person is waited for changes nothing', async () => {
    const given: Scenario = { script: { developer: { 1: [[QUESTION], [WORK]] } }, people: [['retry', '1']] };
    const played = await killedAt(given, 'run_waiting', '--wait');
    await expectEnding(
      played,
      landing({
        codes: [3, 0],
        spent: { 1: { attempts: 1, rounds: 1 } },
        rules: { 1: ['stuck.question', 'stuck.question'] },
      }),
    );
    expect(played.shop.git('show', 'work:1.txt')).toBe('1 2 \n');
  });

  it('in the middle of a doctor’s session has the same question asked again, at no cost', async () => {
    const linger = 'test -e "$HOME/asked" || { touch "$HOME/asked"; sleep 3600; }';
    const given: Scenario = {
      script: {
        developer: { 1: worksAfter(fail('tests'), fail('tests')) },
        doctor: { 1: [[{ shell: linger }, advise('retry_with_fix')], [advise('fatal_error')]] },
      },
    };
    const shop = shopOf(given);
    const started = shop.start(...RUN, '--json');
    await expect.poll(() => existsSync(join(shop.repository, '../asked')), { timeout: 30_000 }).toBe(true);
    started.signal('SIGKILL');
    await started.end;
    const played = await look(shop, [await story(shop, 'resume')]);
    await expectEnding(
      played,
      landing({
        spent: { 1: { attempts: 2, doctor: 1 } },
        rules: { 1: ['retry.attempts', 'doctor.failures', 'retry.advice'] },
      }),
    );
  });

  it('of a session that spends keeps what it had spent', async () => {
    const spends = { usage: { input: 300, output: 300, costUsd: 0.6 } };
    const linger = 'test -e "$HOME/asked" || { touch "$HOME/asked"; sleep 3600; }';
    const given: Scenario = {
      script: { developer: { 1: [[spends, { shell: linger }, spends, { sleep: 3_600_000 }]] } },
      settings: { budgets: { phase: { usd: 1.5 } } },
    };
    const shop = shopOf(given);
    const started = shop.start(...RUN, '--json');
    await started.seen('usage_noted');
    await expect.poll(() => existsSync(join(shop.repository, '../asked')), { timeout: 30_000 }).toBe(true);
    started.signal('SIGKILL');
    await started.end;
    const played = await look(shop, [await story(shop, 'resume')]);
    expect(played).toMatchObject({ codes: [1], phases: { 1: 'failed' }, rules: { 1: ['budget.phase'] } });
    // Three times 0.6 is beyond the limit only if the first one was not forgotten.
    expect(played.of('budget_spent')).toMatchObject([{ phase: '1', measure: 'usd', used: 1.8, limit: 1.5 }]);
  });
});
