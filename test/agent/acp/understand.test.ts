import { describe, expect, it } from 'vitest';
import { acpKind } from '../../../src/agent/acp/kind.ts';
import { readUpdate } from '../../../src/agent/acp/message.ts';
import { PROFILES } from '../../../src/agent/acp/profiles.ts';
import { understander } from '../../../src/agent/acp/understand.ts';
import type { AgentEvent } from '../../../src/agent/port.ts';

const profile = (name: string) => PROFILES.find(known => known.name === name)!;

/** What updates of an agent mean, and what is known at their end. */
function told(name: string, updates: readonly object[]) {
  const telling = understander(profile(name));
  const events: AgentEvent[] = updates.flatMap(update => {
    const read = readUpdate({ sessionId: 's', update });
    return read ? telling.update(read) : [];
  });
  events.push(...telling.end());
  return { events, lastWords: telling.lastWords(), trouble: telling.trouble(), cost: telling.cost() };
}

const chunk = (text: string, messageId?: string) => ({
  sessionUpdate: 'agent_message_chunk',
  ...(messageId ? { messageId } : {}),
  content: { type: 'text', text },
});

describe('updates of claude-agent-acp', () => {
  const call = { toolCallId: 'toolu_1', _meta: { claudeCode: { toolName: 'Bash' } } };

  it('tell of a command once it is known', () => {
    const { events } = told('claude', [
      chunk('o', 'msg_1'),
      chunk('ne', 'msg_1'),
      {
        ...call,
        sessionUpdate: 'tool_call',
        name: 'Bash',
        rawInput: {},
        status: 'pending',
        title: 'Terminal',
        kind: 'execute',
        content: [],
      },
      {
        ...call,
        sessionUpdate: 'tool_call_update',
        rawInput: { command: 'echo hi; exit 3' },
        title: 'echo hi; exit 3',
      },
      {
        ...call,
        sessionUpdate: 'tool_call_update',
        status: 'failed',
        rawOutput: 'Exit code 3\nhi',
        content: [{ type: 'content', content: { type: 'text', text: '```\nExit code 3\nhi\n```' } }],
      },
    ]);
    expect(events).toEqual([
      { type: 'text', text: 'one' },
      { type: 'tool_call', name: 'Bash', summary: 'echo hi; exit 3' },
      { type: 'tool_result', name: 'Bash', ok: false, summary: 'Exit code 3\nhi\n' },
    ]);
  });

  it('tell a cost, and nothing else that we need', () => {
    const { events, cost } = told('claude', [
      { sessionUpdate: 'usage_update', used: 100, size: 200_000 },
      {
        sessionUpdate: 'usage_update',
        used: 1050,
        size: 200_000,
        cost: { amount: 0.004425, currency: 'USD' },
      },
      { sessionUpdate: 'session_info_update', title: 'Build it.' },
      { sessionUpdate: 'available_commands_update', availableCommands: [] },
    ]);
    expect([events, cost]).toEqual([[], 0.004425]);
  });

  it('keep thoughts and words apart', () => {
    const thought = (text: string) => ({ ...chunk(text, 'msg_4'), sessionUpdate: 'agent_thought_chunk' });
    expect(
      told('claude', [thought('h'), thought('mm'), chunk('two', 'msg_4'), chunk('three', 'msg_5')]).events,
    ).toEqual([
      { type: 'thinking', text: 'hmm' },
      { type: 'text', text: 'two' },
      { type: 'text', text: 'three' },
    ]);
  });
});

describe('updates of codex-acp', () => {
  const call = (id: string, rest: object) => ({ toolCallId: id, ...rest });

  it('tell what a command printed in what others pass over', () => {
    const { events } = told('codex', [
      call('call_1', {
        sessionUpdate: 'tool_call',
        name: 'exec_command',
        kind: 'execute',
        title: 'echo hi; exit 3',
        status: 'in_progress',
        content: [{ type: 'terminal', terminalId: 'call_1' }],
        rawInput: { command: 'echo hi; exit 3', cwd: '/w' },
      }),
      call('call_1', {
        sessionUpdate: 'tool_call_update',
        status: 'failed',
        _meta: {
          terminal_output_delta: { data: 'hi\n', terminal_id: 'call_1' },
          terminal_exit: { exit_code: 3, signal: null, terminal_id: 'call_1' },
        },
      }),
    ]);
    expect(events).toEqual([
      { type: 'tool_call', name: 'exec_command', summary: 'echo hi; exit 3' },
      { type: 'tool_result', name: 'exec_command', ok: false, summary: 'hi\n' },
    ]);
  });

  it('tell a failure as if the model had said it, but for an id', () => {
    const words = 'exceeded retry limit, last status: 429 Too Many Requests, request id: req_1';
    const { events, trouble, lastWords } = told('codex', [
      chunk('Warning: Model metadata for `m` not found.\n\n'),
      chunk('one', 'msg_1'),
      chunk(`${words}\n\n`),
    ]);
    expect(events).toEqual([
      { type: 'notice', text: 'Warning: Model metadata for `m` not found.' },
      { type: 'text', text: 'one' },
      { type: 'notice', text: words },
    ]);
    expect([trouble, lastWords]).toEqual([words, 'one']);
  });

  it('tell of no failure once the model goes on', () => {
    expect(told('codex', [chunk('stream disconnected'), chunk('on', 'msg_2')]).trouble).toBe('');
  });
});

describe('updates of Gemini CLI', () => {
  it('tell of a command only when it has ended', () => {
    const { events } = told('gemini', [
      chunk('one'),
      {
        sessionUpdate: 'tool_call_update',
        toolCallId: 'run_shell_command__call_1',
        status: 'completed',
        title: 'echo hi; exit 3',
        content: [{ type: 'content', content: { type: 'text', text: 'hi' } }],
        locations: [],
        kind: 'execute',
      },
      chunk('[MODE_UPDATE] default'),
      chunk('two'),
    ]);
    expect(events).toEqual([
      { type: 'text', text: 'one' },
      { type: 'tool_call', name: 'execute', summary: 'echo hi; exit 3' },
      { type: 'tool_result', name: 'execute', ok: true, summary: 'hi' },
      { type: 'notice', text: '[MODE_UPDATE] default' },
      { type: 'text', text: 'two' },
    ]);
  });
});

describe('updates of OpenCode', () => {
  it('tell of a command that failed as of one that did not', () => {
    const common = { toolCallId: 'call_1', kind: 'execute', locations: [{ path: '/w' }] };
    const { events } = told('opencode', [
      { ...common, sessionUpdate: 'tool_call', title: 'bash', status: 'pending', rawInput: { cwd: '/w' } },
      {
        ...common,
        sessionUpdate: 'tool_call_update',
        status: 'in_progress',
        title: 'echo hi; exit 3',
        rawInput: { command: 'echo hi; exit 3', cwd: '/w' },
      },
      {
        sessionUpdate: 'tool_call_update',
        toolCallId: 'call_1',
        status: 'completed',
        title: 'echo hi; exit 3',
        content: [{ type: 'content', content: { type: 'text', text: 'hi\n' } }],
        rawOutput: { output: 'hi\n', metadata: { output: 'hi\n', exit: 3, truncated: false } },
      },
    ]);
    expect(events).toEqual([
      { type: 'tool_call', name: 'execute', summary: 'echo hi; exit 3' },
      { type: 'tool_result', name: 'execute', ok: false, summary: 'hi\n' },
    ]);
  });
});

describe('strange updates', () => {
  it.each([
    [null],
    [{}],
    [{ sessionUpdate: 'tool_call' }],
    [{ sessionUpdate: 'tool_call', toolCallId: 7 }],
    [{ sessionUpdate: 'agent_message_chunk' }],
    [{ sessionUpdate: 'agent_message_chunk', content: 'text' }],
    [{ sessionUpdate: 'from_the_future', content: {} }],
  ])('mean nothing: %j', update => {
    expect(told('claude', [update as object]).events).toEqual([]);
  });

  it('are read as far as they make sense', () => {
    const update = {
      sessionUpdate: 'tool_call',
      toolCallId: 'c',
      kind: 7,
      status: 'completed',
      content: 'none',
      locations: [null, { path: 5 }],
      rawOutput: { output: 5 },
      _meta: 'x',
    };
    expect(told('claude', [update]).events).toEqual([
      { type: 'tool_call', name: 'tool', summary: '' },
      { type: 'tool_result', name: 'tool', ok: true, summary: '{"output":5}' },
    ]);
  });
});

describe('names', () => {
  it('mean known agents, or agents of the user’s own', () => {
    expect(acpKind('acp:claude')?.program).toBe('claude-agent-acp');
    expect(acpKind('acp:mine')).toMatchObject({
      name: 'acp:mine',
      program: null,
      abilities: { answers: 'text' },
    });
    expect([acpKind('acp:'), acpKind('claude')]).toEqual([null, null]);
  });
});
