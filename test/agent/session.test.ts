import { describe, expect, it } from 'vitest';
import type { AgentEvent, SessionResult } from '../../src/agent/port.ts';
import { openSession } from '../../src/agent/session.ts';
import { NO_USAGE } from '../../src/run/usage.ts';

const COMPLETED: SessionResult = { status: 'completed', sessionId: 's', usage: NO_USAGE };
const text = (words: string): AgentEvent => ({ type: 'text', text: words });

async function read(session: AsyncIterable<AgentEvent>): Promise<AgentEvent[]> {
  const events: AgentEvent[] = [];
  for await (const event of session) events.push(event);
  return events;
}

describe('a session', () => {
  it('delivers events to a reader who comes late', async () => {
    const session = openSession(async emit => {
      emit(text('one'));
      emit(text('two'));
      return COMPLETED;
    });
    expect(await session.result).toBe(COMPLETED);
    expect(await read(session)).toEqual([text('one'), text('two')]);
  });

  it('delivers thousands of events in order to a reader who waits', async () => {
    const session = openSession(async emit => {
      for (let i = 0; i < 5000; i += 1) {
        emit(text(String(i)));
        if (i % 7 === 0) await null;
      }
      return COMPLETED;
    });
    expect(await read(session)).toEqual(Array.from({ length: 5000 }, (_, i) => text(String(i))));
  });

  it('drops what nobody reads, says so, and counts the spending all the same', async () => {
    const spent = { inputTokens: 1, outputTokens: 2, costUsd: 0.5 };
    const session = openSession(async emit => {
      for (let i = 0; i < 20; i += 1) {
        emit(text('x'.repeat(1_000_000)));
        emit({ type: 'usage', usage: spent });
      }
      return COMPLETED;
    });
    await session.result;
    const events = await read(session);
    const tokens = events.map(event => (event.type === 'usage' ? event.usage.inputTokens : 0));
    expect(tokens.reduce((a, b) => a + b)).toBe(20);
    expect(events.filter(({ type }) => type === 'text')).toHaveLength(16);
    expect(events.at(-1)).toEqual({
      type: 'notice',
      text: '4 events came too fast and were dropped',
    });
  });

  it('counts every text of an event that waits, names of tools too', async () => {
    const session = openSession(async emit => {
      for (let i = 0; i < 20; i += 1) emit({ type: 'tool_call', name: 'x'.repeat(1_000_000), summary: '' });
      return COMPLETED;
    });
    await session.result;
    expect((await read(session)).filter(({ type }) => type === 'tool_call')).toHaveLength(16);
  });

  it('turns a bug of the driver into a failure', async () => {
    const session = openSession(() => {
      throw new Error('oops');
    });
    expect(await read(session)).toEqual([]);
    expect(await session.result).toMatchObject({
      status: 'failed',
      failure: { category: 'agent_error', message: 'the driver broke down: Error: oops' },
    });
  });

  it('says nothing after its end', async () => {
    let late: (event: AgentEvent) => void = () => {};
    const session = openSession(async emit => {
      late = emit;
      return COMPLETED;
    });
    await session.result;
    late(text('late'));
    expect(await read(session)).toEqual([]);
  });
});
