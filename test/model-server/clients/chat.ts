import { object, objects, string } from '../json.ts';
import { type Client, many, toolList } from './client.ts';

export const chat: Client = {
  path: () => '/v1/chat/completions',
  body: ({ prompt, calls, system, tools, schema }, stream) => ({
    model: 'm1',
    stream,
    messages: [
      { role: 'system', content: system ?? '' },
      { role: 'user', content: prompt },
      ...many(calls, index => [
        { role: 'assistant', tool_calls: [{ id: `c${index}`, type: 'function', function: {} }] },
        { role: 'tool', tool_call_id: `c${index}`, content: 'done' },
      ]),
    ],
    tools: toolList(tools).map(([name, parameters]) => ({
      type: 'function',
      function: { name, parameters },
    })),
    ...(schema && { response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } } }),
  }),
  heard: ({ choices, usage }) => {
    const { message, finish_reason } = objects(choices)[0] ?? {};
    const { content, reasoning_content, tool_calls, refusal } = object(message);
    const call = object(objects(tool_calls)[0]?.function);
    return {
      text: string(content) || string(refusal),
      thoughts: string(reasoning_content),
      call:
        call.name === undefined
          ? null
          : { name: string(call.name), args: JSON.parse(string(call.arguments)) },
      usage: [object(usage).prompt_tokens, object(usage).completion_tokens],
      stop: finish_reason,
    };
  },
  joined: events => {
    const choices = events.flatMap(event => objects(event.choices));
    const deltas = choices.map(({ delta }) => object(delta));
    const words = (key: string): string => deltas.map(delta => string(delta[key])).join('');
    const calls = deltas.flatMap(({ tool_calls }) => objects(tool_calls).map(call => object(call.function)));
    const args = calls.map(call => string(call.arguments)).join('');
    const message = {
      content: words('content'),
      reasoning_content: words('reasoning_content'),
      refusal: words('refusal'),
      tool_calls: calls.length > 0 ? [{ function: { name: calls[0]!.name, arguments: args } }] : [],
    };
    return {
      choices: [{ message, finish_reason: choices.at(-1)?.finish_reason }],
      usage: events.at(-1)?.usage,
    };
  },
};
