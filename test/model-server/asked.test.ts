import { describe, expect, it } from 'vitest';
import { cwdOf, isSideCall, placeOf } from './asked.ts';
import { anthropic } from './formats/anthropic.ts';
import { responses } from './formats/responses.ts';
import type { Entry, Question } from './question.ts';
import type { Asked } from './server.ts';

const question = (entries: readonly Entry[], system = ''): Question => ({
  model: 'm1',
  system,
  entries,
  tools: [],
  forced: null,
  schema: null,
  streams: false,
});
const said = (...texts: readonly string[]): Entry => ({ texts });
const CALLED: Entry = { called: true };
const REMINDER = '<system-reminder>\nMind the gap.\n</system-reminder>';

describe('what is asked', () => {
  const cases: readonly (readonly [
    string,
    readonly Entry[],
    prompt: string,
    turn: number,
    earlier: readonly string[],
  ])[] = [
    ['nothing', [], '', 0, []],
    ['a prompt', [said('do')], 'do', 0, []],
    ['calls since', [said('do'), CALLED, CALLED], 'do', 2, []],
    ['another prompt', [said('do'), CALLED, said('more'), CALLED], 'more', 1, ['do']],
    ['an agent adds a block', [said(REMINDER, 'do')], 'do', 0, []],
    ['an agent adds to a block', [said(`do${REMINDER}`)], 'do', 0, []],
    ['an agent adds a message', [said('do'), CALLED, said(REMINDER), CALLED], 'do', 2, []],
    ['an environment', [said('<environment_context>\n</environment_context>'), said('do')], 'do', 0, []],
    ['a nudge', [said('do'), CALLED, said('[structured-output-enforce] You MUST')], 'do', 1, []],
    ['an empty message', [said('do'), said('')], 'do', 0, []],
  ];
  it.each(cases)('%s', (_, entries, prompt, turn, earlier) => {
    expect(placeOf(question(entries), 'chat')).toMatchObject({ prompt, turn, earlier });
  });

  const folders: readonly (readonly [string, system: string, added: string, cwd: string | null])[] = [
    [
      'Claude',
      'Look at the current working directory. a/b',
      REMINDER.replace('Mind', '- Primary working directory: /a b\nMind'),
      '/a b',
    ],
    ['Codex', '', '<environment_context>\n  <cwd>/a b</cwd>\n', '/a b'],
    ['Gemini', '', '<session_context>\n- **Workspace Directories:**\n  - /a b\n', '/a b'],
    ['OpenCode', '<env>\n  Working directory: /a b\n  Is', '', '/a b'],
    ['a person, who is not asked', '', 'working directory: /a b', null],
  ];
  it.each(folders)('where: told by %s', (_, system, added, cwd) => {
    expect(cwdOf(question([said(added)], system))).toBe(cwd);
  });

  it('is a side call where a title is wanted without tools', () => {
    const asked: Asked = placeOf(question([said('do')], 'You are a title generator.'), 'chat');
    expect(isSideCall(asked)).toBe(true);
    expect(isSideCall({ ...asked, tools: ['Bash'] })).toBe(false);
    expect(isSideCall({ ...asked, system: 'You are a reviewer.' })).toBe(false);
  });
});

describe('a request', () => {
  it('of Codex has tools in namespaces, in its input and of other kinds', () => {
    const patch = { type: 'custom', name: 'apply_patch' };
    const inner = { type: 'function', name: 'submit_result', parameters: { type: 'object' } };
    const { tools } = responses.read(
      {
        tools: [{ type: 'local_shell' }, { type: 'namespace', name: 'mcp__x', tools: [inner] }],
        input: [{ type: 'additional_tools', tools: [patch] }],
      },
      '',
    );
    expect(tools.map(({ name, kind, namespace }) => [name, kind, namespace])).toEqual([
      ['local_shell', 'local_shell', undefined],
      ['submit_result', 'function', 'mcp__x'],
      ['apply_patch', 'custom', undefined],
    ]);
  });

  it('may be anything', () => {
    for (const body of [
      {},
      { messages: 7, input: null, tools: 'x' },
      { messages: [null, 1, { role: 'user' }] },
    ]) {
      expect(placeOf(anthropic.read(body, ''), 'anthropic').prompt).toBe('');
      expect(placeOf(responses.read(body, ''), 'responses').prompt).toBe('');
    }
  });
});
