import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { expectEnding, failing, landing, type Played, play, scenario } from '../scenario.ts';
import { fail, WORK, worksAfter } from '../steps.ts';

interface Letter {
  readonly number: number;
  readonly kind: string;
  readonly phase: string | null;
  readonly text: string;
}

/** Adds each notice as a line to a file of the test's home. */
const NOTE = 'cat >> "$HOME/notices"; echo >> "$HOME/notices"';
const letters = ({ shop }: Played): Letter[] =>
  existsSync(join(shop.repository, '../notices'))
    ? shop
        .read('../notices')
        .trim()
        .split('\n')
        .map(line => JSON.parse(line))
        .sort((a, b) => a.number - b.number)
    : [];
const kinds = (played: Played): string[] =>
  letters(played).map(({ kind, phase }) => `${kind} ${phase ?? '-'}`);
const ALL = ['waiting', 'ended', 'phase_failed', 'phase_completed', 'budget', 'rest'];
const spends = { usage: { input: 1, output: 1, costUsd: 0.85 } };

describe('a command is told', () => {
  scenario(
    'that the run waits, with what it needs, and how it ended',
    {
      script: {
        developer: { 1: [[{ report: { status: 'failed', question: 'Which port is it?' } }], [WORK]] },
      },
      settings: { notify: NOTE },
      people: [['retry', '1']],
    },
    landing({
      codes: [3, 0],
      spent: { 1: { attempts: 1, rounds: 1 } },
      rules: { 1: ['stuck.question', 'stuck.question'] },
    }),
    played => {
      expect(kinds(played)).toEqual(['waiting -', 'ended -']);
      expect(letters(played)).toMatchObject([
        { number: 1, run: played.drives[0]!.run, branch: 'work', repository: played.shop.repository },
        { number: 2, text: 'the run is completed' },
      ]);
      expect(played.of('notice_sent')).toMatchObject([{ number: 1 }, { number: 2 }]);
    },
  );
  scenario(
    'of phases, budgets and providers, where that is set',
    {
      phases: [
        { id: '1', title: 'First' },
        { id: '2', title: 'Second', dependsOn: ['1'] },
      ],
      script: {
        developer: {
          1: [[spends, fail('infra.rate_limit', 'Slow down.', { retryAfterMs: 3_000 })], [WORK]],
          2: [[fail('tests')]],
        },
      },
      settings: {
        ...{ notify: { commands: NOTE, on: ALL }, maxAttempts: 1 },
        ...{ recovery: { doctor: false, replan: false }, budgets: { run: { usd: 1 } } },
      },
    },
    failing({
      phases: { 1: 'completed', 2: 'failed' },
      landed: ['1'],
      spent: { 1: { infra: 1 }, 2: { attempts: 1, rounds: 1 } },
      rules: {
        run: ['provider.asks_to_wait'],
        1: ['infra.wait'],
        2: ['stuck.budget', 'stuck.nothing_left'],
      },
    }),
    played =>
      expect(kinds(played).toSorted()).toEqual([
        'budget -',
        'ended -',
        'phase_completed 1',
        'phase_failed 2',
        'rest -',
      ]),
  );
  scenario(
    'nothing that is not asked for',
    { script: {}, settings: { notify: { commands: NOTE, on: ['phase_failed'] } } },
    landing({}),
    played => expect(letters(played)).toEqual([]),
  );
});

describe('a messenger that does not work', () => {
  for (const [what, command, reason] of [
    ['fails', 'echo no >&2; exit 7', /ended with exit code 7/],
    ['hangs', 'sleep 3600', /ended: timeout/],
  ] as const) {
    scenario(
      `because it ${what} holds nothing up`,
      { script: {}, settings: { notify: { commands: command, timeoutMs: 300 } } },
      landing({}),
      ({ of }) =>
        expect(of('notice_failed')).toMatchObject([{ number: 1, reason: expect.stringMatching(reason) }]),
    );
  }
});

describe('a webhook', () => {
  it('is told again when it answers with an error, and both ways are told', async () => {
    const bodies: Letter[] = [];
    const server = createServer((request, response) => {
      let text = '';
      request.setEncoding('utf8').on('data', part => (text += part));
      request.on('end', () => {
        bodies.push(JSON.parse(text));
        response.writeHead(bodies.length === 1 ? 500 : 200).end();
      });
    });
    onTestFinished(() => void server.close());
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const played = await play({
      script: { developer: { 1: worksAfter(fail('tests')) } },
      settings: { notify: { webhooks: `http://127.0.0.1:${port}/secret-key`, commands: NOTE } },
    });
    await expectEnding(played, landing({ spent: { 1: { attempts: 1 } }, rules: { 1: ['retry.attempts'] } }));
    expect(bodies.map(({ number, kind }) => [number, kind])).toEqual([
      [1, 'ended'],
      [1, 'ended'],
    ]);
    expect(played.of('notice_sent')).toMatchObject([{ number: 1 }]);
  });

  scenario(
    'that is not there is told of by its host alone',
    { script: {}, settings: { notify: { webhooks: 'http://127.0.0.1:9/secret-key' } } },
    landing({}),
    ({ of, drives }) => {
      expect(of('notice_failed')).toMatchObject([{ reason: '127.0.0.1:9 could not be reached' }]);
      expect(drives[0]!.err).not.toContain('secret-key');
    },
  );
});
