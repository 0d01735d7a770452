import { describe, expect, it } from 'vitest';
import { clearFailure } from '../../../src/agent/gemini/failure.ts';
import { type Listening, listening } from '../../../src/agent/gemini/understand.ts';
import type { SessionResult } from '../../../src/agent/port.ts';
import type { Heard } from '../../../src/agent/talk/heard.ts';
import { NO_USAGE, type Usage } from '../../../src/run/usage.ts';

/** Lines as Gemini CLI 0.61.0 printed them, shortened. */
const INIT =
  '{"type":"init","timestamp":"2026-11-18T02:36:08.753Z","session_id":"90f39026-c259-4919-820f-8fd4bbb9e234","model":"gemini-2.5-pro"}';
const PROMPT =
  '{"type":"message","timestamp":"2026-11-18T02:36:08.754Z","role":"user","content":"Build it.\\n"}';
const piece = (content: string): string =>
  `{"type":"message","timestamp":"2026-11-18T02:36:08.785Z","role":"assistant","content":${JSON.stringify(content)},"delta":true}`;
const CALL =
  '{"type":"tool_use","timestamp":"2026-11-18T02:36:08.819Z","tool_name":"run_shell_command","tool_id":"run_shell_command__call_83","parameters":{"command":"echo out; exit 3"}}';
const RESULT_OF_CALL =
  '{"type":"tool_result","timestamp":"2026-11-18T02:36:08.903Z","tool_id":"run_shell_command__call_83","status":"success","output":"out"}';
const DENIED =
  '{"type":"tool_result","timestamp":"2026-11-18T02:47:59.653Z","tool_id":"run_shell_command__call_83","status":"error","output":"Tool execution denied by policy.","error":{"type":"policy_violation","message":"Tool execution denied by policy."}}';
const SILENT =
  '{"type":"tool_result","timestamp":"2026-11-18T02:36:08.964Z","tool_id":"write_file__call_1d","status":"success"}';
const STATS =
  '"stats":{"total_tokens":2131,"input_tokens":2005,"output_tokens":106,"cached":10,"input":1995,"duration_ms":223,"tool_calls":2,"models":{"gemini-2.5-pro":{"total_tokens":2131,"input_tokens":2005,"output_tokens":106,"cached":10,"input":1995}}}';
const WELL = `{"type":"result","timestamp":"2026-11-18T02:36:08.975Z","status":"success",${STATS}}`;
const wrong = (message: string): string =>
  `{"type":"result","timestamp":"2026-11-18T02:37:04.230Z","status":"error","error":{"type":"unknown","message":${JSON.stringify(message)}}}`;
const WRONG_WITHOUT_WORDS = '{"type":"result","timestamp":"2026-11-18T02:37:11.598Z","status":"error"}';
const complaint = (severity: string, message: string): string =>
  `{"type":"error","timestamp":"2026-11-18T02:37:11.598Z","severity":"${severity}","message":"${message}"}`;

const NOTHING_NOTED = { begin: () => {}, take: () => [] };

function hear(...lines: readonly string[]): readonly (Heard | null)[] {
  return heardBy(listening(NOTHING_NOTED), lines);
}

const heardBy = ({ understand }: Listening, lines: readonly string[]): readonly (Heard | null)[] =>
  lines.flatMap((line): readonly (Heard | null)[] => understand(line) ?? [null]);

const usage = (inputTokens: number, outputTokens: number): Usage => ({
  inputTokens,
  outputTokens,
  costUsd: null,
});

describe('lines of Gemini CLI mean', () => {
  it.each<readonly [string, readonly string[], readonly (Heard | null)[]]>([
    ['its session', [INIT], [{ type: 'session', id: '90f39026-c259-4919-820f-8fd4bbb9e234' }]],
    ['nothing, for our own prompt', [PROMPT], []],
    [
      'words in one piece, before what is called',
      [piece('on'), piece('e'), CALL],
      [
        { type: 'text', text: 'one' },
        { type: 'tool_call', name: 'run_shell_command', summary: 'echo out; exit 3' },
      ],
    ],
    [
      'the result of what was called',
      [CALL, RESULT_OF_CALL, DENIED, SILENT],
      [
        { type: 'tool_call', name: 'run_shell_command', summary: 'echo out; exit 3' },
        { type: 'tool_result', name: 'run_shell_command', ok: true, summary: 'out' },
        {
          type: 'tool_result',
          name: 'run_shell_command',
          ok: false,
          summary: 'Tool execution denied by policy.',
        },
        { type: 'tool_result', name: 'unknown', ok: true, summary: '' },
      ],
    ],
    [
      'the end, with what was spent, also for thinking',
      [piece('two'), WELL],
      [{ type: 'text', text: 'two' }, { type: 'usage', usage: usage(2005, 126) }, { type: 'done' }],
    ],
    [
      'a warning',
      [complaint('warning', 'Agent execution blocked: no')],
      [{ type: 'notice', text: 'Agent execution blocked: no' }],
    ],
    ['nothing, for what is unknown', ['{"type":"news"}', '{"type":"init"}'], []],
    [
      'rubbish',
      ['YOLO mode is enabled.', '{"type":', '{"type":7}', '[]', '{}'],
      [null, null, null, null, null],
    ],
  ])('%s', (_, lines, expected) => {
    expect(hear(...lines)).toEqual(expected);
  });
});

describe('the last word tells that', () => {
  it.each<readonly [string, readonly string[], string]>([
    [
      'a quota is used up',
      [
        wrong(
          '[API Error: You have exhausted your daily quota on this model.]\nPlease wait and try again later.',
        ),
      ],
      'infra.quota',
    ],
    [
      'the network is gone',
      [wrong('[API Error: exception TypeError: fetch failed sending request]')],
      'infra.network',
    ],
    ['the connection broke', [wrong('[API Error: terminated]')], 'infra.network'],
    [
      'the key is wrong',
      [
        wrong(
          '[API Error: {"error":{"code":401,"message":"because","status":"UNAUTHENTICATED","details":[]}}]',
        ),
      ],
      'infra.auth',
    ],
    [
      'the model refused',
      [complaint('error', 'The model response was blocked due to safety settings.'), WRONG_WITHOUT_WORDS],
      'refused',
    ],
    [
      'the message was cut off',
      [
        complaint('error', 'Model response was truncated because it exceeded the token limit.'),
        WRONG_WITHOUT_WORDS,
      ],
      'truncated',
    ],
    [
      'the model went in a loop, which is called a success',
      [complaint('warning', 'Loop detected, stopping execution'), WELL],
      'agent_error',
    ],
  ])('%s', (_, lines, category) => {
    expect(hear(...lines).at(-1)).toMatchObject({ type: 'failed', failure: { category } });
  });

  it('something failed, while only the exit code tells what', () => {
    const listener = listening(NOTHING_NOTED);
    const words = '[API Error: because\nSuggested retry after 1s.]';
    expect(heardBy(listener, [wrong(words)])).toEqual([]);
    expect(listener.unclear()).toBe(words);
  });
});

describe('what failed is told by the end of the program', () => {
  const ended = (
    category: 'infra.rate_limit' | 'infra.crash' | 'truncated',
    message: string,
  ): SessionResult => ({
    status: 'failed',
    failure: { category, message },
    sessionId: null,
    usage: NO_USAGE,
  });

  it.each<readonly [string, SessionResult, string | null, object]>([
    [
      'in the words of the last message',
      ended('infra.rate_limit', 'the agent ended with exit code 173; it last printed: status: 429'),
      '[API Error: because]',
      { category: 'infra.rate_limit', message: '[API Error: because]' },
    ],
    [
      'and an exit that was announced is no crash',
      ended('infra.crash', 'the agent ended with exit code 1'),
      'no idea',
      { category: 'agent_error', message: 'no idea' },
    ],
    [
      'but one that was not is',
      ended('infra.crash', 'the agent ended with exit code 1'),
      null,
      { category: 'infra.crash' },
    ],
    [
      'and 41 is a missing login',
      ended('infra.crash', 'the agent ended with exit code 41; it last printed: Please set an Auth method'),
      null,
      { category: 'infra.auth' },
    ],
  ])('%s', (_, result, unclear, failure) => {
    expect(clearFailure(result, unclear)).toMatchObject({ failure });
  });
});

describe('what was spent', () => {
  const noting = (...notes: readonly (readonly Usage[])[]) => {
    const left = [...notes];
    return { begin: () => {}, take: () => left.shift() ?? [] };
  };

  it('is told as it is noted, and the rest at the end', () => {
    const listener = listening(noting([usage(1000, 50)], [], [usage(1000, 60)]));
    const heard = heardBy(listener, [CALL, RESULT_OF_CALL, WELL]);
    const spent = heard.flatMap(one => (one?.type === 'usage' ? [one.usage] : []));
    expect(spent).toEqual([usage(1000, 50), usage(1000, 60), usage(5, 16)]);
    expect(listener.late()).toEqual([]);
  });

  it('is not lost with a session that is cut off', () => {
    const listener = listening(noting([], [usage(7, 1)]));
    heardBy(listener, [INIT, CALL]);
    expect(listener.late()).toEqual([usage(7, 1)]);
  });
});
