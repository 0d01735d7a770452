import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { FileText } from '../../src/agent/scripted/step.ts';
import { COMMANDS } from './commands.ts';
import { isObject, type Json, list, object, string } from './json.ts';
import { addFile } from './patch.ts';
import type { Call, OfferedTool } from './question.ts';
import { sampleOf } from './schema.ts';

const SHELL_NAMES = [
  'Bash',
  'bash',
  'exec_command',
  'shell_command',
  'shell',
  'local_shell',
  'run_shell_command',
  'run_commands',
  'execute_command',
  'run_terminal_cmd',
  'Shell',
  'Execute',
  'launch-process',
  'terminal',
];
const COMMAND_KEYS = ['command', 'cmd', 'commands', 'script'];
const WRITE_NAMES = [
  'Write',
  'write',
  'write_file',
  'write_to_file',
  'WriteFile',
  'create_file',
  'create',
  'Create',
  'save-file',
];
const PATH_KEYS = ['file_path', 'filePath', 'path', 'absolute_path', 'filepath', 'target_file'];
const CONTENT_KEYS = ['content', 'file_content', 'contents', 'file_text', 'new_text'];
const ANSWER_NAME = /^(StructuredOutput|structured_output|json)$|submit_result$/;

export const answerTool = (tools: readonly OfferedTool[]): OfferedTool | undefined =>
  tools.find(({ name, kind }) => kind === 'function' && ANSWER_NAME.test(name));

/** Null for what is no object: no tool takes it. */
export function answerCall(value: unknown, tools: readonly OfferedTool[]): Call | null {
  const tool = answerTool(tools);
  return tool && isObject(value) ? { kind: 'function', tool, args: value } : null;
}

export function shellCall(command: string, tools: readonly OfferedTool[]): Call | null {
  const code = codeTool(tools);
  if (code) return byCode(code, `tools.exec_command({ cmd: ${JSON.stringify(command)} })`);
  const tool = named(SHELL_NAMES, tools);
  if (!tool) return null;
  const words = ['bash', '-lc', command];
  if (tool.kind === 'local_shell') return { kind: 'local_shell', tool, command: words };
  const key = keyAmong(COMMAND_KEYS, tool) ?? 'command';
  const isList = object(object(tool.schema.properties)[key]).type === 'array';
  return withArguments(tool, { [key]: isList ? (key === 'commands' ? [command] : words) : command });
}

/**
 * Some tools refuse to replace a file that the session has not read, so a file that is already there is written by
 * command, as is what a patch cannot express.
 */
export function writeCall(file: FileText, tools: readonly OfferedTool[], cwd: string | null): Call | null {
  const path = isAbsolute(file.path) || cwd === null ? file.path : join(cwd, file.path);
  const byCommand = shellCall(COMMANDS.write(file), tools);
  if (byCommand && cwd !== null && existsSync(path)) return byCommand;
  const tool = named(WRITE_NAMES, tools);
  const pathKey = tool && keyAmong(PATH_KEYS, tool);
  const contentKey = tool && keyAmong(CONTENT_KEYS, tool);
  if (pathKey && contentKey) return withArguments(tool, { [pathKey]: path, [contentKey]: file.content });
  return patchCall(file, tools) ?? byCommand;
}

function patchCall(file: FileText, tools: readonly OfferedTool[]): Call | null {
  const patch = addFile(file);
  if (patch === null) return null;
  const code = codeTool(tools);
  if (code) return byCode(code, `tools.apply_patch(${JSON.stringify(patch)})`);
  const tool = named(['apply_patch'], tools);
  if (!tool) return null;
  return tool.kind === 'custom'
    ? { kind: 'custom', tool, input: patch }
    : withArguments(tool, { [keyAmong(['input', 'patch', 'patchText'], tool) ?? 'input']: patch });
}

/** The one tool of Codex with newer models: it takes JavaScript, in which the other tools are functions. */
const codeTool = (tools: readonly OfferedTool[]): OfferedTool | undefined =>
  tools.find(({ name, kind }) => name === 'exec' && kind === 'custom');

const byCode = (tool: OfferedTool, call: string): Call => ({
  kind: 'custom',
  tool,
  input: `const result = await ${call};\ntext(result);`,
});

/** The first of the names that a tool has, not the first tool that has one of them. */
const named = (names: readonly string[], tools: readonly OfferedTool[]): OfferedTool | undefined =>
  names.flatMap(name => tools.find(tool => tool.name === name) ?? []).at(0);

const keyAmong = (keys: readonly string[], { schema }: OfferedTool): string | undefined =>
  keys.find(key => key in object(schema.properties));

export function withArguments(tool: OfferedTool, known: Json): Call {
  const required = list(tool.schema.required).map(string);
  const properties = object(tool.schema.properties);
  const missing = required.filter(key => !(key in known));
  const filled = Object.fromEntries(missing.map(key => [key, sampleOf(object(properties[key]))]));
  return { kind: 'function', tool, args: { ...known, ...filled } };
}
