import type { IncomingMessage, ServerResponse } from 'node:http';
import { unreachable } from '../../src/base/unreachable.ts';
import { answer, type Play } from './answer.ts';
import { type Place, placeOf } from './asked.ts';
import { faultOf, faultOfStatus } from './faults.ts';
import type { Format } from './format.ts';
import { object } from './json.ts';
import type { FormatName } from './question.ts';
import type { Outcome } from './reply.ts';
import { type Route, routeOf } from './route.ts';
import { sendFault, sendJson, sendReply } from './send.ts';

/** A request as it came, and what was understood of it. */
export interface Logged {
  /** `CONNECT` for a tunnel, `UPGRADE` for a websocket. */
  readonly method: string;
  /** With its query, as it was sent. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** The value of its JSON, or its text where it is none, or null where there is none. */
  readonly body: unknown;
  /** Null where no model is asked; then what follows is empty. */
  readonly format: FormatName | null;
  readonly model: string;
  readonly prompt: string;
  readonly system: string;
  /** Names of the tools that are offered. */
  readonly tools: readonly string[];
}

export interface Log {
  readonly requests: Logged[];
  readonly proxied: string[];
}

export async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  play: Play,
  log: Log,
): Promise<void> {
  const body = await bodyOf(request);
  const route = routeOf(request.method ?? '', request.url ?? '');
  if (route.kind !== 'model') {
    log.requests.push(logged(request, body));
    if (route.kind === 'proxy') log.proxied.push(route.host);
    return sendOther(response, route);
  }
  const question = route.format.read(object(body), route.path);
  const place = placeOf(question, route.format.name);
  log.requests.push(logged(request, body, place));
  return send(response, answer(question, place, play), route.format, question.streams);
}

function send(
  response: ServerResponse,
  outcome: Outcome,
  format: Format,
  streams: boolean,
): void | Promise<void> {
  switch (outcome.kind) {
    case 'stall':
      return;
    case 'status':
      return sendFault(response, faultOfStatus(outcome.step, format.name));
    case 'fail': {
      const fault = faultOf(outcome.failing, format.name);
      if (fault) sendFault(response, fault);
      else response.destroy();
      return;
    }
    case 'reply':
      return sendReply(response, format, outcome.reply, { streams, cut: outcome.cut });
    default:
      return unreachable(outcome);
  }
}

function sendOther(response: ServerResponse, route: Exclude<Route, { kind: 'model' }>): void {
  const [status, message] =
    route.kind === 'proxy' ? [403, 'this is no proxy'] : [404, 'there is no such path'];
  if (route.kind === 'plain') sendJson(response, route.body);
  else sendJson(response, { error: { type: 'not_found_error', message } }, status);
}

export function logged(request: IncomingMessage, body: unknown, place?: Place): Logged {
  const { method = '', url: path = '', headers } = request;
  const { format = null, model = '', prompt = '', system = '', tools = [] } = place ?? {};
  return { method, path, headers, body, format, model, prompt, system, tools };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const text = Buffer.concat(pieces).toString();
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return text;
  }
}
