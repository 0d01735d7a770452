import { describe, expect, it } from 'vitest';
import type { Messengers } from '../../../src/engine/ports.ts';
import type { Notice } from '../../../src/run/notice.ts';
import { NOTICES } from '../../../src/run/policies.ts';
import { planOf } from '../../run/plans.ts';
import { survives } from '../crash.ts';
import { type WorldOptions, world } from '../world.ts';
import { climbs, eventsOf, failing, guarded } from './ladder.ts';

const TOLD = { commands: ['tell me'], on: [...NOTICES] };

/** Writes down what it is to tell; `answer` says how that went, by how often it was tried. */
function recorder(answer: (tries: number) => string | null = () => null) {
  const told: Notice[] = [];
  const messengers: Messengers = {
    tell: async notice => {
      told.push(notice);
      return answer(told.filter(({ number }) => number === notice.number).length);
    },
  };
  return { told, messengers };
}

const words = (told: readonly Notice[]): string[] =>
  told.map(({ number, kind, phase, text }) => `${number} ${kind} ${phase ?? '-'}: ${text}`);

describe('people are told', () => {
  const check = async (options: WorldOptions, expected: readonly (string | RegExp)[]): Promise<void> => {
    const { told, messengers } = recorder();
    const made = await climbs(
      { ...options, messengers, settings: { notify: TOLD, ...options.settings } },
      null,
    );
    expect(words(told)).toEqual(
      expected.map(line => (typeof line === 'string' ? line : expect.stringMatching(line))),
    );
    expect(made.state.notices).toEqual([]);
    expect(eventsOf(made, 'notice_sent').map(({ number }) => number)).toEqual(
      told.map(({ number }) => number),
    );
  };

  it('of phases that landed and of the end', async () => {
    await check({ plan: planOf('a') }, [
      '1 phase_completed a: phase a has landed',
      '2 ended -: the run is completed',
    ]);
  });

  it('of phases that failed', async () => {
    await check(
      { plan: planOf('a'), script: { a: ['fail'] }, settings: { recovery: { doctor: { enabled: false } } } },
      [/^1 phase_failed a: a 2 broke/, '2 ended -: the run is halted: failed: a'],
    );
  });

  it('of a run that waits for them', async () => {
    await check({ plan: planOf('a', { a: { gated: true } }) }, ['1 waiting -: waits for approval of a']);
  });

  it('of budgets', async () => {
    await check(
      {
        plan: planOf('a'),
        developer: files => {
          files.set('a', '');
          return { usage: { inputTokens: 900, outputTokens: 0, costUsd: null } };
        },
        settings: { budgets: { run: { tokens: 1_000 } } },
      },
      [/^1 budget -: budget of the run: 900 of 1,000 tokens/, /^2 phase_completed/, /^3 ended/],
    );
  });

  it('of providers that are left alone', async () => {
    const quota = { ...failing('infra.quota', 'enough'), retryAt: 60_000 };
    await check({ plan: planOf('a'), script: { a: [quota, 'ok'] } }, [
      '1 rest -: scripted is left alone until 1970-01-01T00:01:00.000Z: the provider says when it can be asked again',
      /^2 phase_completed/,
      /^3 ended/,
    ]);
  });

  it('of nothing that they do not want to hear', async () => {
    await check({ plan: planOf('a'), settings: { notify: { ...TOLD, on: ['ended'] } } }, [/^1 ended/]);
    await check({ plan: planOf('a'), settings: { notify: { ...TOLD, on: [] } } }, []);
    await check({ plan: planOf('a'), settings: { notify: { ...TOLD, commands: [] } } }, []);
  });
});

describe('a notice that cannot be delivered', () => {
  const settings = { notify: { ...TOLD, on: ['ended' as const] } };

  it('is tried three times', async () => {
    const { told, messengers } = recorder(tries => (tries < 3 ? 'nobody there' : null));
    const made = await climbs({ plan: planOf('a'), messengers, settings }, '#1, completed');
    expect(told).toHaveLength(3);
    expect(eventsOf(made, 'notice_sent')).toHaveLength(1);
  });

  it('is given up, with the reason, and the run has ended all the same', async () => {
    const { told, messengers } = recorder(() => 'nobody there');
    const made = await climbs({ plan: planOf('a'), messengers, settings }, '#1, completed', {
      status: 'completed',
    });
    expect(told).toHaveLength(3);
    expect(eventsOf(made, 'notice_failed')).toEqual([
      { type: 'notice_failed', number: 1, reason: 'nobody there' },
    ]);
  });

  it('holds nothing up', async () => {
    const delivered = Promise.withResolvers<void>();
    const order: string[] = [];
    await climbs(
      {
        plan: planOf('a; b: a; c: b'),
        settings: { notify: { ...TOLD, on: ['phase_completed'] } },
        messengers: {
          tell: async ({ phase }) => {
            order.push(`tells of ${phase}`);
            if (phase === 'c') delivered.resolve();
            await delivered.promise;
            order.push(`told of ${phase}`);
            return null;
          },
        },
      },
      null,
      { status: 'completed', landed: 'a b c' },
    );
    expect(order.slice(0, 3)).toEqual(['tells of a', 'tells of b', 'tells of c']);
    expect(order).toHaveLength(6);
  });
});

describe('a notice that was sent just before the process died', () => {
  it('is sent again: at least once, never not at all', async () => {
    const options = { plan: planOf('a'), settings: { notify: { ...TOLD, on: ['ended' as const] } } };
    const sound = recorder();
    const writes = (await climbs({ ...options, messengers: sound.messengers }, null)).events.length;
    let twice = 0;
    for (let write = 1; write <= writes; write += 1) {
      for (const when of ['before', 'after'] as const) {
        const { told, messengers } = recorder();
        const made = await world(guarded({ ...options, messengers }));
        if (await survives(made.go({ crash: { write, when } }))) continue;
        const { ending, status, notices } = await made.go();
        expect([ending, status, notices]).toEqual([null, 'completed', []]);
        expect(new Set(told.map(({ number }) => number))).toEqual(new Set([1]));
        expect(told.length).toBeLessThanOrEqual(2);
        if (told.length === 2) twice += 1;
      }
    }
    expect(twice).toBe(1);
  });
});
