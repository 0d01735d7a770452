import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Json } from './json.ts';
import type { Call, OfferedTool } from './question.ts';
import { answerCall, shellCall, writeCall } from './tools.ts';

const offered = (name: string, properties: Json, more: Json = {}): OfferedTool => ({
  name,
  kind: 'function',
  schema: { type: 'object', properties, ...more },
});
const special = (name: string, kind: OfferedTool['kind']): OfferedTool => ({ name, kind, schema: {} });

const TEXT = { type: 'string' };
const WORDS = { type: 'array', items: TEXT };
const PATCH = '*** Begin Patch\n*** Add File: a/b.txt\n+one\n+two\n*** End Patch';

/** What a call hands to its tool. */
const given = (call: Call | null): unknown => {
  if (call === null) return null;
  const what = call.kind === 'function' ? call.args : call.kind === 'custom' ? call.input : call.command;
  return [call.tool.name, what];
};

describe('a command', () => {
  const cases: readonly (readonly [string, readonly OfferedTool[], unknown])[] = [
    ['Claude', [offered('Read', {}), offered('Bash', { command: TEXT })], ['Bash', { command: 'ls' }]],
    ['Codex', [offered('exec_command', { cmd: TEXT })], ['exec_command', { cmd: 'ls' }]],
    ['words', [offered('shell', { command: WORDS })], ['shell', { command: ['bash', '-lc', 'ls'] }]],
    ['several', [offered('run_commands', { commands: WORDS })], ['run_commands', { commands: ['ls'] }]],
    ['a local shell', [special('local_shell', 'local_shell')], ['local_shell', ['bash', '-lc', 'ls']]],
    [
      'code',
      [special('exec', 'custom'), offered('wait', {})],
      ['exec', 'const result = await tools.exec_command({ cmd: "ls" });\ntext(result);'],
    ],
    [
      'required arguments',
      [
        offered(
          'Bash',
          { command: TEXT, why: TEXT, n: { type: 'integer' } },
          { required: ['command', 'why', 'n'] },
        ),
      ],
      ['Bash', { command: 'ls', why: 'something', n: 1 }],
    ],
    ['no tool', [offered('Read', { path: TEXT })], null],
  ];
  it.each(cases)('with %s', (_, tools, expected) => expect(given(shellCall('ls', tools))).toEqual(expected));
});

describe('writing a file', () => {
  const file = { path: 'a/b.txt', content: 'one\ntwo\n' };
  const write = offered('write', { filePath: TEXT, content: TEXT });
  const bash = offered('bash', { command: TEXT });
  const command = (content: string) => ({ command: `mkdir -p 'a' && printf '%s' '${content}' > 'a/b.txt'` });
  const cases: readonly (readonly [string, string, readonly OfferedTool[], unknown])[] = [
    ['a tool', file.content, [bash, write], ['write', { filePath: '/w/a/b.txt', content: file.content }]],
    ['a patch as text', file.content, [special('apply_patch', 'custom'), bash], ['apply_patch', PATCH]],
    [
      'a patch as argument',
      file.content,
      [offered('apply_patch', { input: TEXT })],
      ['apply_patch', { input: PATCH }],
    ],
    ['no whole lines', 'one', [special('apply_patch', 'custom'), bash], ['bash', command('one')]],
    ['only a shell', file.content, [bash], ['bash', command(file.content)]],
    ['nothing', file.content, [], null],
  ];
  it.each(cases)('with %s', (_, content, tools, expected) => {
    expect(given(writeCall({ ...file, content }, tools, '/w'))).toEqual(expected);
  });

  it('replaces a file by command', () => {
    const folder = mkdtempSync(join(tmpdir(), 'model-server-'));
    writeFileSync(join(folder, 'old.txt'), 'old');
    const call = writeCall({ path: 'old.txt', content: 'new' }, [bash, write], folder);
    rmSync(folder, { recursive: true });
    expect(given(call)).toEqual(['bash', { command: `mkdir -p '.' && printf '%s' 'new' > 'old.txt'` }]);
  });
});

describe('an answer', () => {
  const cases: readonly (readonly [tool: string, value: unknown, isGiven: boolean])[] = [
    ['StructuredOutput', { a: 1 }, true],
    ['structured_output', { a: 1 }, true],
    ['submit_result', { a: 1 }, true],
    ['mcp__x__submit_result', { a: 1 }, true],
    ['StructuredOutput', 'no object', false],
    ['Bash', { a: 1 }, false],
  ];
  it.each(cases)('by %s of %j: %s', (tool, value, isGiven) => {
    expect(given(answerCall(value, [offered(tool, {})]))).toEqual(isGiven ? [tool, value] : null);
  });
});
