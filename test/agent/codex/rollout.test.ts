import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRollout } from '../../../src/agent/codex/rollout.ts';
import { scratch } from '../../cli/phasewright.ts';

const THREAD = '01a1ec77-4297-7822-8b2e-caa98cdfc944';

const tokens = (input: number, output: number) =>
  `{"input_tokens":${input},"cached_input_tokens":1,"cache_write_input_tokens":0,"output_tokens":${output},"reasoning_output_tokens":1,"total_tokens":${input + output}}`;
const record = (input: number, output: number) =>
  `{"timestamp":"2026-11-18T02:23:21.350Z","ordinal":14,"type":"token_usage_record","payload":{"thread_id":"${THREAD}","response_id":"resp_1","usage":${tokens(input, output)},"turn_token_usage":${tokens(9999, 999)},"thread_token_usage":${tokens(9999, 999)}}}\n`;
const counted = (input: number, output: number) =>
  `{"timestamp":"2026-11-18T02:23:21.433Z","ordinal":17,"type":"event_msg","payload":{"type":"token_count","info":{"total_token_usage":${tokens(input, output)},"last_token_usage":${tokens(1, 1)},"model_context_window":258400},"rate_limits":null}}\n`;
const other =
  '{"type":"response_item","payload":{"type":"function_call_output","output":"say \\"token_count\\""}}\n';
const usage = (inputTokens: number, outputTokens: number) => ({ inputTokens, outputTokens, costUsd: null });

/** A folder of sessions with the file of one thread in it, and what writes to that. */
function thread(...lines: readonly string[]) {
  const sessions = scratch();
  const folder = join(sessions, '2026', '11', '18');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `rollout-2026-11-18T02-23-21-${THREAD}.jsonl`);
  const write = (text: string): void => appendFileSync(file, text);
  for (const line of lines) write(line);
  return { sessions, write };
}

describe('what a thread spends', () => {
  it('is told a request each, as it is written', () => {
    const { sessions, write } = thread();
    const rollout = openRollout(sessions, null);
    expect(rollout.take()).toEqual([]);
    rollout.begin(THREAD);
    expect(rollout.take()).toEqual([]);
    write(other + record(100, 10) + counted(100, 10) + record(50, 5).slice(0, 40));
    expect(rollout.take()).toEqual([usage(100, 10)]);
    write(record(50, 5).slice(40));
    expect(rollout.take()).toEqual([usage(50, 5)]);
    write(record(7, 1));
    rollout.total({ input_tokens: 157, output_tokens: 16 });
    expect(rollout.rest()).toEqual([usage(7, 1)]);
    expect(rollout.rest()).toEqual([]);
  });

  it('is only what comes after it was continued', () => {
    // Cut off before its total was noted, a thread goes on from a smaller one.
    const { sessions, write } = thread(record(100, 10));
    const rollout = openRollout(sessions, THREAD);
    rollout.begin(THREAD);
    expect(rollout.take()).toEqual([]);
    write(record(30, 3) + counted(30, 3));
    rollout.total({ input_tokens: 30, output_tokens: 3 });
    expect(rollout.rest()).toEqual([usage(30, 3)]);
  });

  it('is what its total grew by where requests are not recorded', () => {
    const { sessions, write } = thread(counted(1150, 65));
    const rollout = openRollout(sessions, THREAD);
    rollout.begin(THREAD);
    write(counted(1170, 66));
    expect(rollout.take()).toEqual([]);
    rollout.total({ input_tokens: 1180, output_tokens: 68 });
    expect(rollout.rest()).toEqual([usage(30, 3)]);
  });

  it('is known from the total alone where there is no file', () => {
    const rollout = openRollout(join(scratch(), 'none'), null);
    rollout.begin(THREAD);
    rollout.total({ input_tokens: 5, output_tokens: 1 });
    expect(rollout.rest()).toEqual([usage(5, 1)]);
  });

  it('is nothing where nothing was told', () => {
    const { sessions } = thread(record(100, 10), counted(100, 10));
    expect(openRollout(sessions, THREAD).rest()).toEqual([]);
    expect(openRollout(sessions, null).rest()).toEqual([]);
  });

  it('does not mind rubbish', () => {
    const { sessions, write } = thread();
    const rollout = openRollout(sessions, null);
    rollout.begin(THREAD);
    write(
      '"token_count"\n{"type":"token_usage_record"}\n{"type":"event_msg","payload":{"type":"token_count","info":null}}\n',
    );
    write(`${'x'.repeat(3_000_000)}\n${record(1, 2)}`);
    expect(rollout.take()).toEqual([usage(1, 2)]);
  });
});
