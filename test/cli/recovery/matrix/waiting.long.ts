import { describe, expect, it } from 'vitest';
import {
  expectEnding,
  failing,
  heard,
  landing,
  look,
  type Played,
  RUN,
  scenario,
  shopOf,
  waiting,
} from '../scenario.ts';
import { chain, fail, WORK, worksAfter } from '../steps.ts';

const without = { doctor: false, replan: false };
const time = (at: unknown): number => Date.parse(String(at));
/** When each attempt began, in milliseconds since 1970. */
const starts = ({ of }: Played): number[] => of('phase_started').map(({ at }) => time(at));
const small = (...steps: object[]): object => ({ 1: [[{ model: { small: steps, '*': [WORK] } }]] });
const both = { developer: chain('small', 'big') };
/** Far enough for the first attempt to fail before, also on a machine with much to do. */
const AHEAD_MS = 10_000;
const limits = (more: object): object => ({ backoffMs: 1, ...more });

describe('a quota that is used up', () => {
  it.each<[how: string, when: () => object]>([
    ['for so long', () => ({ retryAfterMs: 4_000 })],
    ['until a moment', () => ({ resetsAt: new Date(Date.now() + AHEAD_MS).toISOString() })],
  ])('%s is waited for, and status tells until when', async (_, when) => {
    const given = { script: { developer: { 1: worksAfter(fail('infra.quota', 'Used up.', when())) } } };
    const shop = shopOf(given);
    const started = shop.start(...RUN, '--json');
    await started.seen('provider_rested');
    const seen = JSON.parse((await shop.run('status', 'last', '--json')).out);
    const played = await look(shop, [heard(await started.end)]);
    await expectEnding(
      played,
      landing({ spent: { 1: { quota: 1 } }, rules: { run: ['provider.asks_to_wait'], 1: ['quota.wait'] } }),
    );
    const until = played.of('provider_rested')[0]!.until as number;
    expect(seen).toMatchObject({
      status: 'running',
      waits: [{ for: 'provider', provider: 'scripted', until: new Date(until).toISOString() }],
    });
    expect(starts(played)[1]).toBeGreaterThanOrEqual(until);
  });

  scenario(
    'is not waited for where another provider is there',
    {
      script: { developer: small(fail('infra.quota', 'Used up.', { retryAfterMs: 3_600_000 })) },
      settings: { models: both },
    },
    landing({ spent: { 1: { quota: 1 } }, rules: { run: ['provider.asks_to_wait'], 1: ['quota.wait'] } }),
    ({ shop }) => expect(shop.git('show', 'work:1.txt')).toBe('1 2 big\n'),
  );
  scenario(
    'is waited for only so often, then a person is asked',
    {
      script: { developer: { 1: worksAfter(fail('infra.quota'), fail('infra.quota')) } },
      settings: { limits: limits({ quotaWaits: 1 }) },
      people: [['retry', '1']],
    },
    landing({
      codes: [3, 0],
      spent: { 1: { quota: 2, rounds: 1 } },
      rules: { 1: ['quota.wait', 'stuck.question', 'stuck.question'] },
    }),
  );
});

describe('a provider that is in trouble', () => {
  scenario(
    'is left alone for as long as it asks for',
    {
      script: {
        developer: { 1: worksAfter(fail('infra.rate_limit', 'Slow down.', { retryAfterMs: 3_000 })) },
      },
    },
    landing({ spent: { 1: { infra: 1 } }, rules: { run: ['provider.asks_to_wait'], 1: ['infra.wait'] } }),
    played => {
      const [rested] = played.of('provider_rested');
      expect(starts(played)[1]).toBeGreaterThanOrEqual(rested!.until as number);
      expect(played.of('session_ended')[0]).toMatchObject({ failure: { retryAt: rested!.until } });
    },
  );
  scenario(
    'is asked again after waits of our own where it tells none',
    {
      script: { developer: { 1: worksAfter(fail('infra.network'), fail('infra.network')) } },
      settings: { recovery: without, limits: limits({ backoffMs: 400 }) },
    },
    landing({ spent: { 1: { infra: 2 } }, rules: { 1: ['infra.wait', 'infra.wait'] } }),
    played => {
      const moments = played.of('phase_retry').map(({ notBefore }) => notBefore as number);
      expect(moments).toHaveLength(2);
      for (const [index, moment] of moments.entries())
        expect(starts(played)[index + 1]).toBeGreaterThanOrEqual(moment);
    },
  );
  scenario(
    'is asked again only so often, then a person is asked, and answers',
    {
      script: { developer: { 1: worksAfter(fail('infra.overload'), fail('infra.overload')) } },
      settings: { recovery: without, limits: limits({ infraRetries: 1 }) },
      people: [['retry', '1']],
    },
    landing({
      codes: [3, 0],
      spent: { 1: { infra: 2, rounds: 1 } },
      rules: { 1: ['infra.wait', 'stuck.question', 'stuck.question'] },
    }),
  );
  scenario(
    'is asked again only so often, then the phase has failed where recovery is off',
    {
      script: { developer: { 1: [[fail('infra.overload')]] } },
      settings: { recovery: 'off', limits: limits({ infraRetries: 1 }) },
    },
    failing({ spent: { 1: { infra: 2 } }, rules: { 1: ['infra.wait', 'infra.exhausted'] } }),
  );
  scenario(
    'gives way to the next one when it failed too often',
    {
      script: { developer: small(fail('infra.overload')) },
      settings: { models: both, recovery: { breaker: { failures: 2 } } },
    },
    landing({
      spent: { 1: { infra: 2 } },
      rules: { run: ['breaker.open'], 1: ['infra.wait', 'infra.wait'] },
    }),
    ({ shop, status, of }) => {
      expect(shop.git('show', 'work:1.txt')).toBe('1 3 big\n');
      expect(status.phases).toMatchObject([{ level: 0 }]);
      expect(of('provider_rested')).toMatchObject([{ provider: 'small' }]);
    },
  );
  scenario(
    'gives way after five failures, unless told',
    {
      script: { developer: small(fail('infra.overload')) },
      settings: { models: both },
    },
    landing({ spent: { 1: { infra: 5 } }, rules: { run: ['breaker.open'], 1: Array(5).fill('infra.wait') } }),
    ({ shop }) => expect(shop.git('show', 'work:1.txt')).toBe('1 6 big\n'),
  );
  scenario(
    'rests when it failed too often and there is no other',
    {
      script: { developer: { 1: worksAfter(fail('infra.overload'), fail('infra.overload')) } },
      settings: { recovery: { breaker: { failures: 2, restMs: 700 } } },
    },
    landing({
      spent: { 1: { infra: 2 } },
      rules: { run: ['breaker.open'], 1: ['infra.wait', 'infra.wait'] },
    }),
    played =>
      expect(starts(played)[2]).toBeGreaterThanOrEqual(played.of('provider_rested')[0]!.until as number),
  );
});

describe('an agent without access', () => {
  const NEED = 'the agent gets no access; log it in, or give it a valid key';
  const QUESTION = ['stuck.question', 'stuck.question'];
  scenario(
    'needs a person at once',
    {
      script: { developer: { 1: worksAfter(fail('infra.auth', 'Invalid key.')) } },
      settings: { recovery: without },
    },
    waiting({ spent: { 1: { rounds: 1 } }, rules: { 1: QUESTION } }),
    ({ status, drives }) => {
      expect(status.needs).toMatchObject([{ phase: '1', need: expect.stringContaining(NEED) }]);
      expect(drives[0]!.err).toContain('Invalid key.');
    },
  );
  scenario(
    'goes on when it was given some',
    {
      script: { developer: { 1: worksAfter(fail('infra.auth', 'Invalid key.')) } },
      settings: { recovery: without },
      people: [['retry', '1']],
    },
    landing({ codes: [3, 0], spent: { 1: { infra: 1, rounds: 1 } }, rules: { 1: QUESTION } }),
  );
  scenario(
    'gives way to another one for good',
    {
      phases: [
        { id: '1', title: 'First' },
        { id: '2', title: 'Second', dependsOn: ['1'] },
      ],
      script: { developer: { '*': [[{ model: { small: [fail('infra.auth')], '*': [WORK] } }]] } },
      settings: { models: both, recovery: without },
    },
    landing({
      phases: { 1: 'completed', 2: 'completed' },
      landed: ['1', '2'],
      spent: { 1: { infra: 1 } },
      rules: { run: ['provider.no_access'], 1: ['infra.wait'] },
    }),
    ({ shop }) => expect(shop.git('show', 'work:1.txt', 'work:2.txt')).toBe('1 2 big\n2 1 big\n'),
  );
});

describe('a reviewer that cannot be asked', () => {
  const models = { reviewer: chain('small', 'big') };
  const by = (...steps: object[]): object => ({
    reviewer: { 1: [[{ model: { small: steps, '*': [{ reply: { approved: true } }] } }]] },
  });
  const isDoneOnce = ({ of, shop }: Played): void => {
    expect(of('phase_started')).toHaveLength(1);
    expect(of('session_ended')).toHaveLength(1);
    expect(of('review_ended')).toMatchObject([{ by: { model: 'big' } }]);
    expect(shop.git('rev-list', '--count', 'main..work')).toBe('1\n');
  };
  scenario(
    'is asked again later, and gives way in the end; the work is not done again',
    {
      script: by(fail('infra.network')),
      settings: { review: true, models, recovery: { breaker: { failures: 2 } } },
    },
    landing({
      spent: { 1: { infra: 2 } },
      rules: { run: ['breaker.open'], 1: ['infra.wait', 'infra.wait'] },
    }),
    isDoneOnce,
  );
  scenario(
    'because of its quota gives way at once; the work is not done again',
    {
      script: by(fail('infra.quota', 'Used up.', { retryAfterMs: 3_600_000 })),
      settings: { review: true, models },
    },
    landing({ spent: { 1: { quota: 1 } }, rules: { run: ['provider.asks_to_wait'], 1: ['quota.wait'] } }),
    isDoneOnce,
  );
});
