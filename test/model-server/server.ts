import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Play } from './answer.ts';
import { hostOf } from './route.ts';
import { sendJson } from './send.ts';
import { type Log, type Logged, logged, serve } from './serve.ts';

/**
 * Plays the model behind real coding agents, on 127.0.0.1: Anthropic Messages, OpenAI Responses and Chat
 * Completions, and Gemini. A test's `play` gives steps for a prompt; they become messages of the model, in which a
 * deed is a call of whatever tool the agent offers for it. Nothing is remembered of a conversation: how far it has
 * come is counted in each request, so that retries and side calls confuse nobody.
 *
 *     serve.ts: request -> route.ts -> formats/ -> asked.ts -> play -> answer.ts (turns.ts, tools.ts) -> formats/
 */
export interface ModelServer {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** Everything asked so far, also what was refused. */
  readonly requests: readonly Logged[];
  /** Hosts that somebody tried to reach through this server as a proxy. All are refused. */
  readonly proxied: readonly string[];
  /** Ends all open connections at once. */
  close(): Promise<void>;
}

export type { Play } from './answer.ts';
export { type Asked, isSideCall } from './asked.ts';
export type { Logged } from './serve.ts';
export type { ModelStep } from './step.ts';

/**
 * `play` says what the model does about a prompt. Null: a side call (see `isSideCall`), which gets a few words, or the
 * least JSON that it asks for. Port 0 is any free one.
 */
export async function startModelServer(play: Play, port = 0): Promise<ModelServer> {
  const log: Log = { requests: [], proxied: [] };
  const server = createServer((request, response) => {
    response.on('error', () => {});
    serve(request, response, play, log).catch((error: unknown) => {
      if (response.headersSent || response.destroyed) response.destroy();
      else sendJson(response, { error: { type: 'bug_in_test', message: String(error) } }, 500);
    });
  });
  const sockets = new Set<Socket>();
  server.on('connection', socket => {
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)));
  });
  server.on('connect', (request, socket) => {
    log.requests.push(logged(request, null));
    log.proxied.push(hostOf(request.url ?? ''));
    refuse(socket, '403 Forbidden');
  });
  server.on('upgrade', (request, socket) => {
    log.requests.push({ ...logged(request, null), method: 'UPGRADE' });
    refuse(socket, '426 Upgrade Required');
  });
  const url = await listening(server, port);
  const close = (): Promise<void> =>
    new Promise(resolve => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return { url, ...log, close };
}

const refuse = (socket: Duplex, status: string): void => {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
};

const listening = (server: Server, port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });
