import { type Json, object, objects, string } from '../json.ts';
import { type Client, many, toolList } from './client.ts';

export const anthropic: Client = {
  path: () => '/v1/messages?beta=true',
  body: ({ prompt, calls, system, tools, schema }, stream) => ({
    model: 'm1',
    stream,
    system: [{ type: 'text', text: system ?? '' }],
    messages: [
      { role: 'user', content: [{ type: 'text', text: prompt }] },
      ...many(calls, index => [
        { role: 'assistant', content: [{ type: 'tool_use', id: `t${index}`, name: 'x', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${index}`, content: 'done' }] },
      ]),
    ],
    tools: toolList(tools).map(([name, input_schema]) => ({ name, input_schema })),
    ...(schema && { output_config: { format: { type: 'json_schema', schema } } }),
  }),
  heard: ({ content, usage, stop_reason }) => {
    const block = (type: string): Json => objects(content).find(one => one.type === type) ?? {};
    const { name, input } = block('tool_use');
    return {
      text: string(block('text').text),
      thoughts: string(block('thinking').thinking),
      call: name === undefined ? null : { name: string(name), args: input },
      usage: [object(usage).input_tokens, object(usage).output_tokens],
      stop: stop_reason,
    };
  },
  joined: events => {
    const content: Record<string, unknown>[] = [];
    for (const { type, index, content_block, delta } of events) {
      if (type === 'content_block_start') content.push({ ...object(content_block), json: '' });
      const block = content[Number(index)];
      if (type !== 'content_block_delta' || !block) continue;
      const { text, thinking, partial_json } = object(delta);
      if (text !== undefined) block.text += string(text);
      if (thinking !== undefined) block.thinking += string(thinking);
      if (partial_json !== undefined) block.json += string(partial_json);
    }
    for (const block of content) if (block.type === 'tool_use') block.input = JSON.parse(string(block.json));
    const last = events.find(({ type }) => type === 'message_delta') ?? {};
    return { content, usage: last.usage, stop_reason: object(last.delta).stop_reason };
  },
};
