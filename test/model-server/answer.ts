import { type Asked, cwdOf, type Place } from './asked.ts';
import type { Call, Question } from './question.ts';
import type { Outcome, Part, Reply } from './reply.ts';
import { sampleOf } from './schema.ts';
import type { ModelStep } from './step.ts';
import { answerCall, answerTool, shellCall, withArguments, writeCall } from './tools.ts';
import { DEFAULT_USAGE, type Turn, turnsOf } from './turns.ts';

export type Play = (asked: Asked) => readonly ModelStep[] | null;

const CLOSING = 'That is all.';
const SIDE_WORDS = 'A few words';
const CUT_WORDS = 'This message is going to break off before it comes to its end. '.repeat(4);

/** What the model does about a request. It remembers nothing: the request tells how far it has come. */
export function answer(question: Question, place: Place, play: Play): Outcome {
  const { turn: position, ...asked } = place;
  const steps = play(asked);
  if (steps === null) return said(question, aside(question));
  const turn = turnsOf(steps, answerTool(question.tools) !== undefined)[position];
  return turn ? performed(turn, question) : said(question, { parts: [{ text: CLOSING }] });
}

function performed({ parts, usage, answer, deed }: Turn, question: Question): Outcome {
  const say = (more: Partial<Reply>): Outcome => said(question, { parts, usage, ...more });
  const words = withAnswer(parts, answer, question);
  switch (deed?.kind) {
    case 'stall':
      return { kind: 'stall' };
    case 'status':
      return { kind: 'status', step: deed.step };
    case 'fail':
      if (deed.failing.category === 'refused') return say({ refusal: deed.failing.message });
      return { kind: 'fail', failing: deed.failing };
    case 'cut': {
      const text = parts.some(part => 'text' in part) ? words : [...words, { text: CUT_WORDS }];
      return { kind: 'reply', reply: { ...message(question), parts: text, usage }, cut: true };
    }
    case 'answer': {
      const call = answerCall(deed.value, question.tools);
      return call ? say({ call }) : say({ parts: withAnswer(parts, deed, question) });
    }
    case 'shell':
      return calling(shellCall(deed.command, question.tools), deed.step, words);
    case 'write':
      return calling(writeCall(deed.file, question.tools, cwdOf(question)), 'write', words);
    case undefined:
      return say({ parts: words.length > 0 ? words : [{ text: CLOSING }] });
  }

  function calling(call: Call | null, step: string, words: readonly Part[]): Outcome {
    if (call) return say({ call, parts: words });
    const offered = question.tools.map(({ name }) => name).join(', ') || 'none';
    return say({ parts: [{ text: `no tool for ${step} among those that are offered: ${offered}` }] });
  }
}

/** A model that is bound to a schema says nothing beside it. */
function withAnswer(
  parts: readonly Part[],
  answer: { readonly value: unknown } | null,
  { schema }: Question,
): readonly Part[] {
  if (answer === null) return parts;
  const json = JSON.stringify(answer.value) ?? 'null';
  if (schema !== null) return [...parts.filter(part => !('text' in part)), { text: json }];
  const gap = parts.some(part => 'text' in part) ? '\n\n' : '';
  return [...parts, { text: `${gap}\`\`\`json\n${json}\n\`\`\`\n` }];
}

function aside({ forced, tools, schema }: Question): Partial<Reply> {
  const tool = tools.find(({ name }) => name === forced);
  if (tool) return { call: withArguments(tool, {}) };
  return { parts: [{ text: schema ? JSON.stringify(sampleOf({ type: 'object', ...schema })) : SIDE_WORDS }] };
}

const message = ({ model }: Question): Reply => ({
  model,
  parts: [],
  call: null,
  refusal: null,
  usage: DEFAULT_USAGE,
});

const said = (question: Question, reply: Partial<Reply>): Outcome => ({
  kind: 'reply',
  reply: { ...message(question), ...reply },
  cut: false,
});
