import { describe, expect, it } from 'vitest';
import { loadModel } from '../../../src/agent/api/load.ts';
import type { ProviderName } from '../../../src/agent/api/providers.ts';
import { settingsFor } from '../../../src/agent/api/settings.ts';
import { type StepEnd, takeStep } from '../../../src/agent/api/step.ts';
import { readTool } from '../../../src/agent/api/tools/read.ts';
import { offered } from '../../../src/agent/api/use-tools.ts';
import type { Message } from '../../../src/agent/wire/message.ts';
import { replay } from './replay.ts';

/** One message of a model behind these streams: what the agent prints of it, and how it ended. */
async function heard(
  provider: ProviderName,
  streams: readonly (readonly object[])[],
  retries = 0,
): Promise<{ readonly messages: readonly Message[]; readonly end: StepEnd }> {
  const chosen = { provider, model: 'some-model', key: 'k', baseUrl: (await replay(...streams)).url };
  const loaded = await loadModel(chosen);
  if ('category' in loaded) throw new Error(loaded.message);
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  const messages: Message[] = [];
  const question = {
    system: { role: 'system', content: 'Be good.' },
    messages: [{ role: 'user', content: 'Build it.' }],
    tools: offered(loaded.sdk, [readTool], {}),
    retries,
    settings: settingsFor(chosen),
  } as const;
  const end = await takeStep(loaded, question, new AbortController().signal, said => messages.push(said));
  return { messages, end };
}

const failed = (category: string) => ({ kind: 'failed', failing: { category } });

describe('Anthropic', () => {
  const usage = {
    input_tokens: 3,
    cache_creation_input_tokens: 20,
    cache_read_input_tokens: 100,
    output_tokens: 1,
  };
  const START = {
    type: 'message_start',
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [],
      stop_reason: null,
      usage,
    },
  };
  const block = (index: number, content_block: object, ...deltas: object[]) => [
    { type: 'content_block_start', index, content_block },
    ...deltas.map(delta => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
  const words = (index: number, ...texts: string[]) =>
    block(index, { type: 'text', text: '' }, ...texts.map(text => ({ type: 'text_delta', text })));
  const use = (index: number, name: string, json: string) =>
    block(
      index,
      { type: 'tool_use', id: `toolu_${index}`, name, input: {} },
      { type: 'input_json_delta', partial_json: json },
    );
  const stop = (stop_reason: string) => [
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 42 } },
    { type: 'message_stop' },
  ];
  const OVERLOADED = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };

  it('says a message in one piece, with all that it took', async () => {
    const thought = block(
      0,
      { type: 'thinking', thinking: '', signature: '' },
      { type: 'thinking_delta', thinking: 'Let me ' },
      { type: 'thinking_delta', thinking: 'see.' },
      { type: 'signature_delta', signature: 'c2ln' },
    );
    const stream = [START, ...thought, ...words(1, 'Hel', 'lo'), ...words(2, 'you'), ...stop('end_turn')];
    const { messages, end } = await heard('anthropic', [stream]);
    expect(messages).toEqual([
      { type: 'thinking', text: 'Let me see.' },
      { type: 'text', text: 'Hello' },
      { type: 'text', text: 'you' },
      { type: 'usage', input: 123, output: 42, costUsd: null },
    ]);
    expect(end).toMatchObject({ kind: 'said', calls: [], mistaken: false });
  });

  it('calls for tools, sensibly or not', async () => {
    const stream = [
      START,
      ...words(0, 'I look.'),
      ...use(1, 'read', '{"path": "a"}'),
      ...use(2, 'read', '{"file": "a"}'),
      ...use(3, 'fly', '{}'),
      ...use(4, 'read', '{"path'),
      ...stop('tool_use'),
    ];
    const { messages, end } = await heard('anthropic', [stream]);
    expect(end).toMatchObject({
      kind: 'said',
      mistaken: true,
      calls: [{ toolName: 'read', input: { path: 'a' } }],
    });
    expect(messages.map(message => ('ok' in message ? [message.name, message.ok] : message.type))).toEqual([
      ...[
        'text',
        'tool_call',
        ['read', false],
        'tool_call',
        ['fly', false],
        'tool_call',
        ['read', false],
        'usage',
      ],
    ]);
  });

  it.each([
    ['refusal', 'refused'],
    ['max_tokens', 'truncated'],
    ['model_context_window_exceeded', 'truncated'],
    ['something_new', 'truncated'],
  ])('stops by %s', async (reason, category) => {
    const { messages, end } = await heard('anthropic', [[START, ...words(0, 'Well'), ...stop(reason)]]);
    expect(end).toMatchObject(failed(category));
    expect(messages).toEqual([
      { type: 'text', text: 'Well' },
      { type: 'usage', input: 123, output: 42, costUsd: null },
    ]);
  });

  it('breaks off', async () => {
    const { messages, end } = await heard('anthropic', [[START, ...words(0, 'We', 'll').slice(0, 2)]]);
    expect(end).toMatchObject(failed('truncated'));
    expect(messages[0]).toEqual({ type: 'text', text: 'We' });
  });

  it('is overloaded in the middle of a message', async () => {
    const broken = [START, ...words(0, 'We', 'll').slice(0, 2), OVERLOADED];
    expect((await heard('anthropic', [broken])).end).toMatchObject(failed('infra.overload'));
    const whole = [START, ...words(0, 'Well'), ...stop('end_turn')];
    const { messages, end } = await heard('anthropic', [broken, whole], 1);
    expect(end.kind).toBe('said');
    expect(messages.at(-2)).toEqual({ type: 'text', text: 'Well' });
  });

  it.each([[[]], [[{ type: 'message_start' }]], [[{ strange: true }]], [[{ type: 'new_kind' }]]])(
    'makes no sense: %j',
    async stream => expect((await heard('anthropic', [stream])).end.kind).toBe('failed'),
  );
});

describe('compatible servers', () => {
  const chunk = (delta: object, finish_reason: string | null = null, more: object = {}) => ({
    id: 'c1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason }],
    ...more,
  });
  const call = { index: 0, id: 'c', type: 'function', function: { name: 'read', arguments: '{"path":"a"}' } };

  it('count what was cached and thought', async () => {
    const usage = {
      prompt_tokens: 100,
      completion_tokens: 30,
      total_tokens: 130,
      prompt_tokens_details: { cached_tokens: 80 },
      completion_tokens_details: { reasoning_tokens: 20 },
    };
    const stream = [chunk({ role: 'assistant', content: 'Hi' }), chunk({}, 'stop', { usage })];
    expect((await heard('compatible', [stream])).messages).toEqual([
      { type: 'text', text: 'Hi' },
      { type: 'usage', input: 100, output: 30, costUsd: null },
    ]);
  });

  it('that tell no usage are not said to have none', async () => {
    const { messages, end } = await heard('compatible', [[chunk({ content: 'Hi' }), chunk({}, 'stop')]]);
    expect(messages).toEqual([{ type: 'text', text: 'Hi' }]);
    expect(end.kind).toBe('said');
  });

  it('may say that they stopped though they call for a tool', async () => {
    const { end } = await heard('compatible', [[chunk({ tool_calls: [call] }), chunk({}, 'stop')]]);
    expect(end).toMatchObject({ kind: 'said', calls: [{ toolName: 'read' }] });
  });

  it.each([
    ['length', 'truncated'],
    ['content_filter', 'refused'],
  ])('stop by %s', async (reason, category) => {
    const { end } = await heard('compatible', [[chunk({ content: 'Hi' }), chunk({}, reason)]]);
    expect(end).toMatchObject(failed(category));
  });

  it('may fail in words', async () => {
    const error = {
      error: { message: 'Rate limit reached for requests', type: 'requests', code: 'rate_limit_exceeded' },
    };
    expect((await heard('compatible', [[error]])).end).toMatchObject(failed('infra.rate_limit'));
  });
});

describe('Google', () => {
  const candidate = (parts: object[], more: object = {}) => ({
    candidates: [{ content: { role: 'model', parts }, index: 0, ...more }],
  });
  const usageMetadata = {
    promptTokenCount: 100,
    cachedContentTokenCount: 60,
    candidatesTokenCount: 10,
    thoughtsTokenCount: 5,
    totalTokenCount: 115,
  };

  it('counts what was cached and thought', async () => {
    const stream = [
      candidate([{ text: 'Hm.', thought: true }]),
      { ...candidate([{ text: 'Hi' }], { finishReason: 'STOP' }), usageMetadata },
    ];
    expect((await heard('google', [stream])).messages).toEqual([
      { type: 'thinking', text: 'Hm.' },
      { type: 'text', text: 'Hi' },
      { type: 'usage', input: 100, output: 15, costUsd: null },
    ]);
  });

  it.each([
    ['SAFETY', 'refused'],
    ['PROHIBITED_CONTENT', 'refused'],
    ['MAX_TOKENS', 'truncated'],
    ['MALFORMED_FUNCTION_CALL', 'agent_error'],
    ['OTHER', 'truncated'],
  ])('stops by %s', async (finishReason, category) => {
    const { end } = await heard('google', [[candidate([{ text: 'Hi' }], { finishReason })]]);
    expect(end).toMatchObject(failed(category));
  });

  it('does not even begin', async () => {
    const { end } = await heard('google', [
      [{ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata }],
    ]);
    expect(end).toMatchObject(failed('refused'));
  });
});
