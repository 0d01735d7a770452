import { chunks } from '../chunks.ts';
import type { Format } from '../format.ts';
import { isObject, type Json, object, objects, string, texts } from '../json.ts';
import { type Passage, type Piece, passages } from '../passages.ts';
import type { Call, Entry, Question } from '../question.ts';
import { type Frame, newId, type Reply, type Usage } from '../reply.ts';

/** Anthropic Messages. */
export const anthropic: Format = { name: 'anthropic', read, whole, frames };

function read(body: Json): Question {
  const format = object(object(body.output_config).format ?? body.output_format);
  const choice = object(body.tool_choice);
  const messages = objects(body.messages);
  const asides = messages.filter(({ role }) => role === 'system').flatMap(({ content }) => texts(content));
  return {
    model: string(body.model),
    system: [...texts(body.system), ...asides].join('\n'),
    entries: messages.flatMap(entryOf),
    tools: objects(body.tools).map(tool => ({
      name: string(tool.name),
      kind: 'function',
      schema: object(tool.input_schema),
    })),
    forced: choice.type === 'tool' ? string(choice.name) : null,
    schema: isObject(format.schema) ? format.schema : null,
    streams: body.stream === true,
  };
}

/** What comes along with the result of a tool is never a person's. */
function entryOf({ role, content }: Json): readonly Entry[] {
  const has = (type: string): boolean => objects(content).some(block => block.type === type);
  if (role === 'assistant') return has('tool_use') ? [{ called: true }] : [];
  return role === 'user' && !has('tool_result') ? [{ texts: texts(content) }] : [];
}

const usageOf = ({ input, output }: Usage): Json => ({
  input_tokens: input,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: output,
  service_tier: 'standard',
});

const stopReason = ({ call, refusal }: Reply): string =>
  refusal !== null ? 'refusal' : call ? 'tool_use' : 'end_turn';

const envelope = (reply: Reply): Json => ({
  id: newId('msg_'),
  type: 'message',
  role: 'assistant',
  model: reply.model,
  stop_sequence: null,
});

/** Agents keep signatures and send them back; nobody can check this one. */
const SIGNATURE = 'c2lnbmF0dXJl';

function whole(reply: Reply): Json {
  const content = blocksOf(reply).map(({ full }) => full);
  return { ...envelope(reply), content, stop_reason: stopReason(reply), usage: usageOf(reply.usage) };
}

interface Block {
  readonly empty: Json;
  readonly full: Json;
  readonly pieces: readonly Piece[];
  /** The content of the event that adds words to the block. */
  delta(words: string): Json;
}

function blocksOf({ parts, call, refusal }: Reply): readonly Block[] {
  const said = passages(refusal === null ? parts : [...parts, { text: refusal }]);
  return [...said.map(blockOf), ...(call?.kind === 'function' ? [toolBlock(call)] : [])];
}

const blockOf = ({ kind, words, pieces }: Passage): Block =>
  kind === 'text'
    ? {
        empty: { type: 'text', text: '' },
        full: { type: 'text', text: words },
        pieces,
        delta: text => ({ type: 'text_delta', text }),
      }
    : {
        empty: { type: 'thinking', thinking: '', signature: '' },
        full: { type: 'thinking', thinking: words, signature: SIGNATURE },
        pieces,
        delta: thinking => ({ type: 'thinking_delta', thinking }),
      };

function toolBlock({ tool, args }: Extract<Call, { kind: 'function' }>): Block {
  const block = { type: 'tool_use', id: newId('toolu_'), name: tool.name };
  return {
    empty: { ...block, input: {} },
    full: { ...block, input: args },
    pieces: [{ words: JSON.stringify(args) }],
    delta: partial_json => ({ type: 'input_json_delta', partial_json }),
  };
}

function* frames(reply: Reply): Iterable<Frame> {
  const start = { ...reply.usage, output: 0 };
  const message = { ...envelope(reply), content: [], stop_reason: null, usage: usageOf(start) };
  yield framed('message_start', { message });
  yield framed('ping', {});
  for (const [index, { empty, full, pieces, delta }] of blocksOf(reply).entries()) {
    yield framed('content_block_start', { index, content_block: empty });
    for (const piece of pieces) {
      if ('waitMs' in piece) yield piece;
      else
        for (const words of chunks(piece.words))
          yield framed('content_block_delta', { index, delta: delta(words) });
    }
    if (full.type === 'thinking')
      yield framed('content_block_delta', {
        index,
        delta: { type: 'signature_delta', signature: SIGNATURE },
      });
    yield framed('content_block_stop', { index });
  }
  const delta = { stop_reason: stopReason(reply), stop_sequence: null };
  yield framed('message_delta', { delta, usage: usageOf(reply.usage) });
  yield framed('message_stop', {});
}

const framed = (event: string, fields: Json): Frame => ({ event, data: { type: event, ...fields } });
