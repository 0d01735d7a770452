import { describe, expect, it } from 'vitest';
import type { FailureCategory } from '../../../../src/run/failure.ts';
import { categoryOfText } from '../../../../src/run/policy/failure/said.ts';

const TABLE: Readonly<Partial<Record<FailureCategory, readonly string[]>>> = {
  'infra.rate_limit': [
    'API Error: 429 {"type":"error","error":{"type":"rate_limit_error","message":"This request would exceed your organization\'s rate limit of 30,000 input tokens per minute."}}',
    'stream error: exceeded retry limit, last status: 429 Too Many Requests',
    'Rate limit reached for gpt-5.5 in organization org-x on tokens per min (TPM): Limit 30000, Used 29000, Requested 2000. Please try again in 1.2s.',
    'unexpected status 429: slow down',
    '{"error":{"code":429,"message":"Resource has been exhausted","status":"RESOURCE_EXHAUSTED"}}',
    '429 {"detail":"slow down"}',
    'ThrottlingException: requests are throttled',
  ],
  'infra.quota': [
    'Claude AI usage limit reached|1763316000',
    "You've hit your limit · resets 3pm (UTC)",
    '5-hour limit reached ∙ resets 3pm',
    "You've hit your usage limit. Upgrade to Pro, or try again in 2 days 3 hours.",
    '429 You exceeded your current quota, please check your plan and billing details. insufficient_quota',
    'Quota exceeded for metric: generate_content_free_tier_requests, limit: 20. Please retry in 38.2s.',
    'You have exhausted your capacity on this model. Your quota will reset after 2h5m.',
    'Credit balance is too low',
    'Error: 402 payment required',
  ],
  'infra.overload': [
    'API Error: 529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}',
    'API Error: 500 {"type":"error","error":{"type":"api_error","message":"Internal server error"}}',
    'unexpected status 503 Service Unavailable: upstream connect error',
    '502 Bad Gateway',
    'The server is busy. Please try again later.',
    'The model is overloaded. Please try again later.',
    'Selected model is at capacity. Please try a different model.',
    'HTTP 504',
  ],
  'infra.network': [
    'TypeError: terminated',
    'terminated',
    'The socket connection was closed unexpectedly. For more information, pass `verbose: true`',
    'Cannot connect to API: other side closed',
    'API Error: Connection error.',
    'request to https://api.acme.dev/v1 failed, reason: read ECONNRESET',
    'getaddrinfo ENOTFOUND api.acme.dev',
    'connect ETIMEDOUT 203.0.113.9:443',
    'Error: socket hang up',
    'TypeError: fetch failed',
    'stream disconnected before completion: error sending request for url (https://api.acme.dev/v1/responses)',
    'Unable to connect to API due to poor internet connection',
    'unable to get local issuer certificate',
    'error:0A000086:SSL routines:tls_post_process_server_certificate:certificate verify failed',
    'API Error: Request timed out.',
  ],
  'infra.auth': [
    'Invalid API key · Please run /login',
    'API Error: 401 {"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}',
    'unexpected status 401 Unauthorized: Incorrect API key provided: sk-x.',
    'API Error: 403 {"error":{"message":"Request not allowed"}}',
    'API key not valid. Please pass a valid API key.',
    'OAuth token has expired. Please obtain a new token or refresh your existing token.',
    'Invalid auth method selected.',
  ],
  truncated: [
    'API Error: 400 {"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}}',
    "Claude's response exceeded the 32000 output token maximum.",
    'Your input exceeds the context window of this model. Please adjust your input and try again.',
    '{"error":{"code":"context_length_exceeded"}}',
    "This model's maximum context length is 128000 tokens.",
    'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
    '{"stop_reason":"max_tokens"}',
    'finish_reason: length',
    'HTTP 413',
  ],
  refused: [
    'API Error: Claude Code is unable to respond to this request, which appears to violate our Usage Policy.',
    '{"stop_reason":"refusal"}',
    '"finishReason": "SAFETY"',
    'finish_reason=content_filter',
    'Invalid prompt: your prompt was flagged as potentially violating our usage policy.',
  ],
  'infra.disk': [
    'ENOSPC: no space left on device, write',
    "EROFS: read-only file system, open '/srv/x'",
    'fatal: write error: No space left on device',
  ],
};

describe('what an agent or a provider says', () => {
  const rows = Object.entries(TABLE).flatMap(([category, texts]) =>
    texts.map(text => [category, text] as const),
  );

  it.each(rows)('means %s: %s', (category, text) => {
    expect(categoryOfText(text)).toBe(category);
    expect(categoryOfText(`the agent ended with exit code 1; it last printed: ${text}\n`)).toBe(category);
  });

  it.each([
    '',
    'done: 429 files changed, 503 lines added',
    'a.ts:401:5 is where it stops',
    'error at line 12: 500 rows expected',
    'the limit of 3 attempts',
    'exit status 137',
    'I cannot find the file.',
    'HTTP 200',
    'status: 404',
    'rows: 500',
    '500 rows expected',
    'it took 4.293s',
  ])('means nothing that is known: %s', text => {
    expect(categoryOfText(text)).toBeNull();
  });

  it('is found at both ends of a long text, and in no time in between', () => {
    const long = 'status code '.repeat(200_000);
    expect(categoryOfText(`Overloaded ${long}`)).toBe('infra.overload');
    expect(categoryOfText(`${long} socket hang up`)).toBe('infra.network');
    expect(categoryOfText(`${long} socket hang up ${long}`)).toBeNull();
  });
});
