import { readdirSync, readFileSync } from 'node:fs';

const RECORDED = new URL('../../agent/claude/recorded/', import.meta.url);

const CODEX = [
  { type: 'thread.started', thread_id: '01a1ec78-86c5-74ad-8cf5-e64b67544408' },
  { type: 'turn.started' },
  {
    type: 'item.started',
    item: { id: 'item_0', type: 'command_execution', command: 'ls', status: 'in_progress' },
  },
  {
    type: 'item.completed',
    item: {
      id: 'item_0',
      type: 'command_execution',
      command: 'ls',
      aggregated_output: 'a\n',
      exit_code: 0,
      status: 'completed',
    },
  },
  { type: 'item.completed', item: { id: 'item_1', type: 'agent_message', text: '{"status":"completed"}' } },
  { type: 'item.completed', item: { id: 'item_2', type: 'reasoning', text: 'hm' } },
  {
    type: 'item.completed',
    item: { id: 'item_3', type: 'file_change', changes: [{ path: 'a', kind: 'add' }], status: 'completed' },
  },
  { type: 'error', message: 'Reconnecting... 1/5' },
  { type: 'turn.failed', error: { message: 'exceeded retry limit, last status: 429 Too Many Requests' } },
  { type: 'turn.completed', usage: { input_tokens: 10, cached_input_tokens: 1, output_tokens: 2 } },
];

const PI = [
  {
    id: 'opening',
    type: 'response',
    command: 'get_state',
    success: true,
    data: { sessionId: '01a1ec78', model: { id: 'm' } },
  },
  {
    type: 'message_end',
    message: {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'hm' },
        { type: 'text', text: 'one' },
        { type: 'toolCall', id: 't1', name: 'bash', arguments: { command: 'ls' } },
      ],
      usage: { input: 10, output: 5, cacheRead: 2, cacheWrite: 1, cost: { total: 0.5 } },
      stopReason: 'toolUse',
    },
  },
  { type: 'tool_execution_start', toolCallId: 't1', toolName: 'bash', args: { command: 'ls' } },
  {
    type: 'tool_execution_end',
    toolCallId: 't1',
    toolName: 'bash',
    result: { content: [{ type: 'text', text: 'a' }] },
    isError: false,
  },
  {
    type: 'turn_end',
    message: { role: 'assistant', content: [], stopReason: 'error', errorMessage: '529 overloaded' },
  },
  { type: 'agent_end', messages: [] },
];

const GEMINI = [
  { type: 'init', session_id: '01a1ec78-86c5-74ad-8cf5-e64b67544408', model: 'gemini-2.5-pro' },
  { type: 'message', role: 'assistant', content: 'one', delta: true },
  { type: 'tool_use', tool_name: 'run_shell_command', tool_id: 't1', parameters: { command: 'ls' } },
  { type: 'tool_result', tool_id: 't1', status: 'success', output: 'a' },
  { type: 'error', severity: 'error', message: 'quota' },
  { type: 'result', status: 'success', stats: { input_tokens: 10, output_tokens: 2, total_tokens: 12 } },
  { type: 'result', status: 'error', error: { type: 'Error', message: '429 RESOURCE_EXHAUSTED' } },
];

/** Longer lines are cut before they are read, and slow everything down. */
const SHORT = 1_500;

/** What real agents print, a line each: those of Claude Code as they were recorded, of others in the form that they have. */
export const AGENT_MESSAGES: readonly object[] = [
  ...CODEX,
  ...PI,
  ...GEMINI,
  ...readdirSync(RECORDED).flatMap(name =>
    readFileSync(new URL(name, RECORDED), 'utf8')
      .trim()
      .split('\n')
      .filter(line => line.length < SHORT)
      .map(line => JSON.parse(line)),
  ),
];
