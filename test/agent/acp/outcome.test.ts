import { describe, expect, it } from 'vitest';
import { readPrompted } from '../../../src/agent/acp/message.ts';
import { endOf, errorFailure } from '../../../src/agent/acp/outcome.ts';
import { PROFILES } from '../../../src/agent/acp/profiles.ts';
import { turnUsage } from '../../../src/agent/acp/usage.ts';

const profile = (name: string) => PROFILES.find(known => known.name === name)!;

describe('the end of a turn', () => {
  it.each([
    ['end_turn', 'done', null],
    ['refusal', 'failed', 'refused'],
    ['max_tokens', 'failed', 'truncated'],
    ['max_turn_requests', 'failed', 'truncated'],
    ['cancelled', 'failed', 'agent_error'],
    ['', 'failed', 'agent_error'],
    ['from_the_future', 'failed', 'agent_error'],
  ])('for "%s"', (stopReason, type, category) => {
    const end = endOf(stopReason, { lastWords: 'so', trouble: '' }, profile('claude'));
    expect(end).toMatchObject({ type, ...(category ? { failure: { category } } : {}) });
  });

  it.each([
    ['codex', { lastWords: 'one', trouble: 'last status: 429 Too Many Requests' }, 'infra.rate_limit'],
    [
      'codex',
      { lastWords: '', trouble: 'Selected model is at capacity. Please try a different model.' },
      'infra.overload',
    ],
    ['copilot', { lastWords: 'Error: 401 Unauthorized', trouble: '' }, 'infra.auth'],
    ['gemini', { lastWords: '', trouble: '' }, 'truncated'],
  ])('of %s may be a failure all the same: %j', (name, said, category) => {
    expect(endOf('end_turn', said, profile(name))).toMatchObject({ type: 'failed', failure: { category } });
  });
});

describe('an error', () => {
  const dropped = 'API Error: Connection dropped (ECONNRESET). Check the gateway, then try again.';
  it.each([
    [
      { code: -32603, message: `Internal error: ${dropped}`, data: { errorKind: 'server_error' } },
      'infra.network',
    ],
    [{ code: -32000, message: 'Authentication required' }, 'infra.auth'],
    [{ code: 429, message: 'no such luck\nSuggested retry after 1s.' }, 'infra.rate_limit'],
    [{ code: 503, message: 'because' }, 'infra.overload'],
    [{ code: 500, message: 'exception TypeError: fetch failed sending request' }, 'infra.network'],
    [
      {
        code: -32603,
        message: 'Internal error',
        data: { message: 'Quota exceeded. Check your plan.', codexErrorInfo: 'usageLimitExceeded' },
      },
      'infra.quota',
    ],
    [{ code: -32602, message: 'Invalid params' }, 'agent_error'],
    [new Error('something'), 'agent_error'],
    ['rubbish', 'agent_error'],
    [null, 'agent_error'],
  ])('%j', (error, category) => {
    expect(errorFailure(error).category).toBe(category);
  });

  it('of a login is told in the words of whoever refused it, where the agent repeated them', () => {
    const error = { code: -32000, message: 'Authentication required' };
    expect(errorFailure(error, 'API Error: 401 no such key').message).toBe(
      'Authentication required: API Error: 401 no such key',
    );
  });
});

describe('what a turn took', () => {
  const usage = (figures: object) => readPrompted({ stopReason: 'end_turn', usage: figures });
  it.each([
    // All apart, as of Claude.
    [
      { inputTokens: 10, cachedReadTokens: 100, cachedWriteTokens: 5, outputTokens: 7, totalTokens: 122 },
      { inputTokens: 115, outputTokens: 7 },
    ],
    // Parts of the whole, as of Codex.
    [
      { inputTokens: 1150, cachedReadTokens: 100, outputTokens: 65, thoughtTokens: 20, totalTokens: 1215 },
      { inputTokens: 1150, outputTokens: 65 },
    ],
    // Thoughts apart.
    [
      { inputTokens: 10, outputTokens: 7, thoughtTokens: 3, totalTokens: 20 },
      { inputTokens: 10, outputTokens: 10 },
    ],
    [
      { inputTokens: 10, outputTokens: 7, totalTokens: 999 },
      { inputTokens: 992, outputTokens: 7 },
    ],
    [
      { inputTokens: 10, outputTokens: 7 },
      { inputTokens: 10, outputTokens: 7 },
    ],
    [{}, null],
  ])('%j', (figures, expected) => {
    expect(turnUsage(usage(figures), 'turn')).toEqual(expected);
  });

  it('is found where Gemini CLI tells it', () => {
    const _meta = { quota: { token_count: { input_tokens: 1150, output_tokens: 65 }, model_usage: [] } };
    const prompted = readPrompted({ stopReason: 'end_turn', _meta });
    expect(turnUsage(prompted, 'turn')).toEqual({ inputTokens: 1150, outputTokens: 65 });
  });

  it('is not told where only a part of it is known', () => {
    const figures = { inputTokens: 1000, outputTokens: 50, totalTokens: 1050 };
    expect(turnUsage(usage(figures), 'last-message')).toBeNull();
    expect(turnUsage(readPrompted(null), 'turn')).toBeNull();
  });
});
