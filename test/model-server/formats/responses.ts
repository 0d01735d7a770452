import type { Format } from '../format.ts';
import { isObject, type Json, object, objects, string, texts } from '../json.ts';
import type { Entry, OfferedTool, Question } from '../question.ts';
import { frames, whole } from './responses-reply.ts';

/** OpenAI Responses, with the extensions that Codex uses. */
export const responses: Format = { name: 'responses', read, whole, frames };

function read(body: Json): Question {
  const input =
    typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : objects(body.input);
  const isSystem = ({ role }: Json): boolean => role === 'system' || role === 'developer';
  const added = input
    .filter(({ type }) => type === 'additional_tools')
    .flatMap(({ tools }) => objects(tools));
  const format = object(object(body.text).format);
  const choice = object(body.tool_choice);
  return {
    model: string(body.model),
    system: [string(body.instructions), ...input.filter(isSystem).flatMap(item => texts(item.content))].join(
      '\n',
    ),
    entries: input.flatMap(entryOf),
    tools: [...objects(body.tools), ...added].flatMap(tool => toolsOf(tool)),
    forced: choice.type === 'function' ? string(choice.name) : null,
    schema: schemaOf(format),
    streams: body.stream === true,
  };
}

const CALLS: readonly unknown[] = ['function_call', 'custom_tool_call', 'local_shell_call'];

function entryOf({ type, role, content }: Json): readonly Entry[] {
  if (CALLS.includes(type)) return [{ called: true }];
  return role === 'user' ? [{ texts: texts(content) }] : [];
}

function toolsOf(tool: Json, namespace?: string): readonly OfferedTool[] {
  const { type } = tool;
  if (type === 'namespace') return objects(tool.tools).flatMap(inner => toolsOf(inner, string(tool.name)));
  const kind = type === 'custom' || type === 'local_shell' ? type : 'function';
  return [{ name: string(tool.name) || string(type), kind, schema: object(tool.parameters), namespace }];
}

function schemaOf({ type, schema }: Json): Json | null {
  if (type === 'json_schema') return isObject(schema) ? schema : {};
  return type === 'json_object' ? {} : null;
}
