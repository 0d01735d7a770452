import { APICallError } from 'ai';
import { describe, expect, it } from 'vitest';
import { failingOf } from '../../../src/agent/api/failing.ts';

const SDK = { APICallError };
const NOW = Date.parse('2026-01-02T03:04:05Z');

interface Told {
  readonly status?: number;
  readonly message: string;
  readonly body?: string;
  readonly headers?: Record<string, string>;
  readonly cause?: unknown;
}

const callError = ({ status, message, body, headers, cause }: Told): APICallError =>
  new APICallError({
    message,
    url: 'http://127.0.0.1/v1/messages',
    requestBodyValues: {},
    ...(status === undefined ? {} : { statusCode: status }),
    ...(body === undefined ? {} : { responseBody: body }),
    ...(headers === undefined ? {} : { responseHeaders: headers }),
    cause,
  });

const google = (period: string): string =>
  `{"error":{"code":429,"message":"You exceeded your current quota, please check your plan and billing details.","status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[{"quotaId": "GenerateRequests${period}PerProjectPerModel-FreeTier"}]},{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"37s"}]}}`;
const QUOTA = 'You exceeded your current quota, please check your plan and billing details.';
const socket = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });

describe('what providers say', () => {
  it.each<[string, Told, string, string?]>([
    ['a key that is none', { status: 401, message: 'invalid x-api-key' }, 'infra.auth'],
    ['no way in', { status: 403, message: 'no' }, 'infra.auth'],
    [
      'haste',
      { status: 429, message: 'slow', headers: { 'retry-after': '90' } },
      'infra.rate_limit',
      '03:05:35',
    ],
    [
      'haste in ms',
      { status: 429, message: 'slow', headers: { 'retry-after-ms': '1500' } },
      'infra.rate_limit',
      '03:04:06',
    ],
    [
      'a limit of Anthropic',
      {
        status: 429,
        message: 'You have reached your usage limit.',
        headers: { 'anthropic-ratelimit-unified-reset': String(NOW / 1_000 + 3_600) },
      },
      'infra.quota',
      '04:04:05',
    ],
    [
      'a quota of OpenAI',
      { status: 429, message: QUOTA, body: '{"error":{"code":"insufficient_quota"}}' },
      'infra.quota',
    ],
    ['a day of Google', { status: 429, message: QUOTA, body: google('PerDay') }, 'infra.quota', '03:04:42'],
    [
      'a minute of Google',
      { status: 429, message: QUOTA, body: google('PerMinute') },
      'infra.rate_limit',
      '03:04:42',
    ],
    ['credits of OpenRouter', { status: 402, message: 'This request requires more credits' }, 'infra.quota'],
    ['overload', { status: 529, message: 'Overloaded' }, 'infra.overload'],
    ['a broken server', { status: 500, message: 'oops' }, 'infra.overload'],
    ['no such model', { status: 404, message: 'model: claude-9' }, 'infra.setup'],
    [
      'too long a prompt',
      { status: 400, message: 'prompt is too long: 210000 tokens > 200000' },
      'truncated',
    ],
    [
      'too long an input',
      { status: 400, message: "This model's maximum context length is 8192" },
      'truncated',
    ],
    ['what nobody knows', { status: 400, message: 'strange' }, 'agent_error'],
    ['nothing', { message: 'Cannot connect to API: bad port' }, 'infra.network'],
    [
      'a lost line',
      { message: 'Cannot connect to API', cause: new Error('fetch', { cause: socket }) },
      'infra.network',
    ],
  ])('%s', (_, told, category, clock) => {
    const failing = failingOf(callError(told), SDK, NOW);
    expect(failing.category).toBe(category);
    expect(failing.message).toContain(told.message);
    expect(failing.resetsAt?.slice(11, 19)).toBe(clock);
  });

  it('after several tries', () => {
    const lastError = callError({ status: 503, message: 'busy' });
    const error = Object.assign(new Error('Failed after 3 attempts'), { lastError });
    expect(failingOf(error, SDK)).toEqual({ category: 'infra.overload', message: 'status 503: busy' });
  });

  it.each<[unknown, string]>([
    [new TypeError('terminated', { cause: socket }), 'infra.network'],
    [{ type: 'overloaded_error', message: 'Overloaded' }, 'infra.overload'],
    ['rate_limit_exceeded', 'infra.rate_limit'],
    [undefined, 'agent_error'],
    [new Error('a bug'), 'agent_error'],
  ])('in the middle of a message: %s', (error, category) => {
    expect(failingOf(error, SDK).category).toBe(category);
  });
});
