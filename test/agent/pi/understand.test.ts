import { describe, expect, it } from 'vitest';
import type { Order } from '../../../src/agent/pi/message.ts';
import { understanding } from '../../../src/agent/pi/understand.ts';
import type { Heard } from '../../../src/agent/talk/heard.ts';

/** Lines as pi 0.74.2 printed them, shortened. */
const SPENT =
  '"usage":{"input":1000,"output":50,"cacheRead":200,"cacheWrite":30,"totalTokens":1280,"cost":{"input":0.003,"output":0.00075,"cacheRead":0,"cacheWrite":0,"total":0.00375}}';
const NOTHING =
  '"usage":{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,"totalTokens":0,"cost":{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,"total":0}}';
const FROM = '"api":"anthropic-messages","provider":"anthropic","model":"claude-sonnet-4-5"';
const STATE =
  '{"id":"opening","type":"response","command":"get_state","success":true,"data":{"model":{"id":"claude-sonnet-4-5"},"thinkingLevel":"medium","isStreaming":false,"sessionId":"01a1ec78-86c5-74ad-8cf5-e64b67544408","autoCompactionEnabled":true,"messageCount":0}}';
const CALLING = `{"type":"message_end","message":{"role":"assistant","content":[{"type":"thinking","thinking":"hm, let me","thinkingSignature":"c2lnbmF0dXJl"},{"type":"text","text":"one"},{"type":"toolCall","id":"toolu_8a","name":"bash","arguments":{"command":"echo out; exit 3"}}],${FROM},${SPENT},"stopReason":"toolUse","timestamp":1794968684279}}`;
const TOOL_START =
  '{"type":"tool_execution_start","toolCallId":"toolu_8a","toolName":"bash","args":{"command":"echo out; exit 3"}}';
const TOOL_END =
  '{"type":"tool_execution_end","toolCallId":"toolu_8a","toolName":"bash","result":{"content":[{"type":"text","text":"out\\n\\n\\nCommand exited with code 3"}],"details":{}},"isError":true}';
const CLOSING =
  '{"id":"closing","type":"response","command":"get_state","success":true,"data":{"sessionId":"01a1"}}';

const message = (fields: string): string =>
  `{"role":"assistant",${FROM},${fields},"timestamp":1794968684346}`;
const turnEnd = (fields: string, results = '[]'): string =>
  `{"type":"turn_end","message":${message(fields)},"toolResults":${results}}`;
const stopped = (reason: string, error?: string): string =>
  `"content":[],${NOTHING},"stopReason":"${reason}"${error === undefined ? '' : `,"errorMessage":${JSON.stringify(error)}`}`;

function hear(...lines: readonly string[]): {
  readonly heard: readonly (Heard | null)[];
  readonly told: Order[];
} {
  const told: Order[] = [];
  const understand = understanding(order => told.push(order));
  return { heard: lines.flatMap((line): readonly (Heard | null)[] => understand(line) ?? [null]), told };
}

describe('a line of pi means', () => {
  it.each<readonly [string, string, readonly Heard[] | null]>([
    ['its session', STATE, [{ type: 'session', id: '01a1ec78-86c5-74ad-8cf5-e64b67544408' }]],
    [
      'thoughts, words and what was spent, with what is cached',
      CALLING,
      [
        { type: 'thinking', text: 'hm, let me' },
        { type: 'text', text: 'one' },
        { type: 'usage', usage: { inputTokens: 1230, outputTokens: 50, costUsd: 0.00375 } },
      ],
    ],
    [
      'an unknown cost where there is no price',
      `{"type":"message_end","message":${message('"content":[],"usage":{"input":5,"output":6,"cost":{"total":0}},"stopReason":"stop"')}}`,
      [{ type: 'usage', usage: { inputTokens: 5, outputTokens: 6, costUsd: null } }],
    ],
    ['a call', TOOL_START, [{ type: 'tool_call', name: 'bash', summary: 'echo out; exit 3' }]],
    [
      'its result',
      TOOL_END,
      [{ type: 'tool_result', name: 'bash', ok: false, summary: 'out\n\n\nCommand exited with code 3' }],
    ],
    [
      'no login',
      '{"id":"prompt","type":"response","command":"prompt","success":false,"error":"No API key found for anthropic.\\n\\nUse /login to log into a provider via OAuth or API key."}',
      [
        {
          type: 'failed',
          failure: { category: 'infra.auth', message: expect.stringContaining('No API key') },
        },
      ],
    ],
    ['nothing, for a piece of a message', '{"type":"message_update","assistantMessageEvent":{', []],
    [
      'nothing, for a prompt that was taken',
      '{"id":"prompt","type":"response","command":"prompt","success":true}',
      [],
    ],
    ['nothing, for what is unknown', '{"type":"queue_update","steering":[]}', []],
    ['nothing, for what a person said', '{"type":"message_end","message":{"role":"user","content":[]}}', []],
    ['rubbish', 'Warning: Model "x" not found', null],
    ['rubbish, too', '["type"]', null],
    ['rubbish as well', '{"type":7}', null],
  ])('%s', (_, line, expected) => {
    expect(hear(line).heard).toEqual(expected ?? [null]);
  });
});

describe('how it ended is told when pi has answered', () => {
  it.each<readonly [string, string, Heard]>([
    [
      'well',
      turnEnd(`"content":[{"type":"text","text":"two"}],${SPENT},"stopReason":"stop"`),
      { type: 'done' },
    ],
    ['cut off', turnEnd(stopped('length')), failed('truncated', 'cut off')],
    ['broken off', turnEnd(stopped('aborted', 'Operation aborted')), failed('agent_error', 'broke')],
    ['refused', turnEnd(stopped('error', 'An unknown error occurred')), failed('refused', 'refused')],
    [
      'refused by a filter',
      turnEnd(stopped('error', 'Provider finish_reason: content_filter')),
      failed('refused', 'content_filter'),
    ],
    [
      'limited',
      turnEnd(
        stopped('error', '429 {"type":"error","error":{"type":"rate_limit_error","message":"because"}}'),
      ),
      failed('infra.rate_limit', 'because'),
    ],
    [
      'out of quota',
      turnEnd(
        stopped('error', '429 You exceeded your current quota, please check your plan and billing details.'),
      ),
      failed('infra.quota', 'quota'),
    ],
    ['not let in', turnEnd(stopped('error', '401 because')), failed('infra.auth', '401 because')],
    [
      'overloaded',
      turnEnd(
        stopped('error', '529 {"type":"error","error":{"type":"overloaded_error","message":"because"}}'),
      ),
      failed('infra.overload', 'because'),
    ],
    [
      'cut from the network',
      turnEnd(stopped('error', 'Connection error.')),
      failed('infra.network', 'Connection'),
    ],
    ['strangely', turnEnd(stopped('sideways')), failed('agent_error', 'sideways')],
  ])('%s', (_, line, expected) => {
    expect(hear(line)).toEqual({ heard: [], told: [{ id: 'closing', type: 'get_state' }] });
    expect(hear(line, CLOSING).heard).toEqual([expected]);
  });

  it('but not while there is more to come', () => {
    const wrong = turnEnd(stopped('error', '529 overloaded'));
    const retry =
      '{"type":"auto_retry_start","attempt":1,"maxAttempts":3,"delayMs":2000,"errorMessage":"529 overloaded"}';
    const session = { type: 'session', id: '01a1' };
    expect(hear(wrong, retry, CLOSING).heard).toEqual([session]);
    expect(hear(wrong, '{"type":"compaction_start","reason":"overflow"}', CLOSING).heard).toEqual([session]);
    expect(hear(turnEnd(`${stopped('toolUse')}`, '[{"role":"toolResult"}]'), CLOSING).heard).toEqual([
      session,
    ]);
    const gaveUp =
      '{"type":"auto_retry_end","success":false,"attempt":3,"finalError":"529 overloaded_error"}';
    expect(hear(wrong, retry, gaveUp, CLOSING).heard).toEqual([failed('infra.overload', '529')]);
  });

  it('and where making room failed', () => {
    const end =
      '{"type":"compaction_end","reason":"overflow","aborted":false,"willRetry":false,"errorMessage":"Context overflow recovery failed"}';
    expect(hear(end, CLOSING).heard).toEqual([failed('truncated', 'recovery failed')]);
  });
});

it('nobody is there for the dialogs of extensions', () => {
  const asked = '{"type":"extension_ui_request","id":"u1","method":"confirm","title":"Sure?","message":"?"}';
  const shown = '{"type":"extension_ui_request","id":"u2","method":"notify","message":"Hello"}';
  expect(hear(asked, shown)).toEqual({
    heard: [],
    told: [{ type: 'extension_ui_response', id: 'u1', cancelled: true }],
  });
});

function failed(category: string, words: string): Heard {
  return { type: 'failed', failure: { category, message: expect.stringContaining(words) } } as Heard;
}
