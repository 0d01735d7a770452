import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { acpKind } from '../../../src/agent/acp/kind.ts';
import { NO_OPTIONS } from '../../../src/agent/surroundings.ts';
import { scratch } from '../../cli/phasewright.ts';
import { type Conversation, converse, ENVIRONMENT, type Given, texts, toolResults } from '../conversation.ts';

const PROGRAM = fileURLToPath(new URL('./agent.ts', import.meta.url));

/** A session with a small agent of the user's own that answers requests and a prompt so. */
function talk(acts: object, given: Given = {}, name = 'acp:mine'): Promise<Conversation> {
  const driver = acpKind(name)!.driver({
    userEnvironment: {},
    home: scratch(),
    options: { ...NO_OPTIONS, program: process.execPath, arguments: [PROGRAM] },
    confinement: null,
    limits: { interruptMs: 200, graceMs: 500 },
  });
  return converse(driver, { environment: { ...ENVIRONMENT(), ACTS: JSON.stringify(acts) }, ...given });
}

const notices = ({ events }: Conversation): string[] =>
  events.flatMap(event => (event.type === 'notice' ? [event.text] : []));

describe('an agent of the user’s own', () => {
  it('is spoken with', async () => {
    const done = await talk({ prompt: [{ say: 'one' }, { say: ' two' }] });
    expect(done.result).toMatchObject({ status: 'completed', sessionId: 'one' });
    expect(texts(done)).toEqual(['one two']);
  });

  it('is told where its program is missing', async () => {
    const driver = acpKind('acp:mine')!.driver({
      userEnvironment: {},
      home: scratch(),
      options: NO_OPTIONS,
      confinement: null,
    });
    const { result } = await converse(driver);
    expect(result).toMatchObject({ status: 'failed', failure: { category: 'infra.setup' } });
  });

  it('goes on in an earlier session, whose words are not told again', async () => {
    const done = await talk({ prompt: [{ say: 'new' }] }, { continues: 'one' });
    expect([texts(done), done.result.sessionId]).toEqual([['new'], 'one']);
  });

  it('fails where the earlier session is gone', async () => {
    const gone = { code: -32002, message: 'Resource not found: x' };
    const { result } = await talk({ 'session/load': gone }, { continues: 'x' });
    expect(result).toMatchObject({ status: 'failed', failure: { message: 'Resource not found: x' } });
  });

  it.each([
    [{ configOptions: [{ id: 'm', category: 'model', type: 'select', options: [] }] }],
    [{ models: { availableModels: [] } }],
  ])('is given the model that is wanted: %j', async offered => {
    const done = await talk({ 'session/new': { sessionId: 'one', ...offered } }, { model: 'm1' });
    expect(done.raw).toMatch(/"one".*m1/);
    expect(done.result.status).toBe('completed');
    expect(notices(done)).toEqual([]);
  });

  it('tells where nobody can choose the model', async () => {
    expect(notices(await talk({}, { model: 'm1' }))).toEqual([expect.stringContaining('m1')]);
  });
});

describe('what an agent asks for', () => {
  const options = [
    { optionId: 'yes', kind: 'allow_once', name: 'y' },
    { optionId: 'no', kind: 'reject_once', name: 'n' },
  ];
  const wish = (toolCall: object) => ({
    ask: 'session/request_permission',
    params: { sessionId: 'one', toolCall: { toolCallId: 'c', ...toolCall }, options },
  });

  it('is decided by what the session may do', async () => {
    const acts = { prompt: [wish({ kind: 'edit', title: 'Write a', locations: [{ path: 'a' }] })] };
    const [writing, reading] = [await talk(acts), await talk(acts, { permissions: 'read-only' })];
    expect(texts(writing)).toEqual([expect.stringContaining('"yes"')]);
    expect(toolResults(writing)).toEqual([]);
    expect(texts(reading)).toEqual([expect.stringContaining('"no"')]);
    expect(toolResults(reading)).toEqual([[false, 'refused: this session may only read']]);
  });

  it('is neither files nor terminals of ours', async () => {
    const path = join(scratch(), 'file');
    const done = await talk({
      prompt: [
        { ask: 'fs/write_text_file', params: { sessionId: 'one', path, content: 'x' } },
        { ask: 'fs/read_text_file', params: { sessionId: 'one', path } },
        { ask: 'terminal/create', params: { sessionId: 'one', command: 'true' } },
        { ask: 'session/request_permission', params: 'rubbish' },
      ],
    });
    const [all] = texts(done);
    expect(all!.match(/-32601/g)).toHaveLength(3);
    expect(all).toContain('cancelled');
    expect(existsSync(path)).toBe(false);
  });
});

describe('an agent that goes wrong', () => {
  it.each([
    [{ exit: 3 }, 'infra.crash'],
    [{ exit: 0 }, 'truncated'],
    [{ end: { result: { stopReason: 'max_tokens' } } }, 'truncated'],
    [{ end: { result: { stopReason: 'refusal' } } }, 'refused'],
    [{ end: { result: null } }, 'agent_error'],
    [{ end: { error: { code: -32603, message: 'overloaded_error' } } }, 'infra.overload'],
    [{ end: { error: 'none' } }, 'agent_error'],
    [{ end: {} }, 'agent_error'],
  ])('by %j', async (act, category) => {
    const { result } = await talk({ prompt: [{ say: 'one' }, act] });
    expect(result).toMatchObject({ status: 'failed', failure: { category } });
  });

  it('before there is a session', async () => {
    const old = await talk({ initialize: { protocolVersion: 2 } });
    expect(old.result).toMatchObject({ status: 'failed', sessionId: null });
    const nameless = await talk({ 'session/new': {} });
    expect(nameless.result).toMatchObject({ status: 'failed', failure: { category: 'agent_error' } });
  });

  it('by printing rubbish, which is shown and passed over', async () => {
    const rubbish = [
      'not JSON',
      '{"half":',
      '[1,2]',
      '{"jsonrpc":"2.0"}',
      '{"jsonrpc":"2.0","id":99,"result":{}}',
    ];
    const done = await talk({ prompt: [{ print: `${rubbish.join('\n')}\n` }, { say: 'on' }] });
    expect(texts(done)).toEqual(['on']);
    expect(notices(done)).toEqual(['not understood: not JSON', 'and 4 more such lines']);
    expect(done.result.status).toBe('completed');
  });

  it('by updates that make no sense, which mean nothing', async () => {
    const done = await talk({
      prompt: [
        { update: {} },
        { update: { sessionUpdate: 'tool_call' } },
        { print: '{"jsonrpc":"2.0","method":"session/update"}\n' },
        { print: '{"jsonrpc":"2.0","method":"_own/notice","params":{}}\n' },
        { say: 'on' },
      ],
    });
    expect([texts(done), notices(done)]).toEqual([['on'], []]);
  });

  it('by never ending, and is asked to before it is made to', async () => {
    const done = await talk(
      {
        prompt: [
          { say: 'one' },
          { update: { sessionUpdate: 'tool_call', toolCallId: 'c', title: 't' } },
          { hang: true },
        ],
      },
      { cancelAt: ({ type }) => type === 'tool_call' },
    );
    expect(done.result.status).toBe('cancelled');
    expect(done.raw).toContain('"none"');
  });
});
