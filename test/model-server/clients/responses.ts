import { type Json, object, objects, string } from '../json.ts';
import { type Client, many, toolList } from './client.ts';

export const responses: Client = {
  path: () => '/v1/responses',
  body: ({ prompt, calls, system, tools, schema }, stream) => ({
    model: 'm1',
    stream,
    instructions: system ?? '',
    input: [
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: prompt }] },
      ...many(calls, index => [
        { type: 'function_call', call_id: `c${index}`, name: 'x', arguments: '{}' },
        { type: 'function_call_output', call_id: `c${index}`, output: 'done' },
      ]),
    ],
    tools: toolList(tools).map(([name, parameters]) => ({ type: 'function', name, parameters })),
    ...(schema && { text: { format: { type: 'json_schema', name: 'answer', schema } } }),
  }),
  heard: ({ output, usage, status }) => {
    const item = (type: string): Json => objects(output).find(one => one.type === type) ?? {};
    const part = objects(item('message').content)[0] ?? {};
    const { name, arguments: args } = item('function_call');
    return {
      text: string(part.text ?? part.refusal),
      thoughts: string(objects(item('reasoning').summary)[0]?.text),
      call: name === undefined ? null : { name: string(name), args: JSON.parse(string(args)) },
      usage: [object(usage).input_tokens, object(usage).output_tokens],
      stop: part.type === 'refusal' ? 'refusal' : status,
    };
  },
  joined: events => object(events.find(({ type }) => type === 'response.completed')?.response),
};
