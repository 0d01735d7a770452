import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../../src/agent/port.ts';
import type { ProcessEnd } from '../../../src/agent/process/spawn.ts';
import { listenTo } from '../../../src/agent/talk/listen.ts';
import { understand } from '../../../src/agent/wire/understand.ts';
import { NO_USAGE } from '../../../src/run/usage.ts';

const EXIT: ProcessEnd = {
  death: { cause: 'exit', code: 0 },
  errorTail: '',
  rawProblem: null,
  left: [],
  survivors: [],
};

function heard(...messages: readonly object[]) {
  const events: AgentEvent[] = [];
  const listener = listenTo(event => void events.push(event), understand);
  for (const message of messages) listener.line({ text: JSON.stringify(message), cutBytes: 0 });
  listener.end();
  return { events, result: listener.result(EXIT) };
}

describe('a listener', () => {
  it.each([
    ['tokens', { type: 'usage', input: Number.MAX_SAFE_INTEGER, output: 0 }],
    ['money', { type: 'usage', input: 0, output: 0, costUsd: 1e308 }],
  ])('takes more %s than anybody spends for rubbish', (_, message) => {
    const { events, result } = heard(message, message, { type: 'done' });
    expect(events.map(({ type }) => type)).toEqual(['notice', 'notice']);
    expect(result).toMatchObject({ status: 'completed', usage: NO_USAGE });
  });

  it('takes no session id that is too long for a journal or a command line', () => {
    expect(heard({ type: 'session', id: 'x'.repeat(201) }).result.sessionId).toBeNull();
    expect(heard({ type: 'session', id: 'x'.repeat(200) }).result.sessionId).toHaveLength(200);
  });

  it.each<readonly [said: object, retryAt: number | undefined]>([
    [{}, undefined],
    [{ resetsAt: '1970-01-01T00:01:00Z' }, 60_000],
    [{ resetsAt: '1970-01-01T02:00:00.5+01:00' }, 3_600_500],
    [{ resetsAt: '1969-12-31T00:00:00Z' }, 0],
    [{ retryAfterMs: 5, resetsAt: '9999-01-01T00:00:00Z' }, Date.UTC(9999, 0)],
    [{ resetsAt: 'soon' }, undefined],
    [{ resetsAt: 1 }, undefined],
    [{ resetsAt: '2026-01-01' }, undefined],
    [{ resetsAt: null, retryAfterMs: null }, undefined],
    [{ retryAfterMs: -1 }, undefined],
    [{ retryAfterMs: 0.5 }, undefined],
    [{ retryAfterMs: 1e15 }, undefined],
    [{ retryAfterMs: 'x', resetsAt: '1970-01-01T00:01:00Z' }, 60_000],
  ])('hears a failure that tells %j: try again at %s', (said, retryAt) => {
    const { events, result } = heard({ type: 'error', category: 'infra.quota', message: 'm', ...said });
    expect(events).toEqual([]);
    expect(result).toEqual({
      status: 'failed',
      failure: { category: 'infra.quota', message: 'm', ...(retryAt !== undefined && { retryAt }) },
      sessionId: null,
      usage: NO_USAGE,
    });
  });

  it.each(['infra.network', 'unheard-of'])('keeps the beginning of what a failure says: %s', category => {
    const { result } = heard({ type: 'error', category, message: 'x'.repeat(1_000_000) });
    if (result.status !== 'failed') expect.fail(result.status);
    expect(result.failure.message).toHaveLength(20_000);
  });
});
