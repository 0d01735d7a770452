import { describe, expect, it } from 'vitest';
import type { Failing } from '../../src/agent/scripted/step.ts';
import { faultOf, faultOfStatus } from './faults.ts';
import type { FormatName } from './question.ts';

const MESSAGE = 'Not now.';
const RESETS = '2026-12-01T00:00:00Z';
const RESETS_S = Date.parse(RESETS) / 1_000;

type Case = readonly [
  Failing['category'],
  Partial<Failing>,
  FormatName,
  status: number,
  parts: readonly string[],
];

const cases: readonly Case[] = [
  ['infra.rate_limit', {}, 'anthropic', 429, ['"retry-after":"1"', 'rate_limit_error', MESSAGE]],
  ['infra.rate_limit', { retryAfterMs: 2_500 }, 'anthropic', 429, ['"retry-after":"3"']],
  ['infra.rate_limit', {}, 'responses', 429, ['"retry-after":"1"', 'rate_limit_exceeded', MESSAGE]],
  ['infra.rate_limit', {}, 'chat', 429, ['rate_limit_exceeded', MESSAGE]],
  ['infra.rate_limit', {}, 'gemini', 429, ['RESOURCE_EXHAUSTED', 'PerMinute', '"retryDelay":"1s"', MESSAGE]],
  ['infra.quota', {}, 'anthropic', 429, ['usage limit', '"x-should-retry":"false"', MESSAGE]],
  ['infra.quota', { resetsAt: RESETS }, 'anthropic', 429, [RESETS, `unified-reset":"${RESETS_S}"`]],
  ['infra.quota', {}, 'responses', 429, ['insufficient_quota', MESSAGE]],
  ['infra.quota', { resetsAt: RESETS }, 'responses', 429, ['usage_limit_reached', `"resets_at":${RESETS_S}`]],
  ['infra.quota', { resetsAt: RESETS }, 'chat', 429, ['insufficient_quota', RESETS, MESSAGE]],
  ['infra.quota', { resetsAt: RESETS }, 'gemini', 429, ['PerDay', RESETS, MESSAGE]],
  ['infra.overload', {}, 'anthropic', 529, ['overloaded_error', MESSAGE]],
  ['infra.overload', {}, 'chat', 503, ['server_error', MESSAGE]],
  ['infra.overload', {}, 'gemini', 503, ['UNAVAILABLE', MESSAGE]],
  ['infra.auth', {}, 'anthropic', 401, ['authentication_error', MESSAGE]],
  ['infra.auth', {}, 'responses', 401, ['invalid_api_key', MESSAGE]],
  ['infra.auth', {}, 'gemini', 401, ['UNAUTHENTICATED', MESSAGE]],
  ['infra.disk', {}, 'anthropic', 500, ['api_error', MESSAGE]],
  ['logic', {}, 'gemini', 500, ['INTERNAL', MESSAGE]],
];

describe('a fault of the model', () => {
  it.each(cases)(
    '%s %j is told in the words of %s, with status %i',
    (category, more, format, status, parts) => {
      const fault = faultOf({ category, message: MESSAGE, ...more }, format);
      expect(fault?.status).toBe(status);
      for (const part of parts) expect(JSON.stringify(fault)).toContain(part);
    },
  );

  it('of the network is no answer', () => {
    expect(faultOf({ category: 'infra.network', message: MESSAGE }, 'chat')).toBeNull();
  });

  it('can be any status', () => {
    const fault = faultOfStatus({ status: 418, retryAfter: 7, message: MESSAGE }, 'chat');
    expect(fault).toMatchObject({ status: 418, headers: { 'retry-after': '7' } });
    expect(JSON.stringify(fault.body)).toContain(MESSAGE);
  });
});
