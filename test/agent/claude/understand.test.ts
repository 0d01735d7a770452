import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { understandClaude } from '../../../src/agent/claude/understand.ts';
import type { Heard } from '../../../src/agent/talk/heard.ts';

/** Lines that the real program printed, but for fields that nobody reads. */
const recorded = (name: string): string[] =>
  readFileSync(new URL(`./recorded/${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n');

interface Talk {
  readonly heard: readonly (Heard | null)[];
  readonly written: readonly unknown[];
}

function listen(
  lines: readonly string[],
  { refusal = null as string | null, isContinued = false } = {},
): Talk {
  const written: unknown[] = [];
  const understand = understandClaude({
    isContinued,
    refusal: () => refusal,
    write: text => void written.push(JSON.parse(text)),
  });
  return { heard: lines.flatMap((line): readonly (Heard | null)[] => understand(line) ?? [null]), written };
}

const usage = (inputTokens: number, outputTokens: number, costUsd: number | null = null): Heard => ({
  type: 'usage',
  usage: { inputTokens, outputTokens, costUsd },
});

describe('what Claude Code prints', () => {
  it('about its work', () => {
    const created = expect.stringContaining('File created successfully at: /workspace/w');
    expect(listen(recorded('work')).heard).toEqual([
      { type: 'session', id: '11111111-1111-4111-8111-111111111111' },
      usage(100, 0),
      { type: 'text', text: 'one' },
      { type: 'thinking', text: 'hm' },
      { type: 'tool_call', name: 'Write', summary: '/workspace/w' },
      { type: 'tool_result', name: 'Write', ok: true, summary: created },
      usage(1000, 0),
      { type: 'tool_call', name: 'Bash', summary: 'echo hi; exit 3' },
      { type: 'tool_result', name: 'Bash', ok: false, summary: 'Exit code 3\nhi' },
      usage(1000, 0),
      { type: 'tool_call', name: 'StructuredOutput', summary: '{"a":"Grü"}' },
      {
        type: 'tool_result',
        name: 'StructuredOutput',
        ok: true,
        summary: 'Structured output provided successfully',
      },
      usage(0, 110, 0.007949999999999999),
      { type: 'answer', value: { a: 'Grü' } },
      { type: 'done' },
    ]);
  });

  it.each([
    [null, { behavior: 'allow', updatedInput: { file_path: '/workspace/w', content: 'b\n' } }],
    ['not here', { behavior: 'deny', message: 'not here' }],
  ])('when it asks, and is answered: %s', (refusal, response) => {
    const { written } = listen(recorded('work').slice(0, 5), { refusal });
    const request_id = '11111111-1111-4111-8111-111111111111';
    expect(written).toEqual([
      { type: 'control_response', response: { subtype: 'success', request_id, response } },
    ]);
  });

  it('when it asks for what we do not know', () => {
    const line = JSON.stringify({
      type: 'control_request',
      request_id: 'r1',
      request: { subtype: 'hook_callback' },
    });
    const error = 'hook_callback is not supported';
    const response = { subtype: 'error', request_id: 'r1', error };
    expect(listen([line]).written).toEqual([{ type: 'control_response', response }]);
  });

  const failing = (name: string): unknown[] =>
    listen(recorded(name)).heard.flatMap(heard => (heard?.type === 'failed' ? [heard.failure] : []));

  it.each([
    ['auth', 'infra.auth', '401 no such key'],
    ['no-login', 'infra.auth', 'set ANTHROPIC_API_KEY'],
    ['rate-limit', 'infra.rate_limit', 'slow down'],
    ['quota', 'infra.quota', 'You have reached your usage limit'],
    ['overload', 'infra.overload', '529 too much'],
    ['network', 'infra.network', 'ECONNRESET'],
    ['refused', 'refused', "can't help with this"],
    ['too-long', 'truncated', 'Prompt is too long'],
    ['no-model', 'infra.setup', 'issue with the selected model'],
    ['no-session', 'agent_error', 'No conversation found'],
    ['interrupted', 'agent_error', 'stop_reason=tool_use'],
  ])('when it fails: %s', (name, category, words) => {
    expect(failing(name)).toEqual([
      expect.objectContaining({ category, message: expect.stringContaining(words) }),
    ]);
    expect(listen(recorded(name)).heard).not.toContainEqual({ type: 'done' });
  });

  it('when a limit of the plan is reached, and until when', () => {
    const retryAt = Date.parse('2026-11-20T10:00:00Z');
    expect(failing('plan-limit')).toMatchObject([{ category: 'infra.quota', retryAt }]);
  });

  it('when the model is asked again', () => {
    expect(listen(recorded('network')).heard[0]).toEqual({
      type: 'notice',
      text: 'the model did not answer (no connection); asked again in 1 s',
    });
  });

  it('about what was spent in a session that is continued or cut off', () => {
    const spent = (name: string, isContinued = false) =>
      listen(recorded(name), { isContinued }).heard.filter(heard => heard?.type === 'usage');
    expect(spent('continued', true)).toEqual([usage(1000, 0), usage(0, 50, 0.00375)]);
    expect(spent('interrupted')).toEqual([usage(7, 0), usage(0, 3, 0.000066)]);
    expect(spent('unknown-model')).toEqual([usage(1000, 0), usage(0, 50)]);
  });

  const turn = (more: object): string =>
    JSON.stringify({ type: 'result', subtype: 'success', is_error: false, result: 'x', ...more });

  it.each<[string, object, boolean, readonly Heard[]]>([
    ['a cost of its own', { total_cost_usd: 2 }, false, [usage(0, 0, 2)]],
    ['no cost of its own', { total_cost_usd: 2 }, true, []],
    [
      'tokens from the cache',
      {
        usage: {
          input_tokens: 1,
          cache_creation_input_tokens: 20,
          cache_read_input_tokens: 300,
          output_tokens: 4,
        },
      },
      true,
      [usage(321, 4)],
    ],
    [
      'what subagents spent',
      {
        usage: { input_tokens: 1, output_tokens: 1 },
        model_usage_since_last_result: {
          one: { inputTokens: 1, outputTokens: 1, costUSD: 0.25 },
          two: { inputTokens: 10, cacheReadInputTokens: 5, outputTokens: 2, costUSD: 0.5 },
        },
      },
      false,
      [usage(16, 3, 0.75)],
    ],
  ])('about what was spent in a turn with %s', (_, result, isContinued, expected) => {
    expect(listen([turn(result)], { isContinued }).heard).toEqual([...expected, { type: 'done' }]);
  });

  it.each<[object, Heard]>([
    [
      { stop_reason: 'max_tokens' },
      expect.objectContaining({ failure: expect.objectContaining({ category: 'truncated' }) }),
    ],
    [{ subtype: 'error_max_structured_output_retries', is_error: true }, { type: 'done' }],
    [
      { subtype: 'error_max_turns', is_error: true },
      expect.objectContaining({ failure: expect.objectContaining({ category: 'truncated' }) }),
    ],
    [
      { subtype: 'error_max_budget_usd', is_error: true },
      expect.objectContaining({ failure: expect.objectContaining({ category: 'budget' }) }),
    ],
  ])('when a turn ends with %o', (result, last) => {
    expect(listen([turn(result)]).heard.at(-1)).toEqual(last);
  });

  it.each([
    ['no message at all', 'Warning: something'],
    ['half a message', '{"type":"assistant","message":{"id"'],
    ['a message of no type', '{"message":{}}'],
    ['an assistant who says nothing', '{"type":"assistant"}'],
    ['a request without a name', '{"type":"control_request","request":{"subtype":"can_use_tool"}}'],
  ])('that is not of the protocol: %s', (_, line) => {
    expect(listen([line]).heard).toEqual([null]);
  });

  it.each([
    '{"type":"keep_alive"}',
    '{"type":"stream_event","event":{"type":"ping"}}',
    '{"type":"system","subtype":"thinking_tokens","estimated_tokens":1}',
    '{"type":"user","message":{"role":"user","content":"as text"}}',
    '{"type":"assistant","message":{"id":"m","content":[{"type":"redacted_thinking","data":"x"},7]}}',
    '{"type":"rate_limit_event","rate_limit_info":{"status":"allowed"}}',
  ])('that means nothing to us: %s', line => {
    expect(listen([line]).heard).toEqual([]);
  });

  it('in pieces of several kinds', () => {
    const content = [{ type: 'text', text: 'one' }, { type: 'image' }, 'two'];
    const block = { type: 'tool_result', tool_use_id: 'unknown', content };
    const line = JSON.stringify({ type: 'user', message: { content: [block] } });
    expect(listen([line]).heard).toEqual([
      { type: 'tool_result', name: 'tool', ok: true, summary: 'one\n[image]\ntwo' },
    ]);
  });
});
