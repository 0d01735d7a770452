import { anthropic } from './clients/anthropic.ts';
import { chat } from './clients/chat.ts';
import type { Asking, Client, Heard } from './clients/client.ts';
import { gemini } from './clients/gemini.ts';
import { responses } from './clients/responses.ts';
import type { Json } from './json.ts';
import type { FormatName } from './question.ts';

const CLIENTS: Readonly<Record<FormatName, Client>> = { anthropic, responses, chat, gemini };

export const FORMATS = Object.keys(CLIENTS) as readonly FormatName[];

/** Asks the model and gives the raw response. */
export const post = (url: string, format: FormatName, asking: Asking, streams = false): Promise<Response> =>
  fetch(url + CLIENTS[format].path(streams), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(CLIENTS[format].body(asking, streams)),
  });

/** Asks the model for the same as a stream and as a whole, and gives what was heard, in this order. */
export async function askBothWays(
  url: string,
  format: FormatName,
  asking: Asking,
): Promise<readonly [streamed: Heard, whole: Heard]> {
  const { heard, joined } = CLIENTS[format];
  const stream = await (await post(url, format, asking, true)).text();
  const whole = await (await post(url, format, asking)).json();
  return [heard(joined(eventsOf(stream))), heard(whole as Json)];
}

export const eventsOf = (stream: string): readonly Json[] =>
  stream
    .split('\n')
    .filter(line => line.startsWith('data: {'))
    .map(line => JSON.parse(line.slice('data: '.length)) as Json);
