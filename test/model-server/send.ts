import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { HttpFault } from './faults.ts';
import type { Format } from './format.ts';
import type { Json } from './json.ts';
import { type Frame, newId, type Reply } from './reply.ts';

export function sendJson(response: ServerResponse, body: Json, status = 200, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...ids(), ...headers });
  response.end(JSON.stringify(body));
}

export const sendFault = (response: ServerResponse, { status, headers, body }: HttpFault): void =>
  sendJson(response, body, status, headers);

export function sendReply(response: ServerResponse, format: Format, reply: Reply, how: How): Promise<void> {
  return how.streams
    ? sendStream(response, format, reply, how.cut)
    : sendWhole(response, format, reply, how.cut);
}

interface How {
  readonly streams: boolean;
  /** Breaks off in the middle. */
  readonly cut: boolean;
}

async function sendWhole(
  response: ServerResponse,
  format: Format,
  reply: Reply,
  cut: boolean,
): Promise<void> {
  for (const part of reply.parts) if ('waitMs' in part) await delay(part.waitMs, null, { ref: false });
  const bytes = Buffer.from(JSON.stringify(format.whole(reply)));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length, ...ids() });
  if (cut) response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
  else response.end(bytes);
}

async function sendStream(
  response: ServerResponse,
  format: Format,
  reply: Reply,
  cut: boolean,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache', ...ids() });
  const frames = [...format.frames(reply)];
  for (const frame of cut ? frames.slice(0, frames.length / 2) : frames) {
    if (response.destroyed) return;
    if ('waitMs' in frame) await delay(frame.waitMs, null, { ref: false });
    else response.write(eventText(frame));
  }
  if (cut) response.write(': cut\n\n', () => response.destroy());
  else response.end(format.lastLine === undefined ? '' : `data: ${format.lastLine}\n\n`);
}

const eventText = ({ event, data }: Extract<Frame, { data: unknown }>): string =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`;

const ids = () => ({ 'request-id': newId('req_'), 'x-request-id': newId('req_') });
