import { describe, expect, it } from 'vitest';
import { patience } from '../../../src/agent/opencode/patience.ts';
import { hearingOf } from '../../../src/agent/opencode/understand.ts';
import { addressIn } from '../../../src/agent/opencode/wire.ts';
import type { Heard } from '../../../src/agent/talk/heard.ts';
import {
  ANSWERED,
  ASKED,
  CALLED,
  END_OF_WORDS,
  error,
  failed,
  finished,
  IDLE,
  LIMITED,
  PERMISSION,
  part,
  REJECTED,
  RETURNED,
  SPOKEN,
  status,
  step,
  THOUGHT,
  UNAUTHORIZED,
  unfinished,
} from './recorded.ts';

const NOW = 1_794_968_968_000;

/** What is heard in the end; null stands for what was not understood. */
function heard(events: readonly unknown[], session = 'ses_1'): (Heard | null)[] {
  const { understand } = hearingOf(
    session,
    patience(() => NOW, 20_000),
  );
  return events.flatMap<Heard | null>(event => understand(event) ?? [null]);
}

const CALL: Heard = { type: 'tool_call', name: 'bash', summary: 'echo hi; exit 3' };
const usage = (inputTokens: number, outputTokens: number, costUsd: number | null): Heard => ({
  type: 'usage',
  usage: { inputTokens, outputTokens, costUsd },
});
const failure = (category: string, message: unknown = expect.any(String), more: object = {}): Heard =>
  ({ type: 'failed', failure: { category, message, ...more } }) as Heard;

const retry = (message: string, ms: number): object =>
  status({ type: 'retry', attempt: 1, message, next: NOW + ms });
const CLOSED =
  'Cannot connect to API: The socket connection was closed unexpectedly. For more information, pass `verbose: true` in the second argument to fetch()';
const QUOTA = 'You exceeded your current quota, please check your plan and billing details. because';

describe('what opencode tells', () => {
  it('is a turn, told once and in order', () => {
    const turn = [...ASKED, ...THOUGHT, ...SPOKEN, ...CALLED, RETURNED, step({}), finished('tool-calls')];
    expect(heard([...turn, ...ANSWERED, ...IDLE])).toEqual([
      { type: 'thinking', text: 'hmm' },
      { type: 'text', text: 'one' },
      CALL,
      { type: 'tool_result', name: 'bash', ok: false, summary: 'hi\n' },
      usage(1000, 50, null),
      { type: 'answer', value: { a: 'b' } },
      { type: 'done' },
    ]);
  });

  it.each<[what: string, events: readonly unknown[], expected: readonly (Heard | null)[]]>([
    ['text that is complete', [...SPOKEN, END_OF_WORDS, END_OF_WORDS], [{ type: 'text', text: 'one' }]],
    ['text that is not', SPOKEN, []],
    ['text that broke off', [...SPOKEN, retry('x', 1000), CALLED[1]], [CALL]],
    [
      'a tool that was refused',
      [REJECTED],
      [
        CALL,
        {
          type: 'tool_result',
          name: 'bash',
          ok: false,
          summary: 'The user rejected permission to use this specific tool call',
        },
      ],
    ],
    [
      'tokens of all kinds',
      [step({ tokens: { input: 1, output: 2, reasoning: 4, cache: { read: 8, write: 16 } }, cost: 0.5 })],
      [usage(25, 6, 0.5)],
    ],
    ['tokens twice', [step({}), step({})], [usage(1000, 50, null)]],
    ['no tokens', [step({ tokens: { input: 0, output: 0 } })], []],
    [
      'what another session spends',
      [step({ sessionID: 'ses_2', messageID: 'msg_9' })],
      [usage(1000, 50, null)],
    ],
    [
      'what another session says',
      [part({ id: 'p', messageID: 'msg_9', type: 'text', text: 'x', time: { end: 1 } })],
      [],
    ],
    [
      'events of other kinds',
      [
        { type: 'plugin.added', properties: { id: 'x' } },
        { type: 'new', properties: 3 },
      ],
      [],
    ],
    ['parts of other kinds', [part({ id: 'p', type: 'patch', hash: 'x' })], []],
    ['rubbish', [null, 3, 'text', {}, { type: 4 }], [null, null, null, null, null]],
    [
      'events that are malformed',
      [{ type: 'session.idle', properties: {} }, part({ type: 'tool' })],
      [null, null],
    ],
  ])('is %s', (_what, events, expected) => {
    expect(heard([...ASKED, ...events])).toEqual(expected);
  });

  it.each<[what: string, events: readonly unknown[], expected: readonly Heard[]]>([
    ['its last word', [finished('stop'), ...IDLE], [{ type: 'done' }]],
    [
      'that there is no answer',
      [
        finished('stop', {
          error: error('StructuredOutputError', { message: 'Model did not produce it', retries: 0 }),
        }),
        ...IDLE,
      ],
      [{ type: 'done' }],
    ],
    [
      'an error that was mended',
      [failed(error('ContextOverflowError')), finished('stop'), ...IDLE],
      [{ type: 'done' }],
    ],
    [
      'an error that was not',
      [failed(error('ContextOverflowError', { message: 'too long' })), ...IDLE],
      [failure('truncated', 'too long')],
    ],
    [
      'a key that is refused',
      [failed(UNAUTHORIZED), ...IDLE],
      [failure('infra.auth', 'because (status 401)')],
    ],
    [
      'the same in the message',
      [unfinished({ error: UNAUTHORIZED }), ...IDLE],
      [failure('infra.auth', 'because (status 401)')],
    ],
    [
      'a limit of the rate',
      [failed(LIMITED), ...IDLE],
      [failure('infra.rate_limit', 'because (status 429)', { retryAt: expect.any(Number) })],
    ],
    [
      'a login that is missing',
      [failed(error('ProviderAuthError', { providerID: 'x', message: 'no key' })), ...IDLE],
      [failure('infra.auth', 'no key')],
    ],
    [
      'a model that refuses',
      [failed(error('ContentFilterError', { message: 'blocked' })), ...IDLE],
      [failure('refused', 'blocked')],
    ],
    ['a message that is cut', [finished('length'), ...IDLE], [failure('truncated')]],
    [
      'a message that is too long',
      [failed(error('MessageOutputLengthError')), ...IDLE],
      [failure('truncated', 'MessageOutputLengthError')],
    ],
    ['a message that just ends', [finished('other'), ...IDLE], [failure('truncated')]],
    ['a turn without an end', [...IDLE], [failure('truncated')]],
    [
      'an unknown error',
      [failed(error('UnknownError', { message: 'strange' })), ...IDLE],
      [failure('agent_error', 'strange')],
    ],
    ['patience', [retry(CLOSED, 2000), retry(CLOSED, 10_000)], []],
    ['no more patience', [retry(CLOSED, 2000), retry(CLOSED, 21_000)], [failure('infra.network')]],
    ['an overload', [retry('because', 21_000)], [failure('infra.overload', 'because')]],
    [
      'a long wait',
      [retry('Too Many Requests', 7_200_000)],
      [failure('infra.rate_limit', 'Too Many Requests', { retryAt: NOW + 7_200_000 })],
    ],
    ['a quota that is used up', [retry(QUOTA, 2000)], [failure('infra.quota', QUOTA)]],
  ])('at the end is %s', (_what, events, expected) => {
    expect(heard([...ASKED, ...events])).toEqual(expected);
  });

  it('is an error before the first message, which nothing follows', () => {
    expect(heard([failed(error('UnknownError', { message: 'Model not found: a/b' }))])).toEqual([
      failure('agent_error', 'Model not found: a/b'),
    ]);
  });

  it('is a request, with the tool that makes it', () => {
    const hearing = hearingOf('ses_1', patience(Date.now));
    for (const event of [...ASKED, ...CALLED]) {
      hearing.understand(event);
      expect(hearing.asked(event)).toBe(null);
    }
    expect(hearing.asked(PERMISSION)).toEqual({
      id: 'per_8',
      permission: 'bash',
      tool: 'bash',
      command: 'rm a',
    });
  });
});

it.each([
  ['opencode server listening on http://127.0.0.1:4096', 'http://127.0.0.1:4096'],
  ['opencode server listening on http://0.0.0.0:4096', null],
  ['Warning: OPENCODE_SERVER_PASSWORD is not set; server is unsecured.', null],
])('finds the address in %j', (line, expected) => {
  expect(addressIn(line)).toBe(expected);
});
