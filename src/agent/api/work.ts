import type { ModelMessage, SystemModelMessage } from 'ai';
import { ANSWER_TOOL } from '../../prompt/brief.ts';
import type { Message } from '../wire/message.ts';
import type { Loaded } from './load.ts';
import type { Orders } from './orders.ts';
import { readSession, writeSession } from './session-file.ts';
import { cached, cachedUpToHere, settingsFor } from './settings.ts';
import { takeStep } from './step.ts';
import { systemPrompt } from './system-prompt.ts';
import { submitTool } from './tools/submit.ts';
import type { Place } from './tools/tool.ts';
import { toolbox } from './tools/toolbox.ts';
import { offered, type Results, useTools } from './use-tools.ts';

type Ending = Extract<Message, { type: 'done' | 'error' }>;

/** Holds one session: the model speaks and uses tools in turn, until it has nothing more to do. Returns the last word. */
export async function work(
  orders: Orders,
  loaded: Loaded,
  place: Place,
  send: (message: Message) => void,
): Promise<Ending> {
  const { sessionId, sessions, chosen, answerSchema } = orders;
  const earlier = orders.continues ? readSession(sessions, sessionId) : [];
  if (earlier === null) return failed('agent_error', `there is no session ${sessionId} to go on with`);

  let isAnswered = false;
  const tools = [
    ...toolbox(orders.readOnly),
    ...(answerSchema === null ? [] : [submitTool(answerSchema, take)]),
  ];
  const asked = {
    system: cached(systemMessage(orders, place), chosen),
    tools: offered(loaded.sdk, tools, answerSchema === null ? {} : { [ANSWER_TOOL]: answerSchema }),
    retries: orders.retries,
    settings: settingsFor(chosen),
  };
  let messages: readonly ModelMessage[] = [...earlier, { role: 'user', content: orders.prompt }];
  writeSession(sessions, sessionId, messages);
  for (let step = 0; step < orders.steps; step += 1) {
    const question = { ...asked, messages: cachedUpToHere(messages, chosen) };
    const end = await takeStep(loaded, question, place.signal, send);
    if (end.kind === 'failed') return { type: 'error', ...end.failing };
    const results = await useTools(end.calls, tools, place, send);
    messages = withResults([...messages, ...end.messages], results);
    writeSession(sessions, sessionId, messages);
    if (isAnswered || (results.length === 0 && !end.mistaken)) return { type: 'done' };
  }
  return failed('truncated', `the model did not come to an end within ${orders.steps} steps`);

  /** One that does not fit counts only if no other follows: whoever asked for it judges it. */
  function take(value: unknown, fits: boolean): void {
    if (isAnswered) return;
    send({ type: 'answer', value });
    isAnswered = fits;
  }
}

/** All results of one message of the model are one message: some providers count them. */
function withResults(messages: readonly ModelMessage[], results: Results): readonly ModelMessage[] {
  const last = messages.at(-1);
  if (last?.role === 'tool')
    return [...messages.slice(0, -1), { role: 'tool', content: [...last.content, ...results] }];
  return results.length > 0 ? [...messages, { role: 'tool', content: [...results] }] : messages;
}

const failed = (category: string, message: string): Ending => ({ type: 'error', category, message });

const systemMessage = ({ readOnly, answerSchema, inherit }: Orders, { root }: Place): SystemModelMessage => ({
  role: 'system',
  content: systemPrompt({ root, readOnly, answers: answerSchema !== null, inherit }),
});
