import { unreachable } from '../../../src/base/unreachable.ts';
import { chunks } from '../chunks.ts';
import { type Json, string } from '../json.ts';
import { type Passage, type Piece, passage, passages } from '../passages.ts';
import type { Call } from '../question.ts';
import { type Frame, newId, type Reply, type Usage } from '../reply.ts';

export const whole = (reply: Reply): Json => ({
  ...envelope(reply),
  status: 'completed',
  output: itemsOf(reply).map(({ item }) => item),
  usage: usageOf(reply.usage),
});

export function* frames(reply: Reply): Iterable<Frame> {
  let number = 0;
  const framed = (event: string, fields: Json): Frame => ({
    event,
    data: { type: event, sequence_number: number++, ...fields },
  });
  const base = envelope(reply);
  const started = { response: { ...base, status: 'in_progress', output: [], usage: null } };
  yield framed('response.created', started);
  yield framed('response.in_progress', started);
  const items = itemsOf(reply);
  for (const [output_index, { item, opening, pieces, events }] of items.entries()) {
    const at = { item_id: item.id, output_index, ...(events?.index && { [events.index]: 0 }) };
    yield framed('response.output_item.added', { output_index, item: { ...item, ...opening } });
    if (events?.part) yield framed(`${events.part}.added`, { ...at, part: events.emptyPart });
    for (const piece of pieces) {
      if ('waitMs' in piece) yield piece;
      else if (events)
        for (const delta of chunks(piece.words)) yield framed(`${events.name}.delta`, { ...at, delta });
    }
    if (events) yield framed(`${events.name}.done`, { ...at, [events.field]: events.words });
    if (events?.part) yield framed(`${events.part}.done`, { ...at, part: events.fullPart });
    yield framed('response.output_item.done', { output_index, item });
  }
  const output = items.map(({ item }) => item);
  const response = { ...base, status: 'completed', output, usage: usageOf(reply.usage) };
  yield framed('response.completed', { response });
}

/** An item of the output, and how it is streamed. */
interface Item {
  readonly item: Json;
  /** What differs in the item while it is not done. */
  readonly opening: Json;
  readonly pieces: readonly Piece[];
  readonly events: Events | null;
}

interface Events {
  readonly name: string;
  /** Of the whole text in the last event. */
  readonly field: string;
  readonly words: string;
  /** The field that tells which part of the item it is; an item without parts has none. */
  readonly index?: string;
  readonly part?: string;
  readonly emptyPart?: Json;
  readonly fullPart?: Json;
}

function itemsOf({ parts, call, refusal }: Reply): readonly Item[] {
  const said = passages(parts).map(one => (one.kind === 'text' ? messageItem(one) : reasoningItem(one)));
  const refused = refusal === null ? [] : [messageItem(passage('text', [{ words: refusal }]), 'refusal')];
  return [...said, ...refused, ...(call ? [callItem(call)] : [])];
}

function messageItem({ words, pieces }: Passage, type: 'output_text' | 'refusal' = 'output_text'): Item {
  const isText = type === 'output_text';
  const field = isText ? 'text' : 'refusal';
  const part = (text: string): Json => ({ type, [field]: text, ...(isText && { annotations: [] }) });
  const fullPart = part(words);
  return {
    item: { id: newId('msg_'), type: 'message', role: 'assistant', status: 'completed', content: [fullPart] },
    opening: { status: 'in_progress', content: [] },
    pieces,
    events: {
      name: `response.${type}`,
      field,
      words,
      index: 'content_index',
      part: 'response.content_part',
      emptyPart: part(''),
      fullPart,
    },
  };
}

function reasoningItem({ words, pieces }: Passage): Item {
  const part = (text: string): Json => ({ type: 'summary_text', text });
  const fullPart = part(words);
  return {
    item: { id: newId('rs_'), type: 'reasoning', summary: [fullPart], encrypted_content: null },
    opening: { summary: [] },
    pieces,
    events: {
      name: 'response.reasoning_summary_text',
      field: 'text',
      words,
      index: 'summary_index',
      part: 'response.reasoning_summary_part',
      emptyPart: part(''),
      fullPart,
    },
  };
}

function callItem(call: Call): Item {
  const { name, namespace } = call.tool;
  const common = { call_id: newId('call_'), status: 'completed' };
  const whose = { name, ...(namespace && { namespace }) };
  switch (call.kind) {
    case 'function': {
      const item = {
        id: newId('fc_'),
        type: 'function_call',
        ...common,
        ...whose,
        arguments: JSON.stringify(call.args),
      };
      return streamed(item, 'response.function_call_arguments', 'arguments');
    }
    case 'custom': {
      const item = { id: newId('ctc_'), type: 'custom_tool_call', ...common, ...whose, input: call.input };
      return streamed(item, 'response.custom_tool_call_input', 'input');
    }
    case 'local_shell': {
      const action = { type: 'exec', command: call.command, env: {} };
      const item = { id: newId('lsh_'), type: 'local_shell_call', ...common, action };
      return { item, opening: { status: 'in_progress' }, pieces: [], events: null };
    }
    default:
      return unreachable(call);
  }
}

function streamed(item: Json, name: string, field: string): Item {
  const words = string(item[field]);
  const opening = { status: 'in_progress', [field]: '' };
  return { item, opening, pieces: [{ words }], events: { name, field, words } };
}

const usageOf = ({ input, output }: Usage): Json => ({
  input_tokens: input,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: output,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: input + output,
});

const envelope = ({ model }: Reply): Json => ({
  id: newId('resp_'),
  object: 'response',
  created_at: Math.floor(Date.now() / 1_000),
  model,
  error: null,
  incomplete_details: null,
  instructions: null,
  metadata: {},
  parallel_tool_calls: true,
  tool_choice: 'auto',
  tools: [],
  temperature: 1,
  top_p: 1,
});
