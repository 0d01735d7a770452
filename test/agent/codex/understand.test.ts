import { describe, expect, it } from 'vitest';
import type { Tokens } from '../../../src/agent/codex/message.ts';
import { type Account, understanding } from '../../../src/agent/codex/understand.ts';
import type { Heard } from '../../../src/agent/talk/heard.ts';
import type { Usage } from '../../../src/run/usage.ts';

const SCHEMA = {
  type: 'object',
  properties: {
    status: { type: 'string' },
    summary: { type: 'string' },
    error: { type: ['string', 'null'] },
  },
  required: ['status'],
};

/** An account in which these are spent, one before each line. */
function account(spent: readonly Usage[] = []): Account & { readonly seen: unknown[] } {
  const seen: unknown[] = [];
  const left = [...spent];
  return {
    seen,
    begin: (thread: string) => void seen.push(thread),
    total: (tokens: Tokens) => void seen.push(tokens),
    take: () => left.splice(0, 1),
  };
}

const heard = (lines: readonly string[], schema: object | null = null): (readonly Heard[] | null)[] =>
  lines.map(understanding(account(), schema));

const text = (words: string): Heard => ({ type: 'text', text: words });
const said = (words: string): string =>
  JSON.stringify({ type: 'item.completed', item: { id: 'item_0', type: 'agent_message', text: words } });
const call = (name: string, summary: string): Heard => ({ type: 'tool_call', name, summary });
const result = (name: string, ok: boolean, summary: string): Heard => ({
  type: 'tool_result',
  name,
  ok,
  summary,
});
const DONE: Heard = { type: 'done' };
const TURN_COMPLETED =
  '{"type":"turn.completed","usage":{"input_tokens":1150,"cached_input_tokens":7,"cache_write_input_tokens":0,"output_tokens":65,"reasoning_output_tokens":5}}';

describe('what Codex prints', () => {
  it.each<readonly [line: string, meaning: readonly Heard[] | null]>([
    [
      '{"type":"thread.started","thread_id":"01a1ec77-4297-7822-8b2e-caa98cdfc944"}',
      [{ type: 'session', id: '01a1ec77-4297-7822-8b2e-caa98cdfc944' }],
    ],
    ['{"type":"turn.started"}', []],
    ['{"type":"item.completed","item":{"id":"item_0","type":"agent_message","text":"one"}}', [text('one')]],
    [
      '{"type":"item.completed","item":{"id":"item_1","type":"reasoning","text":"hm"}}',
      [{ type: 'thinking', text: 'hm' }],
    ],
    [
      '{"type":"item.started","item":{"id":"item_3","type":"command_execution","command":"/bin/bash -c \'echo broken; exit 3\'","aggregated_output":"","exit_code":null,"status":"in_progress"}}',
      [call('shell', "/bin/bash -c 'echo broken; exit 3'")],
    ],
    [
      '{"type":"item.completed","item":{"id":"item_2","type":"file_change","changes":[{"path":"/w/a","kind":"add"},{"path":"/w/b","kind":"update"}],"status":"failed"}}',
      [call('apply_patch', 'add /w/a\nupdate /w/b'), result('apply_patch', false, 'add /w/a\nupdate /w/b')],
    ],
    [
      '{"type":"item.completed","item":{"id":"item_4","type":"mcp_tool_call","server":"s","tool":"t","arguments":{"x":1},"result":null,"error":{"message":"no"},"status":"failed"}}',
      [call('s.t', '{"x":1}'), result('s.t', false, 'no')],
    ],
    [
      '{"type":"item.started","item":{"id":"item_5","type":"web_search","query":"why","action":{"type":"other"}}}',
      [call('web_search', 'why')],
    ],
    [
      '{"type":"item.updated","item":{"id":"item_6","type":"todo_list","items":[{"text":"a","completed":true},{"text":"b","completed":false}]}}',
      [call('todo_list', '[x] a\n[ ] b')],
    ],
    [
      '{"type":"item.completed","item":{"id":"item_0","type":"error","message":"Codex is ignoring 1 unrecognized configuration setting."}}',
      [{ type: 'notice', text: 'Codex is ignoring 1 unrecognized configuration setting.' }],
    ],
    [
      '{"type":"error","message":"Reconnecting... 1/5 (stream disconnected before completion: error sending request)"}',
      [
        {
          type: 'notice',
          text: 'Reconnecting... 1/5 (stream disconnected before completion: error sending request)',
        },
      ],
    ],
    ['{"type":"item.completed","item":{"id":"item_9","type":"unheard_of","text":"x"}}', []],
    ['{"type":"item.completed","item":{"id":"item_9","type":"command_execution"}}', []],
    ['{"type":"unheard.of"}', []],
    ['{"type":"item.completed"}', []],
    ['{"type":1}', null],
    ['{"type":', null],
    ['Reading prompt from stdin...', null],
    ['[]', null],
    ['', null],
  ])('%s', (line, meaning) => {
    expect(heard([line])).toEqual([meaning]);
  });

  it('is a call and its result, with what it printed', () => {
    const item = {
      id: 'item_3',
      type: 'command_execution',
      command: 'c',
      aggregated_output: '',
      status: 'in_progress',
    };
    const over = { ...item, aggregated_output: 'broken\n'.repeat(1000), exit_code: 3, status: 'failed' };
    expect(
      heard([
        JSON.stringify({ type: 'item.started', item }),
        JSON.stringify({ type: 'item.updated', item }),
        JSON.stringify({ type: 'item.completed', item: over }),
      ]),
    ).toEqual([[call('shell', 'c')], [], [result('shell', false, 'broken\n'.repeat(1000).slice(0, 4000))]]);
  });

  it('ends well, and tells what the thread spent', () => {
    const book = account();
    const understand = understanding(book, null);
    expect(understand('{"type":"thread.started","thread_id":"t1"}')).toEqual([{ type: 'session', id: 't1' }]);
    understand(said('two'));
    expect(understand(TURN_COMPLETED)).toEqual([DONE]);
    expect(book.seen).toEqual(['t1', { input_tokens: 1150, output_tokens: 65 }]);
  });

  it('ends well even where what was spent makes no sense', () => {
    expect(heard([said('x'), '{"type":"turn.completed","usage":{"input_tokens":"many"}}'])[1]).toEqual([
      DONE,
    ]);
    expect(heard([said('x'), '{"type":"turn.completed"}'])[1]).toEqual([DONE]);
  });

  it('is noticed where the model ended without a word', () => {
    expect(heard([TURN_COMPLETED])).toEqual([
      [{ type: 'notice', text: expect.stringContaining('without a word') }, DONE],
    ]);
  });

  it('tells what was spent with the next line', () => {
    const usage = { inputTokens: 100, outputTokens: 10, costUsd: null };
    expect(understanding(account([usage]), null)(said('x'))).toEqual([{ type: 'usage', usage }, text('x')]);
  });

  describe('where an answer is wanted', () => {
    const answer = '{"status":"completed","summary":null,"error":null}';

    it('is the answer in the last message, without what stands for nothing', () => {
      expect(heard([said('first'), said(answer), TURN_COMPLETED], SCHEMA)).toEqual([
        [text('first')],
        [],
        [{ type: 'answer', value: { status: 'completed', error: null } }, DONE],
      ]);
    });

    it('is text where more comes after it', () => {
      expect(heard([said(answer), said('and more'), TURN_COMPLETED], SCHEMA)).toEqual([
        [],
        [text(answer), text('and more')],
        [DONE],
      ]);
    });

    it('is no answer where it is no object', () => {
      expect(heard([said('{"status":'), TURN_COMPLETED], SCHEMA)).toEqual([[text('{"status":')], [DONE]]);
    });

    it('is no answer where none was asked for', () => {
      expect(heard([said(answer), TURN_COMPLETED])).toEqual([[text(answer)], [DONE]]);
    });
  });

  it.each([
    ['exceeded retry limit, last status: 429 Too Many Requests, request id: req_1', 'infra.rate_limit'],
    [
      'rate limit exceeded: Rate limit reached for gpt-5 on tokens per min (TPM): Limit 30000. Please try again in 11.054s.',
      'infra.rate_limit',
    ],
    ['Quota exceeded. Check your plan and billing details.', 'infra.quota'],
    [
      'To use Codex with your ChatGPT plan, upgrade to Plus: https://chatgpt.com/explore/plus.',
      'infra.quota',
    ],
    ['Selected model is at capacity. Please try a different model.', 'infra.overload'],
    ['We’re currently experiencing high demand, which may cause temporary errors.', 'infra.overload'],
    [
      'unexpected status 502 Bad Gateway: <html>Bad Gateway</html>, url: http://127.0.0.1:1/v1',
      'infra.overload',
    ],
    [
      'stream disconnected before completion: Transport error: network error: error decoding response body',
      'infra.network',
    ],
    ['Connection failed: error sending request', 'infra.network'],
    [
      'unexpected status 401 Unauthorized: because, url: http://127.0.0.1:1/v1/responses, request id: req_1',
      'infra.auth',
    ],
    ['Missing environment variable: `CODEX_API_KEY`.', 'infra.auth'],
    [
      'Your access token could not be refreshed because your refresh token was revoked. Please log out and sign in again.',
      'infra.auth',
    ],
    ["The model 'nope' does not exist or you do not have access to it.", 'infra.setup'],
    [
      'stream disconnected before completion: Incomplete response returned, reason: content_filter',
      'refused',
    ],
    ['This request has been flagged for possible cybersecurity risk.', 'refused'],
    ['Invalid prompt: your prompt was flagged as potentially violating our usage policy.', 'refused'],
    ['Incomplete response returned, reason: max_output_tokens', 'truncated'],
    [
      "Codex ran out of room in the model's context window. Start a new thread or clear earlier history before retrying.",
      'truncated',
    ],
    ['{"error":{"message":"Unsupported value","type":"invalid_request_error"}}', 'agent_error'],
  ])('is a failure: %s', (message, category) => {
    const line = JSON.stringify({ type: 'turn.failed', error: { message } });
    expect(heard([line])).toEqual([
      [{ type: 'failed', failure: expect.objectContaining({ category, message }) }],
    ]);
  });

  it('tells when a limit is lifted, in UTC', () => {
    const inTwoHours = new Date(Date.now() + 2 * 3_600_000);
    const clock = inTwoHours.toLocaleTimeString('en-US', {
      hour: 'numeric',
      minute: '2-digit',
      timeZone: 'UTC',
    });
    const message = `You’ve hit your usage limit. Upgrade to Pro (https://chatgpt.com/explore/pro), visit https://chatgpt.com/settings/usage to purchase more credits or try again at ${clock}.`;
    const retryAt = Math.floor(inTwoHours.getTime() / 60_000) * 60_000;
    expect(heard([JSON.stringify({ type: 'turn.failed', error: { message } })])).toEqual([
      [{ type: 'failed', failure: { category: 'infra.quota', message, retryAt } }],
    ]);
  });

  it('is a failure even where it does not say why', () => {
    expect(heard(['{"type":"turn.failed"}'])).toEqual([
      [{ type: 'failed', failure: { category: 'agent_error', message: 'the turn failed' } }],
    ]);
  });
});
