import { chunks } from '../chunks.ts';
import type { Format } from '../format.ts';
import { isObject, type Json, list, object, objects, string, texts } from '../json.ts';
import type { Entry, Question } from '../question.ts';
import { type Frame, newId, type Reply, textOf, thoughtsOf, type Usage } from '../reply.ts';

/** OpenAI Chat Completions, and all that is compatible with it. */
export const chat: Format = { name: 'chat', read, whole, frames, lastLine: '[DONE]' };

function read(body: Json): Question {
  const messages = objects(body.messages);
  const isSystem = ({ role }: Json): boolean => role === 'system' || role === 'developer';
  return {
    model: string(body.model),
    system: messages
      .filter(isSystem)
      .flatMap(({ content }) => texts(content))
      .join('\n'),
    entries: messages.flatMap(entryOf),
    tools: objects(body.tools).map(tool => ({
      name: string(object(tool.function).name),
      kind: 'function',
      schema: object(object(tool.function).parameters),
    })),
    forced: string(object(object(body.tool_choice).function).name) || null,
    schema: schemaOf(object(body.response_format)),
    streams: body.stream === true,
  };
}

function entryOf({ role, content, tool_calls }: Json): readonly Entry[] {
  if (role === 'assistant') return list(tool_calls).length > 0 ? [{ called: true }] : [];
  return role === 'user' ? [{ texts: texts(content) }] : [];
}

function schemaOf({ type, json_schema }: Json): Json | null {
  const { schema } = object(json_schema);
  if (type === 'json_schema') return isObject(schema) ? schema : {};
  return type === 'json_object' ? {} : null;
}

const usageOf = ({ input, output }: Usage): Json => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
  prompt_tokens_details: { cached_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 0 },
});

const envelope = ({ model }: Reply, kind: string): Json => ({
  id: newId('chatcmpl-'),
  object: kind,
  created: Math.floor(Date.now() / 1_000),
  model,
});

const finishReason = ({ call, refusal }: Reply): string =>
  refusal !== null ? 'content_filter' : call ? 'tool_calls' : 'stop';

const callsOf = ({ call }: Reply) =>
  call?.kind === 'function'
    ? [
        {
          id: newId('call_'),
          type: 'function',
          function: { name: call.tool.name, arguments: JSON.stringify(call.args) },
        },
      ]
    : [];

function whole(reply: Reply): Json {
  const calls = callsOf(reply);
  const thoughts = thoughtsOf(reply.parts);
  const message = {
    role: 'assistant',
    content: textOf(reply.parts) || null,
    refusal: reply.refusal,
    ...(thoughts && { reasoning_content: thoughts }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
  const choice = { index: 0, message, logprobs: null, finish_reason: finishReason(reply) };
  return { ...envelope(reply, 'chat.completion'), choices: [choice], usage: usageOf(reply.usage) };
}

function* frames(reply: Reply): Iterable<Frame> {
  const base = envelope(reply, 'chat.completion.chunk');
  const choice = (delta: Json, finish_reason: string | null = null): Frame => ({
    data: { ...base, choices: [{ index: 0, delta, logprobs: null, finish_reason }] },
  });
  yield choice({ role: 'assistant', content: '' });
  for (const part of reply.parts) {
    if ('waitMs' in part) yield part;
    else if ('text' in part) for (const content of chunks(part.text)) yield choice({ content });
    else for (const thought of chunks(part.think)) yield choice({ reasoning_content: thought });
  }
  if (reply.refusal !== null) for (const refusal of chunks(reply.refusal)) yield choice({ refusal });
  for (const call of callsOf(reply)) {
    const opening = { ...call, function: { ...call.function, arguments: '' } };
    yield choice({ tool_calls: [{ index: 0, ...opening }] });
    for (const piece of chunks(call.function.arguments))
      yield choice({ tool_calls: [{ index: 0, function: { arguments: piece } }] });
  }
  yield choice({}, finishReason(reply));
  yield { data: { ...base, choices: [], usage: usageOf(reply.usage) } };
}
