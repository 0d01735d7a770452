import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadModel } from '../../../src/agent/api/load.ts';
import type { Orders } from '../../../src/agent/api/orders.ts';
import { readSession } from '../../../src/agent/api/session-file.ts';
import { work } from '../../../src/agent/api/work.ts';
import type { Message } from '../../../src/agent/wire/message.ts';
import { ground } from './place.ts';
import { replay } from './replay.ts';

const ID = '0b0f3f5e-3c6a-4b6e-9c52-7e1d2a4c9f10';

const said = (content: object, finish_reason: string) => [
  {
    id: 'c',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta: content }],
  },
  {
    id: 'c',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta: {}, finish_reason }],
  },
];
const calls = (...wanted: (readonly [name: string, input: object])[]) =>
  said(
    {
      tool_calls: wanted.map(([name, input], index) => ({
        index,
        id: `call_${index}`,
        type: 'function',
        function: { name, arguments: JSON.stringify(input) },
      })),
    },
    'tool_calls',
  );

/** A session in this process, with a model that says these things. */
async function session(streams: readonly (readonly object[])[], given: Partial<Orders> = {}) {
  const place = ground();
  const { url, bodies } = await replay(...streams);
  const chosen = { provider: 'compatible', model: 'm', key: null, baseUrl: url } as const;
  const orders: Orders = {
    sessionId: ID,
    continues: false,
    sessions: join(place.outside, 'sessions'),
    prompt: 'Build it.',
    chosen,
    readOnly: false,
    answerSchema: null,
    inherit: false,
    retries: 0,
    steps: 5,
    ...given,
  };
  const loaded = await loadModel(chosen);
  if ('category' in loaded) throw new Error(loaded.message);
  const messages: Message[] = [];
  const last = await work(orders, loaded, place, message => messages.push(message));
  return { place, last, messages, bodies, kept: readSession(orders.sessions, ID) };
}

it('uses tools in order, and tells the model of each call what came of it, in one message', async () => {
  const { last, place, kept, bodies } = await session([
    calls(
      ['write', { path: 'a', content: 'b\n' }],
      ['fly', {}],
      ['read', { path: 'a' }],
      ['read', { path: '../x' }],
    ),
    said({ content: 'Done.' }, 'stop'),
  ]);
  expect(last).toEqual({ type: 'done' });
  expect(place.read('a')).toBe('b\n');
  expect(kept?.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
  const [, { messages }] = bodies as [
    unknown,
    { messages: { role: string; tool_call_id: string; content: string }[] },
  ];
  const results = messages.filter(({ role }) => role === 'tool');
  expect(new Map(results.map(({ tool_call_id, content }) => [tool_call_id, content]))).toEqual(
    new Map([
      ['call_0', '2 bytes written to a'],
      ['call_1', expect.stringContaining('fly')],
      ['call_2', '1\tb\n'],
      ['call_3', expect.stringContaining('not inside')],
    ]),
  );
});

it('keeps what was said so far when it fails', async () => {
  const { last, kept } = await session([calls(['list', {}]), [{ error: { message: 'Overloaded' } }]]);
  expect(last).toMatchObject({ type: 'error', category: 'infra.overload' });
  expect(kept?.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
});

it('ends with the answer, and does nothing after it', async () => {
  const answerSchema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
  const { last, messages, bodies } = await session(
    [calls(['submit_result', { n: 'one' }]), calls(['submit_result', { n: 1 }], ['submit_result', { n: 2 }])],
    { answerSchema },
  );
  expect(last).toEqual({ type: 'done' });
  expect(messages.filter(({ type }) => type === 'answer')).toEqual([
    { type: 'answer', value: { n: 'one' } },
    { type: 'answer', value: { n: 1 } },
  ]);
  expect(bodies.length).toBe(2);
});

it('ends a session in which the model only makes mistakes', async () => {
  const { last, bodies } = await session([calls(['fly', {}])]);
  expect(last).toMatchObject({ type: 'error', category: 'truncated' });
  expect(bodies.length).toBe(5);
});
