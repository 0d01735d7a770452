import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askBothWays, eventsOf, FORMATS, post } from './ask.ts';
import type { Asking, Heard } from './clients/client.ts';
import type { FormatName } from './question.ts';
import { type ModelServer, type ModelStep, startModelServer } from './server.ts';

const TOOLS = {
  Bash: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
  Write: {
    type: 'object',
    properties: { file_path: { type: 'string' }, content: { type: 'string' } },
    required: ['file_path', 'content'],
  },
};
const ANSWER_TOOL = { mcp__x__submit_result: { type: 'object', properties: { status: { type: 'string' } } } };
const SCHEMA = { type: 'object', properties: { status: { type: 'string' } }, required: ['status'] };
const SYSTEM = 'Be helpful.\nWorking directory: /nowhere/my work\n';
const LONG = `${'words '.repeat(20_000)}${'👩‍👩‍👧'.repeat(20_000)}`;
const SIDE = 'A few words';
const CLOSING = 'That is all.';

const PLAYS: Readonly<Record<string, readonly ModelStep[] | null>> = {
  work: [
    { say: 'one' },
    { write: { path: 'a.txt', content: 'A\n' } },
    { think: 'hm' },
    { usage: { input: 50, output: 5 } },
    { say: 'two' },
    { say: 'three' },
  ],
  nothing: [],
  long: [{ say: LONG }],
  report: [{ say: 'So:' }, { report: { status: 'completed' } }],
  pause: [{ say: 'one' }, { sleep: 1 }, { say: 'two' }],
  refuse: [{ fail: { category: 'refused', message: 'I will not.' } }],
  side: null,
};

const ENDS: Readonly<
  Record<FormatName, { readonly call: string; readonly end: string; readonly refusal: string }>
> = {
  anthropic: { call: 'tool_use', end: 'end_turn', refusal: 'refusal' },
  responses: { call: 'completed', end: 'completed', refusal: 'refusal' },
  chat: { call: 'tool_calls', end: 'stop', refusal: 'content_filter' },
  gemini: { call: 'STOP', end: 'STOP', refusal: 'SAFETY' },
};

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer(({ prompt }) => PLAYS[prompt] ?? null);
});
afterAll(() => server.close());

describe.each(FORMATS)('a model that speaks %s', format => {
  const { call, end, refusal } = ENDS[format];
  const fenced = '```json\n{"status":"completed"}\n```\n';
  const tools = TOOLS;

  const check = (title: string, asking: Asking, expected: Partial<Heard>): void =>
    it(title, async () => {
      const silent: Heard = { text: '', thoughts: '', call: null, usage: [1_000, 50], stop: end };
      const [streamed, whole] = await askBothWays(server.url, format, { system: SYSTEM, ...asking });
      expect(streamed).toEqual({ ...silent, ...expected });
      expect(whole).toEqual(streamed);
    });

  check(
    'calls the tool that is offered, with what it says before',
    { prompt: 'work', tools },
    {
      text: 'one',
      call: { name: 'Write', args: { file_path: '/nowhere/my work/a.txt', content: 'A\n' } },
      stop: call,
    },
  );
  check(
    'goes on after a call',
    { prompt: 'work', tools, calls: 1 },
    {
      text: 'two\n\nthree',
      thoughts: 'hm',
      usage: [50, 5],
    },
  );
  check(
    'closes when it is asked beyond its last turn',
    { prompt: 'work', tools, calls: 2 },
    { text: CLOSING },
  );
  check('closes where there is nothing to do', { prompt: 'nothing' }, { text: CLOSING });
  check(
    'says so where no tool fits',
    { prompt: 'work' },
    {
      text: 'no tool for write among those that are offered: none',
    },
  );
  check('gives a long text whole', { prompt: 'long' }, { text: LONG });
  check('pauses within a text', { prompt: 'pause' }, { text: 'one\n\ntwo' });
  check('refuses in the form of its vendor', { prompt: 'refuse' }, { text: 'I will not.', stop: refusal });
  check('gives the answer in a fence', { prompt: 'report', tools }, { text: `So:\n\n${fenced}` });
  check(
    'gives the answer as plain JSON where a schema is asked for',
    { prompt: 'report', schema: SCHEMA },
    {
      text: '{"status":"completed"}',
    },
  );
  check(
    'gives the answer by the tool for it',
    { prompt: 'report', tools: { ...TOOLS, ...ANSWER_TOOL } },
    {
      text: 'So:',
      call: { name: 'mcp__x__submit_result', args: { status: 'completed' } },
      stop: call,
    },
  );
  check('closes after the answer', { prompt: 'report', tools: ANSWER_TOOL, calls: 1 }, { text: CLOSING });
  check('has a few words for a side call', { prompt: 'side' }, { text: SIDE });
  check(
    'gives a side call the least that fits its schema',
    { prompt: 'side', schema: SCHEMA },
    {
      text: '{"status":"something"}',
    },
  );

  it('streams a text in several whole characters', async () => {
    const stream = await (await post(server.url, format, { prompt: 'long' }, true)).text();
    expect(eventsOf(stream).length).toBeGreaterThan(10);
    expect(stream).not.toMatch(/\\ud[89a-f]/i);
  });

  it('logs what it was asked', async () => {
    await post(server.url, format, { prompt: 'work', system: SYSTEM, tools, calls: 1 });
    expect(server.requests.at(-1)).toMatchObject({ method: 'POST', format, model: 'm1', prompt: 'work' });
    expect(server.requests.at(-1)?.tools).toEqual(['Bash', 'Write']);
    expect(server.requests.at(-1)?.system).toContain('Be helpful.');
  });
});
