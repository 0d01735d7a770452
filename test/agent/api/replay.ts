import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Replay {
  readonly url: string;
  /** Of the requests so far. */
  readonly bodies: readonly unknown[];
}

/** Answers each request with the next of these streams; the last one repeats. */
export async function replay(...streams: readonly (readonly object[])[]): Promise<Replay> {
  const bodies: unknown[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', text => (body += text));
    request.on('end', () => {
      const events = streams[Math.min(bodies.length, streams.length - 1)] ?? [];
      bodies.push(JSON.parse(body));
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(events.map(eventText).join(''));
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise(resolve => server.close(() => resolve())));
  onTestFinished(() => server.closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, bodies };
}

const eventText = (event: object): string =>
  `${'type' in event ? `event: ${event.type}\n` : ''}data: ${JSON.stringify(event)}\n\n`;
